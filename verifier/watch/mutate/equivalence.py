"""Whether an edit changes any answer: the sections that it touched, compared in every situation."""

from __future__ import annotations

from rulespec.ir.ruleset import RuleSet
from verifier.compare import symbolic
from verifier.compare.diff import diff_section
from verifier.compare.model import DIFFERENT, DISAGREEMENT, SAME, SectionDiff
from verifier.symbolic.setting import Setting


class Unsettled(Exception):
    """The solver gave no answer; the text is its reason."""


def same(left: RuleSet, right: RuleSet, section: str) -> bool:
    """Whether the section answers alike in every situation that can be met. Raises Unsettled."""
    if section in symbolic.QUESTIONS and left.pack == right.pack and left.players == right.players:
        return _same(symbolic.QUESTIONS[section], left, right)
    found = diff_section(left, right, section)
    if found.verdict not in (SAME, DIFFERENT):
        raise Unsettled(f"{found.verdict}: {found.why}")
    return found.verdict == SAME


def _same(question: symbolic.Question, left: RuleSet, right: RuleSet) -> bool:
    """One question instead of the list of all differences."""
    if left.facts == right.facts:
        a, b = _side(question, left), question.build(Setting(right))
    else:
        a, b = (question.build(setting) for setting in symbolic.settings(left, right))
    search = symbolic.Search(question, a, b)
    try:
        return not search.satisfiable(search.differ)
    except symbolic.Undecided as reason:
        raise Unsettled(str(reason)) from None


_SIDES: dict[tuple[int, str], symbolic.Side] = {}


def _side(question: symbolic.Question, ruleset: RuleSet) -> symbolic.Side:
    """The unchanged rules' side, built once a process; it holds its rule set, so no id comes twice."""
    key = (id(ruleset), question.section)
    if key not in _SIDES:
        _SIDES[key] = question.build(Setting(ruleset))
    return _SIDES[key]


def in_words(found: SectionDiff) -> str:
    """The first difference of a section: the case, and what either side answers."""
    if found.verdict == DISAGREEMENT:
        raise RuntimeError(found.why)
    if not found.classes:
        return found.why
    example = found.classes[0].example
    case = "" if example.case is None else " in " + ", ".join(f"{key} {value}" for key, value in example.case.items() if key != "question")
    return f"{found.section}{case}: {example.left} becomes {example.right}"

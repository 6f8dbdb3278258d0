"""Which rule set a table plays: what it answers, case by case, leaves fewer and fewer of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log2

from rulespec.cases import answer, read_case
from rulespec.diagnostics import Faults
from rulespec.explanation import explain
from rulespec.ir.cards import Pack
from rulespec.ir.ruleset import RuleSet
from rulespec.library import shipped
from rulespec.pipeline import load
from rulespec.rulebook import rulebook
from rulespec.sheet import Sheet
from rulespec.spans import Source
from verifier.evenings.rescore import rescore
from verifier.programs.examples import examples_of

CaseText = str  # a case as one line of JSON, without its answer
Answers = Mapping[str, str | None]  # by candidate: the answer as JSON, None where the case cannot arise
NOTES = ("id", "source", "answer", "row")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A rule set that a table may play, by the name that loads it."""

    name: str
    ruleset: RuleSet


def candidates() -> tuple[Candidate, ...]:
    """The shipped rule sets that can be played, each also with what it offers; equal ones once."""
    names = [name for base in shipped() for name in (base, *(f"{base}+{offer}" for offer in load(base).offers))]
    found: dict[str, Candidate] = {}
    for name in names:
        ruleset = load(name)
        if not ruleset.open_options:
            found.setdefault(ruleset.fingerprint, Candidate(name, ruleset))
    return tuple(found.values())


def pool(of: Iterable[Candidate]) -> tuple[CaseText, ...]:
    """Every case that is worked out for some of them, each once."""
    texts = [_bare(json.loads(example.span.source.text)) for one in of for example in examples_of(one.name)]
    return tuple(dict.fromkeys(texts))


def _bare(written: Mapping[str, object]) -> CaseText:
    return json.dumps({key: value for key, value in written.items() if key not in NOTES}, sort_keys=True)


def reply(one: Candidate, case: CaseText) -> str | None:
    """The candidate's answer as JSON; None where the case is none of its game."""
    try:
        return json.dumps(answer(one.ruleset, json.loads(case)).answer)
    except Faults:
        return None


def replies(of: Sequence[Candidate], case: CaseText) -> Answers:
    return {one.name: reply(one, case) for one in of}


def best(of: Sequence[Candidate], cases: Mapping[CaseText, Answers]) -> CaseText | None:
    """The case that separates most of the candidates; the first of equals, None where none tells two apart."""
    told = {case: gain([known[one.name] for one in of]) for case, known in cases.items()}
    case = max(told, key=lambda one: told[one], default=None)
    return case if case is not None and told[case] > 0 else None


def gain(answers: Sequence[str | None]) -> float:
    """How much an answer tells, in bits. Where a case is none of some candidates' game it tells less: they all stay."""
    given = [one for one in answers if one is not None]
    sizes = [given.count(one) for one in dict.fromkeys(given)]
    return sum(-size / len(answers) * log2(size / len(given)) for size in sizes) if len(sizes) > 1 else 0.0


def left(of: Sequence[Candidate], known: Answers, said: str) -> tuple[Candidate, ...]:
    """The candidates that answer so, and those for as many players with the same pack whose game does not have the case."""
    tables = {_table(one) for one in of if known[one.name] == said}
    return tuple(one for one in of if known[one.name] == said or (known[one.name] is None and _table(one) in tables))


def _table(one: Candidate) -> tuple[int, Pack]:
    """What is seen before the first hand: how many play, and with which pack."""
    return one.ruleset.players, one.ruleset.pack


def by_case(of: Sequence[Candidate], written: Mapping[str, object]) -> tuple[Candidate, ...]:
    """The candidates that agree with a case that has its answer."""
    case, said = _bare(written), json.dumps(written.get("answer"))
    return left(of, replies(of, case), said)


def by_totals(of: Sequence[Candidate], sheet: Sheet, totals: Sequence[int]) -> tuple[Candidate, ...]:
    """The candidates by whose rules a sheet comes to these totals."""
    scored = rescore(sheet, [one.ruleset for one in of])
    return tuple(one for one, found in zip(of, scored, strict=True) if found.totals == tuple(totals))


def in_words(of: Sequence[Candidate], known: Answers, case: CaseText) -> tuple[str, dict[str, str]]:
    """The case as a question, and each answer to it in words."""
    asked, says = "", dict[str, str]()
    for one in of:
        said = known[one.name]
        if said is not None and said not in says:
            told = explain(rulebook(one.ruleset), read_case(Source("case", case), rulebook(one.ruleset)))
            asked, says[said] = told.asked, told.says
    return asked + _hands(json.loads(case)), says


def _hands(case: Mapping[str, list[list[int]]]) -> str:
    """What each player bid and took in a set, which is too long for the question's own words."""
    if "bids" not in case:
        return ""
    hands = list(zip(case["bids"], case["tricks"], strict=True))
    players = (f"player {p + 1}: {', '.join(f'{bids[p]}/{taken[p]}' for bids, taken in hands)}" for p in range(len(case["bids"][0])))
    return "; bid/taken by " + "; ".join(players)

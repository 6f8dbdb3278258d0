"""Two rule sets of which one or both leave options open: under which combinations a section differs.

A section is compared once for each pair of texts that it comes to under the combinations of the options
that it depends on, its table of hands included.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from math import prod

from rulespec.diagnostics import Diagnostic, Faults
from rulespec.ir.options import member_of
from rulespec.ir.ruleset import RuleSet
from rulespec.questions.ground import reads
from verifier.compare.basis import DEPENDS, basis, own_rows
from verifier.compare.model import DIFFERENT, SAME, SectionDiff, overall
from verifier.proofs.conditions import Combination, Values, condition, cover

MOST = 5_000  # combinations that one section is compared under
MOST_TEXTS = 300  # different comparisons

Compare = Callable[[RuleSet, RuleSet, str], SectionDiff]
Quick = Callable[[RuleSet, RuleSet, str], bool | None]  # whether the section differs; None where that takes a whole comparison


def depends_on(ruleset: RuleSet, section: str) -> tuple[str, ...]:
    """The open options that decide a section and the situations it meets."""
    named = set[str]().union(*(reads(ruleset, one) for one in DEPENDS[section]))
    return tuple(name for name in ruleset.open_options if name in named)


def relevant(left: RuleSet, right: RuleSet, sections: Iterable[str]) -> None:
    """Raises Faults where the open options leave too many combinations to compare."""
    for section in sections:
        number = prod(len(side.options[name].values) for side in (left, right) for name in depends_on(side, section))
        if number > MOST:
            raise Faults([_too_many(side, section, number) for side in (left, right) if depends_on(side, section)])


def _too_many(side: RuleSet, section: str, number: int) -> Diagnostic:
    listed = ", ".join(f"`{name}`" for name in depends_on(side, section))
    message = f"`{side.id}` leaves {listed} open: `{section}` would have to be compared under {number:,} combinations"
    return Diagnostic("RV123", message, help="choose some of them, as in `--set OPTION=VALUE` or `PROFILE+OPTION=VALUE`, or name another `--section`")


def _compared(left: RuleSet, right: RuleSet, section: str, compare: Compare, quick: Quick | None) -> SectionDiff:
    """The section compared; only whether it differs, where rows of this kind have been told apart before."""
    if quick is None:
        return compare(left, right, section)
    differs = quick(left, right, section)
    return compare(left, right, section) if differs is None else SectionDiff(section, DIFFERENT if differs else SAME)


def by_options(left: RuleSet, right: RuleSet, section: str, compare: Compare, quick: Quick) -> SectionDiff:
    """The section with the condition on the open options under which it differs, and the classes of the first such combination of each kind."""
    shared = set(left.open_options) & set(right.open_options)
    sides = [(side, depends_on(side, section), "right " if side is right and shared else "") for side in (left, right)]
    values: Values = {mark + name: side.options[name].values for side, names, mark in sides for name in names}
    found: dict[tuple[str, str], SectionDiff] = {}
    told: set[tuple[str, str]] = set()
    verdicts: list[tuple[Combination, SectionDiff]] = []
    for combination in _combinations(values):
        settled = [_settled(side, {name: combination[mark + name] for name in names}) for side, names, mark in sides]
        texts = (basis(settled[0], section), basis(settled[1], section))
        if texts not in found:
            if len(found) >= MOST_TEXTS:
                return SectionDiff(section, "unknown", why=f"more than {MOST_TEXTS} different comparisons are needed")
            rows = (own_rows(settled[0], section), own_rows(settled[1], section))
            found[texts] = _compared(settled[0], settled[1], section, compare, quick if rows in told else None) if texts[0] != texts[1] else SectionDiff(section, SAME)
            told |= {rows} if found[texts].verdict == DIFFERENT else set()
        verdicts.append((combination, found[texts]))
    weight = prod(len(side.options[n].values) for side, names, _ in sides for n in side.open_options if n not in names)
    return _together(section, verdicts, values, weight)


def _combinations(values: Values) -> Iterator[Combination]:
    yield from (dict(zip(values, chosen, strict=True)) for chosen in product(*values.values()))


def _settled(side: RuleSet, chosen: Mapping[str, str | int]) -> RuleSet:
    """The rule set under a combination; options that do not matter have their first value."""
    return member_of(side, {name: chosen.get(name, side.options[name].values[0]) for name in side.open_options})


def _together(section: str, verdicts: list[tuple[Combination, SectionDiff]], values: Values, weight: int) -> SectionDiff:
    unsettled = [found for _, found in verdicts if found.verdict not in (SAME, DIFFERENT, "not-applicable")]
    if unsettled:
        return unsettled[0]
    differing = [combination for combination, found in verdicts if found.verdict == DIFFERENT]
    number = (len(differing) * weight, len(verdicts) * weight)
    if not differing:
        return replace(verdicts[0][1], classes=(), combinations=number)
    when = condition(cover(differing, [c for c, _ in verdicts], values), values)
    classes = {one.key: one for _, found in reversed(verdicts) for one in found.classes}
    relation = overall([one.relation for one in classes.values()])
    return SectionDiff(section, DIFFERENT, relation, tuple(reversed(classes.values())), differs_when=when, combinations=number)

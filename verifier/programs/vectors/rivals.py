"""What the vectors must tell apart beside the rules and their edits: shipped rule sets, values of options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations

from rulespec.diagnostics import Faults
from rulespec.ir.ruleset import RuleSet
from rulespec.library import shipped
from rulespec.pipeline import load
from rulespec.questions.ground import reads
from verifier.watch.lint.opened import all_open
from verifier.watch.mutate.apply import Patch
from verifier.watch.mutate.edits import OPTIONS, Edit
from verifier.watch.mutate.study import Study
from verifier.watch.mutate.wider import scalar
from verifier.watch.parting.table import ANSWERS
from verifier.watch.parting.whole import Target


@lru_cache(maxsize=1)
def profiles() -> tuple[RuleSet, ...]:
    """The shipped rule sets that can be played."""
    return tuple(one for one in map(load, shipped()) if not one.open_options)


def rivals(study: Study, first: int) -> Iterator[Target]:
    """Pairs to be told apart, numbered from `first`: the rules and each shipped rule set, two of these, two values of an option."""
    number = first
    patches = {one.id: patch for one in profiles() if (patch := _as_it_is(study, one) or _as_options(study, one)) is not None}
    pairs = [*((patch, None) for patch in patches.values()), *combinations(patches.values(), 2), *_values(study)]
    for left, right in pairs:
        if left != right:
            yield Target(number, left, right)
            number += 1


def _as_it_is(study: Study, other: RuleSet) -> Patch | None:
    """The sections of another rule set that is played with the same cards, at such a table, in hands of these sizes."""
    ruleset = study.ruleset
    if (other.pack, other.players, other.facts.hand_size) != (ruleset.pack, ruleset.players, ruleset.facts.hand_size) or other.fingerprint == ruleset.fingerprint:
        return None
    return Patch(tuple(other.sections[name] for name in ANSWERS), ruleset.facts, tuple(ruleset.chosen.items()), ruleset.finish)


def _as_options(study: Study, other: RuleSet) -> Patch | None:
    """The rules with the options of another rule set of the family, its cards and schedule aside; None where these say nothing."""
    ruleset = study.ruleset
    if {*other.options, *other.unread} != {*ruleset.options, *ruleset.unread} or other.fingerprint == ruleset.fingerprint:
        return None
    whole = all_open(study.complete)
    ground = reads(whole, "deck") | reads(whole, "schedule")
    return _patch(study, {name: value for name, value in other.chosen.items() if name in ruleset.options and name not in ground and value != ruleset.chosen.get(name)})


def _patch(study: Study, settings: Mapping[str, str | int]) -> Patch | None:
    edit = Edit("", OPTIONS, "", "", study.complete.written.span, settings={name: scalar(str(value)) for name, value in settings.items()})
    try:
        return study.editor.patch(edit) if settings else None
    except Faults:
        return None


def _values(study: Study) -> Iterator[tuple[Patch, Patch]]:
    """Two other values of one option; the chosen one is told from each by the edits."""
    for name, chosen in study.ruleset.chosen.items():
        others = [value for value in study.ruleset.options[name].values if value != chosen]
        for one, other in combinations(others, 2):
            left, right = (_patch(study, {name: value}) for value in (one, other))
            if left is not None and right is not None:
                yield left, right

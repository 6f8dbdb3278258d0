"""One edit that is known to change an answer: whether a promised property notices it. In a worker process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import assert_never

from rulespec.diagnostics import Faults
from rulespec.ir.ruleset import RuleSet
from rulespec.questions import (
    BY_SITUATION,
    Bidding,
    Calling,
    Dealing,
    Following,
    HandResult,
    Leading,
    Moment,
    Scheduled,
    SetEnd,
    Situation,
    WholeTrick,
)
from verifier.compare.reaching import _hands as hand_ends
from verifier.proofs import property as properties
from verifier.proofs.check import expected
from verifier.proofs.needs import missing
from verifier.proofs.property import Property
from verifier.proofs.prove import Claim, setting_of
from verifier.proofs.scopes import BY_NAME
from verifier.proofs.verdict import Disagreement, Unknown, word
from verifier.symbolic.setting import Setting
from verifier.watch.mutate.apply import Patch
from verifier.watch.mutate.study import sees
from verifier.watch.mutate.verdicts import FLIPPED, verdict_on
from verifier.work.tasks import unpacked

KILLED, SURVIVED, EQUIVALENT, INVALID, UNKNOWN, DISAGREES = "killed", "survived", "equivalent", "invalid", "unknown", "disagreement"
KEEPS = "verifier.watch.mutate.judge:keeps"
NOTICE = "verifier.watch.mutate.judge:notice"
NOTICED = "verifier.watch.mutate.judge:noticed_any"


@dataclass(frozen=True, slots=True)
class Task:
    """One edited rule set, the properties that may notice, and a situation that it answers otherwise.

    `every` asks for all that notice, not just the first.
    """

    rules: bytes
    patch: Patch
    properties: tuple[Property, ...]
    at: Situation | None = None
    every: bool = False


@dataclass(frozen=True, slots=True)
class Noticed:
    """The properties that lose their verdict; or why that is not known, by our own fault or not."""

    by: tuple[str, ...] = ()
    unknown: str = ""
    disagreement: str = ""


def notice(task: Task) -> Noticed:
    """Who notices an edit; called by name in the worker."""
    ruleset = unpacked(task.rules)
    mutant = task.patch.on(ruleset, "edited")
    found: list[str] = []
    try:
        for name in _noticing(ruleset, mutant, task):
            found.append(name)
            if not task.every:
                break
    except Unsettled as reason:
        return Noticed(tuple(found), unknown="" if found else str(reason))
    except Disagreeing as details:
        return Noticed(tuple(found), disagreement=str(details))
    return Noticed(tuple(found))


class Unsettled(Exception):
    """The solver gave no answer; the text is its reason."""


class Disagreeing(Exception):
    """Two meanings gave different answers; the text says where."""


def _noticing(ruleset: RuleSet, mutant: RuleSet, task: Task) -> Iterator[str]:
    touched = task.patch.touched(ruleset)
    seeing = [one for one in task.properties if sees(one, touched)]
    at_once = [one for one in seeing if task.at is not None and expected(ruleset, one) == "proved" and breaks(mutant, one, task.at)]
    yield from (one.id for one in at_once)
    setting = Setting(mutant)
    unsettled: Unsettled | None = None
    for one in (one for one in seeing if one not in at_once and (task.every or of_section(one, touched))):
        try:
            if lost(ruleset, one, setting):
                yield one.id
        except Unsettled as reason:
            unsettled = reason
    if unsettled is not None:
        raise unsettled


OF_THE_GAME = ("deck", "schedule")


def of_section(property_: Property, touched: Sequence[str]) -> bool:
    """Whether a property speaks of a touched section's own question, and not only of what follows from it."""
    sections = {BY_NAME[scope].section for scope in property_.scopes}
    return bool(sections & set(touched)) or bool(set(touched) & set(OF_THE_GAME) and sections & {"schedule", "trump"})


def breaks(mutant: RuleSet, property_: Property, at: Situation) -> bool:
    """Whether a situation breaks a property by the reference meaning: no solver is needed then."""
    if property_.kind == "possible" or missing(mutant, property_):
        return False
    try:
        claims = [Claim(mutant, properties.typed(property_, scope, mutant)) for scope in property_.scopes if BY_NAME[scope].section == BY_SITUATION[type(at)].section]
        return any(claim.breaks(moment, {}) for claim in claims for moment in moments(mutant, at))
    except (Faults, StopIteration):
        return False


def moments(mutant: RuleSet, at: Situation) -> Iterator[Moment]:
    """The situation as claims speak of it: every bid of a bidder, a finished hand with the result; none of an announcement or a deal."""
    match at:
        case Bidding():
            yield from (replace(at, bid=bid) for bid in range(at.hand.size + 1))
        case HandResult():
            yield from islice(hand_ends(mutant, mutant, at), 1)
        case Leading() | Following() | WholeTrick() | SetEnd():
            yield at
        case Calling() | Dealing() | Scheduled():
            return
        case _:
            assert_never(at)


def lost(promising: RuleSet, property_: Property, setting: Setting) -> bool:
    """Whether the verdict under these rules is not the one that is promised. Raises Unsettled, Disagreeing."""
    other = FLIPPED[expected(promising, property_) or "proved"]
    verdict = verdict_on(property_, setting, exact=other == "proved")
    if isinstance(verdict, Unknown):
        raise Unsettled(f"`{property_.id}`: {verdict.reason}")
    if isinstance(verdict, Disagreement):
        raise Disagreeing(str(verdict.details))
    return word(verdict) == other


@dataclass(frozen=True, slots=True)
class Kept:
    """A property of the rules as they are: edits say something only where it keeps its promise."""

    rules: bytes
    property: Property


def keeps(task: Kept) -> Noticed:
    """The property's name where it does not come out as promised; called by name in the worker."""
    ruleset = unpacked(task.rules)
    try:
        return Noticed((task.property.id,) if lost(ruleset, task.property, setting_of(ruleset)) else ())
    except (Unsettled, Disagreeing):
        return Noticed()


@dataclass(frozen=True, slots=True)
class Some:
    """Edited rule sets, of which a property should notice one."""

    rules: bytes
    property: Property
    patches: tuple[Patch, ...]


@dataclass(frozen=True, slots=True)
class Hollow:
    """Whether a property noticed none of them."""

    hollow: bool


def noticed_any(task: Some) -> Hollow:
    """Called by name in the worker."""
    ruleset = unpacked(task.rules)
    for patch in task.patches:
        try:
            if lost(ruleset, task.property, Setting(patch.on(ruleset, "edited"))):
                return Hollow(False)
        except (Unsettled, Disagreeing):
            return Hollow(False)
    return Hollow(True)

"""Everything a section can be asked, symbolic: what makes it possible, and the names its rows read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import z3

from rulespec.ir.types import Bool, Suit
from rulespec.meanings.z3.values import domain, suit
from verifier.symbolic import bidding, play, trick, whole
from verifier.symbolic.setting import Names, Setting, Symbolic


@dataclass(frozen=True, slots=True, eq=False)
class Situations:
    """Situations of one kind: those in which all conditions hold."""

    conditions: tuple[z3.BoolRef, ...]
    names: Names


def _symbolic(symbolic: Symbolic) -> Situations:
    return Situations(tuple(condition for _, condition in symbolic.assumptions), symbolic.names)


def _ground(setting: Setting) -> Iterator[Situations]:
    yield Situations(tuple(condition for _, condition in setting.domains), {})


def _moments(build: Callable[[Setting], Symbolic]) -> Callable[[Setting], Iterator[Situations]]:
    return lambda setting: iter([_symbolic(setting.once(build))])


def _sets(setting: Setting) -> Iterator[Situations]:
    for shape in whole.set_shapes(setting):
        yield _symbolic(setting.once(shape))


def _cards(setting: Setting) -> Iterator[Situations]:
    """Each place of a whole trick."""
    symbolic = setting.once(trick.trick)
    conditions = tuple(condition for _, condition in symbolic.assumptions)
    plays, trump, asked = symbolic.parts["plays"], symbolic.names["trump"], symbolic.names["asked"]
    for position in range(len(plays)):
        yield Situations(conditions, trick.judged_names(setting, plays, position, trump, asked))


def _announcements(setting: Setting) -> Iterator[Situations]:
    """A joker led, then a joker played to a lead."""
    level, named = setting.var("level", Bool()), setting.var("named", Suit())
    trump, possible = setting.trump()
    conditions = [c for _, c in (*setting.domains, *possible)] + [domain(named, Suit(), setting.pack)]
    nothing, said = suit(None, setting.pack), {"level": level, "named": named, "trump": trump}
    yield Situations(tuple(conditions), {**said, "leading": z3.BoolVal(True), "asked": nothing})
    led = play.Announced(setting, "led", leading=True)
    conditions += [c for _, c in led.possible(trump, nothing)]
    yield Situations(tuple(conditions), {**said, "leading": z3.BoolVal(False), "asked": led.asked})


OF: Mapping[str, Callable[[Setting], Iterator[Situations]]] = {
    "deck": _ground, "schedule": _ground, "trump": _moments(whole.deal), "bid": _moments(bidding.bidding),
    "lead": _moments(play.lead), "call": _announcements, "follow": _moments(play.follow), "strength": _cards,
    "score": _moments(bidding.hand), "premium": _sets,
}  # fmt: skip

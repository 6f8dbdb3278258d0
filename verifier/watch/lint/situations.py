"""Every situation that a section can be asked in, as solver conditions with the names its rows read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import z3

from rulespec.ir.types import Bool, Suit
from rulespec.meanings.z3.values import domain, suit
from verifier.symbolic import situations, strength
from verifier.symbolic.announcing import Announced
from verifier.symbolic.setting import Names, Setting


@dataclass(frozen=True, slots=True, eq=False)
class Situations:
    """Situations of one kind: those in which all conditions hold."""

    conditions: tuple[z3.BoolRef, ...]
    names: Names


def _ground(setting: Setting) -> Iterator[Situations]:
    yield Situations(tuple(condition for _, condition in setting.domains), {})


def _of_scope(scope: str) -> Callable[[Setting], Iterator[Situations]]:
    def found(setting: Setting) -> Iterator[Situations]:
        for group in situations(setting, scope):
            yield Situations(tuple(condition for _, condition in group.assumptions), group.names)

    return found


def _cards(setting: Setting) -> Iterator[Situations]:
    """Each place of a whole trick."""
    (whole,) = situations(setting, "trick")
    conditions = tuple(condition for _, condition in whole.assumptions)
    plays = [Announced(setting, f"card{i}", leading=i == 0) for i in range(setting.ruleset.players)]
    for position in range(len(plays)):
        names = strength.judged_names(setting, plays, position, setting.trump(), plays[0].asked)
        yield Situations(conditions, names)


def _announcements(setting: Setting) -> Iterator[Situations]:
    """A joker led, then a joker played to a lead."""
    level, named, trump = setting.var("level", Bool()), setting.var("named", Suit()), setting.trump()
    possible = setting.trump_and_size(trump, lambda size: z3.BoolVal(True))
    conditions = [c for _, c in (*setting.domains, possible)] + [domain(named, Suit(), setting.pack)]
    nothing, said = suit(None, setting.pack), {"level": level, "named": named, "trump": trump}
    yield Situations(tuple(conditions), {**said, "leading": z3.BoolVal(True), "asked": nothing})
    led = Announced(setting, "led", leading=True)
    conditions += [c for _, c in led.possible(trump, nothing)]
    yield Situations(tuple(conditions), {**said, "leading": z3.BoolVal(False), "asked": led.asked})


OF: Mapping[str, Callable[[Setting], Iterator[Situations]]] = {
    "deck": _ground, "schedule": _ground, "trump": _of_scope("deal"), "bid": _of_scope("bidding"), "lead": _of_scope("lead"),
    "call": _announcements, "follow": _of_scope("follow"), "strength": _cards, "score": _of_scope("hand"), "premium": _of_scope("set"),
}  # fmt: skip

"""Question `strength` as diagrams. Mirrors `rulespec/questions/strength.py`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from rulespec.meanings.bdd.manager import Manager
from rulespec.meanings.bdd.ops import OPS
from rulespec.meanings.bdd.values import Value, fixed, vector
from verifier.diagrams.announcing import SymbolicPlay, led_names, plays, trick_possible
from verifier.diagrams.setting import Diagrams, Ground, by_nothing


def strength(manager: Manager, ground: Ground) -> Diagrams:
    """A whole trick of different cards in playing order, an announcement for each joker, the trump."""
    suit = manager.table("trump", ground.trumps())
    trick = plays(manager, [f"play {i}" for i in range(ground.players)])
    possible = manager.one_of(suit) & trick_possible(manager, ground, suit, trick)
    shared = {"trump": suit, **led_names(manager, trick[0])}
    return Diagrams([{**shared, **_own(manager, i, trick)} for i in range(len(trick))], possible, by_nothing(manager))


def _own(manager: Manager, position: int, trick: Sequence[SymbolicPlay]) -> dict[str, Value]:
    """What a card of a trick sees besides the lead and the trump."""
    others = [play.card for i, play in enumerate(trick) if i != position]
    union = reduce(lambda a, b: vector(OPS["union"](manager, a, b)), others)
    play = trick[position]
    return {"card": play.card, "level": play.level, "position": fixed(position, manager), "others_played": union}

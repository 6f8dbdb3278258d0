"""Question `call` as diagrams. Mirrors `rulespec/questions/call.py`."""

from __future__ import annotations

from rulespec.ir.cards import bits
from rulespec.ir.types import LEVELS
from rulespec.meanings.bdd.evaluate import Env
from rulespec.meanings.bdd.manager import Manager, Node
from rulespec.meanings.bdd.values import Suits, fixed
from verifier.diagrams.setting import Diagrams, Ground, by_nothing


def call(manager: Manager, ground: Ground) -> Diagrams:
    """A joker led or following, its level, the suit it names or none, the trump, the suit asked for (a lead has none)."""
    suits = [*range(len(manager.pack.suits)), None]
    leading = manager.bit("leading")
    suit = manager.table("trump", ground.trumps())
    asked, named = (manager.table(name, suits) for name in ("asked", "named"))
    level = manager.table("level", list(LEVELS))
    said = manager.one_of(named) & manager.one_of(asked) & manager.one_of(suit) & manager.one_of(level)
    follows = manager.some(asked[s] & _asked(manager, ground, suit, s) for s in suits)
    jokers = manager.truth(bool(ground.deck & ground.pack.jokers_mask))
    possible = jokers & said & manager.ite(leading, asked[None], follows)
    names: Env = {"leading": leading, "level": level, "named": named, "trump": suit, "asked": asked}
    return Diagrams([names], possible, by_nothing(manager))


def _asked(manager: Manager, ground: Ground, trump: Suits, suit: int | None) -> Node:
    """Where a lead can ask for a suit, or for none: a card of it, or another joker that may be led so."""
    pack = ground.pack
    cards = suit is not None and bool(ground.deck & pack.suit_mask(suit))
    jokers = len(list(bits(ground.deck & pack.jokers_mask)))
    asked: Suits = fixed(None, manager)
    env: Env = {"leading": manager.true, "named": fixed(suit, manager), "trump": trump, "asked": asked}
    led = [ground.all_allow(manager, "call", {**env, "level": fixed(level, manager)}) for level in LEVELS] if jokers > 1 else []
    return manager.truth(cards) | manager.some(led)

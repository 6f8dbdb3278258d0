"""Cards on the table as diagrams: plays with announcements, tricks that can be. Mirrors `rulespec/questions/announcing.py`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from rulespec.ir.cards import bits
from rulespec.ir.types import LEVELS
from rulespec.meanings.bdd.evaluate import Env
from rulespec.meanings.bdd.manager import Manager, Node
from rulespec.meanings.bdd.ops import OPS
from rulespec.meanings.bdd.values import Suits, Value, Vector, Words, fixed, node, table
from rulespec.plays import NOT_HIGH
from verifier.diagrams.setting import Ground


@dataclass(frozen=True, slots=True, eq=False)
class SymbolicPlay:
    """A card on the table, with an announcement where it is a joker."""

    card: Vector
    joker: Node
    level: Words
    named: Suits


def plays(manager: Manager, places: Sequence[str]) -> list[SymbolicPlay]:
    """New plays, coded as suit and rank: bits of all places interleaved keep comparisons of cards small."""
    pack = manager.pack
    suits_ = [*range(len(pack.suits)), None]
    levels = manager.tables([f"{place} level" for place in places], list(LEVELS))
    named = manager.tables([f"{place} named" for place in places], suits_)
    kinds = manager.tables([f"{place} suit" for place in places], suits_)
    ranks = manager.tables([f"{place} rank" for place in places], list(range(max(len(pack.ranks), pack.jokers))))
    place_in_suit = [pack.rank_of(i) if i < pack.suited else i - pack.suited for i in range(pack.size)]
    cards = [
        tuple(kind[pack.suit_of(i)] & rank[at] for i, at in enumerate(place_in_suit) if at is not None)
        for kind, rank in zip(kinds, ranks, strict=True)
    ]
    return [SymbolicPlay(card, kind[None], *said) for card, kind, *said in zip(cards, kinds, levels, named, strict=True)]


def trick_possible(manager: Manager, ground: Ground, suit: Suits, trick: Sequence[SymbolicPlay]) -> Node:
    """Different cards of the deck, jokers announced as every rule set allows, other cards not announced."""
    in_deck = [manager.some(play.card[i] for i in bits(ground.deck)) for play in trick]
    apart = [different(manager, a.card, b.card) for a, b in combinations(trick, 2)]
    said = [_announced(manager, ground, i, suit, trick) for i in range(len(trick))]
    return manager.every([*in_deck, *said, *apart])


def _announced(manager: Manager, ground: Ground, position: int, suit: Suits, trick: Sequence[SymbolicPlay]) -> Node:
    play, leading = trick[position], position == 0
    asked: Suits = fixed(None, manager) if leading else asked_suit(manager, trick[0])
    env: Env = {"leading": manager.truth(leading), "level": play.level, "named": play.named, "trump": suit, "asked": asked}
    legal = manager.one_of(play.named) & ground.all_allow(manager, "call", env)
    return manager.ite(play.joker, legal, play.level[NOT_HIGH] & play.named[None])


def different(manager: Manager, a: Vector, b: Vector) -> Node:
    """No card in both sets."""
    return node(OPS["none"](manager, OPS["inter"](manager, a, b)))


def asked_suit(manager: Manager, led: SymbolicPlay) -> Suits:
    """The suit to follow: the led card's, or the one a led joker names."""
    pack = manager.pack
    cards = [(pack.suit_of(i), card) for i, card in enumerate(led.card) if i < pack.suited]
    return table([*cards, *((suit, led.joker & where) for suit, where in led.named.items())], manager)


def led_names(manager: Manager, led: SymbolicPlay) -> dict[str, Value]:
    return {"led": led.card, "asked": asked_suit(manager, led), "joker_led": led.joker, "level_led": led.level}

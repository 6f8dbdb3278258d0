"""Question `follow` as diagrams. Mirrors `rulespec/questions/follow.py`."""

from __future__ import annotations

from collections.abc import Sequence

from rulespec.ir.cards import bits
from rulespec.ir.types import LEVELS
from rulespec.meanings.bdd.manager import Manager, Node
from rulespec.meanings.bdd.ops import OPS, count
from rulespec.meanings.bdd.values import Suits, Vector, fixed, vector
from verifier.diagrams.announcing import SymbolicPlay, asked_suit, different, led_names, plays, trick_possible
from verifier.diagrams.lead import dealt
from verifier.diagrams.setting import Diagrams, Ground, by_cards


def follow(manager: Manager, ground: Ground) -> Diagrams:
    """The player's hand, the lead (a card not in it, a joker once for each announcement), the trump.

    The second player's situations, unless a rule reads `played`: then those of every player, with the
    set of the other cards on the table.
    """
    suit = manager.table("trump", ground.trumps())
    (led,) = plays(manager, ["lead"])
    if "played" not in ground.reads("follow"):
        hand = manager.cards("hand", ground.deck)
        return _of(manager, ground, suit, led, hand, led.card, manager.true)
    hand, rest = manager.pair_of_cards("hand", "rest", ground.deck)
    behind = count(manager, rest)
    table = vector(OPS["union"](manager, led.card, rest))
    apart = different(manager, led.card, rest) & different(manager, hand, rest) & _announced(manager, ground, suit, led, rest)
    parts = {place: behind[place - 1] for place in range(1, ground.players) if place - 1 in behind}
    whole = _of(manager, ground, suit, led, hand, table, apart & manager.some(parts.values()))
    players = {place: Diagrams(whole.names, whole.possible & where, whole.count) for place, where in parts.items()}
    return Diagrams(whole.names, whole.possible, whole.count, players)


def _of(manager: Manager, ground: Ground, suit: Suits, led: SymbolicPlay, hand: Vector, table: Vector, more: Node) -> Diagrams:
    possible = manager.one_of(suit) & trick_possible(manager, ground, suit, [led]) & different(manager, hand, led.card)
    possible &= more & dealt(manager, ground, suit, count(manager, hand))
    names = {"hand": hand, "trump": suit, "played": table, **led_names(manager, led)}
    return Diagrams([names], possible, by_cards(manager, hand, ground.most()))


def _announced(manager: Manager, ground: Ground, suit: Suits, led: SymbolicPlay, rest: Sequence[Node]) -> Node:
    """Where jokers behind the lead could be announced in some way under every rule set."""
    suits = [None, *range(len(ground.pack.suits))]
    asked = asked_suit(manager, led)
    ways = [
        ground.all_allow(manager, "call", {"leading": manager.false, "level": fixed(level, manager), "named": fixed(named, manager), "trump": suit, "asked": asked})
        for level in LEVELS
        for named in suits
    ]
    jokers = manager.some(rest[i] for i in bits(ground.pack.jokers_mask))
    return ~jokers | manager.some(ways)

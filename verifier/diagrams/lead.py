"""Question `lead` as diagrams. Mirrors `rulespec/questions/lead.py`."""

from __future__ import annotations

from rulespec.meanings.bdd.evaluate import Env
from rulespec.meanings.bdd.manager import Manager, Node
from rulespec.meanings.bdd.ops import OPS, count
from rulespec.meanings.bdd.values import Numbers, Suits, fixed, numbers
from verifier.diagrams.setting import Diagrams, Ground, by_cards


def lead(manager: Manager, ground: Ground) -> Diagrams:
    """A hand, the trump; and the number of the trick, where a row asks for it."""
    most = ground.most()
    suit = manager.table("trump", ground.trumps())
    numbered = "trick_number" in ground.reads("lead")
    number = manager.table("trick_number", list(range(1, most + 1))) if numbered else fixed(1, manager)
    hand = manager.cards("hand", ground.deck)
    held = count(manager, hand)
    fits = _tricks(manager, ground, suit, held, number) if numbered else dealt(manager, ground, suit, held)
    names: Env = {"hand": hand, "trump": suit, "trick_number": number}
    return Diagrams([names], manager.one_of(suit) & manager.one_of(number) & fits, by_cards(manager, hand, most))


def dealt(manager: Manager, ground: Ground, suit: Suits, held: Numbers) -> Node:
    """Where a player can hold so many cards, at least one, in a hand with this trump."""
    limits = {trump: ground.largest(trump) for trump in suit}
    return manager.some(suit[trump] & manager.some(held[n] for n in range(1, limit + 1) if n in held) for trump, limit in limits.items())


def _tricks(manager: Manager, ground: Ground, suit: Suits, held: Numbers, number: Numbers) -> Node:
    """Where the cards are those that the tricks before have left of a hand with this trump."""
    size = numbers(OPS["sub"](manager, OPS["add"](manager, held, number), fixed(1, manager)))
    some_card = ~held.get(0, manager.false)
    return some_card & manager.some(suit[trump] & size[n] for trump in suit for n in ground.sizes_with(trump) if n in size)

"""All situations of a section at once: variables for its names, and where they fit together.

Mirrors `rulespec/situations.py`. Each question is put to several rule sets at a time, and a
situation belongs to it where it can be met under every one of them: cards are those of all decks,
announcements and earlier bids those that all allow, hand sizes those that all deal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from rulespec.ir.ruleset import RuleSet
from rulespec.ir.types import LEVELS
from rulespec.meanings.bdd.evaluate import Env
from rulespec.meanings.bdd.manager import Manager, Node
from rulespec.meanings.bdd.ops import OPS, count
from rulespec.meanings.bdd.values import Numbers, Vector, fixed
from verifier.diagrams.common import (
    all_allow,
    deck,
    hand_sizes,
    hands_of_sets,
    largest_hand,
    most_passes,
    read_names,
    trumps,
)
from verifier.diagrams.tricks import SymbolicPlay, different, led_names, plays, trick_possible

Counter = Callable[[Node], dict[int | None, int]]


@dataclass(frozen=True, slots=True, eq=False)
class Situations:
    """`names` are the values of the section's names (one for each card of a trick in `strength`).

    `possible` is where they make a situation; `count` counts by hand size (None where there is none).
    """

    names: Sequence[Env]
    possible: Node
    count: Counter


# --- bids, scores and trumps ------------------------------------------------------------------


def bid(manager: Manager, rulesets: Sequence[RuleSet]) -> Situations:
    """Hand size, the bids made before, the bid; and how often the bidder has passed, where a row asks for it.

    The bids made before are each allowed by every rule set, to a player who has not passed yet.
    """
    players, asked_for = rulesets[0].players, read_names(rulesets, "bid")
    size, possible = _hand_size(manager, rulesets)
    most = max(size)
    seat = manager.table("seat", list(range(players)))
    bids = [manager.table(f"bid {i}", list(range(most + 1))) for i in range(players - 1)]
    own = manager.table("bid", list(range(most + 1)))
    passes, passed = _passes(manager, rulesets, size) if "passes_before" in asked_for else (fixed(0, manager), manager.true)
    possible &= manager.one_of(seat) & passed & OPS["le"](manager, own, size)
    total: Numbers = fixed(0, manager)
    for i, earlier in enumerate(bids):
        made = OPS["gt"](manager, seat, fixed(i, manager))
        env = {"bid": earlier, "hand_size": size, "seat": fixed(i, manager), "earlier_total": total, "passes_before": fixed(0, manager)}
        possible &= manager.ite(made, OPS["le"](manager, earlier, size) & all_allow(manager, rulesets, "bid", env), earlier[0])
        total = OPS["add"](manager, total, earlier)
    env = {"bid": own, "hand_size": size, "seat": seat, "earlier_total": total, "passes_before": passes}
    return Situations([env], possible, by_table(manager, size))


def _passes(manager: Manager, rulesets: Sequence[RuleSet], size: Numbers) -> tuple[Numbers, Node]:
    """How often a player has passed, and where he can have passed so often."""
    most = {n: most_passes(rulesets, n) for n in hand_sizes(rulesets)}
    passes = manager.table("passes_before", list(range(1 + max(most.values(), default=0))))
    return passes, manager.some(size[n] & manager.some(passes[i] for i in range(1 + limit)) for n, limit in most.items())


def score(manager: Manager, rulesets: Sequence[RuleSet]) -> Situations:
    """Hand size, bid, tricks; and the set, or any sum that the bids of all can have, where a row asks for it."""
    players, asked_for = rulesets[0].players, read_names(rulesets, "score")
    size, number, possible = _hand_of_set(manager, rulesets, "set_number" in asked_for)
    own, tricks = manager.tables(["bid", "tricks"], list(range(max(size) + 1)))
    possible &= OPS["le"](manager, own, size) & OPS["le"](manager, tricks, size)
    total: Numbers = fixed(0, manager)
    if "bids_total" in asked_for:
        total = manager.table("bids_total", list(range(players * max(size) + 1)))
        others = OPS["mul"](manager, size, fixed(players - 1, manager))
        possible &= OPS["le"](manager, own, total) & OPS["le"](manager, total, OPS["add"](manager, own, others))
    env = {"bid": own, "tricks": tricks, "hand_size": size, "bids_total": total, "set_number": number}
    return Situations([env], possible, by_table(manager, size))


def trump(manager: Manager, rulesets: Sequence[RuleSet]) -> Situations:
    """Hand size; and the set, where a row asks for it."""
    size, number, possible = _hand_of_set(manager, rulesets, "set_number" in read_names(rulesets, "trump"))
    return Situations([{"hand_size": size, "set_number": number}], possible, by_table(manager, size))


def _hand_size(manager: Manager, rulesets: Sequence[RuleSet]) -> tuple[Numbers, Node]:
    """A hand size that every rule set deals."""
    size = manager.table("hand_size", list(range(1 + max(r.facts.hand_size.high for r in rulesets))))
    return size, manager.some(size[dealt] for dealt in hand_sizes(rulesets))


def _hand_of_set(manager: Manager, rulesets: Sequence[RuleSet], numbered: bool) -> tuple[Numbers, Numbers, Node]:
    """A hand size, the number of a set (1 where it does not matter), and where all deal such a hand in it."""
    size, possible = _hand_size(manager, rulesets)
    if not numbered:
        return size, fixed(1, manager), possible
    number = manager.table("set_number", list(range(1, 1 + max(r.facts.sets.high for r in rulesets))))
    return size, number, manager.some(size[hand] & number[i] for hand, i in hands_of_sets(rulesets))


# --- cards to play ----------------------------------------------------------------------------


def lead(manager: Manager, rulesets: Sequence[RuleSet]) -> Situations:
    """A hand, the trump; and the number of the trick, where a row asks for it."""
    most = largest_hand(rulesets)
    suit = manager.table("trump", trumps(rulesets))
    numbered = "trick_number" in read_names(rulesets, "lead")
    number = manager.table("trick_number", list(range(1, most + 1))) if numbered else fixed(1, manager)
    hand = manager.cards("hand", deck(rulesets))
    before = OPS["sub"](manager, number, fixed(1, manager))
    fits = OPS["le"](manager, OPS["add"](manager, count(manager, hand), before), fixed(most, manager))
    env = {"hand": hand, "trump": suit, "trick_number": number}
    return Situations([env], manager.one_of(suit) & manager.one_of(number) & fits, by_cards(manager, hand, most))


def follow(manager: Manager, rulesets: Sequence[RuleSet]) -> Situations:
    """The second player's hand, the lead (a card not in it, a joker once for each announcement), the trump."""
    suit = manager.table("trump", trumps(rulesets))
    (led,) = plays(manager, ["lead"])
    hand = manager.cards("hand", deck(rulesets))
    possible = manager.one_of(suit) & trick_possible(manager, rulesets, suit, [led]) & different(manager, hand, led.card)
    env = {"hand": hand, "trump": suit, "played": led.card, **led_names(manager, led)}
    return Situations([env], possible, by_cards(manager, hand, largest_hand(rulesets)))


def call(manager: Manager, rulesets: Sequence[RuleSet]) -> Situations:
    """A joker led or following, its level, the suit it names or none, the trump, the suit asked for (a lead has none)."""
    leading = manager.bit("leading")
    suit, asked, named = (manager.table(name, [*range(len(manager.pack.suits)), None]) for name in ("trump", "asked", "named"))
    level = manager.table("level", list(LEVELS))
    possible = (~leading | asked[None]) & manager.every(manager.one_of(value) for value in (suit, asked, named))
    env = {"leading": leading, "level": level, "named": named, "trump": suit, "asked": asked}
    return Situations([env], possible, by_nothing(manager))


def strength(manager: Manager, rulesets: Sequence[RuleSet]) -> Situations:
    """A whole trick of different cards in playing order, an announcement for each joker, the trump."""
    suit = manager.table("trump", trumps(rulesets))
    trick = plays(manager, [f"play {i}" for i in range(rulesets[0].players)])
    possible = manager.one_of(suit) & trick_possible(manager, rulesets, suit, trick)
    shared = {"trump": suit, **led_names(manager, trick[0])}
    envs = [{**shared, **_own_names(manager, i, trick)} for i in range(len(trick))]
    return Situations(envs, possible, by_nothing(manager))


def _own_names(manager: Manager, position: int, trick: Sequence[SymbolicPlay]) -> dict[str, object]:
    """What a card of a trick sees besides the lead and the trump."""
    others = [play.card for i, play in enumerate(trick) if i != position]
    union = reduce(lambda a, b: OPS["union"](manager, a, b), others)
    play = trick[position]
    return {"card": play.card, "level": play.level, "position": fixed(position, manager), "others_played": union}


# --- counters ---------------------------------------------------------------------------------


def by_table(manager: Manager, size: Numbers) -> Counter:
    return lambda node: {value: manager.count(node & where) for value, where in size.items() if value}


def by_cards(manager: Manager, hand: Vector, most: int) -> Counter:
    return lambda node: dict(list(enumerate(manager.count_by_size(node, hand)))[1 : most + 1])


def by_nothing(manager: Manager) -> Counter:
    return lambda node: {None: manager.count(node)}


ASKED: Mapping[str, Callable[[Manager, Sequence[RuleSet]], Situations]] = {
    "trump": trump, "bid": bid, "lead": lead, "call": call, "follow": follow, "strength": strength, "score": score,
}  # fmt: skip

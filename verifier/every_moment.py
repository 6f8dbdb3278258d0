"""Every moment of a small game, one by one, as the scopes describe them to the solver all at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations, product

from rulespec.situations import Play, cards_of

from rulespec import rules
from rulespec.ir.cards import bits
from rulespec.ir.options import EXPRESSIONS
from rulespec.ir.ruleset import Choose, Fixed, Row, RuleSet, Turn
from rulespec.ir.walk import names
from verifier.witness.moments import (
    BidMoment,
    DealMoment,
    GameMoment,
    HandMoment,
    Moment,
    PlayMoment,
    SetMoment,
    TrickMoment,
)


def moments(ruleset: RuleSet, scope: str, behind: bool = False) -> Iterator[Moment]:
    """All moments of a scope, as the symbolic scope describes them.

    Cards behind the lead are laid where the rules look at them, or where that is asked for.
    """
    if scope == "follow":
        return _follow(ruleset, behind or _look_behind(ruleset))
    return EVERY[scope](ruleset)


def _look_behind(ruleset: RuleSet) -> bool:
    return any("played" in names(row.when) | result_names(row) for row in ruleset.rows("follow"))


def result_names(row: Row) -> frozenset[str]:
    return names(row.result) if isinstance(row.result, EXPRESSIONS) else frozenset()


def trumps(ruleset: RuleSet) -> list[int | None]:
    """The trumps some hand of the game may have."""
    found: dict[int | None, None] = {}
    for size, number in _hands(ruleset):
        match rules.trump_method(ruleset, size, number):
            case Turn():
                found |= dict.fromkeys([*range(len(ruleset.pack.suits)), *([None] if ruleset.pack.jokers else [])])
            case Choose(_, _, calls):
                found |= dict.fromkeys(calls)
            case Fixed(suit):
                found[suit] = None
    return list(found)


def _hands(ruleset: RuleSet) -> list[tuple[int, int]]:
    return [(size, number) for number, one in enumerate(rules.schedule(ruleset), start=1) for size in one]


def _held(ruleset: RuleSet, without: int) -> Iterator[int]:
    cards = [c for c in bits(rules.deck(ruleset)) if not without >> c & 1]
    for size in range(1, ruleset.facts.hand_size.high + 1):
        for chosen in combinations(cards, size):
            yield sum(1 << c for c in chosen)


def _game(ruleset: RuleSet) -> Iterator[Moment]:
    yield GameMoment()


def _deal(ruleset: RuleSet) -> Iterator[Moment]:
    for size, number in _hands(ruleset):
        yield DealMoment(size, number)


def _lead(ruleset: RuleSet) -> Iterator[Moment]:
    most = ruleset.facts.hand_size.high
    for suit, held in product(trumps(ruleset), _held(ruleset, 0)):
        for number in range(1, most + 2 - held.bit_count()):
            yield PlayMoment(held, suit, (), number)


def _follow(ruleset: RuleSet, behind: bool) -> Iterator[Moment]:
    deck = rules.deck(ruleset)
    for suit in trumps(ruleset):
        for led in rules.plays_of(ruleset, deck, suit, ()):
            for laid in _laid(ruleset, suit, led) if behind else [()]:
                for held in _held(ruleset, cards_of((led, *laid))):
                    yield PlayMoment(held, suit, (led, *laid))


def _laid(ruleset: RuleSet, suit: int | None, led: Play) -> Iterator[tuple[Play, ...]]:
    """The cards of those who followed before, a joker announced in some way that is allowed."""
    ways = {play.card: play for play in rules.plays_of(ruleset, rules.deck(ruleset) & ~led.mask, suit, (led,))}
    for number in range(ruleset.players - 1):
        yield from combinations(ways.values(), number)


def _trick(ruleset: RuleSet) -> Iterator[Moment]:
    deck = list(bits(rules.deck(ruleset)))
    for suit, chosen in product(trumps(ruleset), permutations(deck, ruleset.players)):
        for led in rules.plays_of(ruleset, 1 << chosen[0], suit, ()):
            rest = [rules.plays_of(ruleset, 1 << card, suit, (led,)) for card in chosen[1:]]
            for others in product(*rest):
                yield TrickMoment(suit, (led, *others))


def passes(ruleset: RuleSet, index: int) -> range:
    """How many zero bids a player can have made before this hand of the game."""
    if not any("passes_before" in names(row.when) for row in ruleset.rows("bid")):
        return range(1)
    hands = [(size, (0,) * seat) for size in {size for size, _ in _hands(ruleset)} for seat in range(ruleset.players)]
    made = 0
    while made < index and any(rules.bid_forbidden(ruleset, 0, size, before, made) is None for size, before in hands):
        made += 1
    return range(made + 1)


def _bids(ruleset: RuleSet, size: int, count: int, made: range = range(1)) -> Iterator[tuple[int, ...]]:
    """Every row of so many bids that are legal after some numbers of zero bids before."""
    rows: list[tuple[int, ...]] = [()]
    for _ in range(count):
        rows = [(*row, bid) for row in rows for bid in sorted({b for m in made for b in rules.legal_bids(ruleset, size, row, m)})]
    yield from rows


def _bidding(ruleset: RuleSet) -> Iterator[Moment]:
    for index, (size, _) in enumerate(_hands(ruleset)):
        made = passes(ruleset, index)
        for seat in range(ruleset.players):
            for earlier in _bids(ruleset, size, seat, made):
                for bid, mine in product(range(size + 1), made):
                    yield BidMoment(size, index, earlier, bid, mine)


def _shares(size: int, players: int) -> Iterator[tuple[int, ...]]:
    """Every way the tricks of a hand can fall."""
    return (t for t in product(range(size + 1), repeat=players) if sum(t) == size)


def _hand(ruleset: RuleSet) -> Iterator[Moment]:
    for index, (size, number) in enumerate(_hands(ruleset)):
        made = passes(ruleset, index)
        for bids, tricks in product(_bids(ruleset, size, ruleset.players, made), _shares(size, ruleset.players)):
            for seat in range(ruleset.players):
                yield HandMoment(size, index, number, bids, tricks, (), seat)


def _set(ruleset: RuleSet) -> Iterator[Moment]:
    """Every set, told once whoever may have dealt its first hand: nothing that is asked of a set looks at him."""
    players, index = ruleset.players, 0
    for number, sizes in enumerate(rules.schedule(ruleset), start=1):
        known: set[object] = set()
        before = tuple(product(passes(ruleset, index), repeat=players))
        for dealer, made in product(range(players), before):
            for bids in _bids_of_set(ruleset, sizes, dealer, made):
                if bids not in known:
                    known.add(bids)
                    for tricks in product(*[list(_shares(size, players)) for size in sizes]):
                        yield SetMoment(number, dealer, sizes, bids, tricks, made)
        index += len(sizes)


def _bids_of_set(ruleset: RuleSet, sizes: tuple[int, ...], dealer: int, made: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Legal bids of every hand, by seat; `made` are the zero bids of each seat before."""
    if not sizes:
        yield ()
        return
    order = [(dealer + 1 + i) % len(made) for i in range(len(made))]
    rows: list[tuple[int, ...]] = [()]
    for seat in order:
        rows = [(*row, bid) for row in rows for bid in rules.legal_bids(ruleset, sizes[0], row, made[seat])]
    for row in rows:
        by_seat = tuple(row[order.index(seat)] for seat in range(len(made)))
        after = tuple(n + (bid == 0) for n, bid in zip(made, by_seat, strict=True))
        for rest in _bids_of_set(ruleset, sizes[1:], (dealer + 1) % len(made), after):
            yield (by_seat, *rest)


EVERY: dict[str, Callable[[RuleSet], Iterator[Moment]]] = {
    "game": _game, "deal": _deal, "bidding": _bidding, "lead": _lead, "trick": _trick, "hand": _hand, "set": _set,
}  # fmt: skip

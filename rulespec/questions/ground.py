"""The hands of the settled schedule as one table: number, set, size, trumps, passes; and seats and turns.

Every situation of every question belongs to a row of this table. The reference meaning computes it;
the solver and the diagrams assert the same rows, for a family once for each combination of the
options that decide them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import prod
from typing import assert_never

from rulespec.ir.by_identity import ByIdentity
from rulespec.ir.cards import Pack, bits
from rulespec.ir.expr import FALSE, Expr
from rulespec.ir.options import with_options
from rulespec.ir.ruleset import Choose, Fixed, Row, RuleSet, Section, Sets, TrumpMethod, Turn, again_of
from rulespec.ir.walk import names
from rulespec.meanings.python import sections
from rulespec.meanings.python.evaluate import Env

GROUND_SECTIONS = ("deck", "schedule", "trump")
MOST_COMBINATIONS = 2_000  # of the options that decide the table
MOST_KEPT = 64  # rule sets whose table is remembered
MOST_SECTIONS = 2048  # sections of which is remembered what they read
TIE_NAMES = frozenset({"card", "position"})  # what the tie-breakers of `strength` look at


# --- seats and turns --------------------------------------------------------------------------


def seat_after(seat: int, players: int, steps: int = 1) -> int:
    """The seat so many places to the left."""
    return (seat + steps) % players


def in_turn(dealer: int, players: int) -> list[int]:
    """The seats in bidding order: the dealer's left first, the dealer last."""
    return [seat_after(dealer, players, 1 + i) for i in range(players)]


def dealer_of(first: int, hand_number: int, players: int) -> int:
    """Who deals a hand of the game, counted from 1, where seat `first` dealt the first: the deal goes to the left."""
    return seat_after(first, players, hand_number - 1)


# --- what a section reads ---------------------------------------------------------------------


def section_reads(section: Section) -> frozenset[str]:
    """The names on which the answer of a section depends; a row that can never answer reads nothing."""
    return _reads.of(section, lambda: _section_reads(section))


_reads = ByIdentity[frozenset[str]](MOST_SECTIONS)


def _section_reads(section: Section) -> frozenset[str]:
    rows = [row for row in section.rows if row.when != FALSE]
    ties = TIE_NAMES if section.name == "strength" and any(row.then for row in rows) else frozenset[str]()
    results = [names(row.result) for row in rows if isinstance(row.result, Expr)]
    return ties.union(*(names(row.when) for row in rows), *results)


def reads(ruleset: RuleSet, section: str) -> frozenset[str]:
    """The names, open options among them, that the rows of a section read."""
    return section_reads(ruleset.sections[section])


# --- the table --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, order=True)
class Hand:
    """A hand of the game: its number from 1, its set from 1, its number in the set from 1, cards each player is dealt."""

    number: int
    set_number: int
    in_set: int
    size: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """What is known of a hand before it is dealt.

    `trumps` are those it can have, in order, none of a suit last; no trump at all where a card is to be
    turned and none is left. `passes` is how many zero bids a player can have made before it, at most.
    """

    hand: Hand
    left_over: int
    row: Row[TrumpMethod]
    trumps: tuple[int | None, ...]
    passes: int = 0

    @property
    def method(self) -> TrumpMethod:
        return self.row.result

    @property
    def may_double(self) -> bool:
        """Whether the hand can be dealt again, and then counts double."""
        again = again_of(self.method)
        return again is not None and again.doubled


@dataclass(frozen=True)
class Ground:
    """The table of one rule set whose options are settled, or of one combination of a family's."""

    players: int
    pack: Pack
    deck: int
    dealt: tuple[Dealt, ...]

    @cached_property
    def hands(self) -> tuple[Hand, ...]:
        return tuple(one.hand for one in self.dealt)

    @cached_property
    def sets(self) -> tuple[tuple[Dealt, ...], ...]:
        """The hands set by set."""
        last = self.hands[-1].set_number if self.dealt else 0
        return tuple(tuple(one for one in self.dealt if one.hand.set_number == n) for n in range(1, last + 1))

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The hand sizes that occur, ascending."""
        return tuple(sorted({hand.size for hand in self.hands}))

    @cached_property
    def trumps(self) -> tuple[int | None, ...]:
        """Every trump that some hand can have, none of a suit last."""
        found = {trump for one in self.dealt for trump in one.trumps}
        return in_order(found, self.pack)

    def of(self, hand: Hand) -> Dealt:
        """The row of a hand."""
        return self.dealt[hand.number - 1]

    def fitting(self, size: int | None = None, set_number: int | None = None) -> list[Dealt]:
        """The hands with that many cards, in that set, where these are given."""
        return [
            one for one in self.dealt if size in (None, one.hand.size) and set_number in (None, one.hand.set_number)
        ]


def in_order(trumps: set[int | None], pack: Pack) -> tuple[int | None, ...]:
    """Trumps with the suits as they were declared and none of them last."""
    return tuple(trump for trump in (*range(len(pack.suits)), None) if trump in trumps)


def trumps_of(method: TrumpMethod, deck: int, left_over: int, pack: Pack) -> tuple[int | None, ...]:
    """The trumps that a way of finding it can come to, with the cards that are really dealt."""
    match method:
        case Turn(card):
            if card == "next_card" and left_over < 1:
                return ()
            suits = {pack.suit_of(card) for card in bits(deck & ~pack.jokers_mask)}
            return in_order({*suits, *(method.by_joker if deck & pack.jokers_mask else ())}, pack)
        case Choose(calls=calls):
            return in_order(set(calls), pack)
        case Fixed(suit):
            return (suit,)
        case _:
            assert_never(method)


def hands_of(sets: Sets) -> Iterator[Hand]:
    """The hands of a schedule in order."""
    number = 0
    for set_number, sizes in enumerate(sets, start=1):
        for in_set, size in enumerate(sizes, start=1):
            number += 1
            yield Hand(number, set_number, in_set, size)


def trump_env(hand_size: int, players: int, deck_size: int, set_number: int) -> Env:
    """The names of `trump` for a hand."""
    return {"hand_size": hand_size, "players": players, "deck_size": deck_size, "set_number": set_number}


def settled_ground(ruleset: RuleSet) -> Ground:
    """The table of a rule set whose options are settled, as far as deck, schedule, trump and bidding go."""
    deck = sections.first(ruleset, "deck", {}).value
    sets = sections.first_row(ruleset, "schedule", {}).result
    assert isinstance(deck, int)
    size, players = deck.bit_count(), ruleset.players
    rows: dict[tuple[int, int], Row[TrumpMethod]] = {}
    dealt = []
    for hand in hands_of(sets):
        key = (hand.size, hand.set_number)
        if key not in rows:
            rows[key] = sections.first_row(ruleset, "trump", trump_env(hand.size, players, size, hand.set_number))
        method, left = rows[key].result, size - hand.size * players
        dealt.append((hand, left, rows[key], trumps_of(method, deck, left, ruleset.pack)))
    passes = passes_of(ruleset).before([hand for hand, *_ in dealt])
    return Ground(players, ruleset.pack, deck, tuple(Dealt(*one, most) for one, most in zip(dealt, passes, strict=True)))


# --- bids made before -------------------------------------------------------------------------


def bid_env(players: int, bid: int, hand_size: int, seat: int, earlier_total: int, passes_before: int) -> Env:
    """The names of `bid`: everything that a bidding rule can look at."""
    return {
        "bid": bid, "hand_size": hand_size, "players": players, "seat": seat, "earlier_total": earlier_total,
        "passes_before": passes_before,
    }  # fmt: skip


def without_open_bids(ruleset: RuleSet) -> RuleSet:
    """The rule set without the bidding rules that hang on open options: it forbids less than any member."""
    return without_bids_that_read(ruleset, set(ruleset.open_options))


def without_bids_that_read(ruleset: RuleSet, options: set[str]) -> RuleSet:
    """The rule set without the bidding rules that look at one of these options; itself where there is none."""
    rows = tuple(row for row in ruleset.rows("bid") if not names(row.when) & options)
    if rows == ruleset.rows("bid"):
        return ruleset
    return replace(ruleset, sections={**ruleset.sections, "bid": Section("bid", rows)})


class Passes:
    """How often a player can have passed, and which bids the others can have made: never less than some game has.

    Who passed when in one game is not asked: each bidder may have made any number of zero bids up to
    the most that somebody can have made.
    """

    def __init__(self, ruleset: RuleSet) -> None:
        self.section = ruleset.sections["bid"]
        self.ruleset = without_open_bids(ruleset)
        self.read = "passes_before" in reads(ruleset, "bid")
        self._legal: dict[tuple[int, int, int, int], tuple[int, ...]] = {}
        self._known: dict[tuple[int, int], bool] = {}

    def legal(self, size: int, seat: int, total: int, passes: int) -> tuple[int, ...]:
        """The bids that are open to a bidder."""
        key = (size, seat, total, passes if self.read else 0)
        if key not in self._legal:
            env = [bid_env(self.ruleset.players, bid, size, seat, total, passes) for bid in range(size + 1)]
            self._legal[key] = tuple(bid for bid, one in enumerate(env) if sections.forbidding(self.ruleset, "bid", one) is None)
        return self._legal[key]

    def open(self, size: int, seat: int, total: int, most: int) -> set[int]:
        """The bids that are open to a bidder who has passed up to so many times."""
        return {bid for passes in range((most if self.read else 0) + 1) for bid in self.legal(size, seat, total, passes)}

    def totals(self, size: int, most: int) -> Iterator[set[int]]:
        """For each seat what the bids before his can add up to."""
        found = {0}
        yield found
        for seat in range(self.ruleset.players - 1):
            found = {total + bid for total in found for bid in self.open(size, seat, total, most)}
            yield found

    def before(self, hands: Sequence[Hand]) -> list[int]:
        """For each hand the most zero bids that a player can have made before it."""
        found, most = [], 0
        for hand in hands:
            found.append(most)
            most += self._one_more(hand.size, most)
        return found

    def _one_more(self, size: int, most: int) -> bool:
        """Whether somebody can pass in a hand of that size who has passed so often before."""
        key = (size, most if self.read else 0)
        if key not in self._known:
            totals = self.totals(size, most)
            self._known[key] = any(0 in self.legal(size, seat, total, most) for seat, one in enumerate(totals) for total in one)
        return self._known[key]

    def results(self, size: int, most: int) -> set[tuple[int, int]]:
        """A player's bid with the sum of all bids of his hand, wherever he sits."""
        found: set[tuple[int, int]] = set()
        for seat, totals in enumerate(self.totals(size, most)):
            mine = {(bid, total + bid) for total in totals for bid in self.open(size, seat, total, most)}
            for later in range(seat + 1, self.ruleset.players):
                mine = {(bid, total + other) for bid, total in mine for other in self.open(size, later, total, most)}
            found |= mine
        return found


_passes = ByIdentity[Passes](MOST_KEPT)


def passes_of(ruleset: RuleSet) -> Passes:
    """The same, once for all rule sets that share their bidding rules, as the edits of another section do."""
    return _passes.of(ruleset.sections["bid"], lambda: Passes(ruleset), ruleset.players, ruleset.open_options)


# --- families ---------------------------------------------------------------------------------


class TooMany(Exception):
    """The table depends on more combinations of options than can be written down."""


@dataclass(frozen=True, slots=True)
class Member:
    """The table under some combinations of the options that decide it."""

    combinations: tuple[Mapping[str, str | int], ...]
    ground: Ground


def ground_options(ruleset: RuleSet) -> tuple[str, ...]:
    """The open options that decide the table: who can have passed how often hangs on those of the bidding as well."""
    decide = set[str]().union(*(reads(ruleset, section) for section in GROUND_SECTIONS))
    bidding = decide | reads(ruleset, "bid")
    if "passes_before" in bidding or _number(ruleset, bidding) <= MOST_COMBINATIONS:
        decide = bidding
    return tuple(name for name in ruleset.open_options if name in decide)


def _number(ruleset: RuleSet, decide: set[str]) -> int:
    """How many combinations there are of the open options among these names."""
    return prod(len(ruleset.options[name].values) for name in ruleset.open_options if name in decide)


def _without_open_bids(ruleset: RuleSet, settled: tuple[str, ...]) -> RuleSet:
    """The rule set without the rows of `bid` that look at other open options: they only forbid, so nothing possible is left out."""
    return without_bids_that_read(ruleset, {name for name in ruleset.open_options if name not in settled})


def members(ruleset: RuleSet) -> tuple[Member, ...]:
    """The table for every combination of the open options that decide it, equal ones together. Raises TooMany."""
    names_ = ground_options(ruleset)
    values: list[Sequence[str | int]] = [ruleset.options[name].values for name in names_]
    if prod(map(len, values)) > MOST_COMBINATIONS:
        raise TooMany(f"deck, schedule, trump and passes depend on more than {MOST_COMBINATIONS:,} combinations of options")
    seen = _without_open_bids(ruleset, names_)
    found: dict[Ground, list[Mapping[str, str | int]]] = {}
    for one in product(*values):
        combination = dict(zip(names_, one, strict=True))
        found.setdefault(settled_ground(with_options(seen, combination)), []).append(combination)
    return tuple(Member(tuple(combinations), ground) for ground, combinations in found.items())


_tables = ByIdentity[tuple[Member, ...]](MOST_KEPT)


def table(ruleset: RuleSet) -> tuple[Member, ...]:
    """The same, worked out once for each rule set. Raises TooMany."""
    return _tables.of(ruleset, lambda: members(ruleset))


def ground(ruleset: RuleSet) -> Ground:
    """The table of a rule set whose options are settled."""
    (only,) = table(ruleset)
    return only.ground

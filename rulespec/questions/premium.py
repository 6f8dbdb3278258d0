"""Question `premium`: what the end of a set adds to each player. Cases call it `set` and ask for the totals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product, takewhile
from random import Random
from typing import TYPE_CHECKING

from rulespec.ir.expr import Expr
from rulespec.ir.ruleset import AnyRow, Row, RuleSet
from rulespec.ir.sections import BY_NAME, ScopeName, seats
from rulespec.ir.types import Int
from rulespec.meanings.python import sections
from rulespec.meanings.python.evaluate import Env
from rulespec.questions.base import Case, Impossible, Keys, Question, Replied, Situation, distinct, listed, set_key
from rulespec.questions.bid import bid_forbidden
from rulespec.questions.ground import Dealt, in_turn, reads
from rulespec.questions.score import points

if TYPE_CHECKING:
    from rulespec.cases.fields import Fields
    from rulespec.rulebook import Rulebook

Table = tuple[tuple[int, ...], ...]  # one tuple a hand, one number a seat


@dataclass(frozen=True, slots=True)
class SetEnd(Situation):
    """A finished set, seen by seat 0: bids and tricks, one tuple a hand, one number a seat.

    `dealer` dealt its first hand, None where it may have been anybody; `passes` are the zero bids each
    had made before the set, nothing where they are not known.
    """

    set_number: int
    cards: tuple[int, ...]
    bids: Table
    tricks: Table
    dealer: int | None = None
    passes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerSet:
    """One player's hands of a set: bids, tricks, points, in order."""

    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    set_number: int = 1

    def fields(self) -> dict[str, bool | int]:
        """What the names `me.best` and so on stand for."""
        return {
            "made_all": self.bids == self.tricks,
            "best": max(self.points),
            "best_but_last": max(self.points[:-1] or self.points),
            "last": self.points[-1],
            "total": sum(self.points),
            "zero_bids": self.bids.count(0),
        }


def premium_names(ruleset: RuleSet, hands: Sequence[PlayerSet], seat: int) -> Env:
    """A finished set seen from a seat; the next seat clockwise is his left neighbour."""
    sizes = [sum(taken) for taken in zip(*(player.tricks for player in hands), strict=True)]
    env: dict[str, bool | int | str | None] = {
        "makers": sum(player.bids == player.tricks for player in hands),
        "hands": len(hands[0].bids),
        "largest_hand": max(sizes),
        "smallest_hand": min(sizes),
        "set_number": hands[0].set_number,
        "players": ruleset.players,
        **run_before([player.fields() for player in hands], seat),
    }
    for word, offset in seats(ruleset.players).items():
        fields = hands[(seat + offset) % len(hands)].fields()
        env |= {f"{word}.{name}": value for name, value in fields.items()}
    return env


def run_before(table: Sequence[Mapping[str, bool | int]], seat: int) -> dict[str, bool | int]:
    """The players just before a seat, one after the other, who made every bid; `table` has everybody's fields."""
    others = [table[(seat - step) % len(table)] for step in range(1, len(table))]
    run = list(takewhile(lambda fields: fields["made_all"], others))
    greatest = {f"run_{name}": max((fields.get(name, 0) for fields in run), default=0) for name in ("best", "best_but_last")}
    return {"run_before": len(run), **greatest}


def set_results(ruleset: RuleSet, cards: Sequence[int], bids: Sequence[Sequence[int]], tricks: Sequence[Sequence[int]], set_number: int) -> list[PlayerSet]:
    """Every player's hands of a set with their points. One inner list a hand, one number a player."""
    hands = range(len(cards))
    return [
        PlayerSet(
            tuple(bids[h][p] for h in hands),
            tuple(tricks[h][p] for h in hands),
            tuple(_worth(ruleset, cards[h], bids[h], tricks[h][p], p, set_number) for h in hands),
            set_number,
        )
        for p in range(ruleset.players)
    ]


def _worth(ruleset: RuleSet, size: int, bids: Sequence[int], tricks: int, player: int, set_number: int) -> int:
    value = points(ruleset, size, bids[player], tricks, sum(bids), set_number).value
    assert isinstance(value, int)
    return value


def premiums(ruleset: RuleSet, hands: Sequence[PlayerSet]) -> list[int]:
    """What the end of a set adds to each player."""
    return [sections.total(ruleset, "premium", premium_names(ruleset, hands, seat)) for seat in range(ruleset.players)]


def premium_rows(ruleset: RuleSet, hands: Sequence[PlayerSet], seat: int) -> list[Row[Expr]]:
    """The rows that add something for the player in a seat."""
    return sections.every_row(ruleset, "premium", premium_names(ruleset, hands, seat))


def set_totals(ruleset: RuleSet, cards: Sequence[int], bids: Sequence[Sequence[int]], tricks: Sequence[Sequence[int]], set_number: int) -> list[int]:
    """Each player's points of a set, premium included."""
    hands = set_results(ruleset, cards, bids, tricks, set_number)
    return [sum(h.points) + p for h, p in zip(hands, premiums(ruleset, hands), strict=True)]


class PremiumQuestion(Question[SetEnd]):
    """See the module."""

    section, spelled, many = "premium", "set", True
    keys = Keys(("cards", "bids", "tricks"), ("set_number",), "what each player makes in the set")

    def results(self, book: Rulebook, at: SetEnd) -> list[PlayerSet]:
        """Every player's hands with their points."""
        return set_results(book.ruleset, at.cards, at.bids, at.tricks, at.set_number)

    def names(self, book: Rulebook, at: SetEnd) -> Env:
        return premium_names(book.ruleset, self.results(book, at), 0)

    def tells_apart(self, book: Rulebook, at: SetEnd) -> object:
        number = at.set_number if "set_number" in reads(book.ruleset, "score") | reads(book.ruleset, "premium") else 0
        return at.cards, at.bids, at.tricks, number

    def hangs_on_hand(self, book: Rulebook) -> bool:
        return "set_number" in reads(book.ruleset, "score") | reads(book.ruleset, "premium")

    # --- whether it can arise -------------------------------------------------------------------

    def why_not(self, book: Rulebook, at: SetEnd) -> Iterator[Impossible]:
        faults = list(self._not_whole(book, at))
        yield from faults or self._not_bid(book, at)

    def _not_whole(self, book: Rulebook, at: SetEnd) -> Iterator[Impossible]:
        """Hands that are no set of the game, numbers above the tricks, tricks that do not add up."""
        sets = [tuple(one.hand.size for one in dealt) for dealt in book.ground.sets]
        if not 1 <= at.set_number <= len(sets) or sets[at.set_number - 1] != at.cards:
            shapes = ", ".join(str(list(sizes)) for sizes in dict.fromkeys(sets))
            yield Impossible("RS412", "these hands are no set of this game", ("cards",), f"its sets are {shapes}")
            return
        for hand, size in enumerate(at.cards):
            for key, table in (("bids", at.bids), ("tricks", at.tricks)):
                for player, number in enumerate(table[hand]):
                    if number > size:
                        yield Impossible("RS410", f"{number} is more than the {size} tricks of the hand", (key, hand, player))
            if sum(at.tricks[hand]) != size:
                yield Impossible("RS414", f"{sum(at.tricks[hand])} tricks were taken in a hand of {size}", ("tricks", hand))

    def _not_bid(self, book: Rulebook, at: SetEnd) -> Iterator[Impossible]:
        """Bids that could not be made, whoever dealt the first hand (or as the one who did deal it)."""
        dealt = book.ground.sets[at.set_number - 1]
        failures = []
        for first in range(book.players) if at.dealer is None else [at.dealer]:
            failure = first_illegal(book, at, dealt, first)
            if failure is None:
                return
            failures.append(failure)
        hand, player, row = max(failures, key=lambda failure: failure[:2])
        whoever = ", whoever deals" if at.dealer is None else ""
        said = f"player {player + 1} could not bid {at.bids[hand][player]}: `{row.name}` forbids it"
        yield Impossible("RS411", f"the bids of hand {hand + 1} cannot be{whoever}: {said}", ("bids", hand), None, row)

    def reply(self, book: Rulebook, at: SetEnd) -> Replied:
        hands = self.results(book, at)
        totals = [sum(h.points) + p for h, p in zip(hands, premiums(book.ruleset, hands), strict=True)]
        return Replied(totals, distinct(row for seat in range(book.players) for row in premium_rows(book.ruleset, hands, seat)))

    # --- cases ----------------------------------------------------------------------------------

    def read(self, fields: Fields) -> tuple[SetEnd, ...]:
        most = fields.book.pack.size
        bids, tricks = (fields.table(key, "cards", most) for key in ("bids", "tricks"))
        cards, number = fields.wholes("cards", most), fields.set_number()
        fields.stop()
        sets = fields.book.ground.sets
        numbers = [n for n, dealt in enumerate(sets, 1) if tuple(one.hand.size for one in dealt) == cards]
        if number and numbers and number not in numbers:
            what = f"set {number} of this game does not have that"
            fields.impossible(Impossible("RS412", what, ("set_number",), f"it can be {listed(numbers)}"))
        wanted = [number] if number else numbers or [1]
        return tuple(SetEnd(n, cards, bids, tricks) for n in wanted)

    def write(self, book: Rulebook, at: SetEnd) -> Case:
        """Seats as they are; the hands tell which set it is, or else its number does."""
        case: Case = {
            "question": self.spelled, "cards": list(at.cards),
            "bids": [list(row) for row in at.bids], "tricks": [list(row) for row in at.tricks],
        }  # fmt: skip
        return {**case, **(set_key(book.ruleset, "score", at.set_number) or set_key(book.ruleset, "premium", at.set_number))}

    def every(self, book: Rulebook) -> Iterator[SetEnd]:
        """Every set once, whoever may have dealt its first hand."""
        for number, dealt in enumerate(book.ground.sets, 1):
            sizes = tuple(one.hand.size for one in dealt)
            shares = [[t for t in product(range(size + 1), repeat=book.players) if sum(t) == size] for size in sizes]
            for bids in product(*[product(range(size + 1), repeat=book.players) for size in sizes]):
                at = SetEnd(number, sizes, bids, tuple(one[0] for one in shares))
                if self.possible(book, at):
                    yield from (SetEnd(number, sizes, bids, tricks) for tricks in product(*shares))

    def sample(self, book: Rulebook, rng: Random) -> SetEnd | None:
        """Random bids; the tricks are those of the bids as often as they can be, so that premiums come up."""
        number = rng.randint(1, len(book.ground.sets))
        dealt, first = book.ground.sets[number - 1], rng.randrange(book.players)
        bids: list[tuple[int, ...]] = []
        passes = [0] * book.players
        for h, one in enumerate(dealt):
            row = _random_bids(book, rng, one, (first + h) % book.players, passes)
            if row is None:
                return None
            bids.append(row)
            passes = [made + (bid == 0) for made, bid in zip(passes, row, strict=True)]
        sizes = tuple(one.hand.size for one in dealt)
        tricks = tuple(_random_tricks(rng, row, size) for row, size in zip(bids, sizes, strict=True))
        return SetEnd(number, sizes, tuple(bids), tricks, first)


def first_illegal(book: Rulebook, at: SetEnd, dealt: Sequence[Dealt], first: int) -> tuple[int, int, AnyRow] | None:
    """The first bid that could not be made where seat `first` deals the set's first hand: hand, player, row."""
    made = [0] * book.players
    for hand, bids in enumerate(at.bids):
        order = in_turn(first + hand, book.players)
        for i, player in enumerate(order):
            before = at.passes[player] if at.passes else None
            earlier = [bids[other] for other in order[:i]]
            row = _forbidden(book, bids[player], at.cards[hand], earlier, made[player], before, dealt[0].passes)
            if row is not None:
                return hand, player, row
        made = [count + (bid == 0) for count, bid in zip(made, bids, strict=True)]
    return None


def _forbidden(book: Rulebook, bid: int, size: int, earlier: Sequence[int], made: int, before: int | None, most: int) -> AnyRow | None:
    """The row that forbids a bid, whatever number of zero bids the player had made before the set where that is not known."""
    tried = [before] if before is not None else range(most + 1) if book.passes.read else [0]
    rows = [bid_forbidden(book.ruleset, bid, size, earlier, made + one) for one in tried]
    return rows[0] if all(row is not None for row in rows) else None


def _random_bids(book: Rulebook, rng: Random, dealt: Dealt, dealer: int, passes: Sequence[int]) -> tuple[int, ...] | None:
    by_seat: dict[int, int] = {}
    for place, seat in enumerate(in_turn(dealer, book.players)):
        legal = book.passes.legal(dealt.hand.size, place, sum(by_seat.values()), passes[seat])
        if not legal:
            return None
        by_seat[seat] = rng.choice(legal)
    return tuple(by_seat[seat] for seat in range(book.players))


def _random_tricks(rng: Random, bids: Sequence[int], size: int) -> tuple[int, ...]:
    """Tricks that add up; each player gets what he bid while there are tricks, in random order."""
    left, found = size, [0] * len(bids)
    order = rng.sample(range(len(bids)), len(bids))
    for player in order if rng.random() < 0.8 else []:
        found[player] = min(bids[player], left)
        left -= found[player]
    for _ in range(left):
        found[rng.choice(order[-2:])] += 1
    return tuple(found)


# --- what claims may speak of ---------------------------------------------------------------------

SCOPE_NAMES = (
    *BY_NAME["premium"].names,
    ScopeName("premium", lambda f: Int(-(1 << 20), 1 << 20), "what the end of the set adds to the player"),
)


def claim_names(book: Rulebook, at: SetEnd) -> Env:
    """The names of the scope by the reference meaning."""
    hands = set_results(book.ruleset, at.cards, at.bids, at.tricks, at.set_number)
    return {**premium_names(book.ruleset, hands, 0), "premium": premiums(book.ruleset, hands)[0]}

"""A whole game for the solver: every hand's bids and tricks as unknowns, scored by the rules' own rows.

Bids are legal in their turn whoever deals first, zero bids made before included; tricks add up. What is
known otherwise of totals (bounds that dynamic programming proves) may be told to the solver as lemmas.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import cast

import z3

from rulespec.ir.options import specialise
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.sections import seats
from rulespec.ir.types import Int
from rulespec.meanings.z3 import sections
from rulespec.meanings.z3.ops import OPS
from rulespec.meanings.z3.values import Num, Value, domain, either, every, num, number, same, truth, variable
from rulespec.rulebook import rulebook
from verifier.match.bidding import reads_passes
from verifier.match.names import Match
from verifier.witness.dealt import Result


def plus(terms: Sequence[Num]) -> Num:
    """The sum as a shallow tree."""
    found = list(terms) or [number(0)]
    while len(found) > 1:
        found = [num(OPS["add"](None, *found[i : i + 2])) for i in range(0, len(found) - 1, 2)] + found[len(found) & ~1 :]
    return found[0]


def minus(a: Num, b: Num) -> Num:
    return num(OPS["sub"](None, a, b))


def at_most(a: Num, b: Num) -> z3.BoolRef:
    return truth(OPS["le"](None, a, b))


def less(a: Num, b: Num) -> z3.BoolRef:
    return truth(OPS["lt"](None, a, b))


def counted(condition: z3.BoolRef) -> Num:
    return either(condition, number(1), number(0))


class WholeGame:
    """All games of a rule set whose options are settled; `dealer` is a number, or an unknown where it is None."""

    def __init__(self, ruleset: RuleSet, dealer: int | None = None) -> None:
        self.ruleset, self.players = ruleset, ruleset.players
        self.schedule = rulebook(ruleset).schedule
        self.sizes = [size for one in self.schedule for size in one]
        self.dealer = number(dealer) if dealer is not None else self._unknown("dealer", self.players - 1)
        self.dealers = range(self.players) if dealer is None else (dealer,)
        self.bids = [[self._unknown(f"bid{h}_{p}", n) for p in range(self.players)] for h, n in enumerate(self.sizes)]
        self.tricks = [[self._unknown(f"tricks{h}_{p}", n) for p in range(self.players)] for h, n in enumerate(self.sizes)]

    def _unknown(self, name: str, most: int) -> Num:
        found = variable(name, Int(0, most), self.ruleset.pack)
        assert isinstance(found, Num)
        return found

    # --- what makes it a game --------------------------------------------------------------------------

    @cached_property
    def conditions(self) -> list[z3.BoolRef]:
        unknown = [value for row in (*self.bids, *self.tricks) for value in row]
        found = [domain(value, value.bounds, self.ruleset.pack) for value in unknown]
        found += [same(plus(row), number(size)) for row, size in zip(self.tricks, self.sizes, strict=True)]
        if len(self.dealers) > 1:
            found.append(domain(self.dealer, self.dealer.bounds, self.ruleset.pack))
        return [*found, *self._legal()]

    def _legal(self) -> list[z3.BoolRef]:
        """Every bid is legal in its turn; where it hangs on the dealer, for each of them."""
        found: list[z3.BoolRef] = []
        for dealer in self.dealers:
            bids = [self._legal_bid(dealer, h, place) for h in range(len(self.sizes)) for place in range(self.players)]
            told = [one for one in bids if not z3.is_true(one)]
            if told:
                found.append(every(*told) if len(self.dealers) == 1 else z3.Implies(same(self.dealer, number(dealer)), every(*told)))
        return found

    def _legal_bid(self, dealer: int, hand: int, place: int) -> z3.BoolRef:
        order = [(dealer + hand + 1 + i) % self.players for i in range(self.players)]
        seat, bids = order[place], self.bids[hand]
        fixed = (("hand_size", self.sizes[hand]), ("seat", place), ("players", self.players))
        names = {"bid": bids[seat], "earlier_total": plus([bids[one] for one in order[:place]]), "passes_before": self._passes(hand, seat)}
        return z3.simplify(z3.Not(sections.forbidden(specialise(self.ruleset, "bid", fixed), "bid", names)))

    def _passes(self, hand: int, seat: int) -> Num:
        if not reads_passes(self.ruleset):
            return number(0)
        return plus([counted(same(row[seat], number(0))) for row in self.bids[:hand]])

    # --- points ------------------------------------------------------------------------------------------

    @cached_property
    def points(self) -> list[list[Num]]:
        """Of every hand, by seat."""
        numbers = [k for k, one in enumerate(self.schedule, 1) for _ in one]
        return [self._hand_points(h, number_) for h, number_ in enumerate(numbers)]

    def _hand_points(self, hand: int, set_number: int) -> list[Num]:
        fixed = (("hand_size", self.sizes[hand]), ("set_number", set_number), ("players", self.players))
        scored, total = specialise(self.ruleset, "score", fixed), plus(self.bids[hand])
        found = []
        for bid, tricks in zip(self.bids[hand], self.tricks[hand], strict=True):
            value = sections.first(scored, "score", {"bid": bid, "tricks": tricks, "bids_total": total, "doubled": z3.BoolVal(False)}).value
            assert isinstance(value, Num)
            found.append(value)
        return found

    @cached_property
    def premiums(self) -> list[list[Num]]:
        """Of every set, by seat."""
        return [self._set_premiums(k) for k in range(len(self.schedule))]

    def hands_of(self, k: int) -> range:
        """The hands of a set, counted from 0."""
        first = sum(map(len, self.schedule[:k]))
        return range(first, first + len(self.schedule[k]))

    def _set_premiums(self, k: int) -> list[Num]:
        fields = [self._fields(k, seat) for seat in range(self.players)]
        from verifier.symbolic.premium import premium_names  # which is built on this module's package

        sizes = self.schedule[k]
        of_set: dict[str, Value] = {
            "hands": number(len(sizes)), "largest_hand": number(max(sizes)), "smallest_hand": number(min(sizes)), "set_number": number(k + 1),
        }  # fmt: skip
        return [sections.total(self.ruleset, "premium", premium_names(self.ruleset, fields, seat, of_set)) for seat in range(self.players)]

    def _fields(self, k: int, seat: int) -> dict[str, Value]:
        hands = self.hands_of(k)
        points = [self.points[h][seat] for h in hands]
        return {
            "made_all": every(*[same(self.bids[h][seat], self.tricks[h][seat]) for h in hands]),
            "best": largest(points), "best_but_last": largest(points[:-1] or points), "last": points[-1],
            "total": plus(points), "zero_bids": plus([counted(same(self.bids[h][seat], number(0))) for h in hands]),
        }  # fmt: skip

    # --- names ---------------------------------------------------------------------------------------------

    @cached_property
    def set_totals(self) -> list[list[Num]]:
        return [
            [plus([*(self.points[h][seat] for h in self.hands_of(k)), self.premiums[k][seat]]) for seat in range(self.players)]
            for k in range(len(self.schedule))
        ]

    @cached_property
    def totals(self) -> list[Num]:
        return [plus([one[seat] for one in self.set_totals]) for seat in range(self.players)]

    def value(self, seat: int, field: str) -> Num:
        """What a field of a player stands for."""
        if field.startswith("set_total_"):
            k = int(field.removeprefix("set_total_"))
            return self.set_totals[k - 1][seat] if k <= len(self.schedule) else number(0)
        return self._readers[field](seat)

    @property
    def _readers(self) -> Mapping[str, Callable[[int], Num]]:
        return {
            "total": lambda seat: self.totals[seat], "place": self.place, "made": self._made,
            "missed": lambda seat: minus(number(len(self.sizes)), self._made(seat)),
            "zero_bids": lambda seat: plus([counted(same(row[seat], number(0))) for row in self.bids]),
            "premiums": lambda seat: plus([largest([row[seat], number(0)]) for row in self.premiums]),
            "strikes": lambda seat: plus([largest([minus(number(0), row[seat]), number(0)]) for row in self.premiums]),
            "best": lambda seat: largest([row[seat] for row in self.points]),
            "total_before_last_set": self.before_last_set, "total_before_last_hand": self.before_last_hand,
        }  # fmt: skip

    def _made(self, seat: int) -> Num:
        return plus([counted(same(b[seat], t[seat])) for b, t in zip(self.bids, self.tricks, strict=True)])

    def before_last_set(self, seat: int) -> Num:
        return plus([one[seat] for one in self.set_totals[:-1]])

    def before_last_hand(self, seat: int) -> Num:
        last = self.hands_of(len(self.schedule) - 1)
        return plus([self.before_last_set(seat), *[self.points[h][seat] for h in last[:-1]]])

    def place(self, seat: int) -> Num:
        ahead = [counted(self.ahead(other, seat)) for other in range(self.players) if other != seat]
        return plus([number(1), *ahead])

    def ahead(self, one: int, other: int) -> z3.BoolRef:
        """The first stands before the second at the end."""
        earlier = self.ruleset.finish.ties == "by_seat" and one < other
        return at_most(self.totals[other], self.totals[one]) if earlier else less(self.totals[other], self.totals[one])

    def named(self, name: str) -> Num:
        """What a name of scope `match` stands for, seen by seat 0."""
        match name:
            case "hands":
                return number(len(self.sizes))
            case "sets":
                return number(len(self.schedule))
            case "players":
                return number(self.players)
            case "lowest_total":
                return num(OPS["min"](None, *self.totals))
            case "second_total":
                return self._second()
            case _:
                word, field = name.split(".")
                return self.value(seats(self.players)[word], field)

    def _second(self) -> Num:
        """The largest of the totals with one of the largest taken out."""
        high, second = self.totals[0], cast("Num | None", None)
        for total in self.totals[1:]:
            lower = num(OPS["min"](None, high, total))
            second = lower if second is None else largest([second, lower])
            high = largest([high, total])
        assert second is not None
        return second

    # --- a model -------------------------------------------------------------------------------------------

    def read(self, model: z3.ModelRef) -> Match:
        def read(value: Num) -> int:
            return model.eval(value.term, model_completion=True).as_signed_long()

        hands = [Result(tuple(map(read, b)), tuple(map(read, t))) for b, t in zip(self.bids, self.tricks, strict=True)]
        return Match(read(self.dealer), tuple(hands))


def largest(values: Sequence[Num]) -> Num:
    return values[0] if len(values) == 1 else num(OPS["max"](None, *values))

"""Question `finish`: how totals become places. No case asks it."""

from __future__ import annotations

from collections.abc import Sequence

from rulespec.ir.ruleset import Finish


def places(finish: Finish, totals: Sequence[int]) -> tuple[int, ...]:
    """Each seat's place: 1 plus those ahead. Equal totals share one (1, 1, 3, 4), or the earlier seat is ahead.

    Partners sit opposite and have one place, by the sum of their totals.
    """
    sides = len(totals) // 2 if finish.sides == "pairs" else len(totals)
    sums = [sum(totals[side::sides]) * (-1 if finish.wins == "lowest" else 1) for side in range(sides)]
    by_seat = finish.ties == "by_seat"
    keys = [(sums[seat % sides], -(seat % sides) if by_seat else 0) for seat in range(len(totals))]
    return tuple(1 + sum(other > key for other in keys) for key in keys)

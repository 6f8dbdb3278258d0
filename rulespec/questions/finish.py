"""Question `finish`: how totals become places. No case asks it."""

from __future__ import annotations

from collections.abc import Sequence

from rulespec.ir.ruleset import Finish


def places(finish: Finish, totals: Sequence[int]) -> tuple[int, ...]:
    """Each seat's place: 1 plus those ahead. Equal totals share one (1, 1, 3, 4), or the earlier seat is ahead."""
    by_seat = finish.ties == "by_seat"
    keys = [(total, -seat if by_seat else 0) for seat, total in enumerate(totals)]
    return tuple(1 + sum(other > key for other in keys) for key in keys)

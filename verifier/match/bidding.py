"""Which bids may be made in a hand, as masks over the sum of the bids made before."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rulespec.ir.expr import FALSE, Expr, IntLit
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.walk import fold, names, substitute
from rulespec.meanings.python.evaluate import evaluate
from rulespec.questions.bid import bid_names
from rulespec.rulebook import Rulebook


def reads_passes(ruleset: RuleSet) -> bool:
    """Some bid hangs on the zero bids made before."""
    return any("passes_before" in names(row.when) for row in ruleset.rows("bid"))


@lru_cache(maxsize=512)
def allowed(books: tuple[Rulebook, ...], size: int, passes: tuple[int, ...] | None = None) -> tuple[tuple[int, ...], ...]:
    """For each place in the bidding and each bid, the sums of earlier bids after which all rule sets let it be made.

    `passes` are the zero bids that the player at each place made before. Where they are not given and a bid
    hangs on them, it counts as allowed if some number of them allows it.
    """
    players, rulesets = books[0].players, tuple(book.ruleset for book in books)
    rows = [[_rows(ruleset, place, size) for ruleset in rulesets] for place in range(players)]
    most = max(ruleset.facts.hands.high for ruleset in rulesets) if any(map(reads_passes, rulesets)) else 1
    counts = [range(most) if passes is None else (passes[place],) for place in range(players)]
    return tuple(
        tuple(_sums(rulesets, rows[place], place, size, bid, counts[place]) for bid in range(size + 1)) for place in range(players)
    )


def _rows(ruleset: RuleSet, place: int, size: int) -> list[Expr]:
    """The conditions that can still forbid something at a place of the bidding."""
    known = {"seat": IntLit(place), "hand_size": IntLit(size), "players": IntLit(ruleset.players)}
    return [when for when in (fold(substitute(row.when, known)) for row in ruleset.rows("bid")) if when != FALSE]


def _sums(rulesets: tuple[RuleSet, ...], rows: Sequence[Sequence[Expr]], place: int, size: int, bid: int, counts: Sequence[int]) -> int:
    sums = range(place * size + 1)
    return sum(1 << total for total in sums if all(_free(*one, place, size, bid, total, counts) for one in zip(rulesets, rows, strict=True)))


def _free(ruleset: RuleSet, rows: Sequence[Expr], place: int, size: int, bid: int, total: int, counts: Sequence[int]) -> bool:
    """Whether no condition forbids the bid after one of these numbers of zero bids."""
    if not rows:
        return True
    earlier = (total, *[0] * (place - 1)) if place else ()
    envs = (bid_names(ruleset, bid, size, earlier, passes) for passes in counts)
    return any(not any(evaluate(when, env, ruleset.pack) for when in rows) for env in envs)

"""What `simulate` found, as data for JSON, as text for people, and game by game for tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulespec.ir.ruleset import RuleSet
from verifier.evenings.estimates import METHOD, Estimate
from verifier.evenings.many import COUNTED, Played, places
from verifier.evenings.simulate import Pair, Seat, Summary

WORDS: Mapping[str, str] = {
    "totals": "total", "made": "bids made", "took_none": "bid and took none", "all_tricks": "all tricks", "premiums": "premiums",
    "premium_points": "premium points", "strikes": "struck off", "strike_points": "points struck off",
}  # fmt: skip
SHOWN = ("totals", "made", "took_none", "all_tricks", "premiums", "strikes")
Rows = list[list[object]]


def summary_json(summary: Summary) -> dict[str, object]:
    stuck = summary.stuck
    return {
        "profile": summary.ruleset.id,
        "name": summary.ruleset.name,
        "fingerprint": summary.ruleset.fingerprint,
        "games": summary.games,
        "hands": summary.hands,
        "stuck": None if stuck is None else {"games": stuck.games, "first_seed": stuck.seed, "why": stuck.why},
        "seats": [_seat_json(seat) for seat in summary.seats],
        "rows": [{"section": f.section, "row": f.row, "times": f.times, "of": f.of} for f in summary.fired],
    }


def _seat_json(seat: Seat) -> dict[str, object]:
    found: dict[str, object] = {"name": seat.name, **{name: one.as_json() for name, one in seat.counted.items()}}
    return found | ({"places": [place.as_json() for place in seat.places]} if seat.places else {})


def pair_json(pair: Pair) -> dict[str, object]:
    return {
        "left": pair.left.id,
        "right": pair.right.id,
        "names": [pair.left.name, pair.right.name],
        "games": pair.games,
        "winner_differs": pair.winner_differs.as_json(),
        "right_less_left": [_seat_json(seat) for seat in pair.seats],
    }


def method_json() -> dict[str, object]:
    return {**METHOD, "estimates": "value, low, high; a game's mean by seat"}


def written(estimate: Estimate, digits: int = 1, percent: bool = False) -> str:
    """A number and what it may be off by, where that is known."""
    if estimate.value is None:
        return "-"
    by = 100 if percent else 1
    value = f"{by * estimate.value:.{digits}f}{' %' if percent else ''}"
    if estimate.low is None or estimate.high is None:
        return value
    return f"{value} ({by * estimate.low:.{digits}f} to {by * estimate.high:.{digits}f})"


def seats_rows(summary: Summary) -> tuple[Rows, list[str]]:
    """A line a seat: places of one game as they are, of several as shares."""
    head = ["player", *(WORDS[name] for name in SHOWN), *(["place"] if summary.games == 1 else ["first"])]
    return [[seat.name, *_figures(seat, summary.games), _place(seat, summary.games)] for seat in summary.seats], head


def _figures(seat: Seat, games: int) -> Iterator[str]:
    for name in SHOWN:
        digits = 0 if games == 1 else 1 if name == "totals" else 2
        yield written(seat.counted[name], digits)


def _place(seat: Seat, games: int) -> str:
    if games == 1:
        return str(next(place for place, share in enumerate(seat.places, 1) if share.value))
    return written(seat.places[0], 1, percent=True)


def fired_rows(summary: Summary) -> tuple[Rows, list[str]]:
    rows: Rows = [[f.section, f.row, f.times, f"{100 * f.times / f.of:.1f} %" if f.of else "-"] for f in summary.fired]
    return rows, ["section", "row", "times", "share"]


def pair_rows(pair: Pair) -> tuple[Rows, list[str]]:
    """A line a seat; a star where the interval does not hold 0."""
    rows: Rows = [[seat.name, *(starred(seat.counted[name], 1 if name == "totals" else 2) for name in SHOWN)] for seat in pair.seats]
    return rows, ["player", *(WORDS[name] for name in SHOWN)]


def starred(estimate: Estimate, digits: int) -> str:
    return written(estimate, digits) + (" *" if estimate.clear else "")


def each_game(played: Sequence[Played]) -> Iterator[list[object]]:
    """A line a game and seat, the head first; games that could not go on have no numbers."""
    yield ["profile", "seed", "seat", *COUNTED, "place"]
    for one in played:
        came = places(one)
        for game, whole in enumerate(one.whole):
            for seat in range(one.ruleset.players):
                numbers = [*map(int, one.counts[game, seat]), int(came[game, seat])] if whole else [""] * (len(COUNTED) + 1)
                yield [one.ruleset.name, one.seed + game, seat, *numbers]


def heading(ruleset: RuleSet, summary: Summary, seed: int) -> str:
    number = summary.games + (summary.stuck.games if summary.stuck else 0)
    seeds = f"seed {seed}" if number == 1 else f"seeds {seed} to {seed + number - 1}"
    return f"{ruleset.name}: {summary.games} game{'' if summary.games == 1 else 's'}, {seeds}, {summary.hands} hands"

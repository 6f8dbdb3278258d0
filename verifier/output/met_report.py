"""A class of differences in play, as data for JSON and as text for people."""

from __future__ import annotations

from verifier.evenings.classes import NO_ROW
from verifier.evenings.met import Met, Seat
from verifier.output.simulate_report import Rows, starred, written


def met_json(met: Met) -> dict[str, object]:
    return {
        "left": met.left.id,
        "right": met.right.id,
        "section": met.wanted.section,
        "left_row": _row(met.wanted.left),
        "right_row": _row(met.wanted.right),
        "any_rows": not met.wanted.left,
        "games": met.games,
        "stuck": met.stuck,
        "games_with_it": met.in_games.as_json(),
        "hands_with_it": met.hands.as_json(),
        "seats": [_seat_json(seat) for seat in met.seats],
    }


def _row(name: str) -> str | None:
    return None if name in ("", NO_ROW) else name


def _seat_json(seat: Seat) -> dict[str, object]:
    numbers = {"times": seat.times, "hands": seat.hands, "points_of_such_a_hand": seat.hand_cost, "points_of_a_game": seat.game_cost}
    return {"name": seat.name, **{name: one.as_json() for name, one in numbers.items()}}


def met_head(met: Met) -> str:
    """What was looked for, and how often it came up at all."""
    what = "set's end" if met.wanted.section == "premium" else "hand"
    lines = [
        f"`{met.wanted.says}`, {met.left.name} (left) and {met.right.name} (right): in {written(met.in_games, 1, percent=True)} of {met.games} games, "
        f"{written(met.hands, 2)} {what}{'' if what.endswith('end') else 's'} a game",
        f"points: what the player concerned has from such a {what} with `{met.wanted.section}` of the right, less what he has by the left rules; "
        "* where the interval does not hold 0",
    ]
    if met.stuck:
        lines.append(f"{met.stuck} games cannot go on under one or the other, and are left out")
    return "\n".join(lines)


def met_rows(met: Met) -> tuple[Rows, list[str]]:
    """A line a seat, and one for all players together."""
    rows: Rows = [[seat.name, written(seat.times, 2), written(seat.hands, 2), starred(seat.hand_cost, 1), starred(seat.game_cost, 1)] for seat in met.seats]
    return rows, ["player", "times a game", "hands a game", "points of such a hand", "points of a game"]

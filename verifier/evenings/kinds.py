"""The kinds of players by the names people give them."""

from __future__ import annotations

KINDS = ("random", "easy", "normal", "hard", "crazy")  # by number, as the compiled players have them
PLAYERS = ("table", "judging", "imagined", "rollouts", "kinds", "evening")
RANDOM = ("table", "randomly", "evening")
EFFORT = 20  # imagined deals a decision


def numbers(kinds: tuple[str, ...], seats: int) -> list[int]:
    """A number for every seat; one kind is for all seats."""
    return [KINDS.index(kind) for kind in (kinds if len(kinds) > 1 else kinds * seats)]


def parts(kinds: tuple[str, ...]) -> tuple[str, ...]:
    """What has to be compiled for them."""
    return RANDOM if set(kinds) == {"random"} else PLAYERS

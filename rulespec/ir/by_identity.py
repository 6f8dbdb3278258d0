"""What was worked out for an object, remembered by the object itself and not by what it is equal to."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class ByIdentity(Generic[T]):
    """So many answers at most, then all are forgotten. An object is held as long as its answer, so no other can have its identity."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[Hashable, tuple[object, T]] = {}

    def of(self, thing: object, make: Callable[[], T], *more: Hashable) -> T:
        """The answer for an object, and for what else tells answers apart; worked out where it is not known."""
        key = (id(thing), *more)
        kept = self._kept.get(key)
        if kept is None:
            kept = (thing, make())
            if len(self._kept) >= self._most:
                self._kept.clear()
            self._kept[key] = kept
        return kept[1]

"""A set of option combinations as a short condition of the rule language.

A term allows each option some of its values; a cover is a list of terms that together are exactly
the set. Options that make no difference go first. Terms are grown as far as they go, then as few as
possible are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations as choose

Option = str | int
Combination = dict[str, Option]
Values = Mapping[str, Sequence[Option]]
Term = dict[str, tuple[Option, ...]]

EXACT = 14  # terms among which the smallest cover is searched exhaustively


def matches(term: Term, combination: Mapping[str, Option]) -> bool:
    return all(combination[name] in allowed for name, allowed in term.items())


def cover(chosen: Sequence[Combination], possible: Sequence[Combination], values: Values) -> list[Term]:
    """Few wide terms that hold for all of `chosen` and for no other of `possible`."""
    names = telling(chosen, possible, values)
    inside = {_key(c, names) for c in chosen}
    seeds = [dict(zip(names, key, strict=True)) for key in sorted(inside, key=lambda key: _order(key, names, values))]
    others = Others([dict(zip(names, key, strict=True)) for key in {_key(c, names) for c in possible} - inside], values)
    grown: list[Term] = []
    for seed in seeds:
        for order in (names, names[::-1]):
            term = _grow({name: (seed[name],) for name in names}, order, others, values)
            if term not in grown:
                grown.append(term)
    return _fewest(grown, seeds, {name: values[name] for name in names})


def telling(chosen: Sequence[Combination], possible: Sequence[Combination], values: Values) -> tuple[str, ...]:
    """The options without which chosen and other combinations could not be told apart."""
    names = tuple(values)
    for name in tuple(values):
        fewer = tuple(other for other in names if other != name)
        inside = {_key(c, fewer) for c in chosen}
        if sum(_key(c, fewer) in inside for c in possible) == len(chosen):
            names = fewer
    return names


def _key(combination: Mapping[str, Option], names: Iterable[str]) -> tuple[Option, ...]:
    return tuple(combination[name] for name in names)


def _order(key: Sequence[Option], names: Sequence[str], values: Values) -> list[int]:
    return [list(values[name]).index(value) for name, value in zip(names, key, strict=True)]


class Others:
    """Combinations that no term may hold for, one bit each, so that a term is judged by few operations on numbers."""

    def __init__(self, others: Sequence[Combination], values: Values) -> None:
        self.all = (1 << len(others)) - 1
        self.having: dict[str, dict[Option, int]] = {name: dict.fromkeys(allowed, 0) for name, allowed in values.items()}
        for bit, combination in enumerate(others):
            for name, value in combination.items():
                self.having[name][value] |= 1 << bit

    def matched(self, term: Term) -> bool:
        """Whether the term holds for any of them."""
        left = self.all
        for name, allowed in term.items():
            here = 0
            for value in allowed:
                here |= self.having[name][value]
            left &= here
            if not left:
                return False
        return bool(left)


def _grow(term: Term, order: Sequence[str], others: Others, values: Values) -> Term:
    """First whole options are dropped, then single values are let in, while no other combination is."""
    for name in order:
        wider = {**term, name: tuple(values[name])}
        if not others.matched(wider):
            term = wider
    for name in order:
        for value in values[name]:
            wider = {**term, name: tuple(v for v in values[name] if v in term[name] or v == value)}
            if not others.matched(wider):
                term = wider
    return term


def _fewest(terms: Sequence[Term], chosen: Sequence[Combination], values: Values) -> list[Term]:
    """The smallest cover: fewest terms, then shortest text."""
    ranked = sorted(terms, key=lambda t: (-sum(matches(t, c) for c in chosen), len(in_words(t, values)), in_words(t, values)))
    if len(ranked) <= EXACT:
        for size in range(1, len(ranked) + 1):
            full = [list(some) for some in choose(ranked, size) if all(any(matches(t, c) for t in some) for c in chosen)]
            if full:
                return min(full, key=lambda some: (sum(len(in_words(t, values)) for t in some), [in_words(t, values) for t in some]))
    return _greedy(ranked, chosen)


def _greedy(ranked: Sequence[Term], chosen: Sequence[Combination]) -> list[Term]:
    left = list(chosen)
    found: list[Term] = []
    while left:
        best = max(ranked, key=lambda t: sum(matches(t, c) for c in left))
        found.append(best)
        left = [c for c in left if not matches(best, c)]
    return found


def condition(terms: Sequence[Term], values: Values) -> str:
    """A cover as one condition."""
    words = [in_words(term, values) for term in terms]
    return " or ".join(f"({one})" if len(words) > 1 and " and " in one else one for one in words)


def in_words(term: Term, values: Values) -> str:
    """The term as a condition; an option that may have any value is not mentioned."""
    parts = [_part(name, term[name], values[name]) for name in values if name in term and len(term[name]) < len(values[name])]
    return " and ".join(parts) or "True"


def _part(name: str, allowed: Sequence[Option], all_values: Sequence[Option]) -> str:
    if len(allowed) == 1:
        return f"{name} == {allowed[0]}"
    left_out = [v for v in all_values if v not in allowed]
    if len(left_out) == 1:
        return _one_left_out(name, allowed, left_out[0])
    return f"{name} in ({', '.join(map(str, allowed))})"


def _one_left_out(name: str, allowed: Sequence[Option], value: Option) -> str:
    """Numbers that all lie on one side of the one left out are said by that."""
    numbers = [v for v in allowed if isinstance(v, int)]
    if isinstance(value, int) and len(numbers) == len(allowed):
        if all(v < value for v in numbers):
            return f"{name} < {value}"
        if all(v > value for v in numbers):
            return f"{name} > {value}"
    return f"{name} != {value}"

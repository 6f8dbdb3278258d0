"""A set of option combinations as a short condition of the rule language.

A term allows each option some of its values; a cover is a list of terms that together are exactly
the set. Terms are grown as far as they go, then as few as possible are kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations as choose

Combination = dict[str, str | int]
Values = Mapping[str, Sequence[str | int]]
Term = dict[str, tuple[str | int, ...]]

EXACT = 14  # terms among which the smallest cover is searched exhaustively


def matches(term: Term, combination: Combination) -> bool:
    return all(combination[name] in allowed for name, allowed in term.items())


def cover(chosen: Sequence[Combination], possible: Sequence[Combination], values: Values) -> list[Term]:
    """Few wide terms that hold for all of `chosen` and for no other of `possible`."""
    others = [c for c in possible if c not in chosen]
    grown: list[Term] = []
    for seed in chosen:
        for order in (tuple(values), tuple(reversed(tuple(values)))):
            term = _grow({name: (seed[name],) for name in values}, order, others, values)
            if term not in grown:
                grown.append(term)
    return _fewest(grown, chosen, values)


def _grow(term: Term, order: Sequence[str], others: Sequence[Combination], values: Values) -> Term:
    """First whole options are dropped, then single values are let in, while no other combination is."""
    for name in order:
        wider = {**term, name: tuple(values[name])}
        if not any(matches(wider, c) for c in others):
            term = wider
    for name in order:
        for value in values[name]:
            wider = {**term, name: tuple(v for v in values[name] if v in term[name] or v == value)}
            if not any(matches(wider, c) for c in others):
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


def in_words(term: Term, values: Values) -> str:
    """The term as a condition; an option that may have any value is not mentioned."""
    parts = [_part(name, term[name], values[name]) for name in values if len(term[name]) < len(values[name])]
    return " and ".join(parts) or "True"


def _part(name: str, allowed: Sequence[str | int], all_values: Sequence[str | int]) -> str:
    if len(allowed) == 1:
        return f"{name} == {allowed[0]}"
    left_out = [v for v in all_values if v not in allowed]
    if len(left_out) == 1:
        return _one_left_out(name, allowed, left_out[0])
    return f"{name} in ({', '.join(map(str, allowed))})"


def _one_left_out(name: str, allowed: Sequence[str | int], value: str | int) -> str:
    """Numbers that all lie on one side of the one left out are said by that."""
    numbers = [v for v in allowed if isinstance(v, int)]
    if isinstance(value, int) and len(numbers) == len(allowed):
        if all(v < value for v in numbers):
            return f"{name} < {value}"
        if all(v > value for v in numbers):
            return f"{name} > {value}"
    return f"{name} != {value}"

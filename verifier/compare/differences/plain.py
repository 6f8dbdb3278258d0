"""Sections with few situations: every one is asked of both sides, which is the proof."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, is_dataclass
from itertools import product
from typing import Any

from rulespec import rules
from rulespec.ir.ruleset import Row, RuleSet
from rulespec.ir.types import LEVELS
from rulespec.ir.walk import names
from rulespec.meanings.python import sections
from rulespec.meanings.python.evaluate import Env
from rulespec.situations import score_env, trump_env
from verifier.compare.differences.model import (
    DIFFERENT,
    MORE_LEFT,
    MORE_RIGHT,
    SAME,
    STRICTER_LEFT,
    STRICTER_RIGHT,
    VACUOUS,
    DiffClass,
    Example,
    SectionDiff,
    overall,
    ref,
)
from verifier.witness.moments import Case


def deck(left: RuleSet, right: RuleSet) -> SectionDiff:
    """The cards played with."""
    a, b = rules.deck(left), rules.deck(right)
    if left.pack == right.pack and a == b:
        return SectionDiff("deck", SAME)
    example = Example(None, left.pack.names(a), right.pack.names(b))
    return _single("deck", left, right, ({}, {}), example)


def schedule(left: RuleSet, right: RuleSet) -> SectionDiff:
    """The hand sizes of the game, and who deals first."""
    a, b = rules.schedule(left), rules.schedule(right)
    if a == b and left.start != right.start:
        example = Example(None, asdict(left.start), asdict(right.start))
        return SectionDiff("schedule", DIFFERENT, "different", (DiffClass(None, None, "different", example),))
    if a == b:
        return SectionDiff("schedule", SAME)
    return _single("schedule", left, right, ({}, {}), Example(None, [list(s) for s in a], [list(s) for s in b]))


def finish(left: RuleSet, right: RuleSet) -> SectionDiff:
    """How totals become places."""
    if left.finish == right.finish:
        return SectionDiff("finish", SAME)
    example = Example(None, asdict(left.finish), asdict(right.finish))
    return SectionDiff("finish", DIFFERENT, "different", (DiffClass(None, None, "different", example),))


def _single(section: str, left: RuleSet, right: RuleSet, envs: tuple[Env, Env], example: Example) -> SectionDiff:
    rows = [_index(side, section, env) for side, env in zip((left, right), envs, strict=True)]
    one = DiffClass(ref(left, section, rows[0]), ref(right, section, rows[1]), "different", example)
    return SectionDiff(section, DIFFERENT, "different", (one,))


def _index(ruleset: RuleSet, section: str, env: Env) -> int:
    row = sections.first_row(ruleset, section, env)
    return next(i for i, other in enumerate(ruleset.rows(section)) if other is row)


def reads(ruleset: RuleSet, section: str, name: str) -> bool:
    """Whether any row of the section looks at a name."""
    for row in ruleset.rows(section):
        parts = [row.when] + ([row.result] if hasattr(row.result, "span") else [])
        if any(name in names(part) for part in parts):  # type: ignore[arg-type]
            return True
    return False


def hands_of(ruleset: RuleSet) -> set[tuple[int, int]]:
    """Every hand size of the game with the number of its set."""
    return {(size, number) for number, one in enumerate(rules.schedule(ruleset), start=1) for size in one}


def common_hands(left: RuleSet, right: RuleSet, section: str) -> list[tuple[int, int]]:
    """Hands that both games have; the set's number counts only where a row looks at it."""
    a, b = hands_of(left), hands_of(right)
    if reads(left, section, "set_number") or reads(right, section, "set_number"):
        return sorted(a & b)
    sizes = {size for size, _ in a} & {size for size, _ in b}
    return sorted((size, 1) for size in sizes)


# --- trump ------------------------------------------------------------------------------------


def trump(left: RuleSet, right: RuleSet) -> SectionDiff:
    """How the trump of each hand is found."""
    hands = common_hands(left, right, "trump")
    found: dict[tuple[int, int], DiffClass] = {}
    for size, number in hands:
        rows = [_trump_row(side, size, number) for side in (left, right)]
        methods = [_method(side, side.rows("trump")[row]) for side, row in zip((left, right), rows, strict=True)]
        if methods[0] != methods[1] and (rows[0], rows[1]) not in found:
            example = Example({"question": "trump", "cards": size}, *methods)
            found[rows[0], rows[1]] = DiffClass(ref(left, "trump", rows[0]), ref(right, "trump", rows[1]), "different", example)
    return settled("trump", [found[key] for key in sorted(found)], bool(hands))


def _trump_row(ruleset: RuleSet, size: int, number: int) -> int:
    env = trump_env(size, ruleset.players, rules.deck(ruleset).bit_count(), number)
    return _index(ruleset, "trump", env)


def _method(ruleset: RuleSet, row: Row) -> Any:
    """A trump method in the words of rule set files."""
    assert is_dataclass(row.result) and not isinstance(row.result, type)
    words = asdict(row.result)
    for key in ("calls", "suit"):
        if key in words:
            listed = words[key] if isinstance(words[key], tuple | list) else [words[key]]
            words[key] = ["no_trump" if s is None else ruleset.pack.suits[s] for s in listed]
    return words


def settled(section: str, classes: Sequence[DiffClass], anything: bool) -> SectionDiff:
    """The section's verdict from its classes; nothing compared is not the same."""
    if not anything:
        return SectionDiff(section, VACUOUS, why="the two games have no such situation in common")
    if not classes:
        return SectionDiff(section, SAME)
    return SectionDiff(section, DIFFERENT, overall([c.relation for c in classes]), tuple(classes))


# --- calls ------------------------------------------------------------------------------------


def call(left: RuleSet, right: RuleSet) -> SectionDiff:
    """What a joker may be announced as."""
    found: dict[tuple[str | None, str | None], DiffClass] = {}
    for leading, level, named, trump_, asked in _announcements(left):
        env: Env = {"leading": leading, "level": level, "named": named, "trump": trump_, "asked": asked}
        rows = [sections.forbidding(side, "call", env) for side in (left, right)]
        if (rows[0] is None) == (rows[1] is None):
            continue
        key = (rows[0].name if rows[0] else None, rows[1].name if rows[1] else None)
        if key not in found:
            found[key] = _call_class(left, right, env, rows)
    anything = left.pack == right.pack and left.pack.jokers > 0
    if left.pack == right.pack and not left.pack.jokers:
        return SectionDiff("call", SAME, why="the pack has no jokers")
    return settled("call", list(found.values()), anything)


def _announcements(ruleset: RuleSet) -> Iterable[tuple[bool, str, int | None, int | None, int | None]]:
    suits: list[int | None] = [*range(len(ruleset.pack.suits)), None]
    for leading, level, named, trump_, asked in product((True, False), LEVELS, suits, suits, suits):
        if not leading or asked is None:
            yield leading, level, named, trump_, asked


def _call_class(left: RuleSet, right: RuleSet, env: Env, rows: Sequence[Row | None]) -> DiffClass:
    indices = [None if row is None else side.rows("call").index(row) for side, row in zip((left, right), rows, strict=True)]
    words = {key: left.pack.suits[value] if key in ("named", "trump", "asked") and isinstance(value, int) else value for key, value in env.items()}
    example = Example({"question": "call", **words}, rows[0] is None, rows[1] is None)
    relation = STRICTER_LEFT if rows[0] is not None else STRICTER_RIGHT
    return DiffClass(ref(left, "call", indices[0]), ref(right, "call", indices[1]), relation, example)


# --- score ------------------------------------------------------------------------------------


def score(left: RuleSet, right: RuleSet) -> SectionDiff:
    """What every result of every hand is worth."""
    hands = common_hands(left, right, "score")
    totals = any(reads(side, "score", "bids_total") for side in (left, right))
    found: dict[tuple[int, int], list[tuple[int, Case, int, int]]] = {}
    for size, number in hands:
        for bid, tricks, total in product(range(size + 1), range(size + 1), range(size * left.players + 1) if totals else (None,)):
            if total is not None and not bid <= total <= bid + size * (left.players - 1):
                continue
            _score_one(left, right, (size, number, bid, tricks, total), found)
    classes = [_score_class(left, right, key, found[key]) for key in sorted(found)]
    return settled("score", classes, bool(hands))


def _score_one(
    left: RuleSet, right: RuleSet, at: tuple[int, int, int, int, int | None], found: dict[tuple[int, int], list[tuple[int, Case, int, int]]]
) -> None:
    size, number, bid, tricks, total = at
    rows, values = [], []
    for side in (left, right):
        env = score_env(side, size, bid, tricks, bid if total is None else total, number)
        answer = sections.first(side, "score", env)
        rows.append(next(i for i, row in enumerate(side.rows("score")) if row is answer.row))
        values.append(answer.value)
    a, b = values
    if a != b and isinstance(a, int) and isinstance(b, int):
        case: Case = {"question": "score", "cards": size, "bid": bid, "tricks": tricks}
        if total is not None:
            case["bids_total"] = total
        found.setdefault((rows[0], rows[1]), []).append((a - b, case, a, b))


def _score_class(left: RuleSet, right: RuleSet, key: tuple[int, int], differing: Sequence[tuple[int, Case, int, int]]) -> DiffClass:
    gap = max((d for d, *_ in differing), key=lambda d: (abs(d), d))
    signs = {d > 0 for d, *_ in differing}
    relation = "different" if len(signs) > 1 else MORE_LEFT if signs == {True} else MORE_RIGHT
    _, case, a, b = differing[0]
    return DiffClass(ref(left, "score", key[0]), ref(right, "score", key[1]), relation, Example(case, a, b), gap=gap)


SECTIONS: dict[str, Callable[[RuleSet, RuleSet], SectionDiff]] = {
    "deck": deck, "schedule": schedule, "trump": trump, "call": call, "score": score, "finish": finish,
}  # fmt: skip

"""The end of a set: where two premium tables pay the same hands differently.

Both tables are given the same bids, tricks and hand scores; the scores are those of one rule set,
then of the other. So a difference here is the premium's own, not one of the hands before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import z3

from rulespec import rules
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.sections import BY_NAME
from rulespec.meanings.python import sections as plain
from rulespec.meanings.z3.values import Num, Value, domain, every, number, same
from rulespec.situations import SetOfPlayer, premium_env
from verifier.compare.differences.model import (
    DIFFERENT,
    DISAGREEMENT,
    MORE_LEFT,
    MORE_RIGHT,
    SAME,
    UNKNOWN,
    VACUOUS,
    DiffClass,
    Example,
    RowRef,
    SectionDiff,
    overall,
)
from verifier.compare.differences.plain import reads
from verifier.compare.differences.symbolic import Undecided, settings
from verifier.proofs import solve
from verifier.symbolic.bidding import at_most, less, plus
from verifier.symbolic.setting import Reader, Setting, Symbolic
from verifier.symbolic.whole import finished_set, legal_whoever_deals, premium_names, set_names
from verifier.witness.moments import SetMoment, to_case

SET_NAMES = ("hands", "largest_hand", "smallest_hand", "set_number")
Rows = tuple[int, ...]
Key = tuple[Rows, Rows]


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """All courses of one set whose hands are scored by one rule set."""

    scored_by: RuleSet
    symbolic: Symbolic
    tables: Tables


def premium(left: RuleSet, right: RuleSet) -> SectionDiff:
    """Every pair of row groups that add differently, with a smallest set."""
    if left.players != right.players:
        return SectionDiff("premium", VACUOUS, why="the two games are played at another table")
    if [(r.when, r.result) for r in left.rows("premium")] == [(r.when, r.result) for r in right.rows("premium")]:
        return SectionDiff("premium", SAME, why="the two tables are the same text")
    if any(reads(side, "premium", "set_number") for side in (left, right)):
        return SectionDiff("premium", UNKNOWN, why="a premium that depends on the number of the set is not compared")
    shapes = sorted(set(rules.schedule(left)) & set(rules.schedule(right)), key=lambda s: (len(s), s))
    if not shapes:
        return SectionDiff("premium", VACUOUS, why="the two games have no set in common")
    try:
        return _searched(left, right, shapes)
    except Undecided as reason:
        return SectionDiff("premium", UNKNOWN, why=str(reason))


def _searched(left: RuleSet, right: RuleSet, shapes: Sequence[tuple[int, ...]]) -> SectionDiff:
    """Pairs that disagree for freely chosen results of players, then each shown by a real set, or shown impossible."""
    pair = settings(left, right)
    found: dict[Key, DiffClass] = {}
    courses: dict[tuple[int, int], Course] = {}
    free = _free_tables(pair, left, right)
    for key, signs in _candidates(free, left).items():
        outcome = _shown(key, signs, pair, shapes, courses)
        if isinstance(outcome, SectionDiff):
            return outcome
        if outcome is not None:
            found[key] = replace(outcome, gap=largest_gap(free, list(courses.values()), key, signs))
    classes = [found[key] for key in sorted(found)]
    if not classes:
        return SectionDiff("premium", SAME)
    return SectionDiff("premium", DIFFERENT, overall([c.relation for c in classes]), tuple(classes))


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """Both premium tables over the same names."""

    possible: tuple[z3.BoolRef, ...]
    holding: tuple[tuple[z3.BoolRef, ...], tuple[z3.BoolRef, ...]]
    premium: tuple[Num, Num]

    @property
    def differ(self) -> z3.BoolRef:
        return z3.Not(same(*self.premium))

    def sign(self, left_pays_more: bool) -> z3.BoolRef:
        a, b = self.premium
        return less(b, a) if left_pays_more else less(a, b)

    def key(self, reader: Reader) -> Key:
        a, b = (tuple(i for i, h in enumerate(side) if reader.truth(h)) for side in self.holding)
        return a, b

    def pattern(self, key: Key) -> z3.BoolRef:
        """Exactly these rows add on each side."""
        parts = [h if i in rows else z3.Not(h) for side, rows in zip(self.holding, key, strict=True) for i, h in enumerate(side)]
        return every(*parts)


def _tables(pair: tuple[Setting, Setting], names: dict[str, Value], possible: Sequence[z3.BoolRef]) -> Tables:
    left, right = pair
    holding = (left.holding("premium", names), right.holding("premium", names))
    return Tables(tuple(possible), holding, (left.total("premium", names), right.total("premium", names)))


def _free_tables(pair: tuple[Setting, Setting], left: RuleSet, right: RuleSet) -> Tables:
    """Every player's results are free within their bounds: more than real sets, so what is ruled out here is ruled out."""
    facts = pair[0].ruleset.facts
    fields: list[dict[str, Value]] = []
    possible: list[z3.BoolRef] = []
    for p in range(left.players):
        mine: dict[str, Value] = {}
        for name in BY_NAME["premium"].names:
            if name.name.startswith("me."):
                type_ = name.type(facts)
                mine[name.name[3:]] = value = pair[0].var(f"{name.name}{p}", type_)
                possible.append(domain(value, type_, left.pack))
        fields.append(mine)
    sets: dict[str, Value] = {}
    for known in SET_NAMES:
        type_ = next(n.type(facts) for n in BY_NAME["premium"].names if n.name == known)
        sets[known] = value = pair[0].var(known, type_)
        possible.append(domain(value, type_, right.pack))
    return _tables(pair, {**premium_names(left, fields, 0), **sets}, possible)


def _candidates(tables: Tables, left: RuleSet) -> dict[Key, tuple[bool, bool]]:
    """Pairs that may disagree, each with whether the left side, the right side may pay more."""
    asked = solve.solver()
    asked.add(*tables.possible, tables.differ)
    found: dict[Key, tuple[bool, bool]] = {}
    while True:
        match solve.ask(asked):
            case solve.Unsat():
                return found
            case solve.Unsure(reason):
                raise Undecided(reason)
            case solve.Sat(model):
                key = tables.key(Reader(model, left.pack))
                found[key] = (_possible(tables, key, True), _possible(tables, key, False))
                asked.add(z3.Not(tables.pattern(key)))


def _possible(tables: Tables, key: Key, left_pays_more: bool) -> bool:
    asked = solve.solver()
    asked.add(*tables.possible, tables.pattern(key), tables.sign(left_pays_more))
    return _sat(asked)


# --- real sets --------------------------------------------------------------------------------


def _shown(
    key: Key, signs: tuple[bool, bool], pair: tuple[Setting, Setting], shapes: Sequence[tuple[int, ...]], courses: dict[tuple[int, int], Course]
) -> DiffClass | SectionDiff | None:
    """The pair with its smallest set; None where no real set comes to it."""
    first: tuple[Course, Key] | None = None
    seen = [False, False]
    for index, shape in enumerate(shapes):
        for side in _scoring_order(pair):
            course = _course_once(pair, side, index, shape, courses)
            for way, left_more in enumerate((True, False)):
                if signs[way] and not seen[way] and _possible(course.tables, key, left_more):
                    seen[way] = True
                    first = first or (course, key)
            if first is not None and all(seen[way] or not signs[way] for way in (0, 1)):
                break
    if first is None:
        return None
    relation = "different" if all(seen) else MORE_LEFT if seen[0] else MORE_RIGHT
    return _smallest(first[0], pair[0].ruleset, pair[1].ruleset, key, relation)


def _scoring_order(pair: tuple[Setting, Setting]) -> list[int]:
    return sorted((0, 1), key=lambda side: pair[side].ruleset.fingerprint)


def _course_once(
    pair: tuple[Setting, Setting], side: int, index: int, shape: tuple[int, ...], courses: dict[tuple[int, int], Course]
) -> Course:
    if (index, side) not in courses:
        courses[index, side] = _course(pair, side, shape)
    return courses[index, side]


def _course(pair: tuple[Setting, Setting], side: int, shape: tuple[int, ...]) -> Course:
    """Sets of one shape scored by one side, with bids that are legal under both."""
    own, other = pair[side], pair[1 - side]
    symbolic = finished_set(own, z3.BoolVal(True), _set_number(own.ruleset, shape), shape)
    possible = [c for _, c in symbolic.assumptions]
    possible.append(legal_whoever_deals(other, symbolic.parts["bids"], symbolic.parts["dealer"], shape, symbolic.parts["zeros"]))
    names = {**premium_names(own.ruleset, symbolic.parts["fields"], 0), **set_names(_set_number(own.ruleset, shape), shape)}
    return Course(own.ruleset, symbolic, _tables(pair, names, possible))


def _set_number(ruleset: RuleSet, shape: tuple[int, ...]) -> int:
    return rules.schedule(ruleset).index(shape) + 1


def _smallest(course: Course, left: RuleSet, right: RuleSet, key: Key, relation: str) -> DiffClass | SectionDiff:
    tables = course.tables
    asked = solve.solver()
    asked.add(*tables.possible, tables.pattern(key), tables.differ)
    first = solve.ask(asked)
    if not isinstance(first, solve.Sat):
        raise Undecided(f"a pair of rows was found and lost: {first}")
    least = solve.smallest(asked, first, course.symbolic.objectives)
    if isinstance(least, solve.Unsure):
        raise Undecided(least.reason)
    moment = course.symbolic.read(Reader(least.model, left.pack))
    assert isinstance(moment, SetMoment)
    return _replayed(course, left, right, key, relation, moment)


def largest_gap(free: Tables, courses: Sequence[Course], key: Key, signs: tuple[bool, bool]) -> int | None:
    """The furthest the two premiums of a pair of rows lie apart, left less right.

    Sought where results are free, which is quick and never too small, then shown by a real set; None
    where real sets fall short of it and the exact number was not worth the search.
    """
    found: list[int] = []
    for way, left_more in enumerate((True, False)):
        if signs[way]:
            bound = _bound(free, key, left_more)
            if not any(_reaches(course.tables, key, left_more, bound) for course in courses):
                return None
            found.append(bound if left_more else -bound)
    return max(found, key=abs) if found else None


def _bound(tables: Tables, key: Key, left_more: bool) -> int:
    low, high = 1, max(abs(b) for p in tables.premium for b in (p.bounds.low, p.bounds.high)) * 2
    while low < high:
        middle = (low + high + 1) // 2
        if _reaches(tables, key, left_more, middle):
            low = middle
        else:
            high = middle - 1
    return low


def _reaches(tables: Tables, key: Key, left_more: bool, gap: int) -> bool:
    """Whether the side that pays more may pay this much more."""
    a, b = tables.premium if left_more else reversed(tables.premium)
    asked = solve.solver()
    asked.add(*tables.possible, tables.pattern(key), at_most(plus(b, number(gap)), a))
    return _sat(asked)


def _sat(asked: z3.Solver) -> bool:
    match solve.ask(asked):
        case solve.Sat():
            return True
        case solve.Unsat():
            return False
        case solve.Unsure(reason):
            raise Undecided(reason)


def _replayed(course: Course, left: RuleSet, right: RuleSet, key: Key, relation: str, moment: SetMoment) -> DiffClass | SectionDiff:
    hands = rules.set_results(course.scored_by, moment.cards, moment.bids, moment.tricks, moment.set_number)
    rows = tuple(_rows(side, hands) for side in (left, right))
    added = [plain.total(side, "premium", premium_env(side, hands, 0)) for side in (left, right)]
    if rows != key or added[0] == added[1]:
        return SectionDiff("premium", DISAGREEMENT, why=f"the solver names rows {key}, the reference {rows} with {added} in {moment}")
    totals = [rules.set_totals(side, moment.cards, moment.bids, moment.tricks, moment.set_number) for side in (left, right)]
    case = to_case(moment, left.pack)
    assert case is not None
    example = Example(case, totals[0], totals[1], moment)
    return DiffClass(_ref(left, key[0]), _ref(right, key[1]), relation, example, gap=added[0] - added[1])


def _rows(ruleset: RuleSet, hands: Sequence[SetOfPlayer]) -> Rows:
    holding = plain.every_row(ruleset, "premium", premium_env(ruleset, hands, 0))
    return tuple(i for i, row in enumerate(ruleset.rows("premium")) if any(row is other for other in holding))


def _ref(ruleset: RuleSet, rows: Rows) -> RowRef | None:
    """The rows that add, as one; None where none does."""
    chosen = [ruleset.rows("premium")[i] for i in rows]
    if not chosen:
        return None
    return RowRef(" + ".join(row.name for row in chosen), chosen[0].span.file_line, chosen[0].cite)

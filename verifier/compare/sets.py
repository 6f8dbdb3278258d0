"""The end of a set: where two premium tables pay the same hands differently.

Both tables are given the same bids, tricks and hand scores; the scores are those of one rule set,
then of the other. So a difference here is the premium's own, not one of the hands before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import z3

from rulespec.ir.ruleset import RuleSet, doubles
from rulespec.ir.sections import BY_NAME
from rulespec.meanings.python import sections as plain
from rulespec.meanings.z3.values import Num, Value, domain, every, number, same
from rulespec.questions import PREMIUM, PlayerSet, SetEnd, reads, set_results, set_totals
from rulespec.questions.premium import premium_names as plain_names
from rulespec.rulebook import rulebook
from verifier.compare.model import (
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
from verifier.compare.reaching import Reached, reached
from verifier.compare.searched import Undecided, settings
from verifier.proofs import solve
from verifier.proofs.models import TRIES, models
from verifier.symbolic import premium as symbolic
from verifier.symbolic.arithmetic import at_most, less, plus
from verifier.symbolic.premium import SetShape, SetTable, premium_names, set_names
from verifier.symbolic.setting import Reader, Setting

SET_NAMES = ("hands", "largest_hand", "smallest_hand", "set_number")
Rows = tuple[int, ...]
Key = tuple[Rows, Rows]


@dataclass(frozen=True, slots=True)
class Pair:
    """A set that both games have: its numbers in them and its hands."""

    numbers: tuple[int, int]
    sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """All courses of one set whose hands are scored by one side; bids are legal under both."""

    pair: Pair
    side: int
    table: SetTable
    tables: Tables


def premium(left: RuleSet, right: RuleSet, brief: bool = False) -> SectionDiff:
    """Every pair of row groups that add differently, with a smallest set; in brief only until a game shows one."""
    if left.players != right.players:
        return SectionDiff("premium", VACUOUS, why="the two games are played at another table")
    pairs = list(shared_sets(left, right))
    if not pairs:
        return SectionDiff("premium", VACUOUS, why="the two games have no set in common")
    if left.pack == right.pack and _text(left) == _text(right):
        return SectionDiff("premium", SAME, why="the two tables are the same text")
    if any(doubles(side.rows("trump")) for side in (left, right)):
        return SectionDiff("premium", UNKNOWN, why="hands that count double are not compared")
    try:
        return _searched(left, right, pairs, brief)
    except Undecided as reason:
        return SectionDiff("premium", UNKNOWN, why=str(reason))
    except solve.Misfit as misfit:
        return SectionDiff("premium", DISAGREEMENT, why=str(misfit))


def differs(left: RuleSet, right: RuleSet) -> bool | None:
    """Whether some set is paid differently at its end; None where that cannot be told quickly."""
    if left.players != right.players:
        return None
    if left.pack == right.pack and _text(left) == _text(right):
        return False
    both = settings(left, right)
    try:
        for pair in shared_sets(left, right):
            for side in (0, 1):
                tables = _course(both, side, pair).tables
                asked = solve.solver()
                asked.add(*tables.possible, tables.differ)
                if _sat(asked):
                    return True
    except Undecided:
        return None
    return False


def _text(ruleset: RuleSet) -> list[object]:
    return [(row.when, row.result) for row in ruleset.rows("premium")]


def shared_sets(left: RuleSet, right: RuleSet) -> Iterator[Pair]:
    """The sets that both games have: with their like by number, or where schedules differ with any of the same hands; those told apart once."""
    schedules = [[tuple(one.hand.size for one in dealt) for dealt in rulebook(side).ground.sets] for side in (left, right)]
    apart = [bool({"set_number"} & (reads(side, "score") | reads(side, "premium"))) for side in (left, right)]
    known: set[object] = set()
    for i, sizes in sorted(enumerate(schedules[0], 1), key=lambda one: (len(one[1]), one[1], one[0])):
        for j, others in enumerate(schedules[1], 1):
            key = (sizes, i if apart[0] else 0, j if apart[1] else 0)
            if sizes == others and (i == j or schedules[0] != schedules[1]) and key not in known:
                known.add(key)
                yield Pair((i, j), sizes)


def _searched(left: RuleSet, right: RuleSet, pairs: Sequence[Pair], brief: bool) -> SectionDiff:
    """Pairs that disagree for freely chosen results of players, then each shown by a real set, or shown impossible."""
    both = settings(left, right)
    found: dict[Key, DiffClass] = {}
    courses: dict[tuple[int, int], Course] = {}
    free = _free_tables(both, left, right)
    for key, signs in _candidates(free, left).items():
        enough = brief and any(one.reachable is True for one in found.values())
        outcome = _shown(key, signs, both, pairs, courses, enough)
        if isinstance(outcome, str):
            return SectionDiff("premium", DISAGREEMENT, why=outcome)
        if outcome is not None:
            found[key] = outcome if brief else replace(outcome, gap=largest_gap(free, list(courses.values()), key, signs))
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
    return _tables(pair, premium_names(left, fields, 0, sets), possible)


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
    key: Key, signs: tuple[bool, bool], both: tuple[Setting, Setting], pairs: Sequence[Pair], courses: dict[tuple[int, int], Course],
    enough: bool,
) -> DiffClass | str | None:  # fmt: skip
    """The pair of rows with its smallest set, or where enough is shown with any; None where no real set comes to it."""
    first: Course | None = None
    seen = [False, False]
    for index in range(len(pairs)):
        for side in _scoring_order(both):
            if all(seen[way] or not signs[way] for way in (0, 1)):
                break
            course = _course_once(both, side, index, pairs[index], courses)
            for way, left_more in enumerate((True, False)):
                if signs[way] and not seen[way] and _possible(course.tables, key, left_more):
                    seen[way] = True
                    first = first or course
    if first is None:
        return None
    relation = "different" if all(seen) else MORE_LEFT if seen[0] else MORE_RIGHT
    return (_some if enough else _smallest)(first, both[0].ruleset, both[1].ruleset, key, relation)


def _scoring_order(both: tuple[Setting, Setting]) -> list[int]:
    return sorted((0, 1), key=lambda side: both[side].ruleset.fingerprint)


def _course_once(both: tuple[Setting, Setting], side: int, index: int, pair: Pair, courses: dict[tuple[int, int], Course]) -> Course:
    if (index, side) not in courses:
        courses[index, side] = _course(both, side, pair)
    return courses[index, side]


def _course(both: tuple[Setting, Setting], side: int, pair: Pair) -> Course:
    """Courses of one set scored by one side, with bids that are legal under both."""
    own, other = both[side], both[1 - side]
    table = symbolic.variables(own, _shape(own, pair, side))
    theirs = replace(table, shape=_shape(other, pair, 1 - side))
    possible = [c for _, c in (*symbolic.possible(own, table), *symbolic.possible(other, theirs))]
    names = premium_names(own.ruleset, table.fields, 0, set_names(table.shape))
    return Course(pair, side, table, _tables(both, names, possible))


def _shape(setting: Setting, pair: Pair, side: int) -> SetShape:
    (member,) = setting.members
    dealt = member.ground.sets[pair.numbers[side] - 1]
    number_, always = pair.numbers[side], z3.BoolVal(True)
    return SetShape(always, number_, pair.sizes, dealt[0].passes if setting.passes_matter else 0, ((number_, always),))


def _smallest(course: Course, left: RuleSet, right: RuleSet, key: Key, relation: str) -> DiffClass | str:
    """The least set of a pair of rows for which a game is found, replayed; or what does not fit."""
    tables = course.tables
    first: DiffClass | None = None
    objectives = symbolic.objectives(course.table)
    for attempt, model in enumerate(models(tables.possible, [tables.pattern(key), tables.differ], objectives, steps=solve.questions)):
        if isinstance(model, solve.Unsure):
            raise Undecided(model.reason)
        found = _replayed(course, left, right, key, relation, _read(course, left, model))
        if isinstance(found, str) or found.reachable is True:
            return found
        first = first or found
        if attempt + 1 == TRIES or left.pack != right.pack:  # with other cards no game is one of both
            break
    if first is None:
        raise Undecided("a pair of rows was found and lost by the solver")
    return first


def _some(course: Course, left: RuleSet, right: RuleSet, key: Key, relation: str) -> DiffClass | str:
    """Some set of a pair of rows, replayed; no game is looked for."""
    asked = solve.solver()
    asked.add(*course.tables.possible, course.tables.pattern(key), course.tables.differ)
    match solve.ask(asked):
        case solve.Sat(model):
            return _replayed(course, left, right, key, relation, _read(course, left, model), by_a_game=False)
        case _:
            raise Undecided("a pair of rows was found and lost by the solver")


def _read(course: Course, left: RuleSet, model: z3.ModelRef) -> SetEnd:
    return replace(symbolic.read(course.table, Reader(model, left.pack)), set_number=course.pair.numbers[0])


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


def _replayed(course: Course, left: RuleSet, right: RuleSet, key: Key, relation: str, moment: SetEnd, by_a_game: bool = True) -> DiffClass | str:
    """The set by the reference, perhaps with a game that ends with it; or what does not fit."""
    scorer = (left, right)[course.side]
    hands = set_results(scorer, moment.cards, moment.bids, moment.tricks, course.pair.numbers[course.side])
    rows = tuple(_rows(side, hands) for side in (left, right))
    added = [plain.total(side, "premium", plain_names(side, hands, 0)) for side in (left, right)]
    if rows != key or added[0] == added[1]:
        return f"the solver names rows {key}, the reference {rows} with {added} in {moment}"
    totals = [set_totals(side, moment.cards, moment.bids, moment.tricks, n) for side, n in zip((left, right), course.pair.numbers, strict=True)]
    case = {**PREMIUM.write(rulebook(right), moment), **PREMIUM.write(rulebook(left), moment)}
    way = reached(left, right, moment) if by_a_game else Reached(None, moment)
    example = Example(case, totals[0], totals[1], moment)
    return DiffClass(_ref(left, key[0]), _ref(right, key[1]), relation, example, gap=added[0] - added[1], reachable=way.reachable, game=way.game)


def _rows(ruleset: RuleSet, hands: Sequence[PlayerSet]) -> Rows:
    holding = plain.every_row(ruleset, "premium", plain_names(ruleset, hands, 0))
    return tuple(i for i, row in enumerate(ruleset.rows("premium")) if any(row is other for other in holding))


def _ref(ruleset: RuleSet, rows: Rows) -> RowRef | None:
    """The rows that add, as one; None where none does."""
    chosen = [ruleset.rows("premium")[i] for i in rows]
    if not chosen:
        return None
    return RowRef(" + ".join(row.name for row in chosen), chosen[0].span.file_line, chosen[0].cite)

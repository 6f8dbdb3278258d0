"""Two rule sets compared: each section proved the same, or every way in which it differs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from rulespec.ir.ruleset import RuleSet
from rulespec.ir.sections import NAMES
from rulespec.questions import Calling, Dealing, HandResult
from verifier.compare import plain, searched, sets, whole
from verifier.compare.count import SectionCount, count_section
from verifier.compare.families import by_options, relevant
from verifier.compare.model import (
    DIFFERENT,
    DISAGREEMENT,
    SAME,
    UNKNOWN,
    UNREACHED,
    DiffClass,
    SectionDiff,
)
from verifier.compare.reaching import reached, reached_somehow
from verifier.compare.replayed import still_different
from verifier.compare.swing import swings
from verifier.proofs.verdict import DISAGREE, HOLDS, NOT_SETTLED, REFUTED, Unknown, worst
from verifier.work.cache import Sections
from verifier.work.tasks import Limits, Progress, Worked, packed, unpacked, work

SECTIONS: tuple[str, ...] = (*NAMES, "finish")
ASKED: tuple[str, ...] = (*SECTIONS, whole.SECTION)  # with what is compared only when it is asked for
ORDER = ("premium", "strength", "follow", "bid", "lead")  # the slow ones first
ALL, ROWS, SWINGS, BRIEF = "all", "rows", "swings", "brief"  # brief: a verdict with its numbers, and one difference shown by a game
LIMITS = Limits()
COMPARE = "verifier.compare.diff:compare"
WHOLE = ("deck", "schedule", "finish")  # of the game as a whole: no situation of a game shows them


@dataclass(frozen=True, slots=True)
class Difference:
    """All sections asked for, in the order of the language."""

    left: RuleSet
    right: RuleSet
    sections: tuple[SectionDiff, ...]
    left_name: str = ""
    right_name: str = ""

    @property
    def names(self) -> tuple[str, str]:
        """What the two are called."""
        return self.left_name or self.left.id, self.right_name or self.right.id

    @property
    def different(self) -> bool:
        """Whether some section is known to differ."""
        return any(section.verdict == DIFFERENT for section in self.sections)

    def __str__(self) -> str:
        return "\n".join(f"{one.section}: {one.verdict}" + (f", {one.relation}" if one.relation else "") for one in self.sections)

    @property
    def exit_code(self) -> int:
        return worst(section_code(s) for s in self.sections)

    def gated(self, forbidden: Sequence[str]) -> int:
        """The exit code where only these sections may not differ. A disagreement of our own counts anywhere."""
        judged = [section_code(s) for s in self.sections if s.section in forbidden]
        ours = [section_code(s) for s in self.sections if section_code(s) == DISAGREE]
        return worst([*judged, *ours])


def section_code(section: SectionDiff) -> int:
    """What a section's verdict is worth; anything not known to be the same is not."""
    match section.verdict:
        case "same" | "not-applicable":
            return HOLDS
        case "different":
            return REFUTED
        case "disagreement":
            return DISAGREE
        case _:
            return NOT_SETTLED


@dataclass(frozen=True, slots=True)
class Comparison:
    """One section of one pair, for a worker; or a part of it: its largest swings, which take as long as all the rest."""

    left: bytes
    right: bytes
    section: str
    count: bool
    part: str = ALL


Pair = tuple[RuleSet, RuleSet]


def diff(
    left: RuleSet, right: RuleSet, sections: Iterable[str] = SECTIONS, count: bool = True, limits: Limits = LIMITS,
    progress: Progress | None = None, kept: Sections | None = None,
) -> Difference:  # fmt: skip
    """The difference of two rule sets. Raises Faults where open options leave too much to compare."""
    wanted = tuple(sections)
    keys = {s: key(left, right, s, count) for s in ASKED if s in wanted}
    relevant(left, right, keys)
    found = {s: answer for s, name in keys.items() if kept is not None and (answer := kept.get(name, partial(still_different, left, right, s))) is not None}
    open_ = [s for s in keys if s not in found]
    for section, answer in zip(open_, diff_many([((left, right), open_)], count, limits, progress, swings=True)[0], strict=True):
        found[section] = answer
        if kept is not None:
            kept.put(keys[section], answer)
    return Difference(left, right, tuple(found[s] for s in keys))


def key(left: RuleSet, right: RuleSet, section: str, count: bool) -> str:
    """What the comparison of a section depends on: both rule sets whole, since examples are games of theirs, and where their rows stand."""
    return "\n".join([section, str(count), *(part for one in (left, right) for part in _written(one))])


def _written(ruleset: RuleSet) -> Iterator[str]:
    yield f"{ruleset.id} {ruleset.fingerprint} {dict(ruleset.chosen)} {ruleset.players} {ruleset.finish!r}"
    for section in NAMES:
        yield from (f"{section} {row.name} {row.cite} {row.span.file_line}" for row in ruleset.rows(section))


def diff_many(
    asked: Sequence[tuple[Pair, Sequence[str]]], count: bool, limits: Limits, progress: Progress | None = None, swings: bool = False, brief: bool = False,
    on_found: Callable[[int, SectionDiff], None] = lambda place, found: None,
) -> list[tuple[SectionDiff, ...]]:  # fmt: skip
    """Several pairs over one crew of workers; with `swings`, the largest of a set's total too, where it counts; `brief` is for verdicts and numbers.

    `on_found` hears of each section that is one task, by its place among all that are asked, as it comes.
    """
    rules = {id(side): packed(side) for pair, _ in asked for side in pair}
    parts = [[Comparison(rules[id(pair[0])], rules[id(pair[1])], s, count, part) for part in ([BRIEF] if brief else _parts(pair, s, count and swings))] for pair, sections in asked for s in sections]
    tasks = sorted((task for one in parts for task in one), key=_order)
    alone = {id(one[0]): place for place, one in enumerate(parts) if len(one) == 1}
    done = 0

    def on_done(index: int, worked: Worked[SectionDiff]) -> None:
        nonlocal done
        done += 1
        place = alone.get(id(tasks[index]))
        if place is not None:
            on_found(place, section_of(tasks[index].section, worked))
        if progress is not None:
            progress(done, len(tasks))

    worked = dict(zip(map(id, tasks), work(tasks, COMPARE, SectionDiff, limits, on_done), strict=True))
    results = iter([together([section_of(task.section, worked[id(task)]) for task in one]) for one in parts])
    return [tuple(next(results) for _ in sections) for _, sections in asked]


def _parts(pair: Pair, section: str, swings: bool) -> list[str]:
    """The tasks that a section is."""
    settled = not (pair[0].open_options or pair[1].open_options)
    return [ROWS, *([SWINGS] if section == "premium" and swings and settled else [])]


def _order(task: Comparison) -> tuple[int, bool]:
    """What takes long first."""
    return ORDER.index(task.section) if task.section in ORDER else len(ORDER), task.part != SWINGS


def together(parts: Sequence[SectionDiff]) -> SectionDiff:
    """A section with its swings, where they were a task of their own. Where that came to nothing, so did the section."""
    found, *others = parts
    for swung in others if found.verdict in (SAME, DIFFERENT) else []:
        if swung.verdict != SAME:
            return swung
        found = replace(found, swings=swung.swings, no_swings=swung.no_swings, seconds=found.seconds + swung.seconds)
    return found


def section_of(section: str, worked: Worked[SectionDiff]) -> SectionDiff:
    """What came of a task: an answer, or the honest absence of one."""
    match worked.result:
        case SectionDiff() as found:
            return found
        case Unknown(reason):
            return SectionDiff(section, UNKNOWN, why=reason, seconds=worked.seconds)
        case failure:
            return SectionDiff(section, DISAGREEMENT, why=str(failure.details).strip().split("\n", 1)[0])


def compare(task: Comparison) -> SectionDiff:
    """One section of one pair; called by name in the worker."""
    left, right = unpacked(task.left), unpacked(task.right)
    start = time.perf_counter()
    if left.open_options or right.open_options:
        found = by_options(left, right, task.section, whole_section, differs)
    elif task.part == BRIEF:
        found = in_brief(left, right, task.section, task.count)
    else:
        found = _part(task, left, right)
    return replace(found, seconds=time.perf_counter() - start)


def _part(task: Comparison, left: RuleSet, right: RuleSet) -> SectionDiff:
    if task.part == SWINGS:
        return with_swings(SectionDiff(task.section, SAME), left, right)
    found = whole_section(left, right, task.section)
    found = counted(found, left, right) if task.count else found
    return with_swings(found, left, right) if task.count and task.part == ALL else found


def differs(left: RuleSet, right: RuleSet, section: str) -> bool | None:
    """Whether a section of settled rule sets differs somewhere; None where only a whole comparison can say."""
    if section in searched.SECTIONS:
        return searched.differs(section, left, right)
    return sets.differs(left, right) if section == "premium" else None


def counted_whole(left: RuleSet, right: RuleSet, section: str) -> SectionDiff:
    """A section of settled rule sets with its numbers and largest swings."""
    return with_swings(counted(whole_section(left, right, section), left, right), left, right)


def in_brief(left: RuleSet, right: RuleSet, section: str, count: bool) -> SectionDiff:
    """A section's verdict with its numbers as `counted_whole` has them, shown by one game; no swings, and examples that are not the smallest."""
    found = judged(shown(diff_section(left, right, section, brief=True), left, right))
    return counted(found, left, right) if count else found


def whole_section(left: RuleSet, right: RuleSet, section: str) -> SectionDiff:
    """A section of settled rule sets, its examples shown by games."""
    return judged(shown(diff_section(left, right, section), left, right))


def diff_section(left: RuleSet, right: RuleSet, section: str, brief: bool = False) -> SectionDiff:
    """One section, in this process. The pair is put in a fixed order first, so that a mirror is exact."""
    if left.fingerprint == right.fingerprint and left.pack == right.pack and left.players == right.players:
        return SectionDiff(section, SAME, why="the two rule sets are the same")
    if right.fingerprint < left.fingerprint:
        return _diff_section(right, left, section, brief).mirrored()
    return _diff_section(left, right, section, brief)


def _diff_section(left: RuleSet, right: RuleSet, section: str, brief: bool) -> SectionDiff:
    if section in plain.SECTIONS:
        return plain.SECTIONS[section](left, right)
    if section == whole.SECTION:
        return whole.match(left, right)
    return sets.premium(left, right, brief) if section == "premium" else searched.compare(section, left, right, brief)


def shown(found: SectionDiff, left: RuleSet, right: RuleSet) -> SectionDiff:
    """The examples that have no game yet with one, where a situation of a game shows them."""
    return replace(found, classes=tuple(_shown(one, left, right) for one in found.classes))


def _shown(one: DiffClass, left: RuleSet, right: RuleSet) -> DiffClass:
    at = one.example.moment
    if one.reachable is not None or at is None:
        return one
    way = reached(left, right, at) if isinstance(at, Dealing) else reached_somehow(left, right, at) if isinstance(at, HandResult | Calling) else None
    return one if way is None else replace(one, reachable=way.reachable, game=way.game)


def judged(found: SectionDiff) -> SectionDiff:
    """A section of which no class is shown by a game is unreached."""
    unreached = [one for one in found.classes if isinstance(one.reachable, str)]
    if found.verdict == DIFFERENT and len(unreached) == len(found.classes):
        return replace(found, verdict=UNREACHED, why=f"no game was found that leads to a difference: {unreached[0].reachable}")
    return found


def with_swings(found: SectionDiff, left: RuleSet, right: RuleSet) -> SectionDiff:
    """The premium's section with the largest gaps of a set's total, hands included; in a fixed order, as `diff_section`."""
    if found.section != "premium" or found.verdict not in (SAME, DIFFERENT):
        return found
    turned = right.fingerprint < left.fingerprint
    known = swings(right, left) if turned else swings(left, right)
    if isinstance(known, str):
        return replace(found, no_swings=known)
    return replace(found, swings=tuple(s.mirrored() for s in reversed(known)) if turned else known)


def counted(found: SectionDiff, left: RuleSet, right: RuleSet) -> SectionDiff:
    """The section with exact numbers, where it is counted. Numbers that contradict the classes are our bug."""
    if found.verdict not in (SAME, DIFFERENT, UNREACHED):
        return found
    if found.section == whole.SECTION:
        return found
    numbers = count_section(left, right, found.section)
    if isinstance(numbers, str):
        return replace(found, not_counted=numbers)
    classes = tuple(replace(c, count=numbers.classes.get(c.key, 0)) for c in found.classes)
    misfit = _misfit(found, classes, numbers)
    if misfit:
        return SectionDiff(found.section, DISAGREEMENT, why=misfit)
    return replace(found, classes=classes, count=numbers.count, of=numbers.of, by_cards=dict(numbers.by_cards), by_player=dict(numbers.by_player))


def _misfit(found: SectionDiff, classes: Sequence[DiffClass], numbers: SectionCount) -> str:
    if found.verdict == SAME and numbers.count:
        return f"proved the same, yet {numbers.count} situations are counted as different"
    known = {c.key for c in classes}
    extra = [rows for rows, n in numbers.classes.items() if n and rows not in known]
    if extra:
        return f"counted differences outside the classes found: {extra}"
    if found.section in WHOLE:
        return ""
    empty = [c.key for c in classes if not c.count]
    return f"classes were found in which no situation is counted: {empty}" if empty else ""


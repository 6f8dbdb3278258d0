"""Two rule sets compared: each section proved the same, or every way in which it differs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from rulespec.ir.ruleset import RuleSet
from rulespec.ir.sections import NAMES
from verifier.compare.differences.model import DIFFERENT, DISAGREEMENT, SAME, UNKNOWN, DiffClass, SectionDiff
from verifier.compare.replayed import replayed
from verifier.proofs.verdict import DISAGREE, HOLDS, NOT_SETTLED, REFUTED, worst
from verifier.witness.moments import BidMoment, PlayMoment, TrickMoment
from verifier.work import workers
from verifier.work.kept import Sections
from verifier.work.obligation import Settings, loaded

SECTIONS: tuple[str, ...] = (*NAMES, "finish")
ORDER = ("premium", "strength", "follow", "bid", "lead")  # the slow ones first


@dataclass(frozen=True, slots=True)
class Difference:
    """All sections asked for, in the order of the language."""

    left: RuleSet
    right: RuleSet
    sections: tuple[SectionDiff, ...]
    right_name: str = ""

    @property
    def names(self) -> tuple[str, str]:
        """What the two are called; the right one may be the left one changed."""
        return self.left.id, self.right_name or self.right.id

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
        case "same":
            return HOLDS
        case "different":
            return REFUTED
        case "disagreement":
            return DISAGREE
        case _:
            return NOT_SETTLED


@dataclass(frozen=True, slots=True)
class Comparison:
    """One section of one pair, for a worker."""

    left: str
    left_settings: Settings
    right: str
    right_settings: Settings
    section: str
    count: bool


@dataclass(frozen=True, slots=True)
class Pair:
    """Two rule sets as the command line names them, each with its settings."""

    left: str
    right: str
    left_settings: Settings = ()
    right_settings: Settings = ()


def diff(
    pair: Pair, sections: Iterable[str] = SECTIONS, count: bool = True, timeout: float = 30.0, jobs: int = 2,
    progress: Callable[[int, int], None] | None = None, kept: Sections | None = None,
) -> Difference:  # fmt: skip
    """The difference of two rule sets. Raises Faults for wrong input."""
    left, right = loaded(pair.left, pair.left_settings), loaded(pair.right, pair.right_settings)
    names = {s: question(left, right, s, count) for s in SECTIONS if s in tuple(sections)}
    found = {s: answer for s, name in names.items() if kept is not None and (answer := kept.get(name, partial(replayed, left, right))) is not None}
    open_ = [s for s in names if s not in found]
    for section, answer in zip(open_, diff_many([(pair, open_)], count, timeout, jobs, progress)[0], strict=True):
        found[section] = answer
        if kept is not None:
            kept.put(names[section], answer)
    return Difference(left, right, tuple(found[s] for s in names))


def question(left: RuleSet, right: RuleSet, section: str, count: bool) -> str:
    """What the comparison of a section depends on: both rule sets whole, since examples are games of theirs, and where their rows stand."""
    return "\n".join([section, str(count), *(part for one in (left, right) for part in _written(one))])


def _written(ruleset: RuleSet) -> Iterator[str]:
    yield f"{ruleset.id} {ruleset.fingerprint} {dict(ruleset.chosen)}"
    for section in NAMES:
        yield from (f"{section} {row.name} {row.cite} {row.span.file_line}" for row in ruleset.rows(section))


def diff_many(
    asked: Sequence[tuple[Pair, Sequence[str]]], count: bool, timeout: float, jobs: int,
    progress: Callable[[int, int], None] | None = None,
) -> list[tuple[SectionDiff, ...]]:  # fmt: skip
    """Several pairs over one crew of workers."""
    tasks = [Comparison(p.left, p.left_settings, p.right, p.right_settings, s, count) for p, sections in asked for s in sections]
    waiting = sorted(range(len(tasks)), key=lambda i: (ORDER.index(tasks[i].section) if tasks[i].section in ORDER else len(ORDER), i))
    done = 0

    def on_done(index: int, outcome: workers.Outcome) -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, len(tasks))

    outcomes = workers.run([tasks[i] for i in waiting], "verifier.compare.diff:compare", jobs, timeout, on_done)
    by_task = dict(zip(waiting, outcomes, strict=True))
    results = iter([section_of(tasks[i].section, by_task[i]) for i in range(len(tasks))])
    return [tuple(next(results) for _ in sections) for _, sections in asked]


def section_of(section: str, outcome: workers.Outcome) -> SectionDiff:
    """What a worker's outcome means: an answer, or the honest absence of one."""
    match outcome:
        case workers.Done(value, _) if isinstance(value, SectionDiff):
            return value
        case workers.TimedOut(seconds):
            return SectionDiff(section, UNKNOWN, why=f"no answer within {seconds:.0f} s", seconds=seconds)
        case workers.Died(how):
            return SectionDiff(section, UNKNOWN, why=f"the worker process ended: {how}")
        case workers.Failed(trace):
            return SectionDiff(section, DISAGREEMENT, why=f"comparing failed: {trace.strip().rsplit(chr(10), 1)[-1]}")
        case _:
            return SectionDiff(section, DISAGREEMENT, why=f"a worker answered {outcome!r}")


def compare(task: Comparison) -> SectionDiff:
    """One section of one pair; called by name in the worker."""
    left, right = loaded(task.left, task.left_settings), loaded(task.right, task.right_settings)
    start = time.perf_counter()
    found = reached(diff_section(left, right, task.section), left, right)
    if task.count:
        found = with_swings(counted(found, left, right), left, right)
    return replace(found, seconds=time.perf_counter() - start)


def diff_section(left: RuleSet, right: RuleSet, section: str) -> SectionDiff:
    """One section, in this process. The pair is put in a fixed order first, so that a mirror is exact."""
    if left.fingerprint == right.fingerprint and left.pack == right.pack:
        return SectionDiff(section, SAME, why="the two rule sets are the same")
    if right.fingerprint < left.fingerprint:
        return _diff_section(right, left, section).mirrored()
    return _diff_section(left, right, section)


def _diff_section(left: RuleSet, right: RuleSet, section: str) -> SectionDiff:
    from verifier.compare.differences import plain

    if section in plain.SECTIONS:
        return plain.SECTIONS[section](left, right)
    if section == "premium":
        from verifier.compare.differences import sets

        return sets.premium(left, right)
    from verifier.compare.differences import symbolic

    return symbolic.compare(symbolic.QUESTIONS[section], left, right)


def reached(found: SectionDiff, left: RuleSet, right: RuleSet) -> SectionDiff:
    """Each example at the table with a whole game that leads to it, legal under both; or why none was found."""
    return replace(found, classes=tuple(_reached(c, left, right, found.section) for c in found.classes))


def _reached(one: DiffClass, left: RuleSet, right: RuleSet, section: str) -> DiffClass:
    if not isinstance(one.example.moment, PlayMoment | TrickMoment | BidMoment):
        return one
    from verifier.witness.played import both_sides, course_json
    from verifier.witness.reach import NotReached

    told, _ = both_sides(left, right, section, one.example.moment)
    if isinstance(told.course, NotReached):
        return replace(one, reachable=str(told.course))
    return replace(one, reachable=True, course=course_json(told.course))


def with_swings(found: SectionDiff, left: RuleSet, right: RuleSet) -> SectionDiff:
    """The premium's section with the largest gaps of a set's total, hands included; in a fixed order, as `diff_section`."""
    if found.section != "premium" or found.verdict not in (SAME, DIFFERENT):
        return found
    from verifier.compare.differences.swing import swings

    if right.fingerprint < left.fingerprint:
        return replace(found, swings=tuple(s.mirrored() for s in reversed(swings(right, left))))
    return replace(found, swings=swings(left, right))


def counted(found: SectionDiff, left: RuleSet, right: RuleSet) -> SectionDiff:
    """The section with exact numbers, where it is counted. Numbers that contradict the classes are our bug."""
    from verifier.compare.count import count_section

    if found.verdict not in (SAME, DIFFERENT):
        return found
    numbers = count_section(left, right, found.section)
    if numbers is None:
        return found
    classes = tuple(replace(c, count=numbers.classes.get(c.key, 0)) for c in found.classes)
    misfit = _misfit(found, classes, numbers.count, dict(numbers.classes))
    if misfit:
        return SectionDiff(found.section, DISAGREEMENT, why=misfit)
    return replace(found, classes=classes, count=numbers.count, of=numbers.of, by_cards=dict(numbers.by_cards))


def _misfit(found: SectionDiff, classes: Sequence[DiffClass], total: int, by_class: dict[tuple[str | None, str | None], int]) -> str:
    if found.verdict == SAME and total:
        return f"proved the same, yet {total} situations are counted as different"
    known = {c.key for c in classes}
    extra = [key for key, n in by_class.items() if n and key not in known]
    if extra:
        return f"counted differences outside the classes found: {extra}"
    return ""

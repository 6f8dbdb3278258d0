"""Many rule sets compared, every pair in every section; what is the same question is answered once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from rulespec.ir.ruleset import RuleSet
from rulespec.library import shipped
from rulespec.rulebook import rulebook
from verifier.compare.basis import basis
from verifier.compare.diff import SECTIONS, diff_many, section_code
from verifier.compare.model import DIFFERENT, MIRROR, SAME, UNREACHED, VACUOUS, SectionDiff
from verifier.proofs.verdict import worst
from verifier.work import disk as store
from verifier.work.disk import Store
from verifier.work.settings import Settings, loaded
from verifier.work.tasks import Limits, Progress
from verifier.work.versions import solver_versions

KEPT = (SAME, DIFFERENT, UNREACHED, VACUOUS)  # verdicts that hang on the rules alone: tries for a game are counted, not timed


@dataclass(frozen=True, slots=True)
class Cell:
    """A section of a pair: the verdict of `diff` without its classes and examples, but for their number."""

    verdict: str
    relation: str | None = None
    classes: int = 0
    count: int | None = None
    of: int | None = None
    why: str = ""
    cached: bool = field(default=False, compare=False)  # from an earlier run

    def mirrored(self) -> Cell:
        return replace(self, relation=MIRROR.get(self.relation, self.relation) if self.relation else None)


@dataclass(frozen=True, slots=True)
class Request:
    """What to compare, and within which limits."""

    profiles: tuple[str, ...]
    settings: Settings = ()
    sections: tuple[str, ...] = SECTIONS
    count: bool = True
    timeout: float = 30.0
    jobs: int = 2
    scheduler: str | None = None


@dataclass(frozen=True, slots=True)
class Compared:
    """`cells[left, right, section]` for every pair in the order of `profiles`."""

    profiles: tuple[str, ...]
    sections: tuple[str, ...]
    cells: Mapping[tuple[str, str, str], Cell]
    rulesets: Mapping[str, RuleSet] = field(default_factory=dict, compare=False)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        return list(combinations(self.profiles, 2))

    @property
    def exit_code(self) -> int:
        return worst(section_code(SectionDiff("", cell.verdict)) for cell in self.cells.values())

    def groups(self, section: str) -> list[list[str]]:
        """The profiles in groups, all pairs of which are proved the same; each as early as it can be."""
        found: list[list[str]] = []
        for name in self.profiles:
            fitting = (group for group in found if all(self.cells[other, name, section].verdict == SAME for other in group))
            group = next(fitting, None)
            if group is None:
                found.append([name])
            else:
                group.append(name)
        return found


def compare(request: Request, progress: Progress | None = None, kept: Store | None = None) -> Compared:
    """Every pair of the profiles (all that are shipped and settled where none is named). Raises Faults."""
    names = tuple(dict.fromkeys(request.profiles)) or settled_profiles(request.settings)
    rulesets = {name: rulebook(loaded(name, request.settings)).ruleset for name in names}
    questions = Questions(request, rulesets)
    if kept is not None:
        questions.recall(kept)
    questions.answer(progress, kept)
    cells = {(a, b, s): questions.cell(a, b, s) for a, b in combinations(names, 2) for s in request.sections}
    return Compared(names, request.sections, cells, rulesets)


def settled_profiles(settings: Settings = ()) -> tuple[str, ...]:
    """The shipped rule sets that can be played as they are."""
    return tuple(name for name in shipped() if not loaded(name, settings).open_options)


Key = tuple[str, str]


class Questions:
    """Different questions among all pairs. A question is two bases in order, with a pair that asks it."""

    def __init__(self, request: Request, rulesets: Mapping[str, RuleSet]) -> None:
        self.request, self.rulesets = request, rulesets
        self.bases = {(name, s): basis(ruleset, s) for name, ruleset in rulesets.items() for s in request.sections}
        self.askers: dict[Key, tuple[str, str, str]] = {}
        self.answers: dict[Key, Cell] = {}
        for section in request.sections:
            for a, b in combinations(rulesets, 2):
                left, right = (a, b) if self.bases[a, section] < self.bases[b, section] else (b, a)
                key = (self.bases[left, section], self.bases[right, section])
                if key[0] != key[1]:
                    self.askers.setdefault(key, (left, right, section))

    def cell(self, a: str, b: str, section: str) -> Cell:
        """What a pair's section comes to, from the side of `a`."""
        left, right = self.bases[a, section], self.bases[b, section]
        if left == right:
            return Cell(SAME, why="the same text")
        return self.answers[left, right] if left < right else self.answers[right, left].mirrored()

    def recall(self, kept: Store) -> None:
        """Answers from earlier runs."""
        for key in self.askers:
            answer = kept.get(self._name(key))
            cell = None if answer is None else read_cell(answer)
            if cell is not None:
                self.answers[key] = replace(cell, cached=True)

    def answer(self, progress: Progress | None, kept: Store | None) -> None:
        """Everything that is still open, over one crew of workers; what another run would find as well is kept as it comes, never what ran out of time."""
        open_ = [key for key in self.askers if key not in self.answers]
        request = self.request

        def on_found(place: int, found: SectionDiff) -> None:
            self.answers[open_[place]] = cell = cell_of(found)
            if kept is not None and cell.verdict in KEPT:
                kept.put(self._name(open_[place]), record(cell))

        limits = Limits(request.timeout, request.jobs, scheduler=request.scheduler)
        diff_many([self._pair(key) for key in open_], request.count, limits, progress, brief=True, on_found=on_found)

    def _pair(self, key: Key) -> tuple[tuple[RuleSet, RuleSet], Sequence[str]]:
        left, right, section = self.askers[key]
        return (self.rulesets[left], self.rulesets[right]), [section]

    def _name(self, key: Key) -> str:
        versions = [f"{name} {version}" for name, version in solver_versions("z3").items()]
        return store.key(["compare", str(self.request.count), *versions, *key])


def cell_of(found: SectionDiff) -> Cell:
    different = found.verdict == DIFFERENT
    why = found.why if found.verdict not in (SAME, DIFFERENT) else ""
    return Cell(found.verdict, found.relation, len(found.classes), found.count if different else None, found.of if different else None, why)


def record(cell: Cell) -> dict[str, object]:
    """A cell as JSON."""
    known: dict[str, object] = {"verdict": cell.verdict, "relation": cell.relation, "classes": cell.classes, "count": cell.count, "of": cell.of}
    return known | ({"why": cell.why} if cell.why else {})


def read_cell(value: Mapping[str, object]) -> Cell | None:
    """A cell as it was kept; None for anything else."""
    match value:
        case {"verdict": "same", "relation": None, "classes": 0, "count": None, "of": None}:
            return Cell(SAME)
        case {"verdict": "different", "relation": str(relation), "classes": int(classes), "count": int() | None as count, "of": int() | None as of}:
            return Cell(DIFFERENT, relation, classes, count, of)
        case {"verdict": "vacuous" | "unreached" as verdict, "relation": str() | None as relation, "classes": int(classes), "count": None, "of": None, "why": str(why)}:
            return Cell(str(verdict), relation, classes, why=why)
        case _:
            return None

"""All findings of some rule sets: the proofs in worker processes, the rest beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from rulespec.compose import Complete
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.sections import NAMES
from rulespec.spans import Source, Span
from verifier.programs.examples import Example, complaint, examples_of, path_of
from verifier.proofs import property as properties
from verifier.proofs.verdict import HOLDS, NOT_SETTLED, REFUTED, Disagreement, Unknown, worst
from verifier.watch.lint import written
from verifier.watch.lint.finding import WARNING, Finding
from verifier.watch.lint.opened import opened
from verifier.watch.lint.opened import written as read_written
from verifier.watch.lint.rows import ANSWERS, NEVER_HOLDS, OPEN, OWN, Question, Rows
from verifier.work.settings import Settings, loaded
from verifier.work.tasks import Limits, Progress, Worked, packed, work

DECIDE = "verifier.watch.lint.rows:decide"


@dataclass(frozen=True, slots=True)
class Request:
    """What to look at, which findings to leave out, and within which limits."""

    profiles: tuple[str, ...]
    settings: Settings = ()
    ignored: tuple[str, ...] = ()
    limits: Limits = Limits()


@dataclass(frozen=True, slots=True)
class Linted:
    """The findings in the order of the files, and what could not be settled, in words."""

    profiles: tuple[str, ...]
    findings: tuple[Finding, ...]
    unsettled: tuple[str, ...]

    @property
    def warnings(self) -> int:
        return sum(finding.severity == WARNING for finding in self.findings)

    @property
    def exit_code(self) -> int:
        """Notes do not count; what was not settled is not clean, and nothing looked at is not either."""
        codes = [REFUTED] * bool(self.warnings) + [NOT_SETTLED] * bool(self.unsettled) + [HOLDS] * bool(self.profiles)
        return worst(codes)


def lint(request: Request, progress: Progress | None = None) -> Linted:
    """What looks wrong. Raises Faults for wrong input."""
    subjects = [Subject(profile, request.settings) for profile in request.profiles]
    proved, unsettled = _proved(subjects, request, progress)
    found = [*proved, *(finding for subject in subjects for finding in subject.read_off())]
    unique = list({(finding.id, str(finding.span)): finding for finding in found}.values())
    kept = [finding for finding in unique if not any(matches(finding, pattern) for pattern in request.ignored)]
    idle = [_idle(pattern) for pattern in request.ignored if not any(matches(finding, pattern) for finding in unique)]
    order = sorted(kept, key=lambda finding: (finding.span.source.name, finding.span.start, finding.id))
    return Linted(request.profiles, (*order, *idle), tuple(unsettled))


def matches(finding: Finding, pattern: str) -> bool:
    """A finding by its id, its code alone, or a pattern with `*` and `?`."""
    return pattern in (finding.id, finding.code) or fnmatchcase(finding.id, pattern)


def _idle(pattern: str) -> Finding:
    return Finding("LN001", pattern, f"no finding is called `{pattern}`", Span(Source("--ignore", pattern), 0, len(pattern)))


class Subject:
    """One rule set with all that is looked at."""

    def __init__(self, profile: str, settings: Settings) -> None:
        self.profile, self.settings = profile, settings
        self.complete: Complete = read_written(profile)
        self.ruleset: RuleSet = loaded(profile, settings)
        self.packed = {OWN: packed(self.ruleset), OPEN: packed(opened(profile, settings))}
        self.chosen_outside = self.complete.written.family and not self.ruleset.open_options  # a family, with choices laid over it
        self.examples: tuple[Example, ...] = examples_of(profile, settings)

    def questions(self) -> Iterator[Question]:
        """Every section with all options open, and those with rows of the file's own as they are chosen."""
        for section in NAMES:
            owned = [self.owns(section, i) for i in range(len(self.ruleset.rows(section)))]
            if not all(owned) or self.ruleset.open_options:
                yield Question(self.packed[OPEN], section, OPEN)
            if any(owned) and not self.ruleset.open_options:
                yield Question(self.packed[OWN], section, OWN)

    def rules(self, question: Question) -> tuple[str, str]:
        """Equal for questions about equal rules, which are asked once."""
        return opened(self.profile, self.settings, question.options == OPEN).fingerprint, question.section

    def owns(self, section: str, row: int) -> bool:
        """Rows that the file itself has to account for: those of a family answer as its options may be, whatever is laid over it."""
        return not self.chosen_outside and written.is_own(self.complete, self.ruleset.rows(section)[row].span)

    def judges(self, question: Question, row: int) -> bool:
        """A row of the file itself must answer as the options are chosen; one of a base, as they may be."""
        return bool(self.ruleset.open_options) or self.owns(question.section, row) == (question.options == OWN)

    def notes(self, question: Question, row: int) -> bool:
        """What is only noted of a base's rows is noted of the base."""
        return self.judges(question, row) and self.owns(question.section, row)

    def rows(self, question: Question, rows: Rows) -> Iterator[Finding]:
        """What the proofs say of a section."""
        table = self.ruleset.rows(question.section)

        def finding(code: str, row: int, message: str) -> Finding:
            return Finding(code, f"{self.ruleset.id}/{question.section}/{table[row].name}", message, table[row].span)

        for i, row in enumerate(table):
            if not self.judges(question, i):
                continue
            if rows.fates[i] == NEVER_HOLDS:
                yield finding("LN102", i, f"`{row.name}` never holds")
            elif rows.fates[i] != ANSWERS:
                yield finding("LN101", i, f"`{row.name}` never answers: wherever it holds, a row before it does")
            if i in rows.needless:
                yield finding("LN103", i, f"`{row.name}` forbids nothing that the other rows allow")
        for i, j in sorted(pair for pair in rows.together if self.notes(question, pair[0])):
            yield finding("LN104", i, f"`{table[i].name}` and `{table[j].name}` can hold together, and then both are added")
        for i, j in sorted(pair for pair in rows.apart if self.notes(question, pair[0])):
            yield finding("LN105", i, f"`{table[i].name}` and `{table[j].name}` never hold together: either may come first")

    def read_off(self) -> Iterator[Finding]:
        for check in written.CHECKS:
            yield from check(self.complete, self.ruleset)
        yield from written.uncited(self.complete, self.ruleset, self.examples)
        yield from written.unpromised(self.complete, self.ruleset, properties.of(self.ruleset))
        yield from self.worked() if not self.ruleset.open_options and not self.settings else ()

    def worked(self) -> Iterator[Finding]:
        """The worked examples, asked again."""
        about = f"{self.ruleset.id}/examples"
        if not self.examples:
            yield Finding("LN402", about, f"there are no worked examples: `{path_of(self.profile).name}`", self.complete.lineage[0].span)
        for example in self.examples:
            if (why := complaint(self.ruleset, example)) is not None:
                yield Finding("LN401", f"{about}/{example.id}", f"`{example.id}` fails: {why}", example.span)
            if not example.source:
                yield Finding("LN403", f"{about}/{example.id}", f"`{example.id}` has no `source`", example.span)


def _proved(subjects: Sequence[Subject], request: Request, progress: Progress | None) -> tuple[list[Finding], list[str]]:
    """The findings about rows, and the sections of which the solver could not tell."""
    asked = [(subject, question) for subject in subjects for question in subject.questions()]
    leaders = {subject.rules(question): question for subject, question in reversed(asked)}
    questions = list(leaders.values())
    done = 0

    def on_done(index: int, worked: Worked[Rows]) -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, len(questions))

    worked = work(questions, DECIDE, Rows, request.limits, on_done)
    outcomes = dict(zip(leaders, worked, strict=True))
    found: list[Finding] = []
    unsettled: list[str] = []
    for subject, question in asked:
        match rows_of(outcomes[subject.rules(question)]):
            case Rows() as rows:
                found += subject.rows(question, rows)
            case why:
                unsettled.append(f"`{question.section}` of `{subject.profile}`: {why}")
    return found, unsettled


def rows_of(worked: Worked[Rows]) -> Rows | str:
    """What came of a task: what was found of a section, or why nothing was. Raises RuntimeError for a fault of our own."""
    match worked.result:
        case Rows(undecided="") as rows:
            return rows
        case Rows() as rows:
            return rows.undecided
        case Unknown(reason):
            return reason
        case Disagreement(details):
            raise RuntimeError(str(details))

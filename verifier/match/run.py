"""The extremes of several rule sets, worked out in worker processes; a family's by the options that they hang on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from rulespec.diagnostics import Diagnostic, Faults
from rulespec.ir.options import with_options
from rulespec.ir.ruleset import RuleSet
from rulespec.questions.ground import reads
from verifier.match.extremes import SAYS, figures
from verifier.match.figure import Figure
from verifier.match.names import Match
from verifier.witness.dealt import dealt
from verifier.witness.reach.course import Line, NotReached
from verifier.work.tasks import Limits, packed, unpacked, work

SECTIONS = ("deck", "schedule", "trump", "bid", "score", "premium")  # what games come to, and that they can be dealt
COUNTS = ("schedule", "bid", "score", "premium")  # what games come to
MOST = 64  # combinations of a family's open options
WORKER = "verifier.match.run:found"


@dataclass(frozen=True, slots=True)
class Task:
    """The figures wanted of one rule set whose options are settled."""

    rules: bytes
    wanted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Extremes:
    """The figures of a rule set."""

    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A rule set, the options that were open and are chosen here, and its figures."""

    ruleset: RuleSet
    chosen: tuple[tuple[str, str | int], ...]
    figures: tuple[Figure, ...]

    @property
    def title(self) -> str:
        return "+".join([self.ruleset.id, *(f"{name}={value}" for name, value in self.chosen)])


def found(task: Task) -> Extremes:
    """What a worker answers: the figures, each with a game that was dealt and played."""
    ruleset = unpacked(task.rules)
    return Extremes(tuple(_played(ruleset, figure) for figure in figures(ruleset, task.wanted)))


def _played(ruleset: RuleSet, figure: Figure) -> Figure:
    line = None if figure.match is None else game(ruleset, figure.match)
    return replace(figure, reason=f"its game was not found at the table: {line.reason}") if isinstance(line, NotReached) else figure


def game(ruleset: RuleSet, match: Match) -> Line | NotReached:
    """The game with these results, played by the engine."""
    lines = dealt(ruleset, match.hands, match.dealer)
    return lines if isinstance(lines, NotReached) else lines[0]


def extremes(rulesets: Sequence[RuleSet], wanted: Sequence[str], limits: Limits) -> list[Column]:
    """The figures of every rule set, of a family once for each combination. Raises Faults where there are too many."""
    open_ = [column for ruleset in rulesets for column in _columns(ruleset)]
    tasks = [Task(packed(column.ruleset), tuple(wanted)) for column in open_]
    worked = work(tasks, WORKER, Extremes, limits)
    return [replace(column, figures=_heard(one.result, wanted)) for column, one in zip(open_, worked, strict=True)]


def _heard(result: object, wanted: Sequence[str]) -> tuple[Figure, ...]:
    if isinstance(result, Extremes):
        return result.figures
    reason = str(getattr(result, "reason", None) or getattr(result, "details", result))
    return tuple(Figure(name, says, None, "", reason=reason) for name, says in SAYS.items() if not wanted or name in wanted)


def _columns(ruleset: RuleSet) -> Iterator[Column]:
    """The rule set, or each of its combinations that may come to something else."""
    named = set[str]().union(*(reads(ruleset, section) for section in COUNTS))
    hang = [name for name in ruleset.open_options if name in named]
    number = prod(len(ruleset.options[name].values) for name in hang)
    if number > MOST:
        raise Faults([_too_many(ruleset, hang, number)])
    every: list[tuple[str | int, ...]] = [tuple(ruleset.options[name].values) for name in hang]
    for values in product(*every):
        chosen: tuple[tuple[str, str | int], ...] = tuple(zip(hang, values, strict=True))
        rest = {name: ruleset.options[name].values[0] for name in ruleset.open_options if name not in hang}
        yield Column(with_options(ruleset, {**dict(chosen), **rest}), chosen, ())


def _too_many(ruleset: RuleSet, hang: Sequence[str], number: int) -> Diagnostic:
    listed = ", ".join(f"`{name}`" for name in hang)
    message = f"`{ruleset.id}` leaves {listed} open: {number:,} combinations may come to different figures"
    return Diagnostic("RV123", message, help="choose some of them, as in `--set OPTION=VALUE` or `PROFILE+OPTION=VALUE`")

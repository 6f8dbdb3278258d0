"""Cases for a rule set that part every edit of it, with what is known of the edits."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Protocol

from rulespec.cases import answer
from rulespec.diagnostics import Diagnostic, Faults
from rulespec.ir.expr import FALSE
from rulespec.ir.facts import reachable
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.sections import BY_NAME, FIRST, NAMES
from rulespec.questions import BY_SECTION, CARDS, DEALER, Question, Scheduled, Situation
from rulespec.rulebook import Rulebook, rulebook
from verifier.programs.vectors.rivals import rivals
from verifier.proofs.verdict import HOLDS, NOT_SETTLED
from verifier.watch.mutate.study import Study, Subject, study
from verifier.watch.parting.pool import pool, size
from verifier.watch.parting.table import ANSWERS, Table
from verifier.watch.parting.whole import CAUGHT, EQUIVALENT, OPEN, UNASKED, Partings, Target, partings
from verifier.work.tasks import Limits, Progress

Vector = dict[str, object]
LIMITS = Limits(60)
MOST = 1_500  # cases of one rule set
ALL_SCORES = 500  # so many results of hands are all asked in the largest size
ENOUGH = 0.99  # of the edits must be settled
TIMES: Mapping[str, int] = {"small": 1, "normal": 2, "large": 4}
"""How many cases are to part each edit."""

ORDER = ("schedule", "trump", "bid", "lead", "follow", "call", "strength", "score", "premium")


@dataclass(frozen=True, slots=True)
class Counts:
    """What became of the edits: parted by a case, proved to change nothing, about what no case asks, left open."""

    edits: int
    caught: int
    equivalent: int
    unasked: int
    left_open: tuple[tuple[str, str], ...] = ()

    @property
    def exit_code(self) -> int:
        """Nothing left open, or next to nothing; where there is no edit nothing was found out."""
        return HOLDS if self.edits and len(self.left_open) <= (1 - ENOUGH) * self.edits else NOT_SETTLED


@dataclass(frozen=True, slots=True)
class Vectors:
    """The cases with answers, smallest first within each question; the rows that none reaches; what they catch."""

    profile: str
    fingerprint: str
    cases: tuple[Vector, ...]
    unreached: tuple[tuple[str, str], ...]
    counts: Counts

    @property
    def exit_code(self) -> int:
        return self.counts.exit_code if self.cases else NOT_SETTLED


def vectors(
    subject: Subject, sections: Iterable[str] = (), size_: str = "normal", limits: Limits = LIMITS, progress: Progress | None = None,
    kept: Choices | None = None,
) -> Vectors:  # fmt: skip
    """Cases for a settled rule set; which of several that part an edit is taken can change with `jobs`. `sections` limits them. Raises Faults."""
    found, wanted = study(subject), tuple(sections) or NAMES
    _settled(found.ruleset)
    question = "" if kept is None else kept.question(found, wanted, size_)
    known = None if kept is None else kept.get(question)
    if known is None:
        known = chosen_anew(found, wanted, size_, limits, progress)
        if kept is not None:
            kept.put(question, known)
    return known


def chosen_anew(found: Study, wanted: Sequence[str], size_: str, limits: Limits, progress: Progress | None) -> Vectors:
    """The cases, chosen anew."""
    ruleset = found.ruleset
    targets = [Target(one.number, one.patch) for one in found.different if one.patch is not None and set(one.patch.touched(ruleset)) & set(wanted)]
    others = list(rivals(found, len(found.edits)))
    parted = partings(ruleset, [*targets, *others], limits, TIMES[size_], size_ != "small", progress)
    choice = Choice(ruleset, parted, wanted, size_)
    return Vectors(ruleset.id, ruleset.fingerprint, tuple(choice.cases()), tuple(choice.unreached()), counts(found, targets, parted))


class Choices(Protocol):
    """Where choices are kept between runs."""

    def question(self, found: Study, sections: Iterable[str], size: str) -> str:
        """The name of a choice, from all that it rests on."""

    def get(self, question: str) -> Vectors | None:
        """The choice of an earlier run."""

    def put(self, question: str, found: Vectors) -> None:
        """Keeps a choice."""


def _settled(ruleset: RuleSet) -> None:
    if ruleset.open_options:
        names = ", ".join(f"`{name}`" for name in ruleset.open_options)
        raise Faults([Diagnostic("RV121", f"`{ruleset.id}` leaves {names} open", help="choose with `--set`, or take a profile that has chosen")])


def counts(found: Study, targets: Sequence[Target], parted: Partings) -> Counts:
    """The edits by what became of them."""
    fates = {target.number: parted.fates[target.number] for target in targets}
    number = {verdict: sum(fate.verdict == verdict for fate in fates.values()) for verdict in (CAUGHT, EQUIVALENT, UNASKED)}
    open_ = tuple((f"{found.edits[n].id}: `{found.edits[n].row}` {found.edits[n].says}", fate.why) for n, fate in fates.items() if fate.verdict == OPEN)
    return Counts(len(fates), number[CAUGHT], number[EQUIVALENT], number[UNASKED], open_)


class Choice:
    """The situations of every section that become cases."""

    def __init__(self, ruleset: RuleSet, parted: Partings, wanted: Sequence[str], size_: str) -> None:
        self.ruleset, self.book, self.wanted, self.size = ruleset, rulebook(ruleset), wanted, size_
        self.situations = {s: self.of(s, parted.situations.get(s, {})) for s in ORDER if s in wanted}

    def of(self, section: str, known: Mapping[Situation, tuple[int, ...]]) -> list[Situation]:
        """The situations of a section: those that part something, then others that show its rows."""
        found = dict(known)
        if section == "schedule":
            found |= dict.fromkeys(_hands(self.book, self.size), ())
        elif not found:
            found = dict.fromkeys(pool(self.book, section).situations[:1], ())
        if section == "score" and self.size == "large":
            every = pool(self.book, "score").situations
            found |= dict.fromkeys(every if len(every) <= ALL_SCORES else (), ())
        return sorted(found, key=lambda at: (not found[at], _order(at)))[:MOST]

    def cases(self) -> Iterator[Vector]:
        seen: set[str] = set()
        for section in ORDER:
            for at in sorted(self.situations.get(section, ()), key=_order):
                for case in self.written(section, at):
                    text = json.dumps(case, ensure_ascii=False)
                    if text not in seen and len(seen) < MOST:
                        seen.add(text)
                        yield case

    def written(self, section: str, at: Situation) -> Iterator[Vector]:
        """The situation as a case with its answer."""
        questions: Sequence[Question[Situation]] = (CARDS, DEALER) if section == "schedule" else (BY_SECTION[section],)  # type: ignore[assignment]
        for question in questions:
            if question is CARDS and isinstance(at, Scheduled) and at.first:
                continue
            case = question.write(self.book, at)
            try:
                found = answer(self.ruleset, case)
            except Faults:  # it cannot be asked after all, or leaves open what the answer hangs on
                continue
            yield {**case, "answer": found.answer, "row": found.row}

    def unreached(self) -> Iterator[tuple[str, str]]:
        """Rows of the sections asked that can hold, as far as their text tells, and that no case reaches."""
        for section in (s for s in ORDER if s in self.wanted and s in ANSWERS):
            rows = self.ruleset.rows(section)
            table = Table(self.book, section, rows)
            reached = {name for at in self.situations[section] for name in _reached(table, table.add(at))}
            live = reachable(rows) if BY_NAME[section].hit == FIRST else [row for row in rows if row.when != FALSE]
            yield from ((section, row.name) for row in live if row.name not in reached)


def _reached(table: Table, index: int) -> Iterator[str]:
    first = BY_NAME[table.section].hit == FIRST
    for part in range(len(table.envs[index])):
        if first:
            yield table.first(table.base, index, part).name
        else:
            yield from (row.name for row in table.base if table.holds(row, index, part))


def _order(at: Situation) -> tuple[object, ...]:
    return (at.hand.number, at.first) if isinstance(at, Scheduled) else size(at)


def _hands(book: Rulebook, size_: str) -> Sequence[Situation]:
    """Hands of which it is asked who deals them: all where the first player dealt first, a round and one more otherwise."""
    hands = book.ground.hands
    round_ = hands[: book.players + 1]
    if size_ == "small":
        return [Scheduled(hand) for hand in round_]
    return [Scheduled(hand) for hand in hands] + [Scheduled(hand, first) for hand, first in product(round_, range(1, book.players))]

"""All that came of a program: its answers row by row, what it does not support, how it broke down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from rulespec.questions import PlayerSet
from verifier.programs.foreign.process import Breakdown
from verifier.programs.foreign.put import CaseRecord, Finding, Put
from verifier.programs.foreign.replies import Replied, Unsupported
from verifier.proofs.verdict import HOLDS, NOT_SETTLED, REFUTED

MOST_BREAKDOWNS = 5  # then the program is given up
MOST_SLOW = 2
MOST_NONSENSE = 20
NEEDED = ("plays", "winner", "score", "set", "bids")
"""Questions without which nobody can say that a program plays by the rules."""


@dataclass(slots=True)
class Findings:
    """`given_up` says why the program was not asked on; `finished` that no chosen case is left; `wanted` are the questions it must answer."""

    wanted: Collection[str] = NEEDED
    rows: dict[tuple[str, str | None], Finding] = field(default_factory=dict)
    unsupported: Counter[str] = field(default_factory=Counter)
    breakdowns: list[tuple[CaseRecord, Breakdown]] = field(default_factory=list)
    puts: list[Put] = field(default_factory=list)
    own: dict[str, Sequence[PlayerSet]] = field(default_factory=dict)  # sets by their case, scored as the program scores hands
    finished: bool = False
    chosen: int = 0
    directed: int = 0
    games: int = 0
    given_up: str | None = None

    @property
    def answered(self) -> int:
        return sum(finding.asked for finding in self.rows.values())

    @property
    def by_section(self) -> Counter[str]:
        """How many answers there were to the questions of each section."""
        found: Counter[str] = Counter()
        for finding in self.rows.values():
            found[finding.section] += finding.asked
        return found

    @property
    def broken_rows(self) -> list[Finding]:
        """The rows with wrong answers, in the order of their smallest cases."""
        wrong = [finding for finding in self.rows.values() if finding.smallest is not None]
        return sorted(wrong, key=lambda finding: finding.smallest.size if finding.smallest else (0, 0, ""))

    @property
    def silent(self) -> list[str]:
        """Questions that are needed and were never answered."""
        answered = {put.asked.question for put in self.puts}
        return [question for question in self.wanted if question not in answered]

    @property
    def exit_code(self) -> int:
        """A breakdown is no right answer; where not all that is needed was answered, or not all was asked, nothing is settled."""
        if self.broken_rows:
            return REFUTED
        if self.given_up:
            return NOT_SETTLED
        if self.breakdowns:
            return REFUTED
        return HOLDS if self.answered and self.finished and not self.silent else NOT_SETTLED

    def add(self, put: Put) -> None:
        match put.reply:
            case Unsupported():
                self.unsupported[put.asked.question] += 1
            case Breakdown():
                self.breakdowns.append((put.asked.case, put.reply))
                self.given_up = self.patience()
            case Replied():
                self.puts.append(put)
                key = (put.asked.section, put.asked.row)
                self.rows.setdefault(key, Finding(*key)).count(put)

    def patience(self) -> str | None:
        """Why the program is given up, if it is."""
        counts = Counter(breakdown.kind for _, breakdown in self.breakdowns)
        nonsense, slow = counts.pop("nonsense", 0), counts["slow"]
        if slow and not self.answered:
            return "it answered nothing in time"
        if slow >= MOST_SLOW:
            return f"it was too slow {slow} times"
        if nonsense >= MOST_NONSENSE:
            return f"{nonsense} answers were nonsense"
        return f"it broke down {counts.total()} times" if counts.total() >= MOST_BREAKDOWNS else None

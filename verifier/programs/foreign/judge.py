"""Cases put to a foreign program: which rows of the rules it breaks, and how it breaks down."""

from __future__ import annotations

import json
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, islice, product

from rulespec.cases import Answer, answer, same
from rulespec.cases.arise import reads
from rulespec.engine import play_game
from rulespec.hand import Stuck
from rulespec.ir.ruleset import RuleSet
from rulespec.players import random_players
from rulespec.rulebook import rulebook
from verifier.programs.foreign.process import Breakdown, Program
from verifier.programs.foreign.replies import Replied, Reply, Unsupported, read_reply
from verifier.programs.game_cases import game_cases
from verifier.programs.random_cases import random_cases
from verifier.proofs.verdict import HOLDS, NOT_SETTLED, REFUTED

MOST_BREAKDOWNS = 5  # then the program is given up
MOST_SILENCE = 2  # times without an answer from a program that never gave one
MOST_NONSENSE = 20
PER_GAME = 300  # situations drawn at random beside each game, where more of the rare rows come up
REMEMBERED = (1, 4, 16, 64)  # how many questions before a wrong answer are asked again
MOST_TRACING = 30.0  # seconds to find that out
TRACED = 3  # rows of which it is found out what the wrong answer hangs on
KEPT = 60  # right and wrong answers of a question that are kept to see which rule set fits

CaseRecord = Mapping[str, object]

SECTION_OF = {"bids": "bid", "calls": "call", "winner": "strength", "score": "score", "set": "premium", "trump": "trump"}


@dataclass(frozen=True, slots=True)
class Put:
    """A case, its right answer and what the program said."""

    case: CaseRecord
    right: Answer
    row: str | None
    reply: Reply
    before: tuple[CaseRecord, ...] = ()  # what was asked just before

    @property
    def question(self) -> str:
        return str(self.case["question"])

    @property
    def section(self) -> str:
        """The section of the rules that answers."""
        return SECTION_OF.get(self.question) or ("follow" if self.case["trick"] else "lead")

    @property
    def agrees(self) -> bool:
        return isinstance(self.reply, Replied) and same(self.question, self.reply.answer, self.right)

    @property
    def size(self) -> tuple[int, int, str]:
        """Smaller cases first: fewer cards and numbers, then a shorter text."""
        text = json.dumps(self.case)
        return text.count(","), len(text), text


@dataclass(slots=True)
class Finding:
    """One row of the rules, as far as the program was asked about it.

    `alone` says that the program answers the smallest case wrongly also where it is asked nothing else;
    if not, `after` are the questions just before it that are enough to lead it astray.
    """

    section: str
    row: str | None
    asked: int = 0
    wrong: int = 0
    smallest: Put | None = None
    alone: bool = True
    after: tuple[CaseRecord, ...] = ()


@dataclass(slots=True)
class Findings:
    """All that came of a program. `given_up` says why it was not asked on; `finished` that no chosen case is left."""

    rows: dict[tuple[str, str | None], Finding] = field(default_factory=dict)
    unsupported: Counter[str] = field(default_factory=Counter)
    breakdowns: list[tuple[CaseRecord, Breakdown]] = field(default_factory=list)
    kept: dict[str, tuple[list[Put], list[Put]]] = field(default_factory=dict)
    finished: bool = False
    chosen: int = 0
    games: int = 0
    given_up: str | None = None

    @property
    def answered(self) -> int:
        return sum(finding.asked for finding in self.rows.values())

    @property
    def broken_rows(self) -> list[Finding]:
        """The rows with wrong answers, in the order of their smallest cases."""
        wrong = [finding for finding in self.rows.values() if finding.smallest is not None]
        return sorted(wrong, key=lambda finding: finding.smallest.size if finding.smallest else (0, 0, ""))

    @property
    def exit_code(self) -> int:
        """A breakdown is no right answer; and where nothing was answered, or not all was asked, nothing is settled."""
        if self.broken_rows or self.breakdowns:
            return REFUTED
        return HOLDS if self.answered and self.finished else NOT_SETTLED

    def add(self, put: Put) -> None:
        match put.reply:
            case Unsupported():
                self.unsupported[put.question] += 1
            case Breakdown():
                self.breakdowns.append((put.case, put.reply))
                self.given_up = self.patience()
            case Replied():
                self.count(put)

    def count(self, put: Put) -> None:
        finding = self.rows.setdefault((put.section, put.row), Finding(put.section, put.row))
        finding.asked += 1
        kept = self.kept.setdefault(put.section, ([], []))[put.agrees]
        if len(kept) < KEPT:
            kept.append(put)
        if not put.agrees:
            finding.wrong += 1
            if finding.smallest is None or put.size < finding.smallest.size:
                finding.smallest = put

    def patience(self) -> str | None:
        """Why the program is given up, if it is."""
        counts = Counter(breakdown.kind for _, breakdown in self.breakdowns)
        nonsense = counts.pop("nonsense", 0)
        if nonsense >= MOST_NONSENSE:
            return f"{nonsense} answers were nonsense"
        if counts["slow"] >= MOST_SILENCE and not self.answered and not self.unsupported and not nonsense:
            return "it never answered in time"
        return f"it broke down {counts.total()} times" if counts.total() >= MOST_BREAKDOWNS else None


@dataclass(frozen=True, slots=True)
class Limits:
    """How long to ask: games until their number or the time is reached, each answer within its own time."""

    games: int
    seconds: float
    seed: int = 0


def judge(ruleset: RuleSet, program: Program, vectors: Iterable[CaseRecord], limits: Limits, told: Callable[[str], None]) -> Findings:
    """The vectors and every score, then random games. Raises Faults where the program cannot be started."""
    findings = Findings()
    end = time.monotonic() + limits.seconds
    findings.finished = put_all(program, chain(vectors, every_score(ruleset)), findings, end)
    findings.chosen = findings.answered
    for number in range(limits.games):
        told(f"game {number + 1} of {limits.games}, {findings.answered:,} answers")
        if findings.given_up or not put_all(program, game_of(ruleset, limits.seed + number), findings, end):
            break
        findings.games += 1
    end = time.monotonic() + min(MOST_TRACING, limits.seconds)
    for finding in findings.broken_rows[:TRACED] if not findings.given_up else ():
        with suppress(TimeoutError):
            ask_again(program, finding, end)
    return findings


def ask_again(program: Program, finding: Finding, end: float) -> None:
    """Finds out whether a wrong answer hangs on what was asked before; each time the program starts anew.

    Raises TimeoutError where there is no time for it, or the program breaks down over it.
    """
    put = finding.smallest
    assert put is not None
    finding.alone = not fresh_answer(program, [as_asked(put)], end).agrees
    if not finding.alone:
        tails = (put.before[-count:] for count in REMEMBERED)
        astray = next((tail for tail in tails if not fresh_answer(program, [*tail, as_asked(put)], end).agrees), ())
        enough = (case for case in astray if not fresh_answer(program, [case, as_asked(put)], end).agrees)
        finding.after = astray  # where the time is over before a shorter one is found
        finding.after = next(((case,) for case in enough), astray)


def as_asked(put: Put) -> CaseRecord:
    return {**put.case, "answer": put.right, "row": put.row}


def fresh_answer(program: Program, cases: Sequence[CaseRecord], end: float) -> Put:
    """What the program answers to the last case where it is asked these alone. Raises TimeoutError."""
    program.kill()
    for put in asked(program, cases):
        if time.monotonic() > end or isinstance(put.reply, Breakdown):
            raise TimeoutError
    return put


def put_all(program: Program, cases: Iterable[CaseRecord], findings: Findings, end: float) -> bool:
    """Whether all cases were put to the program: it was not given up, and the time was not over."""
    for put in asked(program, cases, findings.answered):
        findings.add(put)
        if findings.given_up or time.monotonic() > end:
            return False
    return True


def asked(program: Program, cases: Iterable[CaseRecord], first: int = 0) -> Iterator[Put]:
    """Each case put to the program, without its answer and with a number."""
    before: deque[CaseRecord] = deque(maxlen=max(REMEMBERED))
    for number, case in enumerate(cases, first + 1):
        bare = {key: value for key, value in case.items() if key not in ("answer", "row", "id", "source")}
        line = program.ask(json.dumps({"id": number, **bare}, ensure_ascii=False))
        right, row = case.get("answer"), case.get("row")
        yield Put(bare, right, row, read_reply(str(bare["question"]), number, line), tuple(before))  # type: ignore[arg-type]
        before.append(bare)


def every_score(ruleset: RuleSet) -> Iterator[CaseRecord]:
    """Each hand size with each bid and each number of tricks, unless a score depends on more than these."""
    book = rulebook(ruleset)
    if any(reads(book, "score", name) for name in ("bids_total", "set_number")):
        return
    for size in sorted({size for sizes in book.schedule for size in sizes}):
        for bid, tricks in product(range(size + 1), repeat=2):
            case = {"question": "score", "cards": size, "bid": bid, "tricks": tricks}
            found = answer(ruleset, case)
            yield {**case, "answer": found.answer, "row": found.row}


def game_of(ruleset: RuleSet, seed: int) -> Iterator[CaseRecord]:
    """A game of random legal players, and situations that come up in few games."""
    with suppress(Stuck):  # rules that leave a game without a way on still answer cases
        yield from game_cases(ruleset, play_game(ruleset, random_players(ruleset.players, seed), seed))
    yield from islice(random_cases(ruleset, seed), PER_GAME)

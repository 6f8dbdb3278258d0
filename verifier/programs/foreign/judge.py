"""A foreign program asked: all vectors first, then directed situations, then games; its faults narrowed down."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from rulespec.ir.ruleset import RuleSet
from rulespec.questions import CARDS, HandResult, PlayerSet, Scheduled, SetEnd, Situation, premiums
from rulespec.rulebook import Rulebook, rulebook
from verifier.programs.foreign.directed import directed, game
from verifier.programs.foreign.findings import NEEDED, Findings
from verifier.programs.foreign.process import Breakdown, Program
from verifier.programs.foreign.put import Asked, CaseRecord, Finding, Put, of_case, of_situation
from verifier.programs.foreign.replies import Replied, read_reply
from verifier.watch.parting.shrink import smaller

REMEMBERED = (1, 4, 16, 64)  # how many questions before a wrong answer are asked again
TRACING, MOST_TRACING = 5.0, 30.0  # seconds to find out what wrong answers hang on, and to make them small; more where asking left it over
TRACED = 3  # rows of which it is found out what the wrong answer hangs on
NARROWED = 6  # rows whose wrong answer is narrowed down
STEPS = 80  # questions that one of them may take


@dataclass(frozen=True, slots=True)
class Limits:
    """How long to ask: games until their number or the time is reached, each answer within its own time; which sections."""

    games: int
    seconds: float
    seed: int = 0
    sections: Collection[str] = ()


def judge(ruleset: RuleSet, program: Program, vectors: Iterable[CaseRecord], limits: Limits, told: Callable[[str], None]) -> Findings:
    """What came of the program. Raises Faults where it cannot be started."""
    return Judge(ruleset, program, limits, told).run(vectors)


class Judge:
    """The state of one run."""

    def __init__(self, ruleset: RuleSet, program: Program, limits: Limits, told: Callable[[str], None]) -> None:
        self.ruleset, self.program, self.limits, self.told = ruleset, program, limits, told
        self.book: Rulebook = rulebook(ruleset)
        self.findings = Findings(() if limits.sections else NEEDED)
        self.end = time.monotonic() + limits.seconds
        self.number = 0
        self.before: deque[CaseRecord] = deque(maxlen=max(REMEMBERED))
        self.known: dict[str, Put] = {}

    def run(self, vectors: Iterable[CaseRecord]) -> Findings:
        found = self.findings
        chosen = self.put_all(of_case(self.book, case) for case in vectors)
        found.chosen = found.answered
        if chosen:
            self.told(f"{found.chosen:,} answers to chosen cases; situations that show every row")
            found.finished = self.put_all(self.asked(directed(self.ruleset)))
            found.directed = found.answered - found.chosen
        for number in range(self.limits.games if found.finished else 0):
            self.told(f"game {number + 1} of {self.limits.games}, {found.answered:,} answers")
            if not self.put_all(self.asked(game(self.ruleset, self.limits.seed + number))):
                break
            found.games += 1
        if not found.given_up:
            self.trace()
        return found

    def asked(self, situations: Iterable[Situation]) -> Iterator[Asked]:
        """Situations as questions; a hand of the game asks for its cards and for its dealer."""
        for at in situations:
            questions = (CARDS, None) if isinstance(at, Scheduled) else (None,)
            yield from (found for question in questions if (found := of_situation(self.book, at, question)) is not None)  # type: ignore[arg-type]

    def put_all(self, questions: Iterable[Asked]) -> bool:
        """Whether all were put to the program: it was not given up, and the time was not over."""
        for asked in questions:
            if self.wanted(asked):
                self.findings.add(self.put(asked))
            if self.findings.given_up or time.monotonic() > self.end:
                return False
        return True

    def wanted(self, asked: Asked) -> bool:
        sections = self.limits.sections
        return not sections or asked.section in sections or (asked.section == "dealer" and "schedule" in sections)

    def put(self, asked: Asked) -> Put:
        """One question; a set whose hands the program scores in its own way is judged by these scores."""
        put = self.ask(asked)
        if isinstance(asked.at, SetEnd) and isinstance(put.reply, Replied) and not put.agrees:
            own = self.own_totals(asked, asked.at)
            put = put if own is None else replace(put, asked=replace(asked, right=own))
        return put

    def ask(self, asked: Asked) -> Put:
        """One question, without its answer and with a number."""
        self.number += 1
        line = self.program.ask(json.dumps({"id": self.number, **asked.case}, ensure_ascii=False))
        put = Put(asked, read_reply(asked.question, self.number, line), tuple(self.before))
        self.before.append(asked.case)
        if asked.section == "score":
            self.known[json.dumps(asked.case)] = put
        return put

    # --- sets ---------------------------------------------------------------------------------

    def own_totals(self, asked: Asked, at: SetEnd) -> list[int] | None:
        """The totals of a set by the program's own scores of its hands and the rules' premium; None where it gives no scores."""
        players = self.own_set(at)
        if players is None:
            return None
        self.findings.own[json.dumps(asked.case)] = players
        return [sum(one.points) + extra for one, extra in zip(players, premiums(self.ruleset, players), strict=True)]

    def own_set(self, at: SetEnd) -> list[PlayerSet] | None:
        """Every player's hands of a set with the points that the program gives them."""
        hands = [one.hand for one in self.book.ground.sets[at.set_number - 1]]
        players: list[PlayerSet] = []
        for p in range(self.book.players):
            points: list[int] = []
            for h, hand in enumerate(hands):
                own = self.own_score(HandResult(hand, at.bids[h][p], at.tricks[h][p], sum(at.bids[h])))
                if own is None:
                    return None
                points.append(own)
            players.append(PlayerSet(tuple(row[p] for row in at.bids), tuple(row[p] for row in at.tricks), tuple(points)))
        return players

    def own_score(self, at: HandResult) -> int | None:
        asked = of_situation(self.book, at)
        if asked is None:
            return None
        key = json.dumps(asked.case)
        if key not in self.known:
            if self.findings.unsupported["score"] and not any(one.section == "score" for one in self.findings.rows.values()):
                return None
            self.findings.add(self.ask(asked))
        reply = self.known[key].reply
        return reply.answer if isinstance(reply, Replied) and isinstance(reply.answer, int) else None

    # --- faults -------------------------------------------------------------------------------

    def trace(self) -> None:
        """Wrong answers made small, and held against the questions before them, as far as the time goes."""
        now = time.monotonic()
        self.end = self.program.end = min(max(self.end, now + TRACING), now + MOST_TRACING)
        for i, finding in enumerate(self.findings.broken_rows[:NARROWED]):
            with suppress(TimeoutError):
                if i < TRACED:
                    self.ask_again(finding)
                if finding.alone:
                    self.narrow(finding)

    def narrow(self, finding: Finding) -> None:
        """The smallest case in which the same row is broken, step by step. Raises TimeoutError."""
        steps = 0
        improved = True
        while improved and steps < STEPS:
            improved = False
            assert finding.smallest is not None
            for at in smaller(self.book, finding.smallest.asked.at):
                asked = of_situation(self.book, at)
                if asked is None or asked.row != finding.row:
                    continue
                steps += 1
                put = self.in_time(self.put(asked))
                if isinstance(put.reply, Replied) and not put.agrees and put.size < finding.smallest.size:
                    finding.smallest, improved = put, True
                    break
                if steps >= STEPS:
                    break

    def ask_again(self, finding: Finding) -> None:
        """Finds out whether a wrong answer hangs on what was asked before; each time the program starts anew. Raises TimeoutError."""
        put = finding.smallest
        assert put is not None
        finding.alone = not self.fresh([], put.asked)
        if not finding.alone:
            tails = (put.before[-count:] for count in REMEMBERED)
            astray = next((tail for tail in tails if not self.fresh(tail, put.asked)), ())
            enough = (case for case in astray if not self.fresh([case], put.asked))
            finding.after = astray  # where the time is over before a shorter one is found
            finding.after = next(((case,) for case in enough), astray)

    def fresh(self, before: Sequence[CaseRecord], asked: Asked) -> bool:
        """Whether the program answers rightly where it is asked these alone. Raises TimeoutError."""
        self.program.kill()
        for case in before:
            if isinstance(self.program.ask(json.dumps({"id": 0, **case}, ensure_ascii=False)), Breakdown) or time.monotonic() > self.end:
                raise TimeoutError
        return self.in_time(self.ask(asked)).agrees

    def in_time(self, put: Put) -> Put:
        """Raises TimeoutError where the time is over, or the program broke down."""
        if isinstance(put.reply, Breakdown) or time.monotonic() > self.end:
            raise TimeoutError
        return put

"""The answer to a case in words: what was decided, the row that did it, and why no row before it did."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from rulespec import questions
from rulespec.cases.answers import answer
from rulespec.cases.case import Case
from rulespec.ir.ruleset import AnyRow
from rulespec.ir.sections import seats
from rulespec.meanings.python import sections
from rulespec.meanings.python.evaluate import Env
from rulespec.meanings.python.sections import Standing
from rulespec.notation import play_text, suit_text
from rulespec.plays import Play
from rulespec.questions import (
    Answer,
    Bidding,
    Calling,
    Dealing,
    Following,
    HandResult,
    Leading,
    Scheduled,
    SetEnd,
    WholeTrick,
)
from rulespec.questions.announcing import call_forbidden, call_names, every_call
from rulespec.questions.base import card_list
from rulespec.questions.bid import bid_names
from rulespec.questions.premium import premium_names
from rulespec.questions.schedule import schedule_row
from rulespec.questions.strength import strength_names
from rulespec.reasons import Miss, Reasons
from rulespec.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Decision:
    """One thing decided: about what, how, by which row (None where none had a say), with the values it read.

    `before` are rows that might have had a say but do not hold: the ones before it where the first
    row that holds answers, all that do not hold elsewhere.
    """

    about: str
    says: str
    section: str
    row: AnyRow | None
    values: tuple[tuple[str, str], ...] = ()
    before: tuple[Miss, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """A case in words, its answer as JSON and in words, and every decision it rests on."""

    asked: str
    answer: Answer
    says: str
    decisions: tuple[Decision, ...]


Told: TypeAlias = tuple[str, str, Iterable[Decision]]


def explain(book: Rulebook, case: Case) -> Explanation:
    """Why the rules answer as they do. Raises Faults where they give no answer."""
    found = answer(book.ruleset, case)
    asked, says, decisions = _Explainer(book).told(case, found.answer)
    return Explanation(asked, found.answer, says, tuple(decisions))


class _Explainer:
    def __init__(self, book: Rulebook) -> None:
        self.book, self.ruleset, self.pack = book, book.ruleset, book.pack
        self.reasons = Reasons(book.ruleset)

    def told(self, case: Case, right: Answer) -> Told:
        """What is asked, the answer and the decisions."""
        match case.situation:
            case Bidding() as at:
                return self.bids(at)
            case Leading() | Following() as at:
                return self.plays(at)
            case Calling() as at:
                return self.calls(at)
            case WholeTrick() as at:
                return self.winner(at)
            case HandResult() as at:
                return self.score(at)
            case SetEnd() as at:
                return self.set_end(at, right)
            case Dealing() as at:
                return self.trump(at, right)
            case Scheduled() as at:
                return self.scheduled(case.question, at, right)
            case other:
                assert_never(other)

    # --- decisions ----------------------------------------------------------------------------

    def first(self, section: str, env: Env, about: str, says: str) -> Decision:
        """A decision by the first row that holds."""
        before: list[Miss] = []
        for row in self.ruleset.rows(section):
            miss = self.reasons.miss(section, row, env)
            if miss is None:
                return Decision(about, says, section, row, self.reasons.shown(section, row, env), tuple(before))
            before.append(miss)
        raise AssertionError(f"no row of {section} answers")

    def forbidden(self, section: str, env: Env, about: str, row: AnyRow, verb: str = "is") -> Decision:
        return Decision(about, f"{verb} forbidden", section, row, self.reasons.shown(section, row, env))

    def allowed(self, section: str, env: Env, about: str) -> Decision:
        """Why no row of a section of prohibitions holds."""
        misses = (self.reasons.miss(section, row, env) for row in self.ruleset.rows(section))
        return Decision(about, "is allowed", section, None, (), tuple(miss for miss in misses if miss is not None))

    # --- questions ----------------------------------------------------------------------------

    def bids(self, at: Bidding) -> Told:
        envs = [bid_names(self.ruleset, bid, at.hand.size, at.earlier, at.passes) for bid in range(at.hand.size + 1)]
        rows = [sections.forbidding(self.ruleset, "bid", env) for env in envs]
        legal = [bid for bid, row in enumerate(rows) if row is None]
        before = f"after the bids {' '.join(map(str, at.earlier))}" if at.earlier else "as the first to bid"
        passes = f", with {_count(at.passes, 'zero bid')} in earlier hands" if at.passes else ""
        asked = f"a bid in a hand of {_count(at.hand.size, 'card')}, {before}{passes}"
        says = f"{_either(legal)} may be bid" if legal else "no bid is open"
        decisions = [self.forbidden("bid", env, f"the bid {bid}", row) for bid, (env, row) in enumerate(zip(envs, rows, strict=True)) if row]
        decisions += [self.allowed("bid", envs[legal[0]], f"{'any other' if decisions else 'every'} bid")] if legal else []
        return asked, says, decisions

    def plays(self, at: Leading | Following) -> Told:
        found = questions.playable(self.ruleset, at.cards, at.trump, at.trick, at.trick_number)
        assert isinstance(found.value, int)
        held, open_ = card_list(self.pack, at.cards), card_list(self.pack, found.value)
        asked = f"holding {' '.join(held)}, {self.trump_words(at.trump)}, {self.table(at.trick)}"
        says = _may(open_, held, "led" if not at.trick else "played")
        asks = questions.BY_SITUATION[type(at)]
        return asked, says, [self.first(asks.section, asks.names(self.book, at), "", says)]

    def calls(self, at: Calling) -> Told:
        calls = every_call(self.pack)
        plays = [Play(self.pack.suited, *call) for call in calls]
        rows = [call_forbidden(self.ruleset, *call, at.trump, at.trick) for call in calls]
        legal = [play for play, row in zip(plays, rows, strict=True) if row is None]
        asked = f"a joker to announce, {self.trump_words(at.trump)}, {self.table(at.trick)}"
        says = f"{_either([play_text(self.pack, play) for play in legal])} may be announced" if legal else "nothing may be announced"
        decisions = [self.forbidden_calls(at, row, [p for p, r in zip(plays, rows, strict=True) if r is row]) for row in _distinct(rows)]
        decisions += [self.allowed("call", self.call(at, play), play_text(self.pack, play)) for play in legal[:1]]
        return asked, says, decisions

    def forbidden_calls(self, at: Calling, row: AnyRow, plays: Sequence[Play]) -> Decision:
        """All announcements that one row forbids."""
        names = [play_text(self.pack, play) for play in plays]
        return self.forbidden("call", self.call(at, plays[0]), _list(names), row, "is" if len(names) == 1 else "are")

    def call(self, at: Calling, play: Play) -> Env:
        return call_names(self.pack, play.level or "", play.named, at.trump, at.trick)

    def winner(self, at: WholeTrick) -> Told:
        place = questions.winner(self.ruleset, at.trump, at.trick)
        names = [play_text(self.pack, play) for play in at.trick]
        standings = questions.standings(self.ruleset, at.trump, at.trick)
        asked = f"the trick {' '.join(names)}, {self.trump_words(at.trump)}"
        says = "no card wins" if place is None else f"{names[place]} wins, {_ordinal(place)}"
        envs = (strength_names(self.pack, i, at.trump, at.trick) for i in range(len(names)))
        decisions = (self.first("strength", env, name, _rank_words(s)) for name, env, s in zip(names, envs, standings, strict=True))
        return asked, says, decisions

    def score(self, at: HandResult) -> Told:
        env = questions.SCORE.names(self.book, at)
        points = sections.first(self.ruleset, "score", env).value
        asked = f"a hand of {_count(at.hand.size, 'card')}, {at.bid} bid, {at.tricks} taken"
        says = _count(int(points or 0), "point")
        return asked, says, [self.first("score", env, "", says)]

    def set_end(self, at: SetEnd, right: Answer) -> Told:
        results = questions.PREMIUM.results(self.book, at)
        assert isinstance(right, list)
        decisions: list[Decision] = []
        for seat, result in enumerate(results):
            env = premium_names(self.ruleset, results, seat)
            sums = f"makes {' + '.join(_signed(p) for p in result.points)} = {sum(result.points)}"
            decisions += self.premiums(env, f"player {seat + 1}", sums)
        who = "player" if len(seats(self.book.players)) == 1 else "player, clockwise"
        return f"a set of hands of {_list(at.cards)} cards", f"{_list(right)} (each {who})", decisions

    def premiums(self, env: Env, about: str, sums: str) -> list[Decision]:
        """What the set's end adds, row by row, to what the hands make."""
        misses = [self.reasons.miss("premium", row, env) for row in self.ruleset.rows("premium")]
        found = [row for row, miss in zip(self.ruleset.rows("premium"), misses, strict=True) if miss is None]
        before = tuple(miss for miss in misses if miss is not None)
        if not found:
            return [Decision(about, f"{sums}, and nothing is added", "premium", None, (), before)]
        added = [sections.added(row, env, self.pack) for row in found]
        return [
            Decision(about, f"{sums}, and {_signed(n)} is added", "premium", row, self.reasons.shown("premium", row, env), before)
            for row, n in zip(found, added, strict=True)
        ]

    def scheduled(self, question: str, at: Scheduled, right: Answer) -> Told:
        says = f"seat {right} deals" if question == "dealer" else _count(at.hand.size, "card")
        row = schedule_row(self.ruleset)
        decision = Decision("", says, "schedule", row, (), ())
        return f"hand {at.hand.number} of the game", says, [] if question == "dealer" else [decision]

    def trump(self, at: Dealing, right: Answer) -> Told:
        env = questions.TRUMP.names(self.book, at)
        turned = "" if at.turned is None else f", {self.pack.name(at.turned)} is turned"
        says = self.trump_words(self.pack.letters.index(right) if isinstance(right, str) else None)
        return f"a hand of {_count(at.hand.size, 'card')}{turned}", says, [self.first("trump", env, "", says)]

    # --- words --------------------------------------------------------------------------------

    def trump_words(self, trump: int | None) -> str:
        return "no trump" if trump is None else f"{suit_text(self.pack, trump)} trump"

    def table(self, trick: Sequence[Play]) -> str:
        return f"on the table {' '.join(play_text(self.pack, play) for play in trick)}" if trick else "to lead"


def _may(open_: Sequence[str], held: Sequence[str], verb: str) -> str:
    if not open_:
        return f"no card may be {verb}"
    if len(open_) == len(held) > 1:
        return f"every card may be {verb}"
    return f"{'only ' if len(open_) == 1 and len(held) > 1 else ''}{_either(open_)} may be {verb}"


def _distinct(rows: Iterable[AnyRow | None]) -> list[AnyRow]:
    return list({row.name: row for row in rows if row is not None}.values())


def _either(words: Sequence[object]) -> str:
    *rest, last = map(str, words)
    return f"{', '.join(rest)} or {last}" if rest else last


def _list(words: Iterable[object]) -> str:
    return ", ".join(map(str, words))


def _count(number: int, unit: str) -> str:
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"


def _signed(number: int) -> str:
    return str(number) if number >= 0 else f"({number})"


def _ordinal(place: int) -> str:
    return ("played first" if place == 0 else f"card {place + 1} of the trick") + f" (answer {place})"


def _rank_words(standing: Standing) -> str:
    if standing.rank is None:
        return "cannot win"
    class_, *ties = standing.rank
    words = [f"{word} {tie}" for word, tie in zip(standing.row.then, ties, strict=True)]
    return f"has class {class_}" + (f" ({', '.join(words)})" if words else "")


"""The answer to a case in words: what was decided, the row that did it, and why no row before it did."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from rulespec import rules
from rulespec.cases.answers import Answer, answer, card_list, every_call, forbidden_call
from rulespec.cases.questions import Bids, Calls, Case, Plays, Score, SetEnd, Trump, Winner
from rulespec.ir.ruleset import Row
from rulespec.ir.sections import seats
from rulespec.meanings.python import sections
from rulespec.meanings.python.evaluate import Env
from rulespec.meanings.python.sections import Standing
from rulespec.notation import play_text, suit_text
from rulespec.reasons import Miss, Reasons
from rulespec.rulebook import Rulebook
from rulespec.situations import (
    Play,
    bid_env,
    call_env,
    follow_env,
    lead_env,
    premium_env,
    score_env,
    strength_env,
    trump_env,
)


@dataclass(frozen=True, slots=True)
class Decision:
    """One thing decided: about what, how, by which row (None where none had a say), with the values it read.

    `before` are rows that might have had a say but do not hold: the ones before it where the first
    row that holds answers, all that do not hold elsewhere.
    """

    about: str
    says: str
    section: str
    row: Row | None
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
            case Bids() as at:
                return self.bids(at)
            case Plays() as at:
                return self.plays(at)
            case Calls() as at:
                return self.calls(at)
            case Winner() as at:
                return self.winner(at)
            case Score() as at:
                return self.score(at)
            case SetEnd() as at:
                return self.set_end(at, right)
            case Trump() as at:
                return self.trump(at, right)
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

    def forbidden(self, section: str, env: Env, about: str, row: Row, verb: str = "is") -> Decision:
        return Decision(about, f"{verb} forbidden", section, row, self.reasons.shown(section, row, env))

    def allowed(self, section: str, env: Env, about: str) -> Decision:
        """Why no row of a section of prohibitions holds."""
        misses = (self.reasons.miss(section, row, env) for row in self.ruleset.rows(section))
        return Decision(about, "is allowed", section, None, (), tuple(miss for miss in misses if miss is not None))

    # --- questions ----------------------------------------------------------------------------

    def bids(self, at: Bids) -> Told:
        envs = [bid_env(self.ruleset, bid, at.cards, at.earlier, at.passes) for bid in range(at.cards + 1)]
        rows = [sections.forbidding(self.ruleset, "bid", env) for env in envs]
        legal = [bid for bid, row in enumerate(rows) if row is None]
        before = f"after the bids {' '.join(map(str, at.earlier))}" if at.earlier else "as the first to bid"
        passes = f", with {_count(at.passes, 'zero bid')} in earlier hands" if at.passes else ""
        asked = f"a bid in a hand of {_count(at.cards, 'card')}, {before}{passes}"
        says = f"{_either(legal)} may be bid" if legal else "no bid is open"
        decisions = [self.forbidden("bid", env, f"the bid {bid}", row) for bid, (env, row) in enumerate(zip(envs, rows, strict=True)) if row]
        decisions += [self.allowed("bid", envs[legal[0]], f"{'any other' if decisions else 'every'} bid")] if legal else []
        return asked, says, decisions

    def plays(self, at: Plays) -> Told:
        found = rules.playable(self.ruleset, at.hand, at.trump, at.trick, at.trick_number)
        assert isinstance(found.value, int)
        held, open_ = card_list(self.book, at.hand), card_list(self.book, found.value)
        asked = f"holding {' '.join(held)}, {self.trump_words(at.trump)}, {self.table(at.trick)}"
        says = _may(open_, held, "led" if not at.trick else "played")
        if at.trick:
            return asked, says, [self.first("follow", follow_env(self.pack, at.hand, at.trump, at.trick), "", says)]
        return asked, says, [self.first("lead", lead_env(at.hand, at.trump, at.trick_number), "", says)]

    def calls(self, at: Calls) -> Told:
        plays = every_call(self.book)
        rows = [forbidden_call(self.book, at, play) for play in plays]
        legal = [play for play, row in zip(plays, rows, strict=True) if row is None]
        asked = f"a joker to announce, {self.trump_words(at.trump)}, {self.table(at.trick)}"
        says = f"{_either([play_text(self.pack, play) for play in legal])} may be announced" if legal else "nothing may be announced"
        decisions = [self.forbidden_calls(at, row, [p for p, r in zip(plays, rows, strict=True) if r is row]) for row in _distinct(rows)]
        decisions += [self.allowed("call", self.call(at, play), play_text(self.pack, play)) for play in legal[:1]]
        return asked, says, decisions

    def forbidden_calls(self, at: Calls, row: Row, plays: Sequence[Play]) -> Decision:
        """All announcements that one row forbids."""
        names = [play_text(self.pack, play) for play in plays]
        return self.forbidden("call", self.call(at, plays[0]), _list(names), row, "is" if len(names) == 1 else "are")

    def call(self, at: Calls, play: Play) -> Env:
        return call_env(self.pack, play.level or "", play.named, at.trump, at.trick)

    def winner(self, at: Winner) -> Told:
        place = rules.winner(self.ruleset, at.trump, at.trick)
        names = [play_text(self.pack, play) for play in at.trick]
        standings = rules.standings(self.ruleset, at.trump, at.trick)
        asked = f"the trick {' '.join(names)}, {self.trump_words(at.trump)}"
        says = "no card wins" if place is None else f"{names[place]} wins, {_ordinal(place)}"
        envs = (strength_env(self.pack, i, at.trump, at.trick) for i in range(len(names)))
        decisions = (self.first("strength", env, name, _rank_words(s)) for name, env, s in zip(names, envs, standings, strict=True))
        return asked, says, decisions

    def score(self, at: Score) -> Told:
        env = score_env(self.ruleset, at.cards, at.bid, at.tricks, at.bids_total, at.set_number)
        points = sections.first(self.ruleset, "score", env).value
        asked = f"a hand of {_count(at.cards, 'card')}, {at.bid} bid, {at.tricks} taken"
        says = _count(int(points or 0), "point")
        return asked, says, [self.first("score", env, "", says)]

    def set_end(self, at: SetEnd, right: Answer) -> Told:
        results = rules.set_results(self.ruleset, at.cards, at.bids, at.tricks, at.set_number)
        assert isinstance(right, list)
        decisions: list[Decision] = []
        for seat, result in enumerate(results):
            env = premium_env(self.ruleset, results, seat)
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

    def trump(self, at: Trump, right: Answer) -> Told:
        env = trump_env(at.cards, self.book.players, self.book.deck.bit_count(), at.set_number)
        turned = "" if at.turned is None else f", {self.pack.name(at.turned)} is turned"
        says = self.trump_words(self.pack.letters.index(right) if isinstance(right, str) else None)
        return f"a hand of {_count(at.cards, 'card')}{turned}", says, [self.first("trump", env, "", says)]

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


def _distinct(rows: Iterable[Row | None]) -> list[Row]:
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


"""What the reference meaning answers to a case, in the words of the case format, and the rows that say so."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias, assert_never

from rulespec import rules
from rulespec.cases.fields import listed
from rulespec.cases.questions import Bids, Calls, Case, Plays, Score, SetEnd, Situation, Trump, Winner
from rulespec.cases.read import read_case
from rulespec.diagnostics import fault
from rulespec.ir.ruleset import Fixed, Row, RuleSet
from rulespec.notation import play_text
from rulespec.rulebook import Rulebook, rulebook
from rulespec.situations import Play
from rulespec.spans import Source

Answer: TypeAlias = list[int] | list[str] | int | str | None


class Answered(NamedTuple):
    """The answer as JSON has it, the name of the row that gave it, and where that row stands.

    Where several rows had a say (bids, calls, sets) the names are joined and the place is the first
    one's; where none had, both are None. `rows` has them all.
    """

    answer: Answer
    row: str | None
    where: str | None
    rows: tuple[Row, ...]


def answer(ruleset: RuleSet, case: Case | Mapping[str, object]) -> Answered:
    """The answer to a case. Raises Faults where there is none."""
    book = rulebook(ruleset)
    if not isinstance(case, Case):
        case = read_case(Source("<case>", json.dumps(case, ensure_ascii=False)), book)
    found = [(setting, *reply(book, setting)) for setting in case.settings]
    _, first, rows = found[0]
    if any(other != first for _, other, _ in found):
        span = (case.written.get("cards") or case.written).span
        numbers = listed(getattr(setting, "set_number", 1) for setting, _, _ in found)
        raise fault("RS415", "the answer depends on which set of the game this is", span, f"add `set_number`, one of {numbers}")
    named = list(dict.fromkeys(row.name for row in rows))
    return Answered(first, ", ".join(named) or None, rows[0].span.file_line if rows else None, rows)


def reply(book: Rulebook, at: Situation) -> tuple[Answer, tuple[Row, ...]]:
    """The answer to one situation, and the rows that decided it."""
    match at:
        case Bids():
            return _bids(book, at)
        case Plays():
            found = rules.playable(book.ruleset, at.hand, at.trump, at.trick, at.trick_number)
            assert isinstance(found.value, int)
            return card_list(book, found.value), (found.row,)
        case Calls():
            return _calls(book, at)
        case Winner():
            standings = rules.standings(book.ruleset, at.trump, at.trick)
            place = rules.winner(book.ruleset, at.trump, at.trick)
            return place, () if place is None else (standings[place].row,)
        case Score():
            points = rules.points(book.ruleset, at.cards, at.bid, at.tricks, at.bids_total, at.set_number)
            assert isinstance(points.value, int)
            return points.value, (points.row,)
        case SetEnd():
            return _set(book, at)
        case Trump():
            return _trump(book, at)
        case _:
            assert_never(at)


def card_list(book: Rulebook, mask: int) -> list[str]:
    """Cards in card order, a joker once however many there are."""
    return list(dict.fromkeys(book.pack.names(mask)))


def _bids(book: Rulebook, at: Bids) -> tuple[Answer, tuple[Row, ...]]:
    by_bid = [rules.bid_forbidden(book.ruleset, bid, at.cards, at.earlier, at.passes) for bid in range(at.cards + 1)]
    return [bid for bid, row in enumerate(by_bid) if row is None], _distinct(by_bid)


def _calls(book: Rulebook, at: Calls) -> tuple[Answer, tuple[Row, ...]]:
    by_call = [(play, forbidden_call(book, at, play)) for play in every_call(book)]
    return [play_text(book.pack, play) for play, row in by_call if row is None], _distinct([row for _, row in by_call])


def every_call(book: Rulebook) -> list[Play]:
    """A joker with every announcement that can be written, allowed or not: high first, suits last."""
    suits: list[int | None] = [None, *range(len(book.pack.suits))]
    return [Play(book.pack.suited, level, suit) for level in ("high", "low") for suit in suits]


def forbidden_call(book: Rulebook, at: Calls, play: Play) -> Row | None:
    assert play.level is not None
    return rules.call_forbidden(book.ruleset, play.level, play.named, at.trump, at.trick)


def _set(book: Rulebook, at: SetEnd) -> tuple[Answer, tuple[Row, ...]]:
    hands = rules.set_results(book.ruleset, at.cards, at.bids, at.tricks, at.set_number)
    totals = [sum(h.points) + p for h, p in zip(hands, rules.premiums(book.ruleset, hands), strict=True)]
    premiums = [row for seat in range(book.players) for row in rules.premium_rows(book.ruleset, hands, seat)]
    return totals, _distinct(premiums)


def _trump(book: Rulebook, at: Trump) -> tuple[Answer, tuple[Row, ...]]:
    row = rules.trump_row(book.ruleset, at.cards, at.set_number)
    shown = None if at.turned is None else book.pack.suit_of(at.turned)
    suit = row.result.suit if isinstance(row.result, Fixed) else shown
    return None if suit is None else book.pack.letters[suit], (row,)


def _distinct(rows: Sequence[Row | None]) -> tuple[Row, ...]:
    return tuple({row.name: row for row in rows if row is not None}.values())

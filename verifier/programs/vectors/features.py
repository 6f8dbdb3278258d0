"""What a situation exercises: rows that answer, clauses that hold or fail, neighbours, edges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from rulespec.cases.questions import Bids, Calls, Plays, Score, SetEnd, Situation, Trump, Winner
from rulespec.ir.ruleset import Row
from rulespec.ir.walk import conjuncts
from rulespec.meanings.python.evaluate import Env, evaluate
from rulespec.rulebook import Rulebook
from rulespec.situations import (
    Trick,
    bid_env,
    call_env,
    follow_env,
    lead_env,
    premium_env,
    score_env,
    strength_env,
    trump_env,
)

Feature = tuple[object, ...]

SECTIONS = {
    "trump": ("trump",), "bids": ("bid",), "plays": ("lead", "follow"), "calls": ("call",), "winner": ("strength",), "score": ("score",), "set": ("premium",),
}  # fmt: skip
"""The sections each question is about."""


def asked(book: Rulebook, at: Situation) -> Iterator[tuple[str, Env]]:
    """Every section a situation puts a question to, with the names of its scope."""
    ruleset, pack = book.ruleset, book.pack
    match at:
        case Trump(size, _, number):
            yield "trump", trump_env(size, ruleset.players, book.deck.bit_count(), number)
        case Bids(size, earlier, passes):
            yield from (("bid", bid_env(ruleset, bid, size, earlier, passes)) for bid in range(size + 1))
        case Plays(hand, trump, trick, number):
            yield ("follow", follow_env(pack, hand, trump, trick)) if trick else ("lead", lead_env(hand, trump, number))
        case Calls(trump, trick):
            suits: list[int | None] = [None, *range(len(pack.suits))]
            yield from (("call", call_env(pack, level, named, trump, trick)) for level in ("high", "low") for named in suits)
        case Winner(trump, trick):
            yield from (("strength", strength_env(pack, i, trump, trick)) for i in range(len(trick)))
        case Score(size, bid, tricks, total, number):
            yield "score", score_env(ruleset, size, bid, tricks, total, number)
        case SetEnd(cards, bids, tricks, number):
            hands = book.set_results(cards, bids, tricks, number)
            yield from (("premium", premium_env(ruleset, hands, seat)) for seat in range(ruleset.players))
        case _:
            assert_never(at)


def features(book: Rulebook, at: Situation, memory: dict[object, tuple[Feature, ...]]) -> set[Feature]:
    """All that a situation exercises. `memory` keeps what one section says of one set of names."""
    found: set[Feature] = set(edges(book, at))
    for section, env in asked(book, at):
        key = (section, *[env[name] for name in book.reads[section]])
        if key not in memory:
            memory[key] = tuple(of_section(book, section, env))
        found.update(memory[key])
    if isinstance(at, Winner):
        place = book.winner(at.trump, at.trick)
        found.add(("wins", None if place is None else book.standings(at.trump, at.trick)[place].row.name))
    return found


def of_section(book: Rulebook, section: str, env: Env) -> Iterator[Feature]:
    """Rows in order until one answers, each clause with its truth; then whether the next would answer too."""
    rows = book.ruleset.rows(section)
    every = section in ("bid", "call", "premium")
    for i, row in enumerate(rows):
        holds = bool(evaluate(row.when, env, book.pack))
        yield from _clauses(book, section, row, env)
        if holds:
            yield ("row", section, row.name)
            if not every:
                yield from _neighbour(book, section, rows, i, env)
                return


def _clauses(book: Rulebook, section: str, row: Row, env: Env) -> Iterator[Feature]:
    """Each clause true, and each clause the only one that fails."""
    truths = [bool(evaluate(part, env, book.pack)) for part in conjuncts(row.when)]
    for index, truth in enumerate(truths):
        if truth or truths.count(False) == 1:
            yield ("clause", section, row.name, index, truth)


def _neighbour(book: Rulebook, section: str, rows: Sequence[Row], index: int, env: Env) -> Iterator[Feature]:
    if index + 1 < len(rows):
        yield ("next", section, rows[index].name, bool(evaluate(rows[index + 1].when, env, book.pack)))


def edges(book: Rulebook, at: Situation) -> Iterator[Feature]:
    """What programs get wrong at the ends: one card, the largest hand, no trump, both jokers."""
    largest = book.ruleset.facts.hand_size.high
    match at:
        case Plays(hand, trump, trick, _):
            jokers = book.pack.jokers_mask
            yield ("edge", "plays", "one card", hand.bit_count() == 1)
            yield ("edge", "plays", "largest hand", hand.bit_count() == largest, bool(trick))
            yield ("edge", "plays", "no trump", trump is None, bool(trick))
            yield ("edge", "plays", "jokers in hand", (hand & jokers).bit_count(), _led(book, trick))
        case Winner(trump, trick):
            yield ("edge", "winner", "no trump", trump is None, _led(book, trick))
            announced = tuple((play.level, i == 0) for i, play in enumerate(trick) if play.is_joker(book.pack))
            yield ("edge", "winner", "jokers", announced, trump is None)
        case SetEnd(cards, bids, tricks, _):
            yield ("edge", "set", cards, sum(all(b[p] == t[p] for b, t in zip(bids, tricks, strict=True)) for p in range(book.players)))
        case Score() | Bids() | Trump():
            yield ("edge", type(at).__name__, at.cards)
        case _:
            return


def _led(book: Rulebook, trick: Trick) -> str | None:
    if not trick:
        return None
    return trick[0].level if trick[0].is_joker(book.pack) else "card"

"""What the rules make of a witness's moment, at a table with seats, and the rows that say so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from rulespec import questions
from rulespec.hand import HandState
from rulespec.ir.ruleset import RuleSet
from rulespec.questions import (
    PREMIUM,
    Bidding,
    Dealing,
    Following,
    GameEnd,
    GameShape,
    HandEnd,
    Leading,
    SetEnd,
    WholeTrick,
)
from rulespec.questions.ground import in_turn
from rulespec.rulebook import rulebook
from verifier.witness.played import Played, deciding
from verifier.witness.text import words


def outcome(told: Played) -> Iterator[str]:
    """What the rules make of the moment, and the rows that say so."""
    match told.moment:
        case Leading() | Following() as play:
            yield from _may_play(told, play)
        case WholeTrick() as trick:
            yield _taken(told, trick)
        case Bidding() as bid:
            yield from _may_bid(told, bid)
        case HandEnd() as hand:
            yield from _scored(told, hand)
        case SetEnd() as one:
            yield from _set(told, one)
        case GameEnd() as end:
            yield from words.ending(told.ruleset, end, told.names)
        case Dealing() | GameShape():
            return
        case _:
            assert_never(told.moment)


def _may_play(told: Played, moment: Leading | Following) -> Iterator[str]:
    state = told.hands[-1]
    assert state.turn is not None
    answer = questions.playable(told.ruleset, moment.cards, moment.trump, moment.trick, moment.trick_number)
    assert isinstance(answer.value, int)
    pack, verb = state.book.pack, "lead" if not moment.trick else "play"
    held, may = words.hand(pack, moment.cards), words.hand(pack, answer.value)
    yield f"{told.names[state.turn]} holds {held} and may {verb} {may}, by {words.at(answer.row)}"
    if answer.value & pack.jokers_mask and not questions.legal_calls(told.ruleset, moment.trump, moment.trick):
        yield "a joker may be announced in no way"


def _taken(told: Played, moment: WholeTrick) -> str:
    state = told.hands[-1]
    place = questions.winner(told.ruleset, moment.trump, moment.trick)
    rows = ", ".join(map(words.at, deciding(told.ruleset, moment)))
    if place is None:
        return f"nobody takes the trick: {rows}"
    leader = state.leader if state.table else state.tricks[-1].leader
    taker = told.names[(leader + place) % len(told.names)]
    return f"{taker} takes the trick with {words.play(state.book.pack, moment.trick[place])}, by {rows}"


def _may_bid(told: Played, moment: Bidding) -> Iterator[str]:
    asked = moment.hand.size, moment.earlier, moment.passes
    legal = questions.legal_bids(told.ruleset, *asked)
    yield f"{told.names[told.hands[-1].turn or 0]} may bid {', '.join(map(str, legal)) or 'nothing at all'}"
    for bid in range(moment.hand.size + 1):
        row = questions.bid_forbidden(told.ruleset, bid, *asked)
        if row is not None:
            yield f"  not {bid}, by {words.at(row)}"


def _scored(told: Played, moment: HandEnd) -> Iterator[str]:
    state = told.hands[-1]
    seats = in_turn(state.opening.dealer, len(told.names))
    points = [_points(told.ruleset, moment, place) for place in range(len(seats))]
    rows: list[tuple[str, Sequence[object]]] = [("bid", moment.bids), ("tricks", moment.tricks), ("points", points)]
    yield from words.grid([role(told, state, seat) for seat in seats], rows)
    scored = deciding(told.ruleset, moment)
    name = told.names[seats[moment.seat]]
    yield f"{name} scores by {words.at(scored[0])}" if scored else f"no row gives {name} a score"


def _points(ruleset: RuleSet, moment: HandEnd, place: int) -> object:
    scored = moment.hand.size, moment.bids[place], moment.tricks[place], sum(moment.bids), moment.hand.set_number, moment.doubled
    return questions.points(ruleset, *scored).value if questions.scored(ruleset, *scored) else "none"


def _set(told: Played, moment: SetEnd) -> Iterator[str]:
    """The hands of the set with their points, then what its end adds."""
    results = PREMIUM.results(rulebook(told.ruleset), moment)
    added = questions.premiums(told.ruleset, results)
    rows: list[tuple[str, Sequence[object]]] = []
    for h, size in enumerate(moment.cards):
        rows.append((cards(size), [f"{r.bids[h]}/{r.tricks[h]} {r.points[h]:+d}" for r in results]))
    rows += [("end of set", [f"{p:+d}" for p in added]), ("total", [sum(r.points) + p for r, p in zip(results, added, strict=True)])]
    yield from words.grid(told.names, rows)
    for row in deciding(told.ruleset, moment):
        yield f"{told.names[0]} by {words.at(row)}"


def role(told: Played, state: HandState, seat: int) -> str:
    return told.names[seat] + (" (dealer)" if seat == state.opening.dealer else "")


def cards(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"

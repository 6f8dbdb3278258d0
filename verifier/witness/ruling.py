"""What the rules make of a witness's moment, at a table with seats, and the rows that say so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulespec import rules
from rulespec.hand import HandState
from rulespec.ir.ruleset import RuleSet
from verifier.witness import words
from verifier.witness.moments import BidMoment, HandMoment, PlayMoment, SetMoment, TrickMoment
from verifier.witness.played import Story, deciding


def outcome(told: Story) -> Iterator[str]:
    """What the rules make of the moment, and the rows that say so."""
    match told.moment:
        case PlayMoment() as play:
            yield from _may_play(told, play)
        case TrickMoment() as trick:
            yield _taken(told, trick)
        case BidMoment() as bid:
            yield from _may_bid(told, bid)
        case HandMoment() as hand:
            yield from _scored(told, hand)
        case SetMoment() as one:
            yield from _set(told, one)


def _may_play(told: Story, moment: PlayMoment) -> Iterator[str]:
    state = told.hands[-1]
    assert state.turn is not None
    answer = rules.playable(told.ruleset, moment.hand, moment.trump, moment.trick, moment.trick_number)
    assert isinstance(answer.value, int)
    pack, verb = state.book.pack, "lead" if not moment.trick else "play"
    held, may = words.hand(pack, moment.hand), words.hand(pack, answer.value)
    yield f"{told.names[state.turn]} holds {held} and may {verb} {may}, by {words.at(answer.row)}"
    if answer.value & pack.jokers_mask and not rules.legal_calls(told.ruleset, moment.trump, moment.trick):
        yield "a joker may be announced in no way"


def _taken(told: Story, moment: TrickMoment) -> str:
    state = told.hands[-1]
    place = rules.winner(told.ruleset, moment.trump, moment.trick)
    rows = ", ".join(map(words.at, deciding(told.ruleset, moment)))
    if place is None:
        return f"nobody takes the trick: {rows}"
    leader = state.leader if state.table else state.tricks[-1].leader
    taker = told.names[(leader + place) % len(told.names)]
    return f"{taker} takes the trick with {words.play(state.book.pack, moment.trick[place])}, by {rows}"


def _may_bid(told: Story, moment: BidMoment) -> Iterator[str]:
    asked = moment.hand_size, moment.earlier, moment.passes
    legal = rules.legal_bids(told.ruleset, *asked)
    yield f"{told.names[told.hands[-1].turn or 0]} may bid {', '.join(map(str, legal)) or 'nothing at all'}"
    for bid in range(moment.hand_size + 1):
        row = rules.bid_forbidden(told.ruleset, bid, *asked)
        if row is not None:
            yield f"  not {bid}, by {words.at(row)}"


def _scored(told: Story, moment: HandMoment) -> Iterator[str]:
    state = told.hands[-1]
    seats = order(state)
    points = [_points(told.ruleset, moment, place) for place in range(len(seats))]
    rows: list[tuple[str, Sequence[Any]]] = [("bid", moment.bids), ("tricks", moment.tricks), ("points", points)]
    yield from words.grid([role(told, state, seat) for seat in seats], rows)
    scored = deciding(told.ruleset, moment)
    name = told.names[seats[moment.seat]]
    yield f"{name} scores by {words.at(scored[0])}" if scored else f"no row gives {name} a score"


def _points(ruleset: RuleSet, moment: HandMoment, place: int) -> object:
    scored = moment.hand_size, moment.bids[place], moment.tricks[place], sum(moment.bids), moment.set_number
    return rules.points(ruleset, *scored).value if rules.scored(ruleset, *scored) else "none"


def _set(told: Story, moment: SetMoment) -> Iterator[str]:
    """The hands of the set with their points, then what its end adds."""
    results = rules.set_results(told.ruleset, moment.cards, moment.bids, moment.tricks, moment.set_number)
    added = rules.premiums(told.ruleset, results)
    rows: list[tuple[str, Sequence[Any]]] = []
    for h, size in enumerate(moment.cards):
        rows.append((cards(size), [f"{r.bids[h]}/{r.tricks[h]} {r.points[h]:+d}" for r in results]))
    rows += [("end of set", [f"{p:+d}" for p in added]), ("total", [sum(r.points) + p for r, p in zip(results, added, strict=True)])]
    yield from words.grid(told.names, rows)
    for row in deciding(told.ruleset, moment):
        yield f"{told.names[0]} by {words.at(row)}"


def order(state: HandState) -> list[int]:
    """The seats in bidding order."""
    players = len(state.deal.hands)
    return [(state.opening.dealer + 1 + i) % players for i in range(players)]


def role(told: Story, state: HandState, seat: int) -> str:
    return told.names[seat] + (" (dealer)" if seat == state.opening.dealer else "")


def cards(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"

"""A witness as play in words: who sits where, who leads what, what the rules make of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulespec import rules
from rulespec.hand import HandState
from rulespec.ir.cards import Pack, mask_of
from rulespec.ir.ruleset import RuleSet
from rulespec.situations import Play, cards_of
from verifier.moments import BidMoment, HandMoment, PlayMoment, SetMoment, TrickMoment
from verifier.reach import NotReached
from verifier.record_of import record_lines
from verifier.reports import words
from verifier.story import Story, deciding


def narrate(told: Story, full: bool = False) -> Iterator[str]:
    """The moment in a few lines; with `full` the whole game behind them, as a record."""
    if not told.hands:
        yield from words.moment_story(told.ruleset, told.moment)
        if isinstance(told.course, NotReached):
            yield str(told.course)
        return
    match told.moment:
        case PlayMoment() as moment:
            yield from _hand_so_far(told)
            yield from _play(told, moment)
        case TrickMoment() as trick:
            yield from _hand_so_far(told)
            yield from _trick(told, trick)
        case BidMoment() as bid:
            yield opening(told)
            yield from _bid(told, bid)
        case HandMoment() as hand:
            yield opening(told)
            yield from _hand(told, hand)
        case SetMoment() as one:
            yield from _set(told, one)
    if full:
        yield ""
        yield from record_lines(told.hands, told.names)


# --- the hand up to the moment ----------------------------------------------------------------------


def opening(told: Story) -> str:
    """`hand 2 of the game, 2 cards; West deals; 9♣ is turned: trump clubs`."""
    state = told.hands[-1]
    head = f"hand {state.opening.number} of the game, {cards(state.deal.size)}; {told.names[state.opening.dealer]} deals"
    return f"{head}; {_trump(told, state)}"


def cards(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"


def _trump(told: Story, state: HandState) -> str:
    trump, pack = state.trump, state.book.pack
    assert trump is not None
    if trump.turned is not None:
        where = "is turned" if trump.turned in state.deal.rest else f"is {told.names[state.opening.dealer]}'s last card"
        return f"{words.card(pack, trump.turned)} {where}: {words.trump(pack, trump.suit)}"
    by = "" if trump.named_by is None else f", named by {told.names[trump.named_by]}"
    return words.trump(pack, trump.suit) + by


def _hand_so_far(told: Story) -> Iterator[str]:
    state = told.hands[-1]
    yield opening(told)
    yield f"bids: {', '.join(f'{told.names[seat]} {bid}' for seat, bid in zip(_order(state), state.bids, strict=False))}"


def _order(state: HandState) -> list[int]:
    """The seats in bidding order."""
    players = len(state.deal.hands)
    return [(state.opening.dealer + 1 + i) % players for i in range(players)]


def _play(told: Story, moment: PlayMoment) -> Iterator[str]:
    state = told.hands[-1]
    assert state.turn is not None
    yield from _trick_lines(told, state, state.leader, state.table, len(state.tricks))
    answer = rules.playable(told.ruleset, moment.hand, moment.trump, moment.trick, moment.trick_number)
    assert isinstance(answer.value, int)
    pack, verb = state.book.pack, "lead" if not moment.trick else "play"
    held, may = words.hand(pack, moment.hand), words.hand(pack, answer.value)
    yield f"{told.names[state.turn]} holds {held} and may {verb} {may}, by {words.at(answer.row)}"
    if answer.value & pack.jokers_mask and not rules.legal_calls(told.ruleset, moment.trump, moment.trick):
        yield "a joker may be announced in no way"


def _trick(told: Story, moment: TrickMoment) -> Iterator[str]:
    state = told.hands[-1]
    whole = state.table or state.tricks[-1].plays
    before = len(state.tricks) - (not state.table)
    leader = state.leader if state.table else state.tricks[-1].leader
    yield from _trick_lines(told, state, leader, whole, before)
    place = rules.winner(told.ruleset, moment.trump, moment.trick)
    rows = ", ".join(map(words.at, deciding(told.ruleset, moment)))
    if place is None:
        yield f"nobody takes the trick: {rows}"
    else:
        taker = told.names[(leader + place) % len(told.names)]
        yield f"{taker} takes the trick with {words.play(state.book.pack, moment.trick[place])}, by {rows}"


def _trick_lines(told: Story, state: HandState, leader: int, plays: Sequence[Play], before: int) -> Iterator[str]:
    """The plays of a trick; what else the players held then, where they held more than the card."""
    pack = state.book.pack
    if before:
        yield f"trick {before + 1} of {state.deal.size}; the {before} before {'was' if before == 1 else 'were'} legal play"
    for i, play in enumerate(plays):
        seat = (leader + i) % len(told.names)
        kept = _kept(state, seat, before) & ~play.mask
        yield f"{told.names[seat]} {'plays' if i else 'leads'} {_with_rest(pack, play, kept)}"


def _kept(state: HandState, seat: int, before: int) -> int:
    """What a seat held after so many tricks."""
    gone = cards_of([play for trick in state.tricks[:before] for play in trick.plays])
    return mask_of(state.deal.hands[seat]) & ~gone


def _with_rest(pack: Pack, play: Play, kept: int) -> str:
    return words.play(pack, play) + (f", keeping {words.hand(pack, kept)}" if kept else "")


# --- bidding and scoring as small tables ---------------------------------------------------------------


def _bid(told: Story, moment: BidMoment) -> Iterator[str]:
    state, ruleset = told.hands[-1], told.ruleset
    order, bidder = _order(state), state.turn
    assert bidder is not None
    rows: list[tuple[str, Sequence[Any]]] = [("bid", [*moment.earlier, "?", *[""] * (len(order) - len(moment.earlier) - 1)])]
    if moment.passes or any(moment.earlier_passes):
        rows.insert(0, ("zero bids before", [state.opening.passes[seat] for seat in order]))
    yield from words.grid([_role(told, state, seat) for seat in order], rows)
    legal = rules.legal_bids(ruleset, moment.hand_size, moment.earlier, moment.passes)
    yield f"{told.names[bidder]} may bid {', '.join(map(str, legal)) or 'nothing at all'}"
    for bid in range(moment.hand_size + 1):
        row = rules.bid_forbidden(ruleset, bid, moment.hand_size, moment.earlier, moment.passes)
        if row is not None:
            yield f"  not {bid}, by {words.at(row)}"


def _role(told: Story, state: HandState, seat: int) -> str:
    return told.names[seat] + (" (dealer)" if seat == state.opening.dealer else "")


def _hand(told: Story, moment: HandMoment) -> Iterator[str]:
    state = told.hands[-1]
    order = _order(state)
    points = [_points(told.ruleset, moment, place) for place in range(len(order))]
    rows: list[tuple[str, Sequence[Any]]] = [("bid", moment.bids), ("tricks", moment.tricks), ("points", points)]
    yield from words.grid([_role(told, state, seat) for seat in order], rows)
    scored = deciding(told.ruleset, moment)
    name = told.names[order[moment.seat]]
    yield f"{name} scores by {words.at(scored[0])}" if scored else f"no row gives {name} a score"


def _points(ruleset: RuleSet, moment: HandMoment, place: int) -> object:
    scored = moment.hand_size, moment.bids[place], moment.tricks[place], sum(moment.bids), moment.set_number
    return rules.points(ruleset, *scored).value if rules.scored(ruleset, *scored) else "none"


def _set(told: Story, moment: SetMoment) -> Iterator[str]:
    """Bids and tricks of the set with the points, then what its end adds."""
    results = rules.set_results(told.ruleset, moment.cards, moment.bids, moment.tricks, moment.set_number)
    added = rules.premiums(told.ruleset, results)
    first = told.hands[-len(moment.cards)].opening
    yield f"set {first.set_number} of the game; {told.names[first.dealer]} deals its first hand; bid/tricks and points"
    rows: list[tuple[str, Sequence[Any]]] = []
    for h, size in enumerate(moment.cards):
        rows.append((cards(size), [f"{r.bids[h]}/{r.tricks[h]} {r.points[h]:+d}" for r in results]))
    rows += [("end of set", [f"{p:+d}" for p in added]), ("total", [sum(r.points) + p for r, p in zip(results, added, strict=True)])]
    yield from words.grid(told.names, rows)
    for row in deciding(told.ruleset, moment):
        yield f"{told.names[0]} by {words.at(row)}"

"""Moments in a player's words: cards with suit signs, who led what, what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from rulespec import questions
from rulespec.ir.cards import JOKER, Pack
from rulespec.ir.options import with_options
from rulespec.ir.ruleset import AnyRow, Choose, Fixed, RuleSet, Turn
from rulespec.plays import Play
from rulespec.questions import (
    PREMIUM,
    Bidding,
    Dealing,
    Following,
    GameEnd,
    GameShape,
    HandEnd,
    Leading,
    Moment,
    SetEnd,
    WholeTrick,
    finish,
)
from rulespec.questions.ground import Hand
from rulespec.rulebook import Rulebook, rulebook
from verifier.witness.witness import Witness

SIGNS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}


def suit_sign(pack: Pack, suit: int) -> str:
    return SIGNS.get(pack.suits[suit], pack.letters[suit])


def card(pack: Pack, index: int) -> str:
    """`10♥`, or `joker`."""
    suit = pack.suit_of(index)
    return "joker" if suit is None else pack.ranks[index % len(pack.ranks)] + suit_sign(pack, suit)


def hand(pack: Pack, mask: int) -> str:
    return " ".join(card(pack, i) for i in range(pack.size) if mask >> i & 1) or "no card"


def coded(pack: Pack, names: Sequence[str]) -> str:
    """Cards spelled as in cases, in a player's words."""
    return " ".join("joker" if name == JOKER else card(pack, pack.index(name)) for name in names) or "no card"


def play(pack: Pack, one: Play) -> str:
    if not one.is_joker(pack):
        return card(pack, one.card)
    named = "" if one.named is None else f", {pack.suits[one.named]}"
    return f"joker ({one.level}{named})"


def trump(pack: Pack, suit: int | None) -> str:
    return "no trump" if suit is None else f"trump {pack.suits[suit]}"


def trick(pack: Pack, plays: Sequence[Play]) -> str:
    return ", ".join(play(pack, one) for one in plays)


def at(row: AnyRow) -> str:
    """A row as reports cite it."""
    cited = f", {row.cite}" if row.cite else ""
    return f"`{row.name}` ({row.span.file_line}{cited})"


def moment_lines(ruleset: RuleSet, witness: Witness) -> Iterator[str]:
    """What the moment is and what the rules make of it."""
    yield from moment_story(with_options(ruleset, dict(witness.options)), witness.moment)


def moment_story(ruleset: RuleSet, moment: Moment) -> Iterator[str]:
    pack = ruleset.pack
    match moment:
        case Leading() | Following():
            held, suit, plays = moment.cards, moment.trump, moment.trick
            answer = questions.playable(ruleset, held, suit, plays, moment.trick_number)
            before = f"on the table {trick(pack, plays)}" if plays else "to lead"
            yield f"{trump(pack, suit)}; {before}; in hand {hand(pack, held)}"
            assert isinstance(answer.value, int)
            yield f"may be played: {hand(pack, answer.value)}, by {at(answer.row)}"
        case WholeTrick(_, suit, plays):
            yield f"{trump(pack, suit)}; the trick {trick(pack, plays)}"
            yield _winner(ruleset, suit, plays)
        case Bidding(hand_, earlier, passes):
            yield from _bid(ruleset, hand_.size, hand_.number, earlier, passes)
        case HandEnd():
            yield from _hand(ruleset, moment)
        case SetEnd():
            yield from _set(ruleset, moment)
        case GameEnd():
            yield from ending(ruleset, moment, [f"player {i + 1}" for i in range(ruleset.players)])
        case Dealing(hand_):
            yield f"a hand of {_count(hand_.size, 'card')} in set {hand_.set_number}, {questions.deck_of(ruleset).bit_count()} cards in the pack, {ruleset.players} players"
            yield _method(rulebook(ruleset), hand_)
        case GameShape():
            sizes = [len(one) for one in questions.sets_of(ruleset)]
            yield f"{_count(sum(sizes), 'hand')} in {_count(len(sizes), 'set')}, {ruleset.players} players"
        case _:
            assert_never(moment)


def _method(book: Rulebook, of: Hand) -> str:
    """How the trump of a hand is found, by which row, and why it cannot be where it cannot."""
    dealt = book.ground.of(of)
    match dealt.method:
        case Turn("next_card") if dealt.left_over < 1:
            how = f"turns the next card, and none is left: {_count(of.size, 'card')} each for {book.players} players are all there are"
        case Turn("next_card"):
            how = f"turns the next card, of {dealt.left_over} left over"
        case Turn():
            how = "shows the dealer's last card"
        case Choose(by, after):
            seen = "all his cards" if after is None else f"the first {_count(after, 'card')}" + (f", and he is dealt {of.size}" if after > of.size else "")
            how = f"lets a player name it ({by}) who has seen {seen}"
        case Fixed(suit):
            how = f"fixes it: {trump(book.pack, suit)}"
        case other:
            assert_never(other)
    return f"{at(dealt.row)} {how}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _winner(ruleset: RuleSet, suit: int | None, plays: Sequence[Play]) -> str:
    place = questions.winner(ruleset, suit, plays)
    if place is None:
        return "nobody takes it"
    row = questions.standings(ruleset, suit, plays)[place].row
    return f"{play(ruleset.pack, plays[place])} takes it, by {at(row)}"


def _bid(ruleset: RuleSet, size: int, number: int, earlier: Sequence[int], passes: int) -> Iterator[str]:
    said = ", ".join(map(str, earlier)) or "nothing yet"
    before = f"; zero bids of this player before: {passes}" if passes else ""
    yield f"hand {number}, {size} cards; bid so far: {said}{before}"
    legal = questions.legal_bids(ruleset, size, earlier, passes)
    yield f"he may bid {', '.join(map(str, legal))}" if legal else "he may bid nothing at all"
    for one in range(size + 1):
        row = questions.bid_forbidden(ruleset, one, size, earlier, passes)
        if row is not None:
            yield f"  not {one}, by {at(row)}"


def _hand(ruleset: RuleSet, moment: HandEnd) -> Iterator[str]:
    yield f"hand {moment.hand.number}, {moment.hand.size} cards" + (", dealt again and doubled" if moment.doubled else "")
    columns = [f"player {i + 1}" + (" (dealer)" if i == ruleset.players - 1 else "") for i in range(ruleset.players)]
    rows: list[tuple[str, Sequence[object]]] = [("bid", moment.bids), ("tricks", moment.tricks), ("points", _points(ruleset, moment))]
    yield from grid(columns, rows)
    scored = questions.points(ruleset, moment.hand.size, moment.bids[moment.seat], moment.tricks[moment.seat], sum(moment.bids), moment.hand.set_number, moment.doubled)
    yield f"player {moment.seat + 1} scores by {at(scored.row)}"


def _points(ruleset: RuleSet, moment: HandEnd) -> list[object]:
    total = sum(moment.bids)
    pairs = zip(moment.bids, moment.tricks, strict=True)
    return [questions.points(ruleset, moment.hand.size, b, t, total, moment.hand.set_number, moment.doubled).value for b, t in pairs]


def _set(ruleset: RuleSet, moment: SetEnd) -> Iterator[str]:
    """Bids and tricks of a set with the points, then what its end adds."""
    results = PREMIUM.results(rulebook(ruleset), moment)
    added = questions.premiums(ruleset, results)
    rows: list[tuple[str, Sequence[object]]] = []
    for h, size in enumerate(moment.cards):
        rows.append((f"{size} cards", [f"{r.bids[h]}/{r.tricks[h]} {r.points[h]:+d}" for r in results]))
    rows += [("end of set", [f"{p:+d}" for p in added]), ("total", [sum(r.points) + p for r, p in zip(results, added, strict=True)])]
    yield from grid([f"player {i + 1}" for i in range(ruleset.players)], rows)
    for row in questions.premium_rows(ruleset, results, 0):
        yield f"player 1 by {at(row)}"


def ending(ruleset: RuleSet, moment: GameEnd, columns: Sequence[str]) -> Iterator[str]:
    """Everybody's points of each set with what its end added, bids made, total and place."""
    found = finish.accounts(ruleset, moment)
    totals = [sum(account.set_totals) for account in found]
    made = [sum(b[s] == t[s] for b, t in zip(moment.bids, moment.tricks, strict=True)) for s in range(ruleset.players)]
    rows: list[tuple[str, Sequence[object]]] = []
    for k in range(len(found[0].premiums)):
        rows.append((f"set {k + 1}", [_with_premium(account, k) for account in found]))
    rows += [("bids made", made), ("total", totals), ("place", finish.places(ruleset.finish, totals))]
    yield from grid(columns, rows)


def _with_premium(account: finish.Account, k: int) -> str:
    added = account.premiums[k]
    return f"{sum(account.points[k])}{f' {added:+d}' if added else ''}"


def grid(columns: Sequence[str], rows: Sequence[tuple[str, Sequence[object]]]) -> Iterator[str]:
    """A small table: names down the side, one column a player."""
    table = [["", *columns], *[[name, *map(str, values)] for name, values in rows]]
    widths = [max(len(line[i]) for line in table) for i in range(len(table[0]))]
    for line in table:
        yield "  ".join(f"{text:<{w}}" if i == 0 else f"{text:>{w}}" for i, (text, w) in enumerate(zip(line, widths, strict=True)))

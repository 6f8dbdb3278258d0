"""Whether a situation can arise in a game of the rule set; one that cannot has no answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import assert_never

from rulespec import rules
from rulespec.cases.fields import Fields, listed
from rulespec.cases.questions import Bids, Calls, Plays, Score, SetEnd, Situation, Trump, Winner
from rulespec.ir.cards import bits
from rulespec.ir.expr import Expr
from rulespec.ir.ruleset import Choose, Fixed, Row, Turn
from rulespec.ir.walk import names
from rulespec.notation import play_text, suit_text
from rulespec.rulebook import Rulebook
from rulespec.situations import Play


def settings(fields: Fields, situation: Situation) -> tuple[Situation, ...]:
    """The situation once for each set of the game it can belong to. Notes why it cannot arise."""
    match situation:
        case Bids():
            check_bids(fields, situation)
        case Plays():
            check_plays(fields, situation)
        case Calls():
            check_calls(fields, situation)
        case Winner():
            check_winner(fields, situation)
        case Score():
            return check_score(fields, situation)
        case SetEnd():
            return check_set(fields, situation)
        case Trump():
            return check_trump(fields, situation)
        case _:
            assert_never(situation)
    return (situation,)


# --- bids -------------------------------------------------------------------------------------


def check_bids(fields: Fields, at: Bids) -> None:
    players = fields.book.players
    size_dealt(fields, at.cards)
    if len(at.earlier) >= players:
        fields.wrong("RS411", f"{len(at.earlier)} bids were made before, and {players} play", fields.at("earlier"))
        return
    for i, bid in enumerate(at.earlier):
        row = rules.bid_forbidden(fields.book.ruleset, bid, at.cards, at.earlier[:i])
        if row is not None:
            illegal_bid(fields, row, f"the bid {bid} could not be made", "earlier", i)


def size_dealt(fields: Fields, size: int) -> None:
    sizes = sorted({n for one in fields.book.schedule for n in one})
    if size not in sizes:
        fields.wrong("RS410", f"no hand of this game has {size} cards", fields.at("cards"), f"the hands have {_ranges(sizes)}")


def illegal_bid(fields: Fields, row: Row, what: str, key: str, *indices: int) -> None:
    fields.wrong("RS411", f"{what}: `{row.name}` forbids it", fields.at(key, *indices), None, (("the row stands here", row.span),))


# --- tricks -----------------------------------------------------------------------------------


def check_plays(fields: Fields, at: Plays) -> None:
    book, count = fields.book, at.hand.bit_count()
    most = book.ruleset.facts.hand_size.high
    if not count:
        fields.wrong("RS410", "the hand is empty", fields.at("hand"))
    elif count + at.trick_number - 1 > most:
        where = "" if at.trick_number == 1 else f" at trick {at.trick_number}"
        fields.wrong("RS410", f"a hand of {count} cards{where}, and the largest of this game has {most}", fields.at("hand"))
    unfinished(fields, at.trick)
    trump_possible(fields, at.trump)
    announced(fields, at.trump, at.trick)


def check_calls(fields: Fields, at: Calls) -> None:
    if not fields.book.deck & fields.book.pack.jokers_mask & ~fields.held:
        fields.wrong("RS408", "no joker is left to be announced", fields.at("trick"))
    unfinished(fields, at.trick)
    trump_possible(fields, at.trump)
    announced(fields, at.trump, at.trick)


def check_winner(fields: Fields, at: Winner) -> None:
    players = fields.book.players
    if len(at.trick) != players:
        fields.wrong("RS409", f"a trick of {len(at.trick)} cards has no winner: {players} play", fields.at("trick"))
    trump_possible(fields, at.trump)
    announced(fields, at.trump, at.trick)


def unfinished(fields: Fields, trick: Sequence[Play]) -> None:
    players = fields.book.players
    if len(trick) >= players:
        fields.wrong("RS409", f"{len(trick)} cards lie on the table and {players} play: nobody is left to play", fields.at("trick"))


def trump_possible(fields: Fields, trump: int | None) -> None:
    found = trumps(fields.book)
    if trump not in found:
        possible = listed(suit_text(fields.book.pack, suit) for suit in sorted(found, key=lambda s: -1 if s is None else s))
        fields.wrong("RS413", f"{suit_text(fields.book.pack, trump)} is never trump in this game", fields.at("trump"), f"it can be {possible}")


@lru_cache(maxsize=32)
def trumps(book: Rulebook) -> frozenset[int | None]:
    """Every trump that a hand of the game may have."""
    hands = {(size, n) for n, sizes in enumerate(book.schedule, 1) for size in sizes}
    rows = {row.name: row for row in (rules.trump_row(book.ruleset, *hand) for hand in hands)}
    return frozenset().union(*(_trumps_of(book, row) for row in rows.values()))


def _trumps_of(book: Rulebook, row: Row) -> frozenset[int | None]:
    match row.result:
        case Turn():
            return frozenset(book.pack.suit_of(card) for card in bits(book.deck))
        case Choose(calls=calls):
            return frozenset(calls)
        case Fixed(suit):
            return frozenset((suit,))
        case _:
            raise AssertionError(row)


def announced(fields: Fields, trump: int | None, trick: Sequence[Play]) -> None:
    """Every joker of the trick was announced as its place allows."""
    ruleset, pack = fields.book.ruleset, fields.book.pack
    for i, play in enumerate(trick):
        if not play.is_joker(pack):
            continue
        assert play.level is not None
        row = rules.call_forbidden(ruleset, play.level, play.named, trump, trick[:i])
        if row is not None:
            message = f"`{play_text(pack, play)}` cannot be {'played to a trick' if i else 'led'}: `{row.name}` forbids it"
            fields.wrong("RS409", message, fields.at("trick", i), fields.announcements(), (("the row stands here", row.span),))


# --- scores, sets, trump: once for each set of the game ---------------------------------------


def check_score(fields: Fields, at: Score) -> tuple[Situation, ...]:
    size_dealt(fields, at.cards)
    if fields.written.get("bids_total") is None and reads(fields.book, "score", "bids_total"):
        fields.wrong("RS405", "in this game the score depends on all bids of the hand", fields.at("question"), "add `bids_total`, their sum")
    elif fields.written.get("bids_total") is not None and at.bids_total < at.bid:
        fields.wrong("RS410", f"the sum of all bids is less than this player's bid of {at.bid}", fields.at("bids_total"))
    return placed(fields, at, "score", [n for n, sizes in enumerate(fields.book.schedule, 1) if at.cards in sizes])


def check_trump(fields: Fields, at: Trump) -> tuple[Situation, ...]:
    size_dealt(fields, at.cards)
    numbers = [n for n, sizes in enumerate(fields.book.schedule, 1) if at.cards in sizes]
    found = placed(fields, at, "trump", numbers)
    for situation in found:
        assert isinstance(situation, Trump)
        shown_by_card(fields, situation, rules.trump_row(fields.book.ruleset, at.cards, situation.set_number))
    return found


def shown_by_card(fields: Fields, at: Trump, row: Row) -> None:
    """A turned card goes with a row that turns one, and only with that."""
    given, here = fields.written.get("turned") is not None, (("the row stands here", row.span),)
    match row.result:
        case Choose():
            what = f"with {at.cards} cards a player names the trump (`{row.name}`), so no card shows it"
            fields.wrong("RS413", what, fields.at("turned"), None, here)
        case Fixed(suit) if given:
            what = f"with {at.cards} cards the trump is always {suit_text(fields.book.pack, suit)} (`{row.name}`), and no card is turned"
            fields.wrong("RS413", what, fields.at("turned"), None, here)
        case Turn() if not given:
            fields.wrong("RS405", "a `trump` case needs the card that is `turned`", fields.at("question"), None, here)


def check_set(fields: Fields, at: SetEnd) -> tuple[Situation, ...]:
    schedule = fields.book.schedule
    numbers = [n for n, sizes in enumerate(schedule, 1) if sizes == at.cards]
    if not numbers:
        sets = ", ".join(str(list(sizes)) for sizes in dict.fromkeys(schedule))
        fields.wrong("RS412", "these hands are no set of this game", fields.at("cards"), f"its sets are {sets}")
        return (at,)
    for hand, size in enumerate(at.cards):
        within_hand(fields, at, hand, size)
    if not fields.faults:
        biddable(fields, at)
    return placed(fields, at, "score", numbers)


def within_hand(fields: Fields, at: SetEnd, hand: int, size: int) -> None:
    for key, table in (("bids", at.bids), ("tricks", at.tricks)):
        for player, number in enumerate(table[hand]):
            if number > size:
                fields.wrong("RS410", f"{number} is more than the {size} tricks of the hand", fields.at(key, hand, player))
    if sum(at.tricks[hand]) != size:
        fields.wrong("RS414", f"{sum(at.tricks[hand])} tricks were taken in a hand of {size}", fields.at("tricks", hand))


def biddable(fields: Fields, at: SetEnd) -> None:
    """Some player dealt first so that every bid of the set could be made. The deal passes to the left."""
    failures: list[tuple[int, int, Row]] = []
    for first in range(fields.book.players):
        failure = first_illegal(fields.book, at, first)
        if failure is None:
            return
        failures.append(failure)
    hand, player, row = max(failures, key=lambda failure: failure[:2])
    what = f"the bids of hand {hand + 1} cannot be, whoever deals: player {player + 1} could not bid {at.bids[hand][player]}"
    illegal_bid(fields, row, what, "bids", hand)


def first_illegal(book: Rulebook, at: SetEnd, first: int) -> tuple[int, int, Row] | None:
    """The first bid that could not be made where player `first` deals the set's first hand: hand, player, row."""
    passes = [0] * book.players
    for hand, bids in enumerate(at.bids):
        order = [(first + hand + 1 + i) % book.players for i in range(book.players)]
        for i, player in enumerate(order):
            earlier = [bids[other] for other in order[:i]]
            row = rules.bid_forbidden(book.ruleset, bids[player], at.cards[hand], earlier, passes[player])
            if row is not None:
                return hand, player, row
        passes = [count + (bid == 0) for count, bid in zip(passes, bids, strict=True)]
    return None


def placed(fields: Fields, at: Score | SetEnd | Trump, section: str, numbers: Sequence[int]) -> tuple[Situation, ...]:
    """The situation in each set of the game that it fits, where the section tells sets apart; else in the first."""
    if at.set_number and at.set_number not in numbers:
        fields.wrong("RS412", f"set {at.set_number} of this game does not have that", fields.at("set_number"), f"it can be {listed(numbers)}" if numbers else None)
    fitting = [at.set_number] if at.set_number else list(numbers) or [1]
    told_apart = reads(fields.book, section, "set_number")
    return tuple(replace(at, set_number=n) for n in (fitting if told_apart else fitting[:1]))


@lru_cache(maxsize=256)
def reads(book: Rulebook, section: str, name: str) -> bool:
    """Whether the rows of a section depend on a name."""
    rows = book.ruleset.rows(section)
    return any(name in names(expr) for row in rows for expr in (row.when, row.result) if isinstance(expr, Expr))


def set_key(book: Rulebook, section: str, number: int) -> dict[str, object]:
    """What a case says of its set: nothing where the section does not tell sets apart."""
    return {"set_number": number} if reads(book, section, "set_number") else {}


def _ranges(numbers: Sequence[int]) -> str:
    """`1 to 9`, or the numbers where some are left out."""
    if list(numbers) == list(range(numbers[0], numbers[-1] + 1)) and len(numbers) > 2:
        return f"{numbers[0]} to {numbers[-1]} cards"
    return " or ".join(map(str, numbers)) + " cards"

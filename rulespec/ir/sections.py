"""The questions a rule set answers: their kind, their names, what their rows give.

This is the language's table of contents: the type checker, the meanings, the JSON Schema and the
reference pages are all driven from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rulespec.ir.ruleset import Facts
from rulespec.ir.types import Bool, Card, Cards, Int, Level, Suit, Type

FIRST, ANY, SUM = "first", "any", "sum"


@dataclass(frozen=True, slots=True)
class ScopeName:
    """A name an expression may use. `is_` defines it by a formula over the names before it."""

    name: str
    type: Callable[[Facts], Type]
    says: str
    is_: str | None = None


@dataclass(frozen=True, slots=True)
class SectionKind:
    """`result` is the row's key, and `gives` the kind of its value (None where it is data)."""

    name: str
    asked: str
    hit: str
    result: tuple[str, ...]
    gives: str | None
    names: tuple[ScopeName, ...]
    says: str = ""


def _is(type_: Type) -> Callable[[Facts], Type]:
    return lambda facts: type_


def _upto(high: Callable[[Facts], int], low: int = 0) -> Callable[[Facts], Type]:
    return lambda facts: Int(low, max(low, high(facts)))


_HAND_SIZE = ScopeName("hand_size", lambda f: f.hand_size, "cards each player is dealt")
_PLAYERS = ScopeName("players", lambda f: Int(f.players, f.players), "how many play")
_DECK = ScopeName("deck_size", lambda f: f.deck_size, "cards in the pack that is played with")
_SET = ScopeName("set_number", lambda f: Int(1, f.sets.high), "the set of the game, from 1")
_BID = ScopeName("bid", _upto(lambda f: f.hand_size.high), "tricks the player says he will take")
_TRUMP = ScopeName("trump", _is(Suit()), "the trump suit, or none")
_HAND = ScopeName("hand", _is(Cards()), "the cards the player holds")
_ASKED = ScopeName("asked", _is(Suit()), "the suit to follow: the led card's, or the one a led joker names")
_LED = ScopeName("led", _is(Card()), "the card that was led")
_JOKER_LED = ScopeName("joker_led", _is(Bool()), "the trick was led with a joker")
_LEVEL_LED = ScopeName("level_led", _is(Level()), "how the led joker was announced; low where none was led")

_PLAYER_FIELDS: tuple[tuple[str, Callable[[Facts], Type], str], ...] = (
    ("made_all", _is(Bool()), "made every bid of the set"),
    ("best", lambda f: f.points, "the best hand of the set"),
    ("best_but_last", lambda f: f.points, "the best hand but the last; the last itself in a set of one hand"),
    ("last", lambda f: f.points, "the last hand"),
    ("total", lambda f: Int(f.points.low * f.set_length.high, f.points.high * f.set_length.high) if f.points.low < 0 else Int(f.points.low, f.points.high * f.set_length.high), "points of the set's hands"),
    ("zero_bids", _upto(lambda f: f.set_length.high), "how many hands were bid at zero"),
)  # fmt: skip

NEIGHBOURS: Mapping[str, str] = {"next": "left", "before": "right"}
"""Other words for two neighbours: who plays after the player, and who plays before him."""

SEATS = ("me", "left", "across", "right", *NEIGHBOURS)


def seats(players: int) -> Mapping[str, int]:
    """The words for the players as one of them sees the table, with how many places further clockwise each sits."""
    across = {"across": players // 2} if players > 2 and players % 2 == 0 else {}
    return {"me": 0, "left": 1, **across, "right": players - 1}


def _premium_names() -> tuple[ScopeName, ...]:
    people = tuple(
        ScopeName(f"{seat}.{name}", type_, f"{says}: {'the player' if seat == 'me' else 'his neighbour ' + seat}")
        for seat in SEATS
        if seat not in NEIGHBOURS
        for name, type_, says in _PLAYER_FIELDS
    )
    same = tuple(
        ScopeName(f"{word}.{name}", type_, says, f"{seat}.{name}") for word, seat in NEIGHBOURS.items() for name, type_, says in _PLAYER_FIELDS
    )
    return (
        *people,
        *same,
        ScopeName("makers", _upto(lambda f: f.players), "how many players made every bid of the set"),
        ScopeName("run_before", _upto(lambda f: f.players - 1), "how many players in a row, just before this one, made every bid of the set"),
        ScopeName("run_best", _run_points, "the best hand of those players; 0 where there are none"),
        ScopeName("run_best_but_last", _run_points, "the greatest `best_but_last` of those players; 0 where there are none"),
        ScopeName("hands", lambda f: f.set_length, "hands in the set"),
        ScopeName("largest_hand", lambda f: f.hand_size, "cards a player holds in the largest hand of the set"),
        ScopeName("smallest_hand", lambda f: f.hand_size, "cards a player holds in the smallest hand of the set"),
        _SET,
        _PLAYERS,
    )


def _run_points(facts: Facts) -> Type:
    return Int(min(0, facts.points.low), max(0, facts.points.high))


SECTIONS: tuple[SectionKind, ...] = (
    SectionKind("deck", "once", FIRST, ("cards",), "Cards", (), "which cards are played with"),
    SectionKind("schedule", "once", FIRST, ("sets",), None, (), "how many cards each hand has, a list a set"),
    SectionKind(
        "trump", "each hand", FIRST, ("turn", "choose", "fixed"), None,
        (_HAND_SIZE, _PLAYERS, _DECK, _SET), "how the trump suit is found",
    ),
    SectionKind(
        "bid", "each bid", ANY, ("forbid",), None,
        (
            _BID, _HAND_SIZE, _PLAYERS,
            ScopeName("seat", _upto(lambda f: f.players - 1), "place in the bidding, from 0; the dealer is last"),
            ScopeName("is_dealer", _is(Bool()), "the bidder dealt this hand", "seat == players - 1"),
            ScopeName("earlier_total", _upto(lambda f: f.hand_size.high * (f.players - 1)), "sum of the bids made before"),
            ScopeName("earlier_count", _upto(lambda f: f.players - 1), "how many bids were made before", "seat"),
            ScopeName("passes_before", _upto(lambda f: f.hands.high - 1), "zero bids of this player earlier in the game"),
        ), "which bids may not be made",
    ),
    SectionKind(
        "lead", "to lead", FIRST, ("play",), "Cards",
        (_HAND, _TRUMP, ScopeName("trick_number", _upto(lambda f: f.hand_size.high, 1), "the trick of the hand, from 1")),
        "which cards may be led",
    ),
    SectionKind(
        "follow", "to follow", FIRST, ("play",), "Cards",
        (
            _HAND, _TRUMP, _ASKED, _JOKER_LED, _LEVEL_LED,
            ScopeName("high_joker_led", _is(Bool()), "a joker was led high", "joker_led and level_led == high"),
            ScopeName("low_joker_led", _is(Bool()), "a joker was led low", "joker_led and level_led == low"),
            ScopeName("played", _is(Cards()), "the cards on the table"),
            _LED,
        ), "which cards may follow",
    ),
    SectionKind(
        "call", "a joker's announcement", ANY, ("forbid",), None,
        (
            ScopeName("leading", _is(Bool()), "the joker is led"),
            ScopeName("level", _is(Level()), "high or low"),
            ScopeName("named", _is(Suit()), "the suit the announcement names, or none"),
            ScopeName("names_suit", _is(Bool()), "the announcement names a suit", "named != none"),
            _TRUMP,
            ScopeName("asked", _is(Suit()), "the suit to follow; none for a lead"),
        ), "what may not be announced with a joker",
    ),
    SectionKind(
        "strength", "each card of a trick", FIRST, ("class",), None,
        (
            ScopeName("card", _is(Card()), "the card that is judged"),
            ScopeName("joker", _is(Bool()), "it is a joker", "card in jokers"),
            ScopeName("level", _is(Level()), "how the joker was announced; low for other cards"),
            ScopeName("position", _upto(lambda f: f.players - 1), "its place in the trick, from 0"),
            ScopeName("leading", _is(Bool()), "it was led", "position == 0"),
            _ASKED, _TRUMP, _JOKER_LED, _LEVEL_LED,
            ScopeName("high_joker_led", _is(Bool()), "a joker was led high", "joker_led and level_led == high"),
            ScopeName("low_joker_led", _is(Bool()), "a joker was led low", "joker_led and level_led == low"),
            ScopeName("others_played", _is(Cards()), "the other cards of the trick"),
            _LED,
        ), "which card of a trick wins",
    ),
    SectionKind(
        "score", "a hand's end", FIRST, ("points",), "Int",
        (
            _BID,
            ScopeName("tricks", _upto(lambda f: f.hand_size.high), "tricks the player took"),
            _HAND_SIZE,
            ScopeName("bids_total", _upto(lambda f: f.hand_size.high * f.players), "sum of all bids of the hand"),
            ScopeName("doubled", _is(Bool()), "the hand was dealt again and so counts double"),
            _PLAYERS, _SET,
        ), "what a player's hand is worth",
    ),
    SectionKind("premium", "a set's end", SUM, ("add",), "Int", _premium_names(), "what a set adds to a player"),
)  # fmt: skip

BY_NAME: Mapping[str, SectionKind] = {section.name: section for section in SECTIONS}
NAMES: tuple[str, ...] = tuple(BY_NAME)

TIE_BREAKERS: Mapping[str, str] = {
    "rank": "the higher rank",
    "later": "the one played later",
    "earlier": "the one played earlier",
}


@dataclass(frozen=True, slots=True)
class RowKeys:
    """Keys a row may have besides `when` and its result."""

    notes: tuple[str, ...] = field(default=("name", "when", "cite", "assumed"))

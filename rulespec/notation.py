"""How cards, plays, suits and acts are written, for people and in files.

A card is rank and suit letter (`10H`), a joker `JK`; played, a joker carries its announcement:
`JK+S` high and `JK-S` low naming spades, `JK+` and `JK-` without a suit.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rulespec.game import Action, Bid, DealAgain, NameTrump
from rulespec.ir.cards import JOKER, Pack, bits
from rulespec.plays import Play

SIGNS = {"high": "+", "low": "-"}
LEVEL_OF = {sign: level for level, sign in SIGNS.items()}
NO_TRUMP = "no trump"


def play_text(pack: Pack, play: Play) -> str:
    sign = SIGNS.get(play.level or "", "")
    return pack.name(play.card) + sign + ("" if play.named is None else pack.letters[play.named])


def suit_text(pack: Pack, suit: int | None) -> str:
    return NO_TRUMP if suit is None else pack.suits[suit]


def action_text(pack: Pack, action: Action) -> str:
    match action:
        case NameTrump(suit):
            return suit_text(pack, suit)
        case DealAgain():
            return "deal again"
        case Bid(number):
            return str(number)
        case Play():
            return play_text(pack, action)


def read_suit(pack: Pack, text: str) -> int | None:
    """A suit by its name, `no trump` as None. Raises KeyError."""
    word = text.lower()
    if word == NO_TRUMP:
        return None
    if word not in pack.suits:
        raise KeyError(text)
    return pack.suits.index(word)


@cache
def cards_by_name(pack: Pack) -> Mapping[str, int]:
    """Every card of the pack by its name; `JK` is the first joker."""
    return {name: pack.index(name) for name in pack.names(pack.all_mask)}


def read_card(pack: Pack, text: str, taken: int = 0) -> int:
    """A card by its name; `JK` is the first joker not in `taken`, or the last. Raises KeyError."""
    card = cards_by_name(pack)[text.upper()]
    if card < pack.suited:
        return card
    return next(bits(pack.jokers_mask & ~taken), pack.size - 1)


def read_play(pack: Pack, text: str, hand: int) -> Play:
    """A card as it was played by someone who holds `hand`. Raises KeyError for what is no play."""
    word = text.upper()
    name, sign, letter = word[: len(JOKER)], word[len(JOKER) : len(JOKER) + 1], word[len(JOKER) + 1 :]
    if name != JOKER:
        return Play(read_card(pack, word))
    if sign not in ("", *LEVEL_OF) or letter not in ("", *pack.letters):
        raise KeyError(text)
    card = read_card(pack, JOKER, ~hand)
    return Play(card, LEVEL_OF.get(sign), pack.letters.index(letter) if letter else None)

"""What the rules say of announcements, for whoever has the parts at hand."""

from __future__ import annotations

from rulespec.ir.cards import Pack, bits
from rulespec.ir.ruleset import AnyRow, RuleSet
from rulespec.ir.types import LEVELS
from rulespec.meanings.python import sections
from rulespec.meanings.python.evaluate import Env
from rulespec.plays import Play, Trick, asked_suit


def call_names(pack: Pack, level: str, named: int | None, trump: int | None, trick: Trick) -> Env:
    """The names of the section; an empty trick means that the joker is led."""
    asked = asked_suit(pack, trick) if trick else None
    return {"leading": not trick, "level": level, "named": named, "trump": trump, "asked": asked}


def call_forbidden(ruleset: RuleSet, level: str, named: int | None, trump: int | None, trick: Trick) -> AnyRow | None:
    """The row that forbids an announcement, or None."""
    return sections.forbidding(ruleset, "call", call_names(ruleset.pack, level, named, trump, trick))


def every_call(pack: Pack) -> list[tuple[str, int | None]]:
    """Every level and suit (None for no suit) that can be said, allowed or not: high first, suits last."""
    suits: list[int | None] = [None, *range(len(pack.suits))]
    return [(level, named) for level in LEVELS for named in suits]


def legal_calls(ruleset: RuleSet, trump: int | None, trick: Trick) -> list[tuple[str, int | None]]:
    """The levels and suits a joker may be announced with."""
    return [(level, named) for level, named in every_call(ruleset.pack) if call_forbidden(ruleset, level, named, trump, trick) is None]


def plays_of(ruleset: RuleSet, cards: int, trump: int | None, trick: Trick) -> list[Play]:
    """The cards of a mask as plays, a joker once for each announcement."""
    found: list[Play] = []
    for card in bits(cards):
        if card < ruleset.pack.suited:
            found.append(Play(card))
        else:
            found += [Play(card, level, named) for level, named in legal_calls(ruleset, trump, trick)]
    return found

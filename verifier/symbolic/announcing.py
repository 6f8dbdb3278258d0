"""Cards on the table with their announcements, in symbols. Mirrors `rulespec/questions/announcing.py`."""

from __future__ import annotations

import z3

from rulespec.ir.types import Bool, Card, Level, Suit
from rulespec.meanings.z3.values import Num, Term, Value, constant, domain, every, suit
from rulespec.plays import Play
from rulespec.questions.announcing import every_call
from verifier.symbolic.arithmetic import how_many
from verifier.symbolic.setting import Labelled, Reader, Setting, card_in


def suit_of(setting: Setting, card: z3.BitVecRef) -> z3.BitVecRef:
    """The suit of one card; a joker has none."""
    result = suit(None, setting.pack)
    for s in range(len(setting.pack.suits)):
        result = z3.If(card & setting.pack.suit_mask(s) != 0, suit(s, setting.pack), result)
    return result


def is_joker(setting: Setting, card: z3.BitVecRef) -> z3.BoolRef:
    return card & setting.pack.jokers_mask != 0


def call_forbidden(setting: Setting, leading: bool, level: Value, named: Value, trump: Value, asked: Value) -> z3.BoolRef:
    """The condition that some row forbids an announcement."""
    names = {"leading": z3.BoolVal(leading), "level": level, "named": named, "trump": trump, "asked": asked}
    return setting.forbidden("call", names)


def legal_calls(setting: Setting, leading: bool, trump: Value, asked: Value) -> Num:
    """How many levels and suits a joker may be announced with."""
    pack = setting.pack
    return how_many([
        z3.Not(call_forbidden(setting, leading, constant(level, Level(), pack), suit(named, pack), trump, asked))
        for level, named in every_call(pack)
    ])  # fmt: skip


class Announced:
    """A card on the table with its announcement."""

    def __init__(self, setting: Setting, name: str, leading: bool) -> None:
        self.setting, self.leading = setting, leading
        self.card = setting.bits(name, Card())
        self.high = setting.truth(f"{name}_high", Bool())
        self.named = setting.bits(f"{name}_named", Suit())
        self.joker = is_joker(setting, self.card)

    def possible(self, trump: Value, asked: Value) -> list[Labelled]:
        """One card of the deck; a joker announced as the rules allow, other cards not at all."""
        silent = every(z3.Not(self.high), self.named == suit(None, self.setting.pack))
        allowed = z3.Not(call_forbidden(self.setting, self.leading, self.high, self.named, trump, asked))
        return [
            ("a card of the deck is played", every(card_in(self.card, self.setting.deck), domain(self.named, Suit(), self.setting.pack))),
            ("a joker is announced as allowed", z3.If(self.joker, allowed, silent)),
        ]

    @property
    def asked(self) -> z3.BitVecRef:
        """The suit that followers have to play, where this card was led."""
        return z3.If(self.joker, self.named, suit_of(self.setting, self.card))

    def objectives(self) -> list[Term]:
        return [self.card, self.high, self.named]

    def read(self, reader: Reader) -> Play:
        card = reader.bits(self.card).bit_length() - 1
        if not reader.truth(self.joker):
            return Play(card)
        return Play(card, "high" if reader.truth(self.high) else "low", reader.suit(self.named))

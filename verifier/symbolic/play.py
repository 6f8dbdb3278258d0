"""Scopes `lead` and `follow`: a player about to play a card."""

from __future__ import annotations

from collections.abc import Sequence

import z3

from rulespec import rules
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.sections import BY_NAME, ScopeName
from rulespec.ir.types import LEVELS, Bool, Card, Cards, Int, Level, Suit
from rulespec.meanings.python.evaluate import Env
from rulespec.meanings.z3.ops import balanced_sum, count
from rulespec.meanings.z3.values import Num, Value, constant, domain, every, suit, width_of
from rulespec.situations import Play, follow_env, lead_env
from verifier.symbolic.setting import Reader, Setting, Symbolic, card_in
from verifier.witness.moments import Moment, PlayMoment

OBSERVED = (
    ScopeName("playable", lambda f: Cards(), "the cards that the rules let him play"),
    ScopeName("announcements", lambda f: Int(0, 64), "how many ways a joker may be announced now"),
)
LEAD = (*BY_NAME["lead"].names, *OBSERVED)
FOLLOW = (*BY_NAME["follow"].names, *OBSERVED)


def suit_of(setting: Setting, card: z3.BitVecRef) -> z3.BitVecRef:
    """The suit of one card; a joker has none."""
    result = suit(None, setting.pack)
    for s in range(len(setting.pack.suits)):
        result = z3.If(card & setting.pack.suit_mask(s) != 0, suit(s, setting.pack), result)
    return result


def is_joker(setting: Setting, card: z3.BitVecRef) -> z3.BoolRef:
    return card & setting.pack.jokers_mask != 0


def call_forbidden(setting: Setting, leading: bool, level: Value, named: Value, trump: Value, asked: Value) -> z3.BoolRef:
    names = {"leading": z3.BoolVal(leading), "level": level, "named": named, "trump": trump, "asked": asked}
    return setting.forbidden("call", names)


def legal_calls(setting: Setting, leading: bool, trump: Value, asked: Value) -> Num:
    """How many levels and suits a joker may be announced with."""
    suits: list[int | None] = [None, *range(len(setting.pack.suits))]
    bounds = Int(0, len(LEVELS) * len(suits))
    allowed = [
        z3.Not(call_forbidden(setting, leading, constant(level, Level(), setting.pack), suit(s, setting.pack), trump, asked))
        for level in LEVELS
        for s in suits
    ]
    width = width_of(bounds)
    return Num(balanced_sum([z3.If(a, z3.BitVecVal(1, width), z3.BitVecVal(0, width)) for a in allowed]), bounds)


class Announced:
    """A card on the table with its announcement, symbolic."""

    def __init__(self, setting: Setting, name: str, leading: bool) -> None:
        self.setting, self.leading = setting, leading
        self.card = setting.var(f"{name}", Card())
        self.high = setting.var(f"{name}_high", Bool())
        self.named = setting.var(f"{name}_named", Suit())
        self.joker = is_joker(setting, self.card)

    def possible(self, trump: Value, asked: Value) -> list[tuple[str, z3.BoolRef]]:
        """One card of the deck; a joker announced as the rules allow, other cards not at all."""
        silent = every(z3.Not(self.high), self.named == suit(None, self.setting.pack))
        allowed = z3.Not(call_forbidden(self.setting, self.leading, self.high, self.named, trump, asked))
        return [
            ("a card of the deck is played", every(card_in(self.card, self.setting.deck), domain(self.named, Suit(), self.setting.pack))),
            ("a joker is announced as allowed", z3.If(self.joker, allowed, silent)),
        ]

    @property
    def asked(self) -> z3.BitVecRef:
        return z3.If(self.joker, self.named, suit_of(self.setting, self.card))

    def objectives(self) -> list[z3.ExprRef]:
        return [self.card, self.high, self.named]

    def read(self, reader: Reader) -> Play:
        card = reader.bits(self.card).bit_length() - 1
        if not reader.truth(self.joker):
            return Play(card)
        return Play(card, "high" if reader.truth(self.high) else "low", reader.suit(self.named))


def _held(setting: Setting, hand: z3.BitVecRef) -> tuple[Num, list[tuple[str, z3.BoolRef]]]:
    """A hand's size and what makes it one."""
    size = count(setting.pack, hand)
    most = setting.ruleset.facts.hand_size.high
    return size, [("the hand has cards of the deck", every(hand & ~setting.deck == 0, size.term >= 1, size.term <= most))]


def lead(setting: Setting) -> Symbolic:
    """Every hand, trump and trick number of a player who leads."""
    hand = setting.var("hand", Cards())
    trump, possible = setting.trump()
    size, held = _held(setting, hand)
    most = setting.ruleset.facts.hand_size.high
    trick_number = setting.var("trick_number", Int(1, most))
    sound = every(domain(trick_number, Int(1, most), setting.pack), trick_number.wide(8) + z3.SignExt(8 - size.term.size(), size.term) <= most + 1)
    names: dict[str, Value] = {**setting.options, "hand": hand, "trump": trump, "trick_number": trick_number}
    answer = setting.first("lead", names)
    names["playable"] = answer.value
    names["announcements"] = legal_calls(setting, True, trump, suit(None, setting.pack))

    def read(reader: Reader) -> Moment:
        return PlayMoment(reader.bits(hand), reader.suit(trump), (), reader.number(trick_number))

    assumptions = [*setting.domains, *possible, *held, ("the trick belongs to the hand", sound)]
    return Symbolic(names, assumptions, [size.term, trick_number.term, trump, hand], read, {"answers": answer.answers, "size": size})


def follow(setting: Setting) -> Symbolic:
    """Every hand, trump and cards on the table of a player who follows."""
    hand, rest = setting.var("hand", Cards()), setting.var("rest", Cards())
    trump, possible = setting.trump()
    led = Announced(setting, "led", leading=True)
    size, held = _held(setting, hand)
    others = count(setting.pack, rest)
    apart = every(hand & rest == 0, (hand | rest) & led.card == 0, rest & ~setting.deck == 0, others.term <= setting.ruleset.players - 2)
    names: dict[str, Value] = {
        **setting.options, "hand": hand, "trump": trump, "asked": led.asked, "joker_led": led.joker,
        "level_led": led.high, "played": led.card | rest,
    }  # fmt: skip
    answer = setting.first("follow", names)
    names["playable"] = answer.value
    names["announcements"] = legal_calls(setting, False, trump, led.asked)

    def read(reader: Reader) -> Moment:
        lead_play = led.read(reader)
        trump_now = reader.suit(trump)
        rules_now = setting.settled(reader)
        behind = [follower_play(rules_now, card, trump_now, (lead_play,)) for card in _bits(reader.bits(rest))]
        return PlayMoment(reader.bits(hand), trump_now, (lead_play, *behind))

    announced = z3.Or(rest & setting.pack.jokers_mask == 0, names["announcements"].term > 0)
    assumptions = [
        *setting.domains, *possible, *held, *led.possible(trump, suit(None, setting.pack)), ("no card is in two places", apart),
        ("a joker on the table could be announced", announced),
    ]  # fmt: skip
    objectives = [size.term, others.term, trump, *led.objectives(), hand, rest]
    return Symbolic(names, assumptions, objectives, read, {"answers": answer.answers, "size": size, "led": led})


def _bits(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def follower_play(ruleset: RuleSet, card: int, trump: int | None, trick: Sequence[Play]) -> Play:
    """A follower's card as a play; for a joker the last announcement that the rules allow."""
    if card < ruleset.pack.suited:
        return Play(card)
    level, named = rules.legal_calls(ruleset, trump, trick)[-1]
    return Play(card, level, named)


def concrete(ruleset: RuleSet, moment: Moment) -> Env:
    """The names of `lead` or `follow` by the reference meaning."""
    assert isinstance(moment, PlayMoment)
    given = (
        follow_env(ruleset.pack, moment.hand, moment.trump, moment.trick)
        if moment.trick
        else lead_env(moment.hand, moment.trump, moment.trick_number)
    )
    return {
        **given,
        "playable": rules.playable(ruleset, moment.hand, moment.trump, moment.trick, moment.trick_number).value,
        "announcements": len(rules.legal_calls(ruleset, moment.trump, moment.trick)),
    }



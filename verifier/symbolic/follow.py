"""Question `follow` in symbols: scope `follow`, a player about to follow. Mirrors `rulespec/questions/follow.py`."""

from __future__ import annotations

from collections.abc import Sequence

import z3

from rulespec.ir.cards import bits
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.types import Cards
from rulespec.meanings.z3.ops import count
from rulespec.meanings.z3.values import Num, Term, Value, either, every, number, some, suit
from rulespec.plays import Play
from rulespec.questions import FOLLOW, Following, legal_calls
from verifier.symbolic import announcing
from verifier.symbolic.announcing import Announced
from verifier.symbolic.arithmetic import at_most
from verifier.symbolic.setting import Reader, Setting, Symbolic


def follow(setting: Setting) -> Symbolic[Following]:
    """Every hand, trump and cards on the table of a player who follows."""
    cards, rest, trump = setting.bits("hand", Cards()), setting.bits("rest", Cards()), setting.trump()
    led = Announced(setting, "led", leading=True)
    (held, counted), behind = setting.counted("count(hand)", cards), count(setting.pack, rest)
    names: dict[str, Value] = {
        **setting.options, "hand": cards, "trump": trump, "led": led.card, "asked": led.asked, "joker_led": led.joker,
        "level_led": led.high, "played": led.card | rest, "count(hand)": held,
    }  # fmt: skip
    answer = setting.first("follow", names)
    calls = announcing.legal_calls(setting, False, trump, led.asked)
    assumptions = [
        *setting.domains, counted, *led.possible(trump, suit(None, setting.pack)),
        ("no card lies on the table twice", every(rest & led.card == 0, at_most(behind, number(setting.ruleset.players - 2)))),
        *setting.conditions("follow", FOLLOW.conditions, {**names, "hand_size": _largest(setting, trump)}),
        setting.trump_and_size(trump, lambda size: at_most(held, number(size))),
        ("a joker on the table could be announced", some(rest & setting.pack.jokers_mask == 0, at_most(number(1), calls))),
    ]  # fmt: skip
    names["playable"], names["announcements"] = answer.value, calls

    def read(reader: Reader) -> Following:
        mask, lead, suit_ = reader.bits(cards), led.read(reader), reader.suit(trump)
        settled = setting.settled(reader)
        followers = [follower_play(settled, card, suit_, (lead,)) for card in bits(reader.bits(rest))]
        hand = setting.first_hand(reader, suit_, lambda size: size >= mask.bit_count())
        return Following(hand, mask, suit_, (lead, *followers))

    objectives: list[Term] = [held.term, behind.term, trump, *led.objectives(), cards, rest]
    return Symbolic(names, assumptions, objectives, read, answer.answers, (answer.value,))


def _largest(setting: Setting, trump: z3.BitVecRef) -> Num:
    """The cards that a player is dealt in the largest hand that can have this trump."""
    size = number(0)
    for one, dealt, condition in sorted(setting.sizes_by_trump(), key=lambda row: row[1]):
        size = either(every(condition, trump == suit(one, setting.pack)), number(dealt), size)
    return size


def follower_play(ruleset: RuleSet, card: int, trump: int | None, trick: Sequence[Play]) -> Play:
    """A follower's card as a play; for a joker the last announcement that the rules allow."""
    if card < ruleset.pack.suited:
        return Play(card)
    level, named = legal_calls(ruleset, trump, trick)[-1]
    return Play(card, level, named)

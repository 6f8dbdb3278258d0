"""Question `lead` in symbols: scope `lead`, a player about to lead. Mirrors `rulespec/questions/lead.py`."""

from __future__ import annotations

from rulespec.ir.types import Cards, Int
from rulespec.meanings.z3.values import Term, Value, domain, number, same, suit
from rulespec.questions import LEAD, Leading
from verifier.symbolic import announcing
from verifier.symbolic.arithmetic import minus, plus
from verifier.symbolic.setting import Reader, Setting, Symbolic


def lead(setting: Setting) -> Symbolic[Leading]:
    """Every hand, trump and trick number of a player who leads."""
    most = setting.ruleset.facts.hand_size.high
    cards, trump = setting.bits("hand", Cards()), setting.trump()
    trick_number = setting.num("trick_number", Int(1, most))
    held, counted = setting.counted("count(hand)", cards)
    size = minus(plus(held, trick_number), number(1))
    names: dict[str, Value] = {**setting.options, "hand": cards, "trump": trump, "trick_number": trick_number, "count(hand)": held}
    assumptions = [
        *setting.domains, counted,
        ("the trick is one of the hand", domain(trick_number, Int(1, most), setting.pack)),
        *setting.conditions("lead", LEAD.conditions, {**names, "hand_size": size}),
        setting.trump_and_size(trump, lambda dealt: same(size, number(dealt))),
    ]
    answer = setting.first("lead", names)
    names["playable"] = answer.value
    names["announcements"] = announcing.legal_calls(setting, True, trump, suit(None, setting.pack))

    def read(reader: Reader) -> Leading:
        mask, suit_ = reader.bits(cards), reader.suit(trump)
        hand = setting.first_hand(reader, suit_, lambda dealt: dealt == mask.bit_count() + reader.number(trick_number) - 1)
        return Leading(hand, mask, suit_, reader.number(trick_number))

    objectives: list[Term] = [held.term, trick_number.term, trump, cards]
    return Symbolic(names, assumptions, objectives, read, answer.answers, (answer.value,))

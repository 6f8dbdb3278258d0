"""Question `trump` in symbols: scope `deal`, a hand about to be dealt. Mirrors `rulespec/questions/trump.py`."""

from __future__ import annotations

import z3

from rulespec.ir.ruleset import Choose
from rulespec.meanings.z3.values import Value, either, number, some
from rulespec.questions import Dealing
from rulespec.questions.trump import method_word
from verifier.symbolic.setting import Reader, Setting, Symbolic


def deal(setting: Setting) -> Symbolic[Dealing]:
    """Every hand of every schedule."""
    hand = setting.hand()
    names: dict[str, Value] = {
        **setting.options, "hand_size": hand.size, "players": number(setting.ruleset.players),
        "deck_size": setting.game_number(lambda g: g.deck.bit_count()), "set_number": hand.set_number,
    }  # fmt: skip
    rows = setting.ruleset.rows("trump")
    answers = setting.answering("trump", names)
    kinds = {word: z3.BoolVal(False) for word in ("turns_next", "shows_last", "is_chosen", "is_fixed")}
    seen, calls, by_dealer = number(0), number(0), z3.BoolVal(False)
    for row, answer in zip(rows, answers, strict=True):
        word = method_word(row.result)
        kinds[word] = some(kinds[word], answer)
        if isinstance(row.result, Choose):
            seen = either(answer, number(row.result.after or 0), seen)
            calls = either(answer, number(len(row.result.calls)), calls)
            by_dealer = some(by_dealer, answer) if row.result.by == "dealer" else by_dealer

    def read(reader: Reader) -> Dealing:
        return Dealing(hand.read(setting, reader))

    observed: dict[str, Value] = {**kinds, "seen_before": seen, "calls": calls, "by_dealer": by_dealer}
    objectives = [hand.size.term, hand.set_number.term, hand.number.term]
    return Symbolic({**names, **observed}, [*setting.domains, hand.scheduled], objectives, read, answers)

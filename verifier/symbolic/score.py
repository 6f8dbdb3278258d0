"""Question `score` in symbols: scope `hand`, a finished hand. Mirrors `rulespec/questions/score.py`."""

from __future__ import annotations

from collections.abc import Sequence

import z3

from rulespec.ir.types import Int
from rulespec.meanings.z3 import sections
from rulespec.meanings.z3.values import Num, Term, Value, every, number, same, some
from rulespec.questions import SCORE, Dealt, HandEnd
from verifier.symbolic.arithmetic import Number, between, how_many, minus, pick, plus
from verifier.symbolic.bid import legal_in_turn, zero_bids
from verifier.symbolic.setting import Reader, Setting, Symbolic


def worth(
    setting: Setting, size: Number, bid: Num, tricks: Num, bids_total: Num, set_number: Number, doubled: z3.BoolRef | None = None
) -> sections.Answer:
    """What a player's hand is worth, with the rows that say so."""
    names = {
        "hand_size": size, "bid": bid, "tricks": tricks, "bids_total": bids_total,
        "players": setting.ruleset.players, "set_number": set_number, "doubled": z3.BoolVal(False) if doubled is None else doubled,
    }  # fmt: skip
    return setting.first("score", names)


def within(values: Sequence[Num], size: Num) -> z3.BoolRef:
    """Every number is 0 to the hand's size."""
    return every(*[between(0, value, size) for value in values])


def single(dealt: Dealt, doubled: z3.BoolRef | None) -> z3.BoolRef:
    """The hand is not doubled, or may be."""
    return z3.BoolVal(True) if doubled is None or dealt.may_double else z3.Not(doubled)


def finished_hand(setting: Setting) -> Symbolic[HandEnd]:
    """Every hand of the schedule with legal bids and tricks that add up, seen from every seat."""
    players, most = setting.ruleset.players, setting.ruleset.facts.hand_size.high
    bids = [setting.num(f"bid{i}", Int(0, most)) for i in range(players)]
    tricks = [setting.num(f"tricks{i}", Int(0, most)) for i in range(players)]
    made = [zero_bids(setting, f"passes{i}") for i in range(players)]
    seat = setting.num("seat", Int(0, players - 1))
    doubled = z3.Bool("doubled") if any(dealt.may_double for _, dealt in setting.hands()) else None
    hand = setting.hand(lambda dealt: every(*[between(0, passes, dealt.passes) for passes in made], single(dealt, doubled)))
    size, total = hand.size, plus(*bids)
    bid, mine = pick(seat, bids), pick(seat, tricks)
    answer = worth(setting, size, bid, mine, total, hand.set_number, doubled)
    own: dict[str, Value] = {
        "bid": bid, "tricks": mine, "hand_size": size, "bids_total": total, "players": number(players), "set_number": hand.set_number,
        "doubled": z3.BoolVal(False) if doubled is None else doubled,
    }  # fmt: skip
    assumptions = [
        *setting.domains, hand.scheduled,
        ("the bids are legal", every(within(bids, size), legal_in_turn(setting, bids, size, made))),
        ("the tricks add up", every(within(tricks, size), same(plus(*tricks), size))),
        ("the seat is one of the table", between(0, seat, players - 1)),
        *setting.conditions("score", SCORE.conditions, {**own, "hand_number": hand.number}),
    ]  # fmt: skip
    names: dict[str, Value] = {
        **setting.options, **own, "seat": seat, "scored": some(*answer.answers), "points": answer.value,
        "points_if_exact": worth(setting, size, mine, mine, plus(minus(total, bid), mine), hand.set_number, doubled).value,
        "makers": how_many([same(b, t) for b, t in zip(bids, tricks, strict=True)]),
    }  # fmt: skip

    def read(reader: Reader) -> HandEnd:
        said, taken = (tuple(map(reader.number, row)) for row in (bids, tricks))
        before = tuple(map(reader.number, made)) if setting.passes_matter else ()
        return HandEnd(hand.read(setting, reader), said, taken, reader.number(seat), before, doubled is not None and reader.truth(doubled))

    objectives: list[Term] = [*([] if doubled is None else [doubled]), size.term, bid.term, mine.term, seat.term, hand.number.term, *[v.term for v in (*bids, *tricks, *made)]]
    return Symbolic(names, assumptions, objectives, read, answer.answers, (answer.value,))

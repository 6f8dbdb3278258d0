"""Question `bid` in symbols: scope `bidding`, a player about to bid. Mirrors `rulespec/questions/bid.py`."""

from __future__ import annotations

from collections.abc import Sequence

import z3

from rulespec.ir.types import Int
from rulespec.meanings.z3.values import Num, Value, either, every, number, same, some
from rulespec.questions import BID, Bidding
from rulespec.questions.bid import LEGAL
from verifier.symbolic.arithmetic import Number, at_most, between, how_many, less, plus
from verifier.symbolic.setting import Reader, Setting, Symbolic


def forbidden(setting: Setting, bid: Number, size: Number, seat: Number, earlier_total: Number, passes: Number) -> z3.BoolRef:
    """The condition that some row forbids a bid."""
    names = {
        "bid": bid, "hand_size": size, "players": setting.ruleset.players, "seat": seat,
        "earlier_total": earlier_total, "passes_before": passes,
    }  # fmt: skip
    return setting.forbidden("bid", names)


def most_passes(setting: Setting) -> int:
    """More zero bids than anybody can have made before any hand: the same for rule sets that share their facts, as they share the variable."""
    return max(0, setting.ruleset.facts.hands.high - 1)


def zero_bids(setting: Setting, name: str) -> Num:
    """Zero bids a player has made before; plainly 0 where no rule looks at them."""
    return setting.num(name, Int(0, most_passes(setting))) if setting.passes_matter else number(0)


def bidding(setting: Setting) -> Symbolic[Bidding]:
    """Every hand, seat, legal bids before and bid."""
    players, most = setting.ruleset.players, setting.ruleset.facts.hand_size.high
    seat, bid = setting.num("seat", Int(0, players - 1)), setting.num("bid", Int(0, most))
    mine = setting.num("passes", Int(0, most_passes(setting)))
    earlier = [setting.num(f"earlier{i}", Int(0, most)) for i in range(players - 1)]
    theirs = [zero_bids(setting, f"passes{i}") for i in range(players - 1)]
    hand = setting.hand(lambda dealt: every(*[between(0, passes, dealt.passes) for passes in (mine, *theirs)]))
    total = plus(*[either(less(number(i), seat), e, number(0)) for i, e in enumerate(earlier)])
    names: dict[str, Value] = {
        **setting.options, "bid": bid, "hand_size": hand.size, "players": number(players), "seat": seat, "earlier_total": total,
        "passes_before": mine,
    }  # fmt: skip
    assumptions = [
        *setting.domains, hand.scheduled,
        ("the seat is one of the table", between(0, seat, players - 1)),
        (LEGAL, every(*_earlier_legal(setting, earlier, seat, hand.size, theirs))),
        *setting.conditions("bid", BID.conditions, {**names, "hand_number": hand.number}),
        ("a bid is not below 0", at_most(number(0), bid)),
    ]  # fmt: skip
    holding = setting.holding("bid", {k: v for k, v in names.items() if k not in setting.options})
    allowed = z3.Not(some(*holding))
    names["bid_allowed"] = allowed
    names["legal_bids"] = _legal_bids(setting, hand.size, seat, total, mine)

    def read(reader: Reader) -> Bidding:
        place = reader.number(seat)
        before = tuple(reader.number(p) for p in theirs[:place]) if setting.passes_matter else ()
        bids = tuple(reader.number(e) for e in earlier[:place])
        return Bidding(hand.read(setting, reader), bids, reader.number(mine), before, reader.number(bid))

    objectives = [hand.size.term, seat.term, mine.term, hand.number.term, *[e.term for e in earlier], bid.term, *[p.term for p in theirs]]
    rows = tuple(every(*[z3.Not(h) for h in holding[:i]], one) for i, one in enumerate(holding))
    return Symbolic(names, assumptions, objectives, read, rows, (allowed,))


def _earlier_legal(setting: Setting, earlier: Sequence[Num], seat: Num, size: Num, made: Sequence[Num]) -> list[z3.BoolRef]:
    """Bids before the seat are legal in turn; bids that were not made are 0, and so are the zero bids of who has not bid."""
    found = []
    total = number(0)
    for i, e in enumerate(earlier):
        bad = forbidden(setting, e, size, i, total if i else 0, made[i])
        legal = every(between(0, e, size), z3.Not(bad))
        unmade = every(same(e, number(0)), same(made[i], number(0)))
        found.append(z3.If(less(number(i), seat), legal, unmade))
        total = plus(total, e)
    return found


def _legal_bids(setting: Setting, size: Num, seat: Num, total: Num, made: Num) -> Num:
    most = setting.ruleset.facts.hand_size.high
    return how_many([every(at_most(number(b), size), z3.Not(forbidden(setting, b, size, seat, total, made))) for b in range(most + 1)])


def legal_in_turn(setting: Setting, bids: Sequence[Num], size: Number, made: Sequence[Number]) -> z3.BoolRef:
    """Every bid is legal when its turn comes; bids before are added up only where a rule may look at them."""
    found = []
    for i, bid in enumerate(bids):
        known = {"hand_size": size, "players": setting.ruleset.players, "seat": i, "passes_before": made[i]}
        if not setting.never_forbidden("bid", known):
            found.append(z3.Not(forbidden(setting, bid, size, i, plus(*bids[:i]) if i else 0, made[i])))
    return every(*found)

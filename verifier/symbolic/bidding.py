"""Scopes `bidding` (a bid about to be made) and `hand` (a finished hand)."""

from __future__ import annotations

from collections.abc import Sequence

import z3

from rulespec import rules
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.sections import BY_NAME, ScopeName
from rulespec.ir.types import Bool, Int
from rulespec.ir.walk import names as names_in
from rulespec.meanings.python.evaluate import Env
from rulespec.meanings.z3 import sections
from rulespec.meanings.z3.ops import OPS, balanced_sum
from rulespec.meanings.z3.values import Num, Value, either, every, number, same, some, width_of
from rulespec.situations import bid_env
from verifier.symbolic.setting import Reader, Setting, Symbolic
from verifier.witness.moments import BidMoment, HandMoment, Moment

BIDDING = (
    *BY_NAME["bid"].names,
    ScopeName("bid_allowed", lambda f: Bool(), "the rules let him make this bid"),
    ScopeName("legal_bids", lambda f: Int(0, f.hand_size.high + 1), "how many bids the rules let him make"),
)
HAND = (
    *[name for name in BY_NAME["score"].names if name.name != "set_number"],
    ScopeName("set_number", lambda f: Int(1, f.sets.high), "the set of the game, from 1"),
    ScopeName("seat", lambda f: Int(0, f.players - 1), "the player's place in the bidding; the dealer is last"),
    ScopeName("scored", lambda f: Bool(), "the rules give this result a score"),
    ScopeName("points", lambda f: f.points, "what the hand is worth to him"),
    ScopeName("points_if_exact", lambda f: f.points, "what the same tricks were worth if he had bid them"),
    ScopeName("makers", lambda f: Int(0, f.players), "how many players made their bids"),
)


def plus(*terms: Num) -> Num:
    total = number(0)
    for term in terms:
        total = OPS["add"](None, total, term)
    return total


def minus(a: Num, b: Num) -> Num:
    return OPS["sub"](None, a, b)  # type: ignore[no-any-return]


def less(a: Num, b: Num) -> z3.BoolRef:
    return OPS["lt"](None, a, b)


def at_most(a: Num, b: Num) -> z3.BoolRef:
    return OPS["le"](None, a, b)


Number = Num | int


def forbidden(setting: Setting, bid: Number, size: Number, seat: Number, earlier_total: Number, passes: Number) -> z3.BoolRef:
    names = {
        "bid": bid, "hand_size": size, "players": setting.ruleset.players, "seat": seat,
        "earlier_total": earlier_total, "passes_before": passes,
    }  # fmt: skip
    return setting.forbidden("bid", names)


def counts_passes(ruleset: RuleSet) -> bool:
    """Whether any bidding rule looks at the zero bids made before."""
    return any("passes_before" in names_in(row.when) for row in ruleset.rows("bid"))


def passes(setting: Setting, name: str, hand_number: Num) -> tuple[Num, z3.BoolRef]:
    """Zero bids a player may have made before this hand: each of them was legal when it was made."""
    most = setting.ruleset.facts.hands.high - 1
    if not (setting.counts_passes or counts_passes(setting.ruleset)) or most == 0:
        return number(0), z3.BoolVal(True)
    value = setting.var(name, Int(0, most))
    steps = [some(at_most(value, number(made)), _pass_possible(setting, made)) for made in range(most)]
    return value, every(at_most(number(0), value), at_most(value, hand_number), *steps)


def _pass_possible(setting: Setting, made: int) -> z3.BoolRef:
    """Some player in some hand may bid zero after `made` zero bids."""
    sizes = sorted({size for _, _, _, size in setting.hands()})
    seats = range(setting.ruleset.players)
    return some(*[z3.Not(forbidden(setting, 0, n, s, 0, made)) for n in sizes for s in seats])


def bidding(setting: Setting) -> Symbolic:
    """Every hand, seat, legal bids before and bid."""
    players, most = setting.ruleset.players, setting.ruleset.facts.hand_size.high
    hand_number, set_number, size, scheduled = setting.hand_number()
    seat = setting.var("seat", Int(0, players - 1))
    bid = setting.var("bid", Int(0, most))
    earlier = [setting.var(f"earlier{i}", Int(0, most)) for i in range(players - 1)]
    made = [passes(setting, f"passes{i}", hand_number) for i in range(players)]
    mine, _ = made[-1]
    assumptions = [*setting.domains, *scheduled, ("the seat is one of the table", every(at_most(number(0), seat), less(seat, number(players))))]
    assumptions.append(("the bid is 0 to all tricks", every(at_most(number(0), bid), at_most(bid, size))))
    assumptions.append(("zero bids before were legal", every(*[sound for _, sound in made])))
    assumptions.append(("bids before were legal", every(*_earlier_legal(setting, earlier, seat, size, [p for p, _ in made]))))
    total = plus(*[either(less(number(i), seat), e, number(0)) for i, e in enumerate(earlier)])
    names: dict[str, Value] = {
        **setting.options, "bid": bid, "hand_size": size, "players": number(players), "seat": seat, "earlier_total": total,
        "passes_before": mine, "set_number": set_number,
    }  # fmt: skip
    names["bid_allowed"] = z3.Not(forbidden(setting, bid, size, seat, total, mine))
    names["legal_bids"] = _legal_bids(setting, size, seat, total, mine)

    def read(reader: Reader) -> Moment:
        place = reader.number(seat)
        return BidMoment(
            reader.number(size), reader.number(hand_number), tuple(reader.number(e) for e in earlier[:place]),
            reader.number(bid), reader.number(mine), tuple(reader.number(p) for p, _ in made[:place]),
        )  # fmt: skip

    objectives = [size.term, seat.term, mine.term, hand_number.term, *[e.term for e in earlier], bid.term, *[p.term for p, _ in made[:-1]]]
    return Symbolic(names, assumptions, objectives, read, {"size": size})


def _earlier_legal(setting: Setting, earlier: Sequence[Num], seat: Num, size: Num, made: Sequence[Num]) -> list[z3.BoolRef]:
    """Bids before the seat are legal in turn; bids that were not made are 0."""
    found = []
    total = number(0)
    for i, e in enumerate(earlier):
        bad = forbidden(setting, e, size, i, total if i else 0, made[i])
        legal = every(at_most(number(0), e), at_most(e, size), z3.Not(bad))
        unmade = every(e.term == 0, same(made[i], number(0)))
        found.append(z3.If(less(number(i), seat), legal, unmade))
        total = plus(total, e)
    return found


def _legal_bids(setting: Setting, size: Num, seat: Num, total: Num, made: Num) -> Num:
    most = setting.ruleset.facts.hand_size.high
    bounds = Int(0, most + 1)
    width = width_of(bounds)
    one, zero = z3.BitVecVal(1, width), z3.BitVecVal(0, width)
    legal = [every(at_most(number(b), size), z3.Not(forbidden(setting, b, size, seat, total, made))) for b in range(most + 1)]
    return Num(balanced_sum([z3.If(one_legal, one, zero) for one_legal in legal]), bounds)


def bidding_concrete(ruleset: RuleSet, moment: Moment) -> Env:
    """The names of `bidding` by the reference meaning."""
    assert isinstance(moment, BidMoment)
    legal = rules.legal_bids(ruleset, moment.hand_size, moment.earlier, moment.passes)
    return {
        **bid_env(ruleset, moment.bid, moment.hand_size, moment.earlier, moment.passes),
        "bid_allowed": moment.bid in legal,
        "legal_bids": len(legal),
    }


# --- a finished hand --------------------------------------------------------------------------


def points(setting: Setting, size: Number, bid: Num, tricks: Num, bids_total: Num, set_number: Number) -> sections.Answer:
    names = {
        "hand_size": size, "bid": bid, "tricks": tricks, "bids_total": bids_total,
        "players": setting.ruleset.players, "set_number": set_number,
    }  # fmt: skip
    return setting.first("score", names)


def hand(setting: Setting) -> Symbolic:
    """Every hand of the schedule with legal bids and tricks that add up, seen from every seat."""
    players, most = setting.ruleset.players, setting.ruleset.facts.hand_size.high
    hand_number, set_number, size, scheduled = setting.hand_number()
    bids = [setting.var(f"bid{i}", Int(0, most)) for i in range(players)]
    tricks = [setting.var(f"tricks{i}", Int(0, most)) for i in range(players)]
    made = [passes(setting, f"passes{i}", hand_number) for i in range(players)]
    seat = setting.var("seat", Int(0, players - 1))
    legal = every(within(bids, size), legal_in_turn(setting, bids, size, [p for p, _ in made]))
    taken = every(within(tricks, size), same(plus(*tricks), size))
    assumptions = [
        *setting.domains, *scheduled,
        ("zero bids before were legal", every(*[sound for _, sound in made])),
        ("the bids are legal", legal), ("the tricks add up", taken),
        ("the seat is one of the table", every(at_most(number(0), seat), less(seat, number(players)))),
    ]  # fmt: skip
    bid, mine = _pick(seat, bids), _pick(seat, tricks)
    total = plus(*bids)
    answer = points(setting, size, bid, mine, total, set_number)
    exact_total = plus(minus(total, bid), mine)
    names: dict[str, Value] = {
        **setting.options, "bid": bid, "tricks": mine, "hand_size": size, "bids_total": total, "players": number(players),
        "set_number": set_number, "seat": seat, "scored": some(*answer.answers), "points": answer.value,
        "points_if_exact": points(setting, size, mine, mine, exact_total, set_number).value,
        "makers": plus(*[either(same(b, t), number(1), number(0)) for b, t in zip(bids, tricks, strict=True)]),
    }  # fmt: skip

    def read(reader: Reader) -> Moment:
        return HandMoment(
            reader.number(size), reader.number(hand_number), reader.number(set_number), tuple(map(reader.number, bids)),
            tuple(map(reader.number, tricks)), tuple(reader.number(p) for p, _ in made), reader.number(seat),
        )  # fmt: skip

    objectives = [size.term, bid.term, mine.term, seat.term, hand_number.term, *[v.term for v in (*bids, *tricks)], *[p.term for p, _ in made]]
    return Symbolic(names, assumptions, objectives, read, {"answers": answer.answers, "size": size, "bid": bid, "tricks": mine})


def legal_in_turn(setting: Setting, bids: Sequence[Num], size: Number, made: Sequence[Number]) -> z3.BoolRef:
    """Every bid is legal when its turn comes; bids before are added up only where a rule may look at them."""
    found = []
    for i, bid in enumerate(bids):
        known = {"hand_size": size, "players": setting.ruleset.players, "seat": i, "passes_before": made[i]}
        if not setting.never_forbidden("bid", known):
            found.append(z3.Not(forbidden(setting, bid, size, i, plus(*bids[:i]) if i else 0, made[i])))
    return every(*found)


def within(values: Sequence[Num], size: Num) -> z3.BoolRef:
    """Every number is 0 to the hand's size."""
    return every(*[every(at_most(number(0), value), at_most(value, size)) for value in values])


def _pick(seat: Num, values: Sequence[Num]) -> Num:
    result = values[-1]
    for i, value in reversed(list(enumerate(values[:-1]))):
        result = either(same(seat, number(i)), value, result)
    return result


def hand_concrete(ruleset: RuleSet, moment: Moment) -> Env:
    """The names of `hand` by the reference meaning."""
    assert isinstance(moment, HandMoment)
    bid, tricks, total = moment.bids[moment.seat], moment.tricks[moment.seat], sum(moment.bids)
    scored = (moment.hand_size, bid, tricks, total, moment.set_number)
    exact = (moment.hand_size, tricks, tricks, total - bid + tricks, moment.set_number)
    return {
        "bid": bid, "tricks": tricks, "hand_size": moment.hand_size, "bids_total": total, "players": ruleset.players,
        "set_number": moment.set_number, "seat": moment.seat, "scored": rules.scored(ruleset, *scored),
        "points": rules.points(ruleset, *scored).value,
        "points_if_exact": rules.points(ruleset, *exact).value,
        "makers": sum(b == t for b, t in zip(moment.bids, moment.tricks, strict=True)),
    }  # fmt: skip

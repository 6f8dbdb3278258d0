"""Several witnesses against one property: each one's rows decide otherwise than those of all before it.

Two witnesses with other cards and the same rows show the same fault twice. So after each witness
the rows that decided it are ruled out, as a combination, and the next smallest is looked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import z3

from rulespec import rules
from rulespec.ir.expr import TRUE, Expr
from rulespec.ir.ruleset import Row, RuleSet
from rulespec.ir.walk import names
from rulespec.meanings.python import sections
from rulespec.meanings.z3.evaluate import evaluate
from rulespec.meanings.z3.values import number
from rulespec.situations import bid_env
from verifier.proofs import property as properties
from verifier.proofs import prove, solve
from verifier.proofs.outcomes import Witness
from verifier.proofs.property import Property, Typed
from verifier.proofs.verdict import Disagreement, Refuted, Unknown, Verdict
from verifier.settle import settle
from verifier.symbolic import scope_named
from verifier.symbolic.bidding import at_most
from verifier.symbolic.setting import Setting, Symbolic
from verifier.witness.moments import BidMoment, DealMoment, HandMoment, Moment, PlayMoment, SetMoment, TrickMoment

Said = tuple[bool, ...]  # of each row of the moment's sections, whether it has a say


@dataclass(frozen=True, slots=True)
class Different:
    """Witnesses in a fixed order, the smallest of each group first; `ended` is what cut the search short."""

    witnesses: tuple[Witness, ...]
    ended: Verdict | None = None


def different(ruleset: RuleSet, property_: Property, n: int, assume: Expr | None = None) -> Different:
    """Up to `n` witnesses against a property that differ in the rows that decide."""
    found: list[Witness] = []
    heard: dict[str, list[Said]] = {name: [] for name in property_.scopes}
    try:
        for typed, symbolic in _groups(ruleset, property_):
            for verdict in _in_group(ruleset, typed, symbolic, assume, heard[typed.scope]):
                if not isinstance(verdict, Refuted):
                    return Different(tuple(found), verdict)
                assert isinstance(verdict.witness, Witness)
                found.append(verdict.witness)
                if len(found) >= n:
                    return Different(tuple(found))
    except solve.Misfit as misfit:
        return Different(tuple(found), Disagreement(str(misfit)))
    return Different(tuple(found))


def _groups(ruleset: RuleSet, property_: Property) -> Iterator[tuple[Typed, Symbolic]]:
    setting = prove.setting_of(ruleset)
    for name in property_.scopes:
        scope = scope_named(name)
        assert scope is not None
        typed = properties.typed(property_, name, ruleset)
        for shape in scope.shapes(setting):
            yield typed, setting.once(shape)


def _in_group(ruleset: RuleSet, typed: Typed, symbolic: Symbolic, assume: Expr | None, heard: list[Said]) -> Iterator[Verdict]:
    """The witnesses of one group of moments that have not been heard, then what is not settled, if anything."""
    fails = [evaluate(typed.given, symbolic.names, ruleset.pack), z3.Not(evaluate(typed.holds, symbolic.names, ruleset.pack))]
    if assume not in (None, TRUE):
        fails.append(evaluate(assume, prove.setting_of(ruleset).options, ruleset.pack))
    given, says = len(fails), list(_saying(ruleset, typed, symbolic))
    while True:
        fails += [_otherwise(says, said) for said in heard[len(fails) - given :]]
        asked = solve.solver()
        asked.add(*[condition for _, condition in symbolic.assumptions], *fails)
        match solve.ask(asked):
            case solve.Sat() as found:
                verdict = prove.refutation(ruleset, typed, symbolic, fails, found)
            case solve.Unsure(reason):
                verdict = Unknown(reason)
            case solve.Unsat():
                return
        yield verdict
        if not isinstance(verdict, Refuted):
            return
        assert isinstance(verdict.witness, Witness)
        heard.append(said_in(settle(ruleset, dict(verdict.witness.options)), typed, verdict.witness.moment))


def _otherwise(says: Sequence[z3.BoolRef], said: Said) -> z3.BoolRef:
    """The rows do not decide together as they did there."""
    return z3.Or(*[term != value for term, value in zip(says, said, strict=True)])


# --- which rows have a say: symbolic, then plain --------------------------------------------------


def _saying(ruleset: RuleSet, typed: Typed, symbolic: Symbolic) -> Iterator[z3.BoolRef]:
    """For each row of the moment's sections the condition that it has a say."""
    setting = prove.setting_of(ruleset)
    match typed.scope:
        case "lead" | "follow" | "hand" | "deal":
            yield from symbolic.parts["answers"]
        case "trick":
            lead, *others = [standing.answers for standing in symbolic.parts["standings"]]
            yield from lead
            yield from (z3.Or(*row) for row in zip(*others, strict=True))
        case "bidding":
            yield from _forbidding(setting, typed, symbolic)
        case "set":
            yield from setting.holding("premium", symbolic.names)
        case _:
            yield from setting.schedules
            yield from setting.answering("deck", {})


def _forbidding(setting: Setting, typed: Typed, symbolic: Symbolic) -> Iterator[z3.BoolRef]:
    """For each row that it forbids the bid, or any bid where the property speaks of no particular one."""
    if _speaks_of_bid(typed):
        yield from setting.holding("bid", symbolic.names)
        return
    size, most = symbolic.names["hand_size"], setting.ruleset.facts.hand_size.high
    by_bid = [setting.holding("bid", {**symbolic.names, "bid": bid}) for bid in range(most + 1)]
    for row in zip(*by_bid, strict=True):
        yield z3.Or(*[z3.And(at_most(number(bid), size), holds) for bid, holds in enumerate(row)])


def _speaks_of_bid(typed: Typed) -> bool:
    return bool({"bid", "bid_allowed"} & (names(typed.given) | names(typed.holds)))


def said_in(ruleset: RuleSet, typed: Typed, moment: Moment) -> Said:
    """For each row of the moment's sections whether it has a say, by the reference meaning."""
    match moment:
        case PlayMoment(hand, trump, trick, at):
            row = rules.playable(ruleset, hand, trump, trick, at).row
            return _marks(ruleset, "follow" if trick else "lead", [row])
        case TrickMoment(trump, trick):
            rows = [standing.row for standing in rules.standings(ruleset, trump, trick)]
            return (*_marks(ruleset, "strength", rows[:1]), *_marks(ruleset, "strength", rows[1:]))
        case BidMoment():
            return _marks(ruleset, "bid", _forbidding_rows(ruleset, typed, moment))
        case HandMoment(size, _, at, bids, tricks, _, seat):
            return _marks(ruleset, "score", [rules.points(ruleset, size, bids[seat], tricks[seat], sum(bids), at).row])
        case SetMoment(at, _, cards, bids, tricks):
            return _marks(ruleset, "premium", rules.premium_rows(ruleset, rules.set_results(ruleset, cards, bids, tricks, at), 0))
        case DealMoment(size, at):
            return _marks(ruleset, "trump", [rules.trump_row(ruleset, size, at)])
        case _:
            once = {section: [sections.first_row(ruleset, section, {})] for section in ("schedule", "deck")}
            return tuple(mark for section, rows in once.items() for mark in _marks(ruleset, section, rows))


def _forbidding_rows(ruleset: RuleSet, typed: Typed, moment: BidMoment) -> list[Row]:
    bids = [moment.bid] if _speaks_of_bid(typed) else range(moment.hand_size + 1)
    envs = [bid_env(ruleset, bid, moment.hand_size, moment.earlier, moment.passes) for bid in bids]
    return [row for env in envs for row in sections.every_row(ruleset, "bid", env)]


def _marks(ruleset: RuleSet, section: str, rows: Sequence[Row]) -> Said:
    return tuple(any(row is one for one in rows) for row in ruleset.rows(section))

"""Several witnesses against one property: each one's rows decide otherwise than those of all before it.

Two witnesses with other cards and the same rows show the same fault twice. So after each witness
the rows that decided it are ruled out, as a combination, and the next smallest is looked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

import z3

from rulespec import questions
from rulespec.ir.expr import Expr
from rulespec.ir.options import member_of
from rulespec.ir.ruleset import AnyRow, RuleSet
from rulespec.ir.walk import names
from rulespec.meanings.python import sections
from rulespec.meanings.z3.sections import Standing
from rulespec.meanings.z3.values import num, number
from rulespec.questions import (
    Bidding,
    Dealing,
    Following,
    GameEnd,
    GameShape,
    HandEnd,
    Leading,
    Moment,
    SetEnd,
    WholeTrick,
)
from rulespec.questions.bid import bid_names
from rulespec.rulebook import rulebook
from verifier.proofs import property as properties
from verifier.proofs import prove, solve
from verifier.proofs.property import Property, Typed
from verifier.proofs.prove import Claim
from verifier.proofs.verdict import Disagreement, Verdict
from verifier.symbolic.arithmetic import at_most
from verifier.symbolic.setting import Labelled, Symbolic
from verifier.witness.played import deciding
from verifier.witness.witness import Witness

Said = tuple[bool, ...]  # of each row of the moment's sections, whether it has a say


@dataclass(frozen=True, slots=True)
class Different:
    """Witnesses in a fixed order, the smallest of each group first; `ended` is what cut the search short."""

    witnesses: tuple[Witness, ...]
    ended: Verdict | None = None


def different(ruleset: RuleSet, property_: Property, n: int, assume: Expr | None = None) -> Different:
    """Up to `n` witnesses against a property that differ in the rows that decide."""
    found: list[Witness] = []
    try:
        for scope in property_.scopes:
            claim = Claim(ruleset, properties.typed(property_, scope, ruleset), assume)
            heard: list[Said] = []
            for symbolic in prove.groups_of(ruleset, claim.scope):
                for verdict in _in_group(claim, symbolic, heard):
                    if not isinstance(verdict, Witness):
                        return Different(tuple(found), verdict)
                    found.append(verdict)
                    if len(found) >= n:
                        return Different(tuple(found))
    except solve.Misfit as misfit:
        return Different(tuple(found), Disagreement(str(misfit)))
    return Different(tuple(found))


def _in_group(claim: Claim, symbolic: Symbolic[Moment], heard: list[Said]) -> Iterator[Witness | Verdict]:
    """The witnesses of one group of situations that have not been heard, then what is not settled, if anything."""
    says = list(_saying(claim, symbolic))
    while True:
        unheard: list[Labelled] = [("other rows decide", _otherwise(says, said)) for said in heard]
        found = claim.shown(symbolic, [*claim.given(symbolic), claim.fails(symbolic), *unheard], claim.breaks, fresh=True)
        if found is None:
            return
        yield found
        if not isinstance(found, Witness):
            return
        heard.append(said_in(member_of(claim.ruleset, dict(found.options)), claim.typed, found.moment))


def _otherwise(says: Sequence[z3.BoolRef], said: Said) -> z3.BoolRef:
    """The rows do not decide together as they did there."""
    return z3.Or(*[term != value for term, value in zip(says, said, strict=True)])


# --- which rows have a say: symbolic, then plain --------------------------------------------------


def _saying(claim: Claim, symbolic: Symbolic[Moment]) -> Iterator[z3.BoolRef]:
    """For each row of the situation's sections the condition that it has a say."""
    match claim.typed.scope:
        case "trick":
            lead, *others = [standing.answers for standing in _standings(symbolic)]
            yield from lead
            yield from (z3.Or(*row) for row in zip(*others, strict=True))
        case "bidding":
            yield from _forbidding(claim, symbolic)
        case _:
            yield from symbolic.rows


def _standings(symbolic: Symbolic[Moment]) -> Sequence[Standing]:
    assert isinstance(symbolic.key, list)
    return symbolic.key


def _forbidding(claim: Claim, symbolic: Symbolic[Moment]) -> Iterator[z3.BoolRef]:
    """For each row that it forbids the bid, or any bid where the property speaks of no particular one."""
    setting = prove.setting_of(claim.ruleset)
    own = {name: value for name, value in symbolic.names.items() if name not in setting.options}
    if _speaks_of_bid(claim.typed):
        yield from setting.holding("bid", own)
        return
    size, most = num(symbolic.names["hand_size"]), claim.ruleset.facts.hand_size.high
    by_bid = [setting.holding("bid", {**own, "bid": bid}) for bid in range(most + 1)]
    for row in zip(*by_bid, strict=True):
        yield z3.Or(*[z3.And(at_most(number(bid), size), holds) for bid, holds in enumerate(row)])


def _speaks_of_bid(typed: Typed) -> bool:
    return bool({"bid", "bid_allowed"} & (names(typed.given) | names(typed.holds)))


def said_in(ruleset: RuleSet, typed: Typed, moment: Moment) -> Said:
    """For each row of the situation's sections whether it has a say, by the reference meaning."""
    match moment:
        case WholeTrick(_, trump, trick):
            rows = [standing.row for standing in questions.standings(ruleset, trump, trick)]
            return (*_marks(ruleset, "strength", rows[:1]), *_marks(ruleset, "strength", rows[1:]))
        case Bidding():
            return _marks(ruleset, "bid", _forbidding_rows(ruleset, typed, moment))
        case Leading():
            return _marks(ruleset, "lead", deciding(ruleset, moment))
        case Following():
            return _marks(ruleset, "follow", deciding(ruleset, moment))
        case HandEnd():
            return _marks(ruleset, "score", deciding(ruleset, moment))
        case SetEnd():
            return _marks(ruleset, "premium", deciding(ruleset, moment))
        case Dealing(hand):
            return _marks(ruleset, "trump", [rulebook(ruleset).ground.of(hand).row])
        case GameEnd():
            return ()
        case GameShape():
            once = {section: [sections.first_row(ruleset, section, {})] for section in ("schedule", "deck")}
            return tuple(mark for section, rows in once.items() for mark in _marks(ruleset, section, rows))
        case _:
            assert_never(moment)


def _forbidding_rows(ruleset: RuleSet, typed: Typed, at: Bidding) -> list[AnyRow]:
    bids = [at.bid] if _speaks_of_bid(typed) else range(at.hand.size + 1)
    envs = [bid_names(ruleset, bid, at.hand.size, at.earlier, at.passes) for bid in bids]
    return [row for env in envs for row in sections.every_row(ruleset, "bid", env)]


def _marks(ruleset: RuleSet, section: str, rows: Sequence[AnyRow]) -> Said:
    return tuple(any(row.name == one.name for one in rows) for row in ruleset.rows(section))

"""What makes a situation possible beyond the table of hands, as conditions of the rule language.

Each question lists its conditions as text; here they are read once for a rule set, and the reference,
the solver and the diagrams evaluate the same expressions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulespec import formula
from rulespec.check.rows import section_scope
from rulespec.check.scope import base_scope
from rulespec.check.typecheck import Checker
from rulespec.diagnostics import Diagnostic, Faults
from rulespec.ir.by_identity import ByIdentity
from rulespec.ir.expr import Expr
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.sections import BY_NAME, ScopeName
from rulespec.ir.types import Cards, Int
from rulespec.ir.walk import fold
from rulespec.meanings.python.evaluate import Env, evaluate
from rulespec.questions.base import Condition, Impossible
from rulespec.questions.ground import Dealt, Ground
from rulespec.spans import Source, Span
from rulespec.yaml_tree import Scalar

GROUND_NAMES: tuple[ScopeName, ...] = (
    ScopeName("hand_number", lambda f: Int(1, f.hands.high), "the hand of the game, from 1"),
    ScopeName("hand_size", lambda f: f.hand_size, "cards each player is dealt"),
    ScopeName("set_number", lambda f: Int(1, f.sets.high), "the set of the game, from 1"),
    ScopeName("players", lambda f: Int(f.players, f.players), "how many play"),
    ScopeName("deck", lambda f: Cards(), "the cards that are played with"),
)


@dataclass(frozen=True, slots=True)
class Labelled:
    """A condition of the typed core, with what it says in words."""

    label: str
    expr: Expr


def ground_env(ground: Ground, dealt: Dealt) -> Env:
    """The values of the ground's names for a hand."""
    hand = dealt.hand
    return {
        "hand_number": hand.number, "hand_size": hand.size, "set_number": hand.set_number, "players": ground.players,
        "deck": ground.deck,
    }  # fmt: skip


def compiled(ruleset: RuleSet, section: str, conditions: tuple[Condition, ...]) -> tuple[Labelled, ...]:
    """The conditions of a question for a rule set, read once; some may be asked for without the others."""
    return _compiled.of(ruleset, lambda: tuple(Labelled(one.label, _read(ruleset, section, one)) for one in conditions), section, conditions)


_compiled = ByIdentity[tuple[Labelled, ...]](512)


def _read(ruleset: RuleSet, section: str, condition: Condition) -> Expr:
    own = BY_NAME[section].names
    known = {name.name for name in own}
    names = (*own, *(name for name in GROUND_NAMES if name.name not in known))
    base = base_scope(ruleset.pack, section, {}, {})
    scope = section_scope(base, section, names, ruleset.facts)
    faults: list[Diagnostic] = []
    span = Span(Source(f"<{section}>", condition.text), 0, len(condition.text))
    expr = Checker(formula.parse(Scalar(condition.text, span)), scope, faults).check("Bool")
    if faults or expr is None:
        raise Faults(faults)
    return fold(expr)


def broken(
    ruleset: RuleSet, section: str, conditions: tuple[Condition, ...], env: Env, where: tuple[str | int, ...] = ()
) -> Iterator[Impossible]:
    """The conditions that do not hold in a situation, by the reference meaning."""
    for one in compiled(ruleset, section, conditions):
        if not evaluate(one.expr, env, ruleset.pack):
            yield Impossible("RS410", f"this cannot be: {one.label}", where)

"""A property of a rule set: proved for every moment, or refuted by the smallest one.

For each scope and each group of its moments two questions go to the solver. Can `given` hold and
`holds` fail? Where it can, the least such moment is read out, and the reference meaning must agree
that it breaks the property. Where it cannot, can `given` hold at all? Where not, nothing was proved.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import z3

from rulespec.ir.expr import Expr
from rulespec.ir.ruleset import RuleSet
from rulespec.meanings.python.evaluate import evaluate as plain
from rulespec.meanings.z3.evaluate import evaluate
from rulespec.meanings.z3.values import Num
from verifier import property as properties
from verifier import solve
from verifier.moments import Moment
from verifier.outcomes import Witness
from verifier.property import Property, Typed
from verifier.scopes import scope_named
from verifier.scopes.setting import Reader, Setting, Symbolic
from verifier.settle import Options, settle
from verifier.verdict import Disagreement, Proved, Refuted, Unknown, Vacuous, Verdict

_SETTINGS: dict[int, tuple[RuleSet, Setting]] = {}


def setting_of(ruleset: RuleSet) -> Setting:
    """The symbolic ground of a rule set, built once a process."""
    kept = _SETTINGS.get(id(ruleset))
    if kept is None or kept[0] is not ruleset:
        kept = _SETTINGS[id(ruleset)] = (ruleset, Setting(ruleset))
    return kept[1]


@dataclass(frozen=True, slots=True)
class Group:
    """What came of one group of moments: None where its assumptions admit none."""

    verdict: Verdict | None
    contradiction: tuple[str, ...] = ()


def prove(ruleset: RuleSet, property_: Property, assume: Expr | None = None) -> Verdict:
    """Whether the property holds in every moment of its scopes.

    The result is `Proved` exactly where every scope has moments to speak of and none breaks it.
    """
    for scope in property_.scopes:
        verdict = _in_scope(ruleset, properties.typed(property_, scope, ruleset), assume)
        if not isinstance(verdict, Proved):
            return verdict
    return Proved(bounds(ruleset, property_))


def bounds(ruleset: RuleSet, property_: Property) -> str:
    """What the proof covers, in words."""
    facts = ruleset.facts
    hands = f"{facts.hand_size.low} to {facts.hand_size.high} cards" if facts.hand_size.low < facts.hand_size.high else f"{facts.hand_size.high} cards"
    return f"{facts.players} players, hands of {hands}"


def _in_scope(ruleset: RuleSet, typed: Typed, assume: Expr | None) -> Verdict:
    scope = scope_named(typed.scope)
    assert scope is not None
    setting = setting_of(ruleset)
    contradictions: list[str] = []
    proved = False
    for shape in scope.shapes(setting):
        group = in_group(ruleset, typed, setting.once(shape), assume)
        if group.verdict is None:
            contradictions += group.contradiction
        elif isinstance(group.verdict, Proved):
            proved = True
        else:
            return group.verdict
    return Proved("") if proved else Vacuous(_contradiction(typed, contradictions))


def _contradiction(typed: Typed, labels: list[str]) -> str:
    listed = "; ".join(dict.fromkeys(labels))
    return f"no moment of scope `{typed.scope}` fulfils what is given" + (f": {listed}" if listed else "")


def in_group(ruleset: RuleSet, typed: Typed, symbolic: Symbolic, assume: Expr | None) -> Group:
    """The verdict on one group of moments."""
    pack = ruleset.pack
    given = evaluate(typed.given, symbolic.names, pack)
    holds = evaluate(typed.holds, symbolic.names, pack)
    assumptions = [*symbolic.assumptions, ("what is given", given)]
    if assume is not None:
        assumptions.append(("what is assumed of the options", evaluate(assume, symbolic.names, pack)))
    asked = solve.solver()
    asked.add(*[condition for _, condition in assumptions], z3.Not(holds))
    match solve.ask(asked):
        case solve.Sat() as found:
            return Group(refutation(ruleset, typed, symbolic, asked, found))
        case solve.Unsure(reason):
            return Group(Unknown(reason))
        case solve.Unsat():
            return _not_vacuous(assumptions)


def _not_vacuous(assumptions: list[tuple[str, z3.BoolRef]]) -> Group:
    """Proved where the assumptions can hold together; otherwise the ones that contradict."""
    asked = solve.solver()
    labels = []
    for i, (label, condition) in enumerate(assumptions):
        labels.append(z3.Bool(f"{i}:{label}"))
        asked.add(z3.Implies(labels[-1], condition))
    match solve.ask(asked, *labels):
        case solve.Sat():
            return Group(Proved(""))
        case solve.Unsat(core):
            return Group(None, tuple(label.strip("|").split(":", 1)[1] for label in core))
        case solve.Unsure(reason):
            return Group(Unknown(reason))


def refutation(ruleset: RuleSet, typed: Typed, symbolic: Symbolic, asked: z3.Solver, found: solve.Sat) -> Verdict:
    """The least moment that breaks the property, checked by the reference meaning."""
    setting_terms = [value.term if isinstance(value, Num) else value for name, value in symbolic.names.items() if name in ruleset.open_options]
    least = solve.smallest(asked, found, [*symbolic.objectives, *setting_terms])
    if isinstance(least, solve.Unsure):
        return Unknown(f"a witness exists, but not its smallest: {least.reason}")
    reader = Reader(least.model, ruleset.pack)
    options = read_options(ruleset, symbolic.names, reader)
    moment = symbolic.read(reader)
    witness = Witness(typed.scope, moment, tuple(options.items()))
    if not breaks(settle(ruleset, options), typed, moment, options):
        return Disagreement(f"the solver's witness does not break `{typed.property.id}` by the reference meaning: {witness}")
    return Refuted(witness)


def read_options(ruleset: RuleSet, names: Mapping[str, object], reader: Reader) -> Options:
    """The values of the open options in a model."""
    found: dict[str, str | int] = {}
    for name in ruleset.open_options:
        value = names[name]
        if isinstance(value, Num):
            found[name] = reader.number(value)
        else:
            found[name] = str(ruleset.options[name].values[reader.bits(value)])  # type: ignore[arg-type]
    return found


def breaks(settled: RuleSet, typed: Typed, moment: Moment, options: Options) -> bool:
    """Whether the property fails in this moment by the reference meaning."""
    scope = scope_named(typed.scope)
    assert scope is not None
    env = {**scope.concrete(settled, moment), **options}
    return bool(plain(typed.given, env, settled.pack)) and not plain(typed.holds, env, settled.pack)

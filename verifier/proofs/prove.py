"""A property of a rule set: proved for every moment, or refuted by the smallest one.

For each scope and each group of its moments two questions go to the solver. Can `given` hold and
`holds` fail? Where it can, the least such moment is read out, and the reference meaning must agree
that it breaks the property. Where it cannot, can `given` hold at all? Where not, nothing was proved.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import z3

from rulespec.ir.expr import TRUE, Expr
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.text import text
from rulespec.ir.walk import conjuncts
from rulespec.meanings.python.evaluate import Env
from rulespec.meanings.python.evaluate import evaluate as plain
from rulespec.meanings.z3.evaluate import evaluate
from rulespec.meanings.z3.values import Num, term
from rulespec.spans import NOWHERE
from verifier.proofs import property as properties
from verifier.proofs import solve
from verifier.proofs.outcomes import Witness, gravest
from verifier.proofs.property import Property, Typed
from verifier.proofs.verdict import Disagreement, Proved, Refuted, Unknown, Vacuous, Verdict
from verifier.settle import Options, settle
from verifier.symbolic import scope_named
from verifier.symbolic.setting import Reader, Setting, Symbolic
from verifier.witness.moments import Moment

Labelled = tuple[str, z3.BoolRef]

EFFORT = 500_000  # of the solver, to see whether one assumption can be spared

_SETTINGS: dict[int, tuple[RuleSet, Setting]] = {}
_GROUNDS: dict[int, tuple[Symbolic, z3.Solver]] = {}


def setting_of(ruleset: RuleSet) -> Setting:
    """The symbolic ground of a rule set, built once a process."""
    kept = _SETTINGS.get(id(ruleset))
    if kept is None or kept[0] is not ruleset:
        kept = _SETTINGS[id(ruleset)] = (ruleset, Setting(ruleset))
    return kept[1]


def ground_of(symbolic: Symbolic) -> z3.Solver:
    """A solver that knows what makes a moment possible, made once a process."""
    kept = _GROUNDS.get(id(symbolic))
    if kept is None or kept[0] is not symbolic:
        asked = solve.questions()
        asked.add(*[condition for _, condition in symbolic.assumptions])
        kept = _GROUNDS[id(symbolic)] = (symbolic, asked)
    return kept[1]


@dataclass(frozen=True, slots=True)
class Group:
    """What came of one group of moments: None where its assumptions admit none."""

    verdict: Verdict | None
    contradiction: tuple[str, ...] = ()


def prove(ruleset: RuleSet, property_: Property, assume: Expr | None = None, example: bool = False) -> Verdict:
    """Whether the property holds in every moment of its scopes.

    The result is `Proved` exactly where every scope has moments to speak of and none breaks it;
    `example` asks for the least of those moments too.
    """
    typed = [properties.typed(property_, scope, ruleset) for scope in property_.scopes]
    try:
        verdict = gravest(in_scope(ruleset, one, assume, example) for one in typed)
        if not isinstance(verdict, Proved):
            return verdict
        return Proved(bounds(ruleset), verdict.example, idle(ruleset, typed, [] if assume is None else [assume]))
    except solve.Misfit as misfit:
        return Disagreement(str(misfit))


def idle(ruleset: RuleSet, typed: Sequence[Typed], assumed: Sequence[Expr] = ()) -> str | None:
    """The condition of the implication that is claimed, where no moment of any scope fulfils it."""
    conditions = [one.when for one in typed if one.when is not None]
    if len(conditions) < len(typed) or any(_fulfilled(ruleset, one, assumed) for one in typed):
        return None
    return _words(conditions[0], ruleset)


def _fulfilled(ruleset: RuleSet, typed: Typed, assumed: Sequence[Expr]) -> bool:
    """Whether some moment fulfils what is given and the condition of the claim; where nobody can say, it is taken to."""
    scope = scope_named(typed.scope)
    assert scope is not None and typed.when is not None
    setting = setting_of(ruleset)
    limits = [evaluate(one, setting.options, ruleset.pack) for one in assumed]
    for shape in scope.shapes(setting):
        symbolic = setting.once(shape)
        spoken = [evaluate(one, symbolic.names, ruleset.pack) for one in (typed.given, typed.when)]
        with solve.asking(ground_of(symbolic), *limits, *spoken) as asked:
            if not isinstance(solve.ask(asked), solve.Unsat):
                return True
    return False


def bounds(ruleset: RuleSet) -> str:
    """What the proof covers, in words."""
    facts = ruleset.facts
    hands = f"{facts.hand_size.low} to {facts.hand_size.high} cards" if facts.hand_size.low < facts.hand_size.high else f"{facts.hand_size.high} cards"
    return f"{facts.players} players, hands of {hands}"


def in_scope(ruleset: RuleSet, typed: Typed, assume: Expr | None = None, example: bool = False) -> Verdict:
    """The verdict on all moments of one scope; what is proved has no bounds yet."""
    scope = scope_named(typed.scope)
    assert scope is not None
    setting = setting_of(ruleset)
    groups = [in_group(ruleset, typed, setting.once(shape), assume, example) for shape in scope.shapes(setting)]
    spoken = [group.verdict for group in groups if group.verdict is not None]
    if spoken:
        return gravest(spoken)
    return Vacuous(contradiction(typed.scope, [label for group in groups for label in group.contradiction]))


def contradiction(scope: str, labels: Iterable[str]) -> str:
    """Why nothing was proved, with the assumptions that contradict each other."""
    listed = "; ".join(dict.fromkeys(labels))
    return f"no moment of scope `{scope}` fulfils what is given" + (f"; these contradict each other: {listed}" if listed else "")


def in_group(ruleset: RuleSet, typed: Typed, symbolic: Symbolic, assume: Expr | None, example: bool = False) -> Group:
    """The verdict on one group of moments."""
    given = _given(typed, symbolic, ruleset)
    if assume not in (None, TRUE):
        given.append(("what is assumed of the options", evaluate(assume, setting_of(ruleset).options, ruleset.pack)))
    fails = [*[condition for _, condition in given], z3.Not(evaluate(typed.holds, symbolic.names, ruleset.pack))]
    asked = solve.solver()
    asked.add(*[condition for _, condition in symbolic.assumptions], *fails)
    match solve.ask(asked):
        case solve.Sat() as found:
            return Group(refutation(ruleset, typed, symbolic, fails, found))
        case solve.Unsure(reason):
            return Group(Unknown(reason))
        case solve.Unsat():
            return _not_vacuous(ruleset, typed, symbolic, given, example)


def _given(typed: Typed, symbolic: Symbolic, ruleset: RuleSet) -> list[Labelled]:
    """The parts of what is given, each under its own words."""
    parts = () if typed.given == TRUE else conjuncts(typed.given)
    return [(f"given `{_words(part, ruleset)}`", evaluate(part, symbolic.names, ruleset.pack)) for part in parts]


def _words(expr: Expr, ruleset: RuleSet) -> str:
    return text(expr, ruleset.pack) if expr.span is NOWHERE else " ".join(expr.span.text.split())


def _not_vacuous(ruleset: RuleSet, typed: Typed, symbolic: Symbolic, given: Sequence[Labelled], example: bool) -> Group:
    """Proved where the assumptions can hold together; otherwise the ones that contradict."""
    ground = ground_of(symbolic)
    with solve.asking(ground, *[condition for _, condition in given]):
        match solve.ask(ground):
            case solve.Sat() as found:
                return Group(_speaking(ruleset, typed, symbolic, given, found, example))
            case solve.Unsure(reason):
                return Group(Unknown(reason))
            case solve.Unsat():
                return Group(None, needed([*symbolic.assumptions, *given]))


def _speaking(ruleset: RuleSet, typed: Typed, symbolic: Symbolic, given: Sequence[Labelled], found: solve.Sat, example: bool) -> Verdict:
    """Proved, now that the assumptions have a moment; it is held against them, and shown where it is asked for."""
    conditions = [condition for _, condition in given]
    if not example:
        solve.fitting(found, [*(condition for _, condition in symbolic.assumptions), *conditions])
        return Proved("")
    witness = least(ruleset, typed.scope, symbolic, conditions, found)
    if isinstance(witness, Unknown):
        return witness
    if not _speaks_of(ruleset, typed, witness):
        return Disagreement(f"the solver's example is none of `{typed.property.id}` by the reference meaning: {witness}")
    return Proved("", witness)


def needed(conditions: Sequence[Labelled]) -> tuple[str, ...]:
    """The labels of conditions that cannot hold together, without those that can be seen to be spared with little effort."""
    kept = list(conditions)
    for label in dict.fromkeys(label for label, _ in conditions):
        fewer = [one for one in kept if one[0] != label]
        asked = solve.hasty(EFFORT)
        asked.add(*[condition for _, condition in fewer])
        if isinstance(solve.ask(asked), solve.Unsat):
            kept = fewer
    return tuple(dict.fromkeys(label for label, _ in kept))


def refutation(ruleset: RuleSet, typed: Typed, symbolic: Symbolic, fails: Sequence[z3.BoolRef], found: solve.Sat) -> Verdict:
    """The least moment under these conditions, which breaks the property by the reference meaning too."""
    witness = least(ruleset, typed.scope, symbolic, fails, found)
    if isinstance(witness, Unknown):
        return Unknown(f"a witness exists, but not its smallest: {witness.reason}")
    options = dict(witness.options)
    if not breaks(settle(ruleset, options), typed, witness.moment, options):
        return Disagreement(f"the solver's witness does not break `{typed.property.id}` by the reference meaning: {witness}")
    return Refuted(witness)


def least(ruleset: RuleSet, scope: str, symbolic: Symbolic, conditions: Sequence[z3.BoolRef], found: solve.Sat) -> Witness | Unknown:
    """The least moment under these conditions, of which `found` is one."""
    asked = solve.steps()
    asked.add(*[condition for _, condition in symbolic.assumptions], *conditions)
    options = setting_of(ruleset).options
    smallest = solve.smallest(asked, found, [*symbolic.objectives, *map(term, options.values())])
    if isinstance(smallest, solve.Unsure):
        return Unknown(smallest.reason)
    reader = Reader(smallest.model, ruleset.pack)
    return Witness(scope, symbolic.read(reader), tuple(read_options(ruleset, options, reader).items()))


def read_options(ruleset: RuleSet, names: Mapping[str, object], reader: Reader) -> Options:
    """The values of the open options in a model; `names` are their variables, maybe among others."""
    found: dict[str, str | int] = {}
    for name in ruleset.open_options:
        value = names[name]
        if isinstance(value, Num):
            found[name] = reader.number(value)
        else:
            found[name] = str(ruleset.options[name].values[reader.bits(value)])
    return found


def breaks(settled: RuleSet, typed: Typed, moment: Moment, options: Options) -> bool:
    """Whether the property fails in this moment by the reference meaning."""
    env = _env(settled, typed.scope, moment, options)
    return bool(plain(typed.given, env, settled.pack)) and not plain(typed.holds, env, settled.pack)


def _speaks_of(ruleset: RuleSet, typed: Typed, witness: Witness) -> bool:
    """Whether the property is upheld in this moment by the reference meaning, and not only because nothing is given."""
    options = dict(witness.options)
    env = _env(settle(ruleset, options), typed.scope, witness.moment, options)
    return bool(plain(typed.given, env, ruleset.pack)) and bool(plain(typed.holds, env, ruleset.pack))


def _env(settled: RuleSet, scope_name: str, moment: Moment, options: Options) -> Env:
    scope = scope_named(scope_name)
    assert scope is not None
    return {**options, **scope.concrete(settled, moment)}  # a scope's own name hides an option of that name

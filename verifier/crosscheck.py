"""A second and a third opinion on a verdict, in a worker process.

Second: the same formulas as SMT-LIB text, decided by another solver. Third: the rule set on a small
pack, where the solver's verdict must be what enumeration by the reference finds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.util import find_spec

from rulespec.ir.ruleset import RuleSet
from rulespec.meanings.python.evaluate import Env
from rulespec.meanings.python.evaluate import evaluate as plain
from verifier import property as properties
from verifier.export import Script, scripts
from verifier.obligation import Obligation, assumption, decide, known, loaded
from verifier.outcomes import Decided
from verifier.property import SCOPE_SECTIONS, Property
from verifier.prove import prove
from verifier.reduced import Irreducible, moments, reduce
from verifier.scopes import scope_named
from verifier.verdict import Disagreement, Proved, Refuted, Unknown, Unsupported, Vacuous, Verdict, word

SECOND = "bitwuzla"


def available() -> bool:
    """Whether the second solver is installed."""
    return find_spec(SECOND) is not None


def decide_twice(task: Obligation) -> Decided:
    """The verdict with its second and third opinion; any dissent makes it a disagreement."""
    first = decide(task)
    if not isinstance(first.verdict, Proved | Refuted | Vacuous):
        return first
    if not available():
        return Decided(Unsupported(f"no second solver: install `{SECOND}`"))
    ruleset = loaded(task.profile, task.settings)
    property_ = known(task.profile, task.settings, task.files)[task.property]
    if ruleset.open_options and task.assume is not None:
        assumption(ruleset, task.assume)
        return Decided(Unsupported("a second opinion under `--assume`"))
    dissent = list(dissenting(ruleset, property_, first.verdict))
    return Decided(Disagreement("; ".join(dissent))) if dissent else first


def dissenting(ruleset: RuleSet, property_: Property, verdict: Verdict) -> Iterator[str]:
    """What speaks against a verdict, in words that let it be done again."""
    other = by_second_solver(list(scripts(ruleset, property_)))
    if other != word(verdict):
        yield f"z3 says {word(verdict)}, {SECOND} says {other} (`jokeri export smt2 {ruleset.id} -p {property_.id}` writes the formulas)"
    if not ruleset.open_options:
        yield from by_enumeration(ruleset, property_)


def by_second_solver(asked: list[Script]) -> str:
    """The verdict's word by the other solver's answers, put together as `prove` does."""
    scopes = list(dict.fromkeys(s.scope for s in asked))
    for scope in scopes:
        mine = [s for s in asked if s.scope == scope]
        answers = {asks: [answer(s.text) for s in mine if s.asks == asks] for asks in ("violation", "moment")}
        if "sat" in answers["violation"]:
            return word(Refuted(None))
        if any(a not in ("sat", "unsat") for found in answers.values() for a in found):
            return word(Unknown(""))
        if "sat" not in answers["moment"]:
            return word(Vacuous(""))
    return word(Proved(""))


def answer(text: str) -> str:
    """sat, unsat or unknown, by the second solver."""
    import bitwuzla

    parser = bitwuzla.Parser(bitwuzla.TermManager(), bitwuzla.Options())
    parser.parse(text.replace("(check-sat)", ""), True, False)
    return str(parser.bitwuzla().check_sat()).rsplit(".", 1)[-1].lower()


def by_enumeration(ruleset: RuleSet, property_: Property) -> Iterator[str]:
    """Where the solver and plain enumeration part on the small pack."""
    for scope in property_.scopes:
        ground = small_world(ruleset, scope)
        if ground is None:
            return
        small, envs = ground
        one = replace(property_, scopes=(scope,))
        solved, listed = word(prove(small, one)), enumerated(small, envs, one)
        if solved != listed:
            yield f"in scope {scope} on a pack of {small.pack.size} cards z3 says {solved}, enumeration says {listed}"


_WORLDS: dict[tuple[object, ...], tuple[RuleSet, list[Env]] | None] = {}


def small_world(ruleset: RuleSet, scope_name: str) -> tuple[RuleSet, list[Env]] | None:
    """The rule set on a small pack and the names of every moment there, worked out once a process."""
    rows = tuple(ruleset.rows(section) for section in SCOPE_SECTIONS[scope_name])
    key = (scope_name, ruleset.pack, ruleset.players, rows)
    if key not in _WORLDS:
        scope = scope_named(scope_name)
        assert scope is not None
        try:
            small = reduce(ruleset, scope_name)
            _WORLDS[key] = (small, [scope.concrete(small, moment) for moment in moments(small, scope_name)])
        except Irreducible:
            _WORLDS[key] = None
    return _WORLDS[key]


def enumerated(small: RuleSet, envs: Sequence[Env], property_: Property) -> str:
    """The verdict's word by asking the reference in every moment of the property's one scope."""
    typed = properties.typed(property_, property_.scopes[0], small)
    spoken = [env for env in envs if plain(typed.given, env, small.pack)]
    if not spoken:
        return word(Vacuous(""))
    return word(Proved("") if all(plain(typed.holds, env, small.pack) for env in spoken) else Refuted(None))

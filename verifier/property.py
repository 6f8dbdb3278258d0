"""Properties as data: a sentence, an id, a scope and formulas of the rule language.

A property file holds `properties:`, a list; a rule set file may hold one too.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Mapping as MappingABC
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from rulespec import formula, yaml_tree
from rulespec.check.rows import section_scope
from rulespec.check.scope import Scope, base_scope
from rulespec.check.typecheck import Checker
from rulespec.diagnostics import Diagnostic, Faults
from rulespec.diagnostics.faults import did_you_mean
from rulespec.ir.expr import TRUE, Expr
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.walk import fold
from rulespec.spans import NOWHERE, Span
from rulespec.yaml_tree import Mapping, Scalar, Sequence, Tree

SHIPPED = Path(__file__).parent / "properties"
KEYS = ("id", "kind", "scope", "says", "given", "holds")
KINDS = ("invariant", "trait")
GROUND = ("deck", "schedule")
SCOPE_SECTIONS: MappingABC[str, tuple[str, ...]] = {
    "game": GROUND,
    "deal": (*GROUND, "trump"),
    "bidding": (*GROUND, "bid"),
    "lead": (*GROUND, "trump", "lead", "call"),
    "follow": (*GROUND, "trump", "follow", "call"),
    "trick": (*GROUND, "trump", "call", "strength"),
    "hand": (*GROUND, "bid", "score"),
    "set": (*GROUND, "bid", "score", "premium"),
}
"""The scopes, and the sections of a rule set that what they speak of depends on."""

SCOPE_NAMES = tuple(SCOPE_SECTIONS)


@dataclass(frozen=True, slots=True)
class Property:
    """As written. It holds where in every moment of each scope `given` implies `holds`."""

    id: str
    kind: str
    scopes: tuple[str, ...]
    says: str
    given: Scalar | None
    holds: Scalar
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Typed:
    """A property's formulas in one scope of one rule set."""

    property: Property
    scope: str
    given: Expr
    holds: Expr


def read(path: Path) -> tuple[Property, ...]:
    """The properties of a file. Raises Faults."""
    source = yaml_tree.read_source(path)
    tree = yaml_tree.parse(source)
    listed = tree.get("properties") if isinstance(tree, Mapping) else None
    if not isinstance(tree, Mapping) or not isinstance(listed, Sequence):
        raise Faults([Diagnostic("RV101", "a property file is `properties:` and a list", tree.span)])
    faults = [Diagnostic("RS103", f"a property file has no key `{k.text}`", k.span) for k, _ in tree.entries if k.text != "properties"]
    return read_list(listed, faults)


def read_list(listed: Sequence, faults: list[Diagnostic] | None = None) -> tuple[Property, ...]:
    found_faults = faults or []
    found = [_property(item, found_faults) for item in listed.items]
    properties = [p for p in found if p is not None]
    for i, p in enumerate(properties):
        if any(p.id == other.id for other in properties[:i]):
            found_faults.append(Diagnostic("RS102", f"two properties are called `{p.id}`", p.span))
    if found_faults:
        raise Faults(found_faults)
    return tuple(properties)


def _property(tree: Tree, faults: list[Diagnostic]) -> Property | None:
    if not isinstance(tree, Mapping):
        faults.append(Diagnostic("RV101", "a property is `key: value` lines", tree.span))
        return None
    before = len(faults)
    for key, _ in tree.entries:
        if key.text not in KEYS:
            faults.append(Diagnostic("RS103", f"a property has no key `{key.text}`", key.span, did_you_mean(key.text, KEYS)))
    at = tree.entries[0][0].span if tree.entries else tree.span
    for key_name in ("id", "says", "scope", "holds"):
        if tree.get(key_name) is None:
            faults.append(Diagnostic("RS104", f"a property needs `{key_name}`", at))
    id_, says, given, holds = (_scalar(tree, key, faults) for key in ("id", "says", "given", "holds"))
    kind = _scalar(tree, "kind", faults)
    if kind is not None and kind.text not in KINDS:
        faults.append(Diagnostic("RS109", "`kind` is `invariant` or `trait`", kind.span))
    scopes = _scopes(tree.get("scope"), faults)
    if len(faults) > before or id_ is None or says is None or holds is None:
        return None
    return Property(id_.text, kind.text if kind else "invariant", scopes, says.text, given, holds, id_.span)


def _scalar(tree: Mapping, key: str, faults: list[Diagnostic]) -> Scalar | None:
    value = tree.get(key)
    if value is not None and not isinstance(value, Scalar):
        faults.append(Diagnostic("RS101", f"`{key}` is one value", value.span))
    return value if isinstance(value, Scalar) else None


def _scopes(tree: Tree | None, faults: list[Diagnostic]) -> tuple[str, ...]:
    items = tree.items if isinstance(tree, Sequence) else (tree,) if tree is not None else ()
    for item in items:
        if not isinstance(item, Scalar) or item.text not in SCOPE_NAMES:
            near = did_you_mean(item.text, SCOPE_NAMES) if isinstance(item, Scalar) else None
            faults.append(Diagnostic("RV102", f"`scope` is one of {', '.join(f'`{s}`' for s in SCOPE_NAMES)}", item.span, near))
    return tuple(item.text for item in items if isinstance(item, Scalar))


@cache
def shipped() -> tuple[Property, ...]:
    """The properties that come with the program, in the order of their files."""
    return tuple(p for path in sorted(SHIPPED.glob("*.yaml")) for p in read(path))


def of(ruleset: RuleSet, files: Iterable[str] = ()) -> tuple[Property, ...]:
    """The shipped properties, the rule set's own, then those of further files."""
    own = read_list(ruleset.properties) if isinstance(ruleset.properties, Sequence) else ()
    added = tuple(p for file in files for p in read(Path(file)))
    known = {p.id: p for p in shipped()}
    for p in (*own, *added):
        if p.id in known:
            raise Faults([Diagnostic("RS102", f"there is a property `{p.id}` already", p.span, "give it another id")])
        known[p.id] = p
    return tuple(known.values())


def select(properties: Iterable[Property], patterns: Iterable[str]) -> tuple[tuple[Property, ...], tuple[str, ...]]:
    """The properties that some pattern (`*` and `?` as in file names) matches, and the patterns that match none."""
    known, wanted = tuple(properties), tuple(patterns)
    if not wanted:
        return known, ()
    idle = tuple(w for w in wanted if not any(fnmatchcase(p.id, w) for p in known))
    return tuple(p for p in known if any(fnmatchcase(p.id, w) for w in wanted)), idle


def typed(property_: Property, scope_name: str, ruleset: RuleSet) -> Typed:
    """The property's formulas in a scope of a rule set. Raises Faults."""
    from verifier.scopes import scope_named

    scope = scope_named(scope_name)
    assert scope is not None
    faults: list[Diagnostic] = []
    base = base_scope(ruleset.pack, "", ruleset.options, ruleset.chosen)
    names = section_scope(base, f"scope `{scope_name}`", scope.names, ruleset.facts)
    given = TRUE if property_.given is None else _condition(property_.given, names, faults)
    holds = _condition(property_.holds, names, faults)
    if faults or given is None or holds is None:
        raise Faults(faults)
    return Typed(property_, scope_name, fold(given), fold(holds))


def _condition(at: Scalar, scope: Scope, faults: list[Diagnostic]) -> Expr | None:
    try:
        parsed = formula.parse(at)
    except Faults as found:
        faults += found.diagnostics
        return None
    return Checker(parsed, scope, faults).check("Bool")

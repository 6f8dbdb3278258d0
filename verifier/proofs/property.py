"""Properties as data: a sentence, an id, a scope and formulas of the rule language.

A property file holds `properties:`, a list; a rule set file may hold one too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import cache, partial
from pathlib import Path

from rulespec import formula, yaml_tree
from rulespec.check.rows import section_scope
from rulespec.check.scope import Scope, base_scope
from rulespec.check.typecheck import Checker
from rulespec.diagnostics import Diagnostic, Faults
from rulespec.diagnostics.faults import did_you_mean
from rulespec.ir.expr import TRUE, Apply, Expr
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.walk import fold
from rulespec.keys import unknown_keys
from rulespec.plain import one_line
from rulespec.spans import NOWHERE, Span
from rulespec.surface import IDENTIFIER
from rulespec.yaml_tree import Mapping, Scalar, Sequence, Tree
from verifier.proofs.scopes import SCOPE_NAMES, SCOPES, scope_named

SHIPPED = Path(__file__).parents[1] / "properties"
KEYS = ("id", "kind", "scope", "says", "needs", "given", "holds")
KINDS = ("invariant", "trait", "possible")
NEEDED = ("jokers", "two_jokers", "trump", "four_players", "settled")  # words of `needs`; `needs.py` says what they mean


@dataclass(frozen=True, slots=True)
class Property:
    """As written. It holds where in every situation of each scope `given` implies `holds`.

    One of kind `possible` holds where both hold in some situation of some scope. `needs` are things that a
    rule set must have for the claim to apply.
    """

    id: str
    kind: str
    scopes: tuple[str, ...]
    says: str
    given: Scalar | None
    holds: Scalar
    needs: tuple[str, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Typed:
    """A property's formulas in one scope of one rule set; `when` is the condition of `holds` where that is an implication."""

    property: Property
    scope: str
    given: Expr
    holds: Expr
    when: Expr | None = None


Found = tuple[tuple["Property", ...], list[Diagnostic]]


def read(path: Path) -> tuple[Property, ...]:
    """The properties of a file. Raises Faults with everything that is wrong in it."""
    return _sound(look(path))


def _sound(found: Found) -> tuple[Property, ...]:
    properties, faults = found
    if faults:
        raise Faults(sorted(faults, key=lambda fault: (fault.span.source.name, fault.span.start)))
    return properties


def look(path: Path) -> Found:
    """The properties of a file that are whole, and what is wrong with it. Raises Faults for a file that cannot be read."""
    tree, faults = yaml_tree.read_tree(yaml_tree.read_source(path))
    if tree is None:
        raise Faults(faults)
    listed = tree.get("properties") if isinstance(tree, Mapping) else None
    if not isinstance(tree, Mapping) or tree.get("rulespec") is not None or not isinstance(listed, Sequence) or not listed.items:
        return (), [*faults, _no_properties(tree)]
    found, more = look_at(listed)
    return found, [*faults, *(fault for _, fault in unknown_keys(tree, ("properties",), "a property file")), *more]


def _no_properties(tree: Tree) -> Diagnostic:
    if isinstance(tree, Mapping) and tree.get("rulespec") is not None:
        return Diagnostic("RV101", "this is a rule set, not a file of properties", tree.span, "check it by its own name: its properties count for it")
    return Diagnostic("RV101", "a property file is `properties:` and a list of at least one", tree.span)


def listing(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def look_at(listed: Sequence) -> Found:
    """The properties of a list that are whole, and what is wrong with the others."""
    faults: list[Diagnostic] = []
    found: dict[str, Property] = {}
    for item in listed.items:
        one = _property(item, faults)
        if one is not None and found.setdefault(one.id, one) is not one:
            faults.append(_twice(one, found[one.id]))
    return tuple(found.values()), faults


def _twice(one: Property, first: Property) -> Diagnostic:
    message = f"there is a property `{one.id}` already"
    return Diagnostic("RS102", message, one.span, "give it another id", (("the first one stands here", first.span),))


def _property(tree: Tree, faults: list[Diagnostic]) -> Property | None:
    if not isinstance(tree, Mapping):
        faults.append(Diagnostic("RV101", "a property is `key: value` lines", tree.span))
        return None
    before = len(faults)
    faults += (fault for _, fault in unknown_keys(tree, KEYS, "a property"))
    at = tree.entries[0][0].span if tree.entries else tree.span
    for key_name in ("id", "says", "scope", "holds"):
        if tree.get(key_name) is None:
            faults.append(Diagnostic("RS104", f"a property needs `{key_name}`", at))
    id_, says, given, holds = (_scalar(tree, key, faults) for key in ("id", "says", "given", "holds"))
    kind = _scalar(tree, "kind", faults)
    if id_ is not None and not IDENTIFIER.fullmatch(id_.text):
        faults.append(Diagnostic("RS109", f"`{id_.text}` is not an id", id_.span, "small letters and digits, joined by hyphens"))
    if kind is not None and kind.text not in KINDS:
        faults.append(Diagnostic("RS109", "`kind` is `invariant`, `trait` or `possible`", kind.span, did_you_mean(kind.text, KINDS)))
    scopes = _words(tree.get("scope"), "scope", SCOPE_NAMES, faults)
    needs = _words(tree.get("needs"), "needs", NEEDED, faults)
    if len(faults) > before or id_ is None or says is None or holds is None:
        return None
    return Property(id_.text, kind.text if kind else "invariant", scopes, one_line(says.text), given, holds, needs, id_.span)


def _scalar(tree: Mapping, key: str, faults: list[Diagnostic]) -> Scalar | None:
    value = tree.get(key)
    if value is not None and not isinstance(value, Scalar):
        faults.append(Diagnostic("RS101", f"`{key}` is one value", value.span))
    return value if isinstance(value, Scalar) else None


def _words(tree: Tree | None, key: str, known: tuple[str, ...], faults: list[Diagnostic]) -> tuple[str, ...]:
    """One word or a list of words of a closed list, each once."""
    items = tree.items if isinstance(tree, Sequence) else (tree,) if tree is not None else ()
    if tree is not None and not items:
        nothing = "so there is nothing to check" if key == "scope" else "so it can go"
        faults.append(Diagnostic("RV102", f"`{key}` names nothing, {nothing}", tree.span, f"it may name {listing(known)}"))
    found: list[str] = []
    for item in items:
        if not isinstance(item, Scalar) or item.text not in known:
            near = did_you_mean(item.text, known) if isinstance(item, Scalar) else None
            faults.append(Diagnostic("RV102", f"`{key}` is one of {listing(known)}", item.span, near))
        elif item.text in found:
            faults.append(Diagnostic("RV102", f"`{key}` names `{item.text}` twice", item.span))
        else:
            found.append(item.text)
    return tuple(found)


@cache
def shipped() -> tuple[Property, ...]:
    """The properties that come with the program, in the order of their files."""
    return tuple(p for path in sorted(SHIPPED.glob("*.yaml")) for p in read(path))


def of(ruleset: RuleSet, files: Iterable[str] = ()) -> tuple[Property, ...]:
    """The shipped properties, the rule set's own, then those of further files. Raises Faults."""
    return _sound(every(ruleset, files))


def every(ruleset: RuleSet, files: Iterable[str] = ()) -> Found:
    """The same, as far as they are whole, and what is wrong with the rest."""
    known = {one.id: one for one in shipped()}
    faults: list[Diagnostic] = []
    lookers: list[Callable[[], Found]] = [partial(look, Path(file)) for file in files]
    if isinstance(ruleset.properties, Sequence):
        lookers.insert(0, partial(look_at, ruleset.properties))
    for looker in lookers:
        try:
            found, wrong = looker()
        except Faults as unreadable:
            found, wrong = (), list(unreadable.diagnostics)
        faults += wrong
        faults += [_twice(one, known[one.id]) for one in found if known.setdefault(one.id, one) is not one]
    return tuple(known.values()), faults


def on_request(property_: Property) -> bool:
    """Whether it is a shipped claim about whole games: these take a solver long, so they are checked when asked for by name."""
    return property_.scopes == ("match",) and property_ in shipped()


def select(properties: Iterable[Property], patterns: Iterable[str], without: Iterable[str] = ()) -> tuple[tuple[Property, ...], tuple[str, ...]]:
    """The properties that some pattern (`*` and `?` as in file names) matches and none that is `without`, and the patterns that match none.

    Without patterns all but those that are checked on request.
    """
    known, wanted, unwanted = tuple(properties), tuple(patterns), tuple(without)
    idle = tuple(w for w in (*wanted, *unwanted) if not any(fnmatchcase(p.id, w) for p in known))
    asked = [p for p in known if (_matched(p, wanted) if wanted else not on_request(p))]
    return tuple(p for p in asked if not _matched(p, unwanted)), idle


def _matched(property_: Property, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(property_.id, pattern) for pattern in patterns)


def typed(property_: Property, scope_name: str, ruleset: RuleSet) -> Typed:
    """The property's formulas in a scope of a rule set. Raises Faults."""
    scope = scope_named(scope_name)
    assert scope is not None
    faults: list[Diagnostic] = []
    base = base_scope(ruleset.pack, "", ruleset.options, ruleset.chosen)
    names = section_scope(base, f"scope `{scope_name}`", scope.names, ruleset.facts, _in_other_scopes)
    given = TRUE if property_.given is None else _condition(property_.given, names, faults)
    holds = _condition(property_.holds, names, faults)
    if faults or given is None or holds is None:
        raise Faults(faults)
    when = fold(holds.args[0]) if isinstance(holds, Apply) and holds.op == "implies" else None
    return Typed(property_, scope_name, fold(given), fold(holds), when)


def without_supposing(typed: Typed) -> Typed:
    """The claim as if it were no implication: what is given is all that it supposes."""
    return replace(typed, when=None)


def _in_other_scopes(name: str) -> str | None:
    """A name that other scopes know is told to be theirs."""
    others = [scope.name for scope in SCOPES if any(one.name == name for one in scope.names)]
    return f"it means something in scope {' and '.join(f'`{other}`' for other in others)}" if others else None


def _condition(at: Scalar, scope: Scope, faults: list[Diagnostic]) -> Expr | None:
    try:
        parsed = formula.parse(at)
    except Faults as found:
        faults += found.diagnostics
        return None
    return Checker(parsed, scope, faults).check("Bool")


def known(ruleset: RuleSet, files: Iterable[str] = ()) -> dict[str, Property]:
    """Every claim that can be made about a rule set, by its id. Raises Faults."""
    return {one.id: one for one in of(ruleset, files)}

"""`extends`: a file laid over its base, part by part, until nothing is missing.

A section, a pack, a finish written again replaces the base's as a whole; options, sources,
expectations and offers are merged key by key, properties added. Every part keeps the place where it was written.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping as MappingABC
from dataclasses import dataclass, replace
from os.path import realpath

from rulespec.diagnostics import Diagnostic, Faults, fault
from rulespec.surface import Written
from rulespec.yaml_tree import Mapping, Scalar, Sequence, Tree

FindBase = Callable[[Scalar, Written], Written]


MAX_LINEAGE = 16


@dataclass(frozen=True, slots=True)
class Complete:
    """A file with its bases laid under it."""

    written: Written
    family: str | None
    declared: MappingABC[str, tuple[Scalar, Mapping]]
    chosen: MappingABC[str, tuple[Scalar, Scalar]]
    lineage: tuple[Written, ...]


def compose(written: Written, find_base: FindBase) -> Complete:
    """The whole rule set a file stands for. Raises Faults where it cannot be judged as one."""
    lineage = [written]
    try:
        while (name := lineage[-1].extends) is not None:
            lineage.append(_next_base(name, lineage, find_base))
    except Faults as faults:
        raise Faults((*_faults(lineage), *faults.diagnostics)) from None
    merged = lineage[-1]
    for child in reversed(lineage[:-1]):
        merged = _over(child, merged)
    if not merged.readable:
        raise Faults(merged.faults)
    families = [w.id.text for w in lineage[1:] if w.family] if not written.family else [written.id.text]
    declared, chosen = _options(lineage)
    return Complete(merged, families[0] if families else None, declared, chosen, tuple(lineage))


def _next_base(name: Scalar, lineage: list[Written], find_base: FindBase) -> Written:
    base = find_base(name, lineage[-1])
    chain = " -> ".join([*(w.id.text for w in lineage), base.id.text])
    if any(_same_file(base.source.name, other.source.name) for other in lineage):
        raise fault("RS301", f"the rule set extends itself: {chain}", name.span)
    if len(lineage) >= MAX_LINEAGE:
        raise fault("RS301", f"more than {MAX_LINEAGE} rule sets extend each other", name.span)
    return base


def _same_file(one: str, other: str) -> bool:
    return realpath(one) == realpath(other)


def _faults(lineage: list[Written]) -> tuple[Diagnostic, ...]:
    return tuple(diagnostic for written in lineage for diagnostic in written.faults)


def _over(child: Written, base: Written) -> Written:
    return replace(
        child,
        name=child.name or base.name,
        status=child.status or base.status,
        missing=child.missing or base.missing,
        players=child.players or base.players,
        cards=child.cards or base.cards,
        options={**base.options, **child.options},
        offers={**base.offers, **child.offers},
        sections={**base.sections, **child.sections},
        start=child.start or base.start,
        finish=child.finish or base.finish,
        sources={**base.sources, **child.sources},
        expect={**({} if base.family else base.expect), **child.expect},  # a family's are about all its options
        properties=_both(child.properties, base.properties),
        faults=(*child.faults, *base.faults),
        lost=child.lost | base.lost,
    )


def _both(child: Sequence | None, base: Sequence | None) -> Sequence | None:
    """The base's list with the child's behind it."""
    if child is None or base is None:
        return child or base
    return Sequence((*base.items, *child.items), child.span)


def _options(lineage: list[Written]) -> tuple[dict[str, tuple[Scalar, Mapping]], dict[str, tuple[Scalar, Scalar]]]:
    """What is declared and what is chosen, the youngest choice last."""
    declared: dict[str, tuple[Scalar, Mapping]] = {}
    chosen: dict[str, tuple[Scalar, Scalar]] = {}
    for written in reversed(lineage):
        for name, (key, value) in written.options.items():
            _sort_option(name, key, value, declared, chosen)
        if not written.family:  # whose options stay open
            chosen = {**_defaults(declared), **chosen}
    return declared, chosen


def _defaults(declared: MappingABC[str, tuple[Scalar, Mapping]]) -> dict[str, tuple[Scalar, Scalar]]:
    """What options are where nobody chooses."""
    found = {name: (key, value.get("default")) for name, (key, value) in declared.items()}
    return {name: (key, default) for name, (key, default) in found.items() if isinstance(default, Scalar)}


def _sort_option(name: str, key: Scalar, value: Tree, declared: dict[str, tuple[Scalar, Mapping]], chosen: dict[str, tuple[Scalar, Scalar]]) -> None:
    if isinstance(value, Mapping):
        declared[name] = (key, value)
        chosen.pop(name, None)
    elif isinstance(value, Scalar):
        chosen[name] = (key, value)

"""A short name for what a rule set means: equal rules give equal fingerprints, wherever written."""

from __future__ import annotations

from dataclasses import is_dataclass, replace

from rulespec.digests import sha256
from rulespec.ir.cards import Pack
from rulespec.ir.expr import Expr
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.text import text


def with_fingerprint(ruleset: RuleSet) -> RuleSet:
    return replace(ruleset, fingerprint=fingerprint(ruleset))


def fingerprint(ruleset: RuleSet) -> str:
    """Sixteen hexadecimal digits over pack, players, open options, rows and finish; no spans, no notes."""
    parts = [str(ruleset.players), repr(ruleset.pack), repr(ruleset.finish), repr(ruleset.start)]
    parts += [repr(ruleset.options[name]) for name in ruleset.open_options]
    for section in ruleset.sections.values():
        for row in section.rows:
            parts.append(f"{section.name}|{text(row.when, ruleset.pack)}|{_result(row.result, ruleset.pack)}|{row.then}")
    return sha256("\n".join(parts).encode()).hexdigest()[:16]


def _result(result: object, pack: Pack) -> str:
    if is_dataclass(result) and isinstance(result, Expr):
        return text(result, pack)
    return repr(result)

"""What the comparison of a section rests on: where it is equal, so is every answer of the section.

Many rule sets share most of their sections. Texts of this kind tell which comparisons are one and
the same, so that each is made once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulespec.ir.expr import Expr
from rulespec.ir.ruleset import AnyRow, RuleSet
from rulespec.ir.text import text
from rulespec.questions.ground import Ground, ground, reads

DEPENDS: Mapping[str, tuple[str, ...]] = {
    "deck": ("deck",),
    "schedule": ("schedule",),
    "trump": ("deck", "schedule", "trump"),
    "bid": ("deck", "schedule", "trump", "bid"),
    "lead": ("deck", "schedule", "trump", "lead"),
    "follow": ("deck", "schedule", "trump", "follow", "call"),
    "call": ("deck", "schedule", "trump", "call"),
    "strength": ("deck", "schedule", "trump", "call", "strength"),
    "score": ("deck", "schedule", "trump", "bid", "score"),
    "premium": ("deck", "schedule", "trump", "bid", "score", "premium"),
    "finish": (),
    "match": ("deck", "schedule", "trump", "bid", "score", "premium"),
}
"""For each section the sections that decide its answers and which situations it meets."""

TABLE = ("deck", "schedule", "trump")
UNPLAYED = ("bid", "score", "premium")  # sections that see no cards


def basis(ruleset: RuleSet, section: str) -> str:
    """The section's rows, those that decide what it meets, the players, the pack, and what it needs of the table of hands."""
    rows = [_row(ruleset, name, row) for name in DEPENDS[section] if name not in TABLE or name == section for row in ruleset.rows(name)]
    head = [section, str(ruleset.players), repr(ruleset.pack), *rows]
    if section == "finish":
        return "\n".join([*head, repr(ruleset.finish)])
    cards = [] if section in UNPLAYED else [f"deck {ground(ruleset).deck}"]
    return "\n".join([*head, *cards, SEEN[section](ruleset, ground(ruleset))])


def own_rows(ruleset: RuleSet, section: str) -> str:
    """The rows of the section alone."""
    return "\n".join(_row(ruleset, section, row) for row in ruleset.rows(section)) if section != "finish" else repr(ruleset.finish)


def _row(ruleset: RuleSet, section: str, row: AnyRow) -> str:
    result = text(row.result, ruleset.pack) if isinstance(row.result, Expr) else repr(row.result)
    return f"{section} {row.name}: {text(row.when, ruleset.pack)} | {result} | {row.then}"


def _whole(ruleset: RuleSet, table: Ground) -> str:
    return repr([ruleset.start, *((one.hand, one.row.result, one.trumps, one.passes) for one in table.dealt)])


def _sizes(ruleset: RuleSet, table: Ground) -> str:
    """Hand sizes with their trumps: all that cards on the table can tell of the schedule."""
    return repr(sorted({(one.hand.size, repr(one.trumps)) for one in table.dealt}))


def _bids(ruleset: RuleSet, table: Ground) -> str:
    counted = "passes_before" in reads(ruleset, "bid")
    return repr([(one.hand.size, one.hand.set_number, one.passes if counted else 0) for one in table.dealt])


SEEN: Mapping[str, Callable[[RuleSet, Ground], str]] = {
    "deck": lambda ruleset, table: "", "schedule": _whole, "trump": _whole, "bid": _whole, "lead": _sizes, "follow": _sizes,
    "call": _sizes, "strength": _sizes, "score": _bids, "premium": _bids,
}  # fmt: skip
"""For each section what it needs to know of the table."""

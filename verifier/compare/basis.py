"""What the comparison of a section rests on: where it is equal, so is every answer of the section.

Many rule sets share most of their sections. Texts of this kind tell which comparisons are one and
the same, so that each is made once; they also name the answers that are kept on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulespec import rules
from rulespec.ir.expr import Expr
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.text import text
from verifier.diagrams.common import trumps


def basis(ruleset: RuleSet, section: str) -> str:
    """The section's rows, the table and the pack, and whatever else decides which situations it meets."""
    parts = [section, str(ruleset.players), repr(ruleset.pack)]
    return "\n".join([*parts, *(part(ruleset) for part in PARTS[section])])


def _rows(section: str) -> Callable[[RuleSet], str]:
    return lambda ruleset: "\n".join(_row(ruleset, section, i) for i in range(len(ruleset.rows(section))))


def _row(ruleset: RuleSet, section: str, index: int) -> str:
    row = ruleset.rows(section)[index]
    result = text(row.result, ruleset.pack) if isinstance(row.result, Expr) else repr(row.result)
    return f"{section} {index}: {text(row.when, ruleset.pack)} | {result} | {row.then}"


def _deck(ruleset: RuleSet) -> str:
    return f"deck {rules.deck(ruleset)}"


def _schedule(ruleset: RuleSet) -> str:
    return f"schedule {rules.schedule(ruleset)}"


def _largest_hand(ruleset: RuleSet) -> str:
    return f"largest hand {max(size for one in rules.schedule(ruleset) for size in one)}"


def _trumps(ruleset: RuleSet) -> str:
    return f"trumps {trumps([ruleset])}"


def _start(ruleset: RuleSet) -> str:
    return repr(ruleset.start)


def _finish(ruleset: RuleSet) -> str:
    return repr(ruleset.finish)


_PLAY = (_deck, _largest_hand, _trumps)
PARTS: Mapping[str, tuple[Callable[[RuleSet], str], ...]] = {
    "deck": (_deck, _rows("deck")),
    "schedule": (_schedule, _start, _rows("schedule")),
    "trump": (_rows("trump"), _deck, _schedule),
    "bid": (_rows("bid"), _schedule),
    "lead": (_rows("lead"), *_PLAY),
    "follow": (_rows("follow"), _rows("call"), *_PLAY),
    "call": (_rows("call"),),
    "strength": (_rows("strength"), _rows("call"), *_PLAY),
    "score": (_rows("score"), _schedule),
    "premium": (_rows("premium"), _rows("score"), _rows("bid"), _schedule),
    "finish": (_finish,),
}
"""For each section what is written down beside the pack; a question that reads more must be added here."""

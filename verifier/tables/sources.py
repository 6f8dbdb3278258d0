"""Where what a table says comes from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from rulespec.ir.expr import FALSE, TRUE
from rulespec.ir.ruleset import AnyRow, RuleSet
from rulespec.ir.sections import BY_NAME, FIRST
from verifier.output.report import Note, Notes, listed


def identity(ruleset: RuleSet) -> Mapping[str, object]:
    """Which rule set a table is of."""
    return {"id": ruleset.id, "name": ruleset.name, "fingerprint": ruleset.fingerprint, "options": dict(ruleset.chosen)}


def of_row(row: AnyRow) -> str:
    """` (guide 5)` or why it is assumed; nothing where the row does not say."""
    if row.cite:
        return f" ({row.cite})"
    return f" (assumed: {row.assumed})" if row.assumed else ""


def living(ruleset: RuleSet, *sections: str) -> list[AnyRow]:
    """The rows of these sections, or of all, that the options chosen have not ruled out."""
    return [row for section in sections or tuple(ruleset.sections) for row in _living(ruleset, section)]


def _living(ruleset: RuleSet, section: str) -> Iterator[AnyRow]:
    """Where the first row answers, nothing lives behind one that always does."""
    for row in ruleset.rows(section):
        if row.when != FALSE:
            yield row
        if row.when == TRUE and BY_NAME[section].hit == FIRST:
            return


def titles(ruleset: RuleSet, rows: Iterable[AnyRow]) -> list[tuple[str, str]]:
    """The sources that these rows cite, each with its title."""
    cited = {re.split(r"[\s,:;]", row.cite.strip(), maxsplit=1)[0] for row in rows if row.cite}
    return [(name, source.get("title", name)) for name, source in ruleset.sources.items() if name in cited]


def in_a_line(ruleset: RuleSet) -> str:
    """A rule set with all its sources and its fingerprint, where many stand under one table."""
    sources = listed([title for _, title in titles(ruleset, living(ruleset))])
    return "; ".join(filter(None, (ruleset.name, sources and f"from {sources}", f"fingerprint {ruleset.fingerprint}")))


def notes(ruleset: RuleSet, rows: Iterable[AnyRow]) -> Iterator[Notes]:
    """The titles of the sources that these rows cite, and which rules these are."""
    items = [Note(name, title) for name, title in titles(ruleset, rows)]
    if items:
        yield Notes("Sources", tuple(items))
    yield Notes("Rules", (Note(ruleset.id, f"fingerprint {ruleset.fingerprint}"),))

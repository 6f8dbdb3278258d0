"""Where what a table says comes from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from rulespec.ir.ruleset import AnyRow, RuleSet
from verifier.output.report import Note, Notes


def identity(ruleset: RuleSet) -> Mapping[str, object]:
    """Which rule set a table is of."""
    return {"id": ruleset.id, "name": ruleset.name, "fingerprint": ruleset.fingerprint, "options": dict(ruleset.chosen)}


def of_row(row: AnyRow) -> str:
    """` (guide 5)` or why it is assumed; nothing where the row does not say."""
    if row.cite:
        return f" ({row.cite})"
    return f" (assumed: {row.assumed})" if row.assumed else ""


def notes(ruleset: RuleSet, rows: Iterable[AnyRow]) -> Iterator[Notes]:
    """The titles of the sources that these rows cite, and which rules these are."""
    cited = {re.split(r"[\s,:;]", row.cite.strip(), maxsplit=1)[0] for row in rows if row.cite}
    items = [Note(name, source.get("title", name)) for name, source in ruleset.sources.items() if name in cited]
    if items:
        yield Notes("Sources", tuple(items))
    yield Notes("Rules", (Note(ruleset.id, f"fingerprint {ruleset.fingerprint}"),))

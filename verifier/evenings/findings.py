"""What is wrong with a played game: where it stands, and the row of the rules that says otherwise."""

from __future__ import annotations

from dataclasses import dataclass

from rulespec.diagnostics import Diagnostic
from rulespec.ir.ruleset import AnyRow
from rulespec.spans import Span

ACTS = ("RS443", "RS444", "RS445", "RS446", "RS447")  # a trump, a bid, a play, an announcement, out of turn


@dataclass(frozen=True, slots=True)
class Finding:
    code: str
    message: str
    span: Span
    row: AnyRow | None = None
    help: str | None = None

    @property
    def is_act(self) -> bool:
        """A player did what the rules do not allow, where the others are claims that are wrong."""
        return self.code in ACTS

    def diagnostic(self) -> Diagnostic:
        related = () if self.row is None else ((f"the rule: `{self.row.name}`{_source(self.row)}", self.row.span),)
        return Diagnostic(self.code, self.message, self.span, self.help, related)


def _source(row: AnyRow) -> str:
    return f" ({row.cite})" if row.cite else " (assumed)" if row.assumed else ""

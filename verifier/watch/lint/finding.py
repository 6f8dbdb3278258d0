"""A finding, and the one list of what there is to find."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulespec.spans import Span

WARNING, NOTE = "warning", "note"


@dataclass(frozen=True, slots=True)
class Kind:
    """What a code stands for: how grave it is, in words, and what to do about it."""

    severity: str
    title: str
    help: str


KINDS: Mapping[str, Kind] = {
    "LN001": Kind(WARNING, "an `--ignore` that matches no finding", "take it away, or name a finding as it is printed"),
    "LN101": Kind(WARNING, "a row that never answers, because rows before it do", "take it away, or move it up"),
    "LN102": Kind(WARNING, "a row whose condition never holds", "take it away, or mend its condition"),
    "LN103": Kind(WARNING, "a row that forbids only what others forbid", "take it away"),
    "LN104": Kind(NOTE, "two rows of a sum that can hold together", "both are added: say so in their names if it is meant"),
    "LN105": Kind(NOTE, "two neighbours of which either may come first", "nothing to do; their conditions exclude each other"),
    "LN201": Kind(WARNING, "something written again that changes nothing", "take it away: the base says the same"),
    "LN202": Kind(WARNING, "an option that no row reads", "take it away, or write the row that needs it"),
    "LN203": Kind(NOTE, "an option of a base that no row reads any more", "nothing to do where it is meant: the sections that read it are written anew"),
    "LN301": Kind(WARNING, "a row without a source", "say where the rule comes from with `cite`, or why it is so with `assumed`"),
    "LN302": Kind(WARNING, "a source that nothing cites", "take it away, or cite it"),
    "LN303": Kind(NOTE, "a trait of which nothing is promised", "promise under `expect` that it is `proved` or `refuted`"),
    "LN401": Kind(WARNING, "a worked example that fails", "mend the rules or the example: one of them is wrong"),
    "LN402": Kind(NOTE, "no worked examples", "write a few cases with their answers and sources"),
    "LN403": Kind(NOTE, "a worked example without a source", "say in `source` where the answer comes from"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that looks wrong. `about` names it within the rule set and outlives moved lines."""

    code: str
    about: str
    message: str
    span: Span

    @property
    def id(self) -> str:
        return f"{self.code} {self.about}"

    @property
    def severity(self) -> str:
        return KINDS[self.code].severity

    @property
    def help(self) -> str:
        return KINDS[self.code].help

"""What is read off the files: what changes nothing, what nothing reads, what has no source, what is not promised."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rulespec.compose import Complete
from rulespec.diagnostics import Faults
from rulespec.ir.ruleset import AnyRow, RuleSet
from rulespec.spans import Span
from rulespec.surface import Written
from rulespec.yaml_tree import Mapping as Lines
from verifier.programs.examples import Example
from verifier.proofs.needs import missing
from verifier.proofs.property import Property
from verifier.watch.lint.finding import Finding
from verifier.watch.lint.opened import all_open, chosen_by, recomposed


def is_own(complete: Complete, span: Span) -> bool:
    """Whether something stands in the file itself and not in one of its bases."""
    return span.source.name == complete.lineage[0].source.name


# --- written again ----------------------------------------------------------------------------


def changes_nothing(complete: Complete, ruleset: RuleSet) -> Iterator[Finding]:
    """Parts and choices of the file without which it means the same."""
    if len(complete.lineage) == 1:
        return
    written = complete.lineage[0]
    for name, rows in written.sections.items():
        if rows and _needless(complete, replace(written, sections=_less(written.sections, name)), name):
            yield Finding("LN201", f"{ruleset.id}/{name}", f"`{name}` says what the base says", rows[0].span)
    parts = {
        "start": (written.start, replace(written, start=None)),
        "finish": (written.finish, replace(written, finish=None)),
        "players": (written.players, replace(written, players=None)),
        "cards": (written.cards, replace(written, cards=None)),
    }
    for part, (at, shorter) in parts.items():
        if at is not None and _needless(complete, shorter):
            yield Finding("LN201", f"{ruleset.id}/{part}", f"`{part}` says what the base says", at.span)
    yield from _chosen_again(complete, ruleset)


def _needless(complete: Complete, shorter: Written, section: str | None = None) -> bool:
    """Whether the shorter file means the same for all options, notes of the section included."""
    try:
        all_, less = all_open(complete), all_open(recomposed(shorter))
    except Faults:
        return False
    return all_.fingerprint == less.fingerprint and (section is None or _notes(all_, section) == _notes(less, section))


def _notes(ruleset: RuleSet, section: str) -> list[tuple[str | None, str | None]]:
    return [(row.cite, row.assumed) for row in ruleset.rows(section)]


def _chosen_again(complete: Complete, ruleset: RuleSet) -> Iterator[Finding]:
    written = complete.lineage[0]
    for name, value in chosen_by(complete).items():
        base = recomposed(replace(written, options=_less(written.options, name))).chosen.get(name)
        if base is not None and base[1].text == value.text:
            yield Finding("LN201", f"{ruleset.id}/options/{name}", f"the base chose `{value.text}` for `{name}` already", value.span)


def _less(mapping: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {k: v for k, v in mapping.items() if k != key}


# --- never read, never cited, never promised --------------------------------------------------


def unread_options(complete: Complete, ruleset: RuleSet) -> Iterator[Finding]:
    """Options that no row reads, as when a section is written anew: those that the file declares or chooses, and those of its base."""
    own = complete.lineage[0]
    for name in ruleset.unread:
        if name not in own.options:
            yield Finding("LN203", f"{ruleset.id}/options/{name}", f"no row reads the option `{name}` any more", own.span)
    for name, (key, value) in own.options.items():
        if name in ruleset.unread:
            more = "" if isinstance(value, Lines) else ", so this choice changes nothing"
            yield Finding("LN202", f"{ruleset.id}/options/{name}", f"no row reads the option `{name}`{more}", key.span)


def _rows(ruleset: RuleSet) -> Iterator[AnyRow]:
    for section in ruleset.sections.values():
        yield from section.rows


def unsourced(complete: Complete, ruleset: RuleSet) -> Iterator[Finding]:
    """Rows of the file that neither cite nor say what they assume."""
    for section in ruleset.sections.values():
        for row in section.rows:
            if row.cite is None and row.assumed is None and is_own(complete, row.span):
                yield Finding("LN301", f"{ruleset.id}/{section.name}/{row.name}", f"`{row.name}` has neither `cite` nor `assumed`", row.span)


def uncited(complete: Complete, ruleset: RuleSet, examples: Sequence[Example]) -> Iterator[Finding]:
    """Sources of the file that no row and no example cites."""
    cites = [row.cite for row in _rows(ruleset)] + [example.source for example in examples]
    cited = {re.split(r"[\s,:;]", cite.strip(), maxsplit=1)[0] for cite in cites if cite}
    for name, source in complete.lineage[0].sources.items():
        if name not in cited:
            yield Finding("LN302", f"{ruleset.id}/sources/{name}", f"nothing cites the source `{name}`", source.span)


def unpromised(complete: Complete, ruleset: RuleSet, properties: Sequence[Property]) -> Iterator[Finding]:
    """Traits of a profile of which `expect` says nothing, though its game has all that they speak of."""
    for one in properties if not ruleset.open_options else ():
        if one.kind == "trait" and one.id not in ruleset.expect and not missing(ruleset, one):
            says = f"`expect` does not say whether `{one.id}` holds: {one.says}"
            yield Finding("LN303", f"{ruleset.id}/expect/{one.id}", says, complete.lineage[0].span)


Check = Callable[[Complete, RuleSet], Iterator[Finding]]
CHECKS: tuple[Check, ...] = (changes_nothing, unread_options, unsourced)

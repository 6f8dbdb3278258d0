"""`variants/README.md`: every rule set that is shipped, with what goes with it and its nearest relative."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import variants
from rulespec.diagnostics import Faults
from rulespec.ir.ruleset import RuleSet
from rulespec.library import known, shipped, unsupported
from rulespec.pipeline import load
from verifier.compare.basis import own_rows
from verifier.compare.diff import SECTIONS
from verifier.programs.examples import examples_of

PAGE = "variants/README.md"
HEAD = """# The rule sets

What people play, as data: `profiles/` in the rule language, `sources/` what each account says and leaves open, `examples/` worked
cases with their sources, `names.yaml` names in English, Georgian and Russian. This page is written by `jokeri docs`.

    jokeri check --all        every promise of every rule set
    jokeri conform --all      every worked example
    jokeri compare            all pairs, section by section
    jokeri which              which of them a table plays

`promises` are the properties whose outcome a rule set declares, `examples` its worked cases, `counts` how many seeded deals are counted
to a depth, and `nearest` the one from which the fewest of the {number} sections are written differently.
"""
COLUMNS = ("rule set", "name", "account", "players", "hands", "promises", "examples", "counts", "nearest", "sections apart")


def dashboard(root: Path) -> str:
    """The page."""
    rows = [_row(root, load(name)) for name in shipped()]
    lines = [_line(COLUMNS), "|" + "---|" * len(COLUMNS), *map(_line, rows)]
    return "\n".join([HEAD.format(number=len(SECTIONS)), *lines, *_unsayable(), ""])


def _line(cells: Sequence[object]) -> str:
    return f"| {' | '.join(str(cell).replace('|', '/') for cell in cells)} |"


def _row(root: Path, ruleset: RuleSet) -> tuple[object, ...]:
    id_ = ruleset.id
    account = f"[{id_}](sources/{id_}.md)" if (variants.SOURCES / f"{id_}.md").exists() else "all of them"
    low, high = ruleset.facts.hands.low, ruleset.facts.hands.high
    counts = root / "tests" / "counts" / f"{id_}.yaml"
    counted = counts.read_text(encoding="utf-8").count("\n- ") if counts.exists() else ""
    near, apart = nearest(id_)
    return (
        f"[{id_}](profiles/{id_}.yaml)", ruleset.name, account, ruleset.players, low if low == high else f"{low} to {high}",
        len(ruleset.expect), len(examples_of(id_)) or "", counted, near, apart,
    )  # fmt: skip


def _unsayable() -> Iterator[str]:
    """What the language cannot say, with what it lacks."""
    if unsupported():
        yield "\n## Not sayable\n"
    for name in sorted(unsupported()):
        try:
            load(name)
        except Faults as faults:
            yield f"- [{name}](profiles/{name}.yaml), [account](sources/{name}.md): {faults.diagnostics[0].message}"


@cache
def texts(name: str) -> tuple[str, ...]:
    """Every section of a rule set as it is written."""
    ruleset = load(name)
    return tuple(own_rows(ruleset, section) + (repr(ruleset.start) if section == "schedule" else "") for section in SECTIONS)


def nearest(name: str) -> tuple[str, int | str]:
    """The rule set that differs in the fewest sections, and in how many; the first of equals. Families have none."""
    if load(name).open_options:
        return "", ""
    others = [other for other in known() if other != name and other in shipped() and not load(other).open_options]
    apart = {other: sum(a != b for a, b in zip(texts(name), texts(other), strict=True)) for other in others}
    near = min(apart, key=lambda other: apart[other])
    return near, apart[near]

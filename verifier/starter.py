"""The file that `jokeri new` writes: a rule set that loads as it is, with comments that say what can be changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulespec import pipeline
from rulespec.ir.ruleset import Option, RuleSet
from rulespec.library import seen_from, shipped
from rulespec.standalone import scalar
from rulespec.written import row_text

PROMISE = ("someone-misses", "proved")  # of a base that promises nothing
SHOWN_SECTION = "score"  # the one people change most


def first_family() -> str:
    """The shipped rule set to begin from where none is named."""
    return next(name for name in shipped() if pipeline.load(name).open_options)


def starter(id_: str, base: RuleSet, named: str, folder: Path) -> str:
    """The text of the file, which will stand in `folder`. `named` is how the base was named."""
    return "\n".join(_lines(id_, base, seen_from(pipeline.split(named)[0], folder))) + "\n"


def _lines(id_: str, base: RuleSet, extends: str) -> Iterator[str]:
    yield f"# Whatever is not written here is as in `{extends}`; `jokeri show` prints all of it."
    yield "rulespec: 1"
    yield f"id: {id_}"
    yield f"name: {scalar(id_.replace('-', ' ').replace('_', ' ').capitalize())}"
    yield f"extends: {scalar(extends)}"
    yield "\nsources:"
    yield "  house: {title: How we play at home}"
    yield from _options(base, extends)
    yield from _section(base, extends)
    yield "\n# What must come out when the rules are checked; `jokeri check FILE` says whether it does."
    yield "# expect:"
    name, verdict = next(iter(base.expect.items()), PROMISE) if not base.open_options else PROMISE
    yield f"#   {name}: {verdict}"


def _options(base: RuleSet, extends: str) -> Iterator[str]:
    """What the base leaves open is chosen; what it chose stands there to be chosen otherwise, commented out."""
    if base.open_options:
        yield "\noptions:"
        for name in base.open_options:
            first = base.options[name].values[0]
            yield f"  {_comment(base.options[name], first)}"
            yield f"  {name}: {first}"
    elif base.options:
        yield f"\n# What `{extends}` chose; take the `#` marks away from what your table plays otherwise, and choose."
        yield "# options:"
    for name, value in base.chosen.items():
        yield f"#   {name}: {value}  {_comment(base.options[name], value)}"


def _comment(option: Option, value: str | int) -> str:
    """What an option says, and what else it can be."""
    others = " or ".join(str(other) for other in option.values if other != value)
    says = f"{option.says}; " if option.says else ""
    return f"# {says}it can also be {others}" if others else f"# {says}nothing else"


def _section(base: RuleSet, extends: str) -> Iterator[str]:
    """One section of the base, commented out, as a pattern."""
    yield f"\n# A section that is written takes the place of the whole section of `{extends}`. Without the `#` marks"
    yield "# this is what it has; change it, and let `cite` name the source, or say why it is `assumed`."
    yield f"# {SHOWN_SECTION}:"
    for row in base.rows(SHOWN_SECTION):
        yield f"#   - name: {scalar(row.name)}"
        yield from (f"#     {key}: {scalar(value)}" for key, value in row_text(row, base.pack).items())
        yield "#     cite: house"

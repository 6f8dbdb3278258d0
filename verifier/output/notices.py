"""What continuous integration shows beside a line of a file, in the formats it reads.

A notice is a rule that something keeps or breaks, in words, at a place. `sarif` makes a SARIF 2.1.0 log
of many, `github` the lines that a GitHub workflow turns into annotations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final, Literal
from urllib.parse import quote

from rulespec.spans import NOWHERE, Span

Level = Literal["error", "warning", "note"]
Json = dict[str, object]

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
GITHUB: Final = {"error": "error", "warning": "warning", "note": "notice"}


@dataclass(frozen=True, slots=True)
class Notice:
    """`rule` is an id that stays, `says` what the rule is in general, `message` what is the matter here."""

    rule: str
    says: str
    level: Level
    message: str
    span: Span = NOWHERE
    related: tuple[tuple[str, Span], ...] = ()
    details: Json = field(default_factory=dict)


# --- SARIF ------------------------------------------------------------------------------------


def sarif(notices: Sequence[Notice], exit_code: int, unheard: Sequence[str] = (), kept: Sequence[str] = ()) -> Json:
    """One run with all notices; `unheard` is what could not even be looked at, `kept` the answers of an earlier run."""
    says = {one.rule: one.says for one in notices}
    driver: Json = {"name": "jokeri", "rules": [{"id": rule, "shortDescription": {"text": text}} for rule, text in says.items()]}
    with suppress(PackageNotFoundError):  # run from its sources
        driver["version"] = version("jokeri")
    ran: Json = {"executionSuccessful": not unheard and exit_code in (0, 1), "exitCode": exit_code}
    if unheard:
        ran["toolExecutionNotifications"] = [{"level": "error", "message": {"text": text}} for text in unheard]
    if kept:
        ran["properties"] = {"cached": list(kept)}
    run = {
        "tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "invocations": [ran],
        "results": [_result(one, list(says).index(one.rule)) for one in notices],
    }  # fmt: skip
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _result(one: Notice, index: int) -> Json:
    record: Json = {"ruleId": one.rule, "ruleIndex": index, "level": one.level, "message": {"text": one.message}}
    if one.span is not NOWHERE:
        record["locations"] = [_location(one.span)]
    if one.related:
        record["relatedLocations"] = [{"id": i, **_location(span), "message": {"text": text}} for i, (text, span) in enumerate(one.related, 1)]
    if one.details:
        record["properties"] = one.details
    return record


def _location(span: Span) -> Json:
    """The file as the repository knows it, and the first line of the span in it."""
    end = max(span.column + 1, span.column + len(span.text.split("\n")[0]))
    region = {"startLine": span.line, "startColumn": span.column, "endColumn": end}
    return {"physicalLocation": {"artifactLocation": {"uri": uri(span.source.name)}, "region": region}}


def uri(name: str) -> str:
    """A path below the working directory as a relative reference, any other as a `file:` one."""
    path = Path(name).absolute()
    if path.is_relative_to(Path.cwd()):
        return quote(path.relative_to(Path.cwd()).as_posix())
    return path.as_uri()


# --- GitHub -----------------------------------------------------------------------------------


def github(notices: Sequence[Notice], unheard: Sequence[str] = ()) -> Iterator[str]:
    """One line a notice."""
    yield from (f"::error title=jokeri::{_data(text)}" for text in unheard)
    for one in notices:
        fields = {"title": one.rule}
        if one.span is not NOWHERE:
            fields = {"file": _near(one.span.source.name), "line": str(one.span.line), "col": str(one.span.column), **fields}
        listed = ",".join(f"{name}={_property(value)}" for name, value in fields.items())
        yield f"::{GITHUB[one.level]} {listed}::{_data(one.message)}"


def _near(name: str) -> str:
    path = Path(name).absolute()
    return path.relative_to(Path.cwd()).as_posix() if path.is_relative_to(Path.cwd()) else name


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")

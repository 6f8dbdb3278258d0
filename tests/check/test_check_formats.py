"""SARIF, GitHub annotations, JUnit and Markdown, with names and texts that would break out of each of them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse
from xml.etree import ElementTree

import jsonschema
import pytest
from click.testing import CliRunner, Result

from rulespec.spans import NOWHERE, Source, Span
from verifier.cli import main
from verifier.output.escape import fence
from verifier.output.notices import Notice, github, sarif

NASTY = 'a 100% | sure, "claim": <b>&amp; ::error:: ```x``` ü ✓ \x1b[31m'
HOUSE = f"""rulespec: 1
id: nasty
extends: tvaladze
name: {json.dumps(NASTY)}
properties:
  - id: wrong
    scope: hand
    says: {json.dumps(NASTY.replace(chr(27), ""))}
    holds: bid == 0
  - id: nothing-to-say
    scope: hand
    says: a claim about nothing
    given: bid > 12
    holds: bid == 0
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """`check` of a house whose file and folder have odd names too."""
    folder = tmp_path / "a folder, 100%:yes"
    folder.mkdir()
    (folder / "house, 2%.yaml").write_text(HOUSE.replace("\\u001b[31m", ""), encoding="utf-8")
    monkeypatch.chdir(folder)

    def command(format_: str, *args: str) -> Result:
        return CliRunner().invoke(main, ["check", "house, 2%.yaml", "--no-cache", "--format", format_, *(args or ("-p", "wrong", "-p", "nothing-to-say"))])

    return command


# What SARIF 2.1.0 says of the objects that are written: which properties there are, which must be there, and their types.
TEXT: dict[str, Any] = {"type": "string"}
COUNT: dict[str, Any] = {"type": "integer", "minimum": 1}


def object_of(needed: dict[str, Any], **others: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {**needed, **others}, "required": list(needed), "additionalProperties": False}


def list_of(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


MESSAGE = object_of({"text": TEXT})
LEVEL = {"enum": ["none", "note", "warning", "error"]}
REGION = object_of({"startLine": COUNT}, startColumn=COUNT, endColumn=COUNT)
PLACE = object_of({"artifactLocation": object_of({"uri": {"type": "string", "format": "uri-reference"}}), "region": REGION})
LOCATION = object_of({}, id={"type": "integer", "minimum": 0}, physicalLocation=PLACE, message=MESSAGE)
RESULT = object_of(
    {"message": MESSAGE}, ruleId=TEXT, ruleIndex={"type": "integer", "minimum": 0}, level=LEVEL, locations=list_of(LOCATION),
    relatedLocations=list_of(LOCATION), properties={"type": "object"},
)  # fmt: skip
RULE = object_of({"id": TEXT}, shortDescription=MESSAGE)
TOOL = object_of({"driver": object_of({"name": TEXT}, version=TEXT, rules=list_of(RULE))})
INVOCATION = object_of({"executionSuccessful": {"type": "boolean"}}, exitCode={"type": "integer"}, toolExecutionNotifications=list_of(object_of({"message": MESSAGE}, level=LEVEL)))
RUN = object_of({"tool": TOOL}, results=list_of(RESULT), invocations=list_of(INVOCATION), columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]})
LOG = object_of({"version": {"const": "2.1.0"}, "runs": list_of(RUN)}, **{"$schema": TEXT})


def sound(log: Any) -> dict[str, Any]:
    """The one run of a log that is as SARIF says; rules are as the results count them."""
    jsonschema.validate(log, LOG)
    (one,) = log["runs"]
    for result in one["results"]:
        assert one["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    for location in re.findall(r'"uri": "([^"]*)"', json.dumps(log)):
        assert re.fullmatch(r"[A-Za-z0-9/._~:%#?&=@!$'()*+,;-]*", location)
    found: dict[str, Any] = one
    return found


def test_sarif(run: Callable[..., Result]) -> None:
    result = run("sarif")
    one = sound(json.loads(result.stdout))
    assert [(r["ruleId"], r["level"]) for r in one["results"]] == [("wrong", "error"), ("nothing-to-say", "warning")]
    for found in one["results"]:
        (location,) = found["locations"]
        place = location["physicalLocation"]
        if found["ruleId"] == "nothing-to-say":  # no row decided: the property's own place
            assert unquote(urlparse(place["artifactLocation"]["uri"]).path) == "house, 2%.yaml"
            assert place["region"] == {"startLine": 10, "startColumn": 9, "endColumn": 23}
        else:
            assert unquote(place["artifactLocation"]["uri"]).endswith("georgian.yaml")
            assert [r["physicalLocation"]["region"]["startLine"] for r in found["relatedLocations"]] == [6]
    assert one["invocations"] == [{"executionSuccessful": True, "exitCode": 1}]


def test_sarif_of_nothing(run: Callable[..., Result]) -> None:
    """An empty list of results is not to be taken for a pass."""
    for args in (("-p", "no-such"), ("-p", "dealers-equal", "-p", "no-such")):
        result = run("sarif", *args)
        one = sound(json.loads(result.stdout))
        assert (result.exit_code, one["results"]) == (3, [])
        assert one["invocations"][0]["executionSuccessful"] is False
        assert [n["message"]["text"] for n in one["invocations"][0]["toolExecutionNotifications"]] == ["nasty: no property is called `no-such`"]
    with CliRunner().isolated_filesystem():  # without rule files
        nothing = CliRunner().invoke(main, ["check", "--format", "sarif"])
    one = sound(json.loads(nothing.stdout))
    assert [n["message"]["text"] for n in one["invocations"][0]["toolExecutionNotifications"]] == ["nothing was checked: name a rule set"]


def test_sarif_of_what_is_as_promised(run: Callable[..., Result]) -> None:
    one = sound(json.loads(run("sarif", "-p", "dealers-equal").stdout))
    assert (one["results"], one["tool"]["driver"]["rules"]) == ([], [])
    assert one["invocations"] == [{"executionSuccessful": True, "exitCode": 0}]


def test_github(run: Callable[..., Result]) -> None:
    lines = run("github").stdout.splitlines()
    commands = [line for line in lines if line.startswith("::")]
    assert len(commands) == 2 and len(lines) == 3
    for line in commands:
        match = re.fullmatch(r"::(error|warning) ([^:]*)::(.*)", line)
        assert match, line
        fields = dict(pair.split("=", 1) for pair in match[2].split(","))
        assert set(fields) == {"file", "line", "col", "title"}
        assert fields["line"].isdigit() and fields["col"].isdigit()
    assert "file=house%2C 2%25.yaml,line=10,col=9,title=nothing-to-say::" in commands[1]
    assert "100%25 | sure, " in commands[0] and "%0A" in commands[0]


def test_github_of_nothing(run: Callable[..., Result]) -> None:
    assert run("github", "-p", "no-such").stdout.splitlines()[0] == "::error title=jokeri::nasty: no property is called `no-such`"


def test_junit(run: Callable[..., Result]) -> None:
    (suite,) = ElementTree.fromstring(run("junit").stdout)
    assert (suite.get("name"), suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("nasty", "2", "1", "1")
    wrong, nothing = suite
    assert wrong[0].tag == "failure" and nothing[0].tag == "error"
    assert NASTY.replace("\x1b[31m", "").strip() in (wrong[0].text or "")
    assert (nothing.get("file"), nothing.get("line")) == ("house, 2%.yaml", "10")
    (missing,) = ElementTree.fromstring(run("junit", "-p", "no-such").stdout)
    assert [(test.get("name"), test[0].tag) for test in missing] == [("no property is called `no-such`", "error")]
    with CliRunner().isolated_filesystem():
        (nothing_at_all,) = ElementTree.fromstring(CliRunner().invoke(main, ["check", "--format", "junit"]).stdout)
    assert [test[0].tag for test in nothing_at_all] == ["error"]


def test_markdown(run: Callable[..., Result]) -> None:
    lines = run("markdown").stdout.splitlines()
    rows = [line for line in lines if line.startswith("| `")]
    assert all(len(re.findall(r"(?<!\\)\|", row)) == 4 for row in rows)
    fences = [line for line in lines if re.fullmatch("`{3,}", line)]
    assert fences == ["```"] * 4
    assert "\\|" in lines[0] and "&lt;b&gt;" in lines[0]


def test_markdown_fences_outgrow_what_they_hold() -> None:
    assert fence("a\n````\n`") == "`````"
    assert fence("a") == "```"


def test_notices_of_any_kind() -> None:
    """The writers know nothing of properties: a notice is a rule, a level, a text and maybe a place."""
    source = Source("x.yaml", "first\n  second\n")
    notices = [
        Notice("LN101", "a row that never answers", "warning", "no", Span(source, 8, 14)),
        Notice("LN402", "no worked examples", "note", "a\r\nb"),
        Notice("LN101", "a row that never answers", "error", "again", NOWHERE, (("here", Span(source, 0, 5)),)),
    ]
    one = sound(sarif(notices, 1))
    assert [rule["id"] for rule in one["tool"]["driver"]["rules"]] == ["LN101", "LN402"]
    assert [r["ruleIndex"] for r in one["results"]] == [0, 1, 0]
    assert one["results"][0]["locations"][0]["physicalLocation"]["region"] == {"startLine": 2, "startColumn": 3, "endColumn": 9}
    assert "locations" not in one["results"][1]
    assert list(github(notices)) == [
        "::warning file=x.yaml,line=2,col=3,title=LN101::no", "::notice title=LN402::a%0D%0Ab", "::error title=LN101::again",
    ]  # fmt: skip


def test_findings_of_lint_are_notices_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    args = ["lint", "examples/sunday-table.yaml", "--format"]
    findings = json.loads(CliRunner().invoke(main, [*args, "json"]).stdout)["findings"]
    one = sound(json.loads(CliRunner().invoke(main, [*args, "sarif"]).stdout))
    assert [(r["ruleId"], r["properties"]["id"]) for r in one["results"]] == [(f["code"], f["id"]) for f in findings]
    assert [r["locations"][0]["physicalLocation"]["region"]["startLine"] for r in one["results"]] == [f["line"] for f in findings]
    lines = CliRunner().invoke(main, [*args, "github"]).stdout.splitlines()
    assert len(lines) == len(findings) + 1
    assert {line.split(" ")[0] for line in lines[:-1]} <= {"::warning", "::notice"}

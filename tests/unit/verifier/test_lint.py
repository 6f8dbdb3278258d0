"""`lint`: every file of tests/lint says which findings it has, and has no others."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from rulespec import library
from rulespec.diagnostics import Faults
from verifier.output import lint_report
from verifier.proofs.verdict import Unknown
from verifier.watch.lint import Finding, Linted, Request, lint
from verifier.watch.lint.finding import KINDS, NOTE
from verifier.watch.lint.rows import Rows
from verifier.watch.lint.run import matches, rows_of
from verifier.work.tasks import Limits, Worked

CORPUS = Path(__file__).parents[2] / "lint"
FILES = sorted(CORPUS.glob("*.yaml"))
FINDS = re.compile(r"^# finds: (LN[0-9]{3} .+) ([0-9]+:[0-9]+)$", re.MULTILINE)
ASIDE = ("LN303", "LN402")  # promises and examples that most of these small files lack


@pytest.fixture(scope="module")
def corpus() -> Linted:
    return lint(Request(tuple(map(str, FILES)), limits=Limits(120)))


@pytest.fixture(scope="module")
def shipped() -> Linted:
    return lint(Request(tuple(library.shipped()), limits=Limits(120)))


def found_in(linted: Linted, path: Path) -> set[tuple[str, str]]:
    """Findings about a file, by its id, with their places."""
    about = [f for f in linted.findings if f.about.split("/")[0] == path.stem and f.code not in ASIDE]
    return {(f.id, f"{f.span.line}:{f.span.column}") for f in about}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_has_the_findings_it_names_and_no_others(corpus: Linted, path: Path) -> None:
    assert found_in(corpus, path) == set(FINDS.findall(path.read_text(encoding="utf-8")))


def test_every_code_has_a_file_that_finds_it(corpus: Linted) -> None:
    assert {f.code for f in corpus.findings} | {"LN001"} == set(KINDS)


def test_what_is_shipped_has_no_warnings(shipped: Linted) -> None:
    assert [f.id for f in shipped.findings if f.severity != NOTE] == []
    assert shipped.unsettled == () and shipped.exit_code == 0
    assert "georgian" in {f.about.split("/")[0] for f in shipped.findings}


def test_warnings_are_exit_code_1_notes_and_nothing_are_not(corpus: Linted, shipped: Linted) -> None:
    assert corpus.exit_code == 1 and corpus.warnings > 0
    assert Linted((), (), ()).exit_code == 3
    assert Linted(("p",), (), ("`follow`: no answer",)).exit_code == 3


def test_what_is_ignored_is_left_out_and_an_idle_ignore_is_a_warning() -> None:
    path = str(CORPUS / "unsourced.yaml")
    ids = [f.id for f in lint(Request((path,), ignored=("LN301 unsourced/lead/whatever", "LN303", "LN4*"))).findings]
    assert ids == []
    idle = lint(Request((path,), ignored=("LN301 unsourced/lead/nobody", "LN*"))).findings
    assert [(f.id, f.severity) for f in idle] == [("LN001 LN301 unsourced/lead/nobody", "warning")]


@pytest.mark.parametrize(
    ("pattern", "hit"), [("LN101", True), ("LN101 a/follow/x", True), ("LN101 a/*", True), ("LN10", False), ("LN102", False)]
)
def test_a_finding_is_ignored_by_id_code_or_pattern(pattern: str, hit: bool, corpus: Linted) -> None:
    assert matches(Finding("LN101", "a/follow/x", "", corpus.findings[0].span), pattern) is hit


def test_a_rule_set_that_is_wrong_is_no_finding() -> None:
    with pytest.raises(Faults):
        lint(Request(("no-such-rules",)))


@pytest.mark.parametrize("result", [Unknown("no answer within 30 s"), Rows((), undecided="no answer within 30 s")])
def test_what_a_worker_could_not_settle_is_said(result: Rows | Unknown) -> None:
    assert rows_of(Worked(result, 1.0)) == "no answer within 30 s"


def test_the_report_counts_what_it_lists(corpus: Linted) -> None:
    document: Mapping[str, object] = lint_report.payload(corpus)
    assert document["warnings"] == corpus.warnings and document["notes"] == len(corpus.findings) - corpus.warnings
    lines = list(lint_report.lines(corpus))
    assert sum("warning[LN" in line for line in lines) == corpus.warnings
    assert lines[-1].endswith(f"{corpus.warnings} warnings, {document['notes']} notes")

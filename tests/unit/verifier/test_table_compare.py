"""Rule sets side by side: verdicts of every kind as cells, words and exit codes; and a real comparison."""

from __future__ import annotations

import csv
import io
import json

import pytest
from click.testing import CliRunner

from rulespec.pipeline import load
from verifier.cli import main
from verifier.output import formats
from verifier.output.formats import write
from verifier.output.report import Grid, Notes
from verifier.proofs import property as properties
from verifier.proofs.check import Checked, Progress, Request, Result
from verifier.proofs.outcomes import FamilyVerdict
from verifier.proofs.verdict import Disagreement, Expected, Proved, Refuted, Unknown, Unsupported, Vacuous, Verdict
from verifier.tables import compare
from verifier.tables.compare import compare_report, verdict_cell
from verifier.work.cache import Answers

TRAITS = [p for p in properties.shipped() if p.kind == "trait"]


def result(verdict: Verdict, expected: Expected = None, family: FamilyVerdict | None = None) -> Result:
    return Result(TRAITS[0], verdict, expected, True, 0.0, family)


CELLS: list[tuple[Verdict, str, int]] = [
    (Proved(""), "yes", 0),
    (Refuted(None), "no", 0),
    (Vacuous("never"), "no case", 3),
    (Unknown("slow"), "unknown", 3),
    (Unsupported("what"), "unsupported", 3),
    (Disagreement("two"), "disagreement", 4),
]


@pytest.mark.parametrize(("verdict", "text", "code"), CELLS)
def test_a_verdict_is_a_cell_and_a_code(monkeypatch: pytest.MonkeyPatch, verdict: Verdict, text: str, code: int) -> None:
    def check(request: Request, progress: Progress | None, kept: Answers | None) -> list[Checked]:
        proved = tuple(Result(trait, Proved(""), None, True, 0.0) for trait in TRAITS[1:])
        return [Checked(load(profile), (result(verdict), *proved)) for profile in request.profiles]

    monkeypatch.setattr(compare, "check", check)
    report = compare_report(["tvaladze", "web-225"])
    shared = next(block for block in report.blocks if isinstance(block, Notes) and block.title == "Traits that all share")
    assert (shared.items[0].term, shared.items[0].says) == (TRAITS[0].id, text)
    assert [block.title for block in report.blocks if isinstance(block, Grid)] == ["Options that differ"]
    assert report.exit_code == code
    answers = next(block for block in report.blocks if isinstance(block, Notes) and block.title == "Answers")
    assert text in {note.term for note in answers.items}
    told = [note for block in report.blocks if isinstance(block, Notes) and block.title == "Not settled" for note in block.items]
    assert [note.term for note in told] == ([f"{TRAITS[0].id}, tvaladze", f"{TRAITS[0].id}, web-225"] if code else [])


def test_a_broken_promise_is_an_exit_code() -> None:
    assert [compare.judge(r.verdict, r.expected, asked=False) for r in (result(Refuted(None)), result(Refuted(None), "proved"), result(Refuted(None), "refuted"))] == [0, 1, 0]


def test_a_family_says_in_how_many_combinations() -> None:
    some = FamilyVerdict(Refuted(None), combinations=8, fails=2)
    assert verdict_cell(result(Refuted(None), family=some)).text == "no in 2 of 8"
    assert verdict_cell(result(Refuted(None), family=FamilyVerdict(Refuted(None), 8, 8))).text == "no"


def test_the_accounts_side_by_side() -> None:
    """Real proofs, in real workers."""
    found = CliRunner().invoke(main, ["table", "compare", "tvaladze", "skill-games+bonus-only", "--no-cache", "--format", "json"])
    document = json.loads(found.stdout)
    assert found.exit_code == document["exit_code"] == 0
    table = document["table"]
    guide, skill = table["profiles"]
    assert [guide["asked"], skill["asked"]] == ["tvaladze", "skill-games+bonus-only"]
    assert {trait["id"] for trait in table["traits"]} == {p.id for p in TRAITS} == set(guide["traits"])
    differ = {name for name in guide["traits"] if guide["traits"][name] != skill["traits"][name]}
    assert {"void-may-keep-joker", "high-lead-beats-trumps"} <= differ
    assert (guide["traits"]["void-may-keep-joker"], skill["traits"]["void-may-keep-joker"]) == ("refuted", "proved")
    assert (guide["traits"]["high-lead-beats-trumps"], skill["traits"]["high-lead-beats-trumps"]) == ("refuted", "proved")
    assert "led-joker-can-always-lose" not in differ
    assert {name for name in guide["options"] if guide["options"][name] != skill["options"][name]} == {
        "nine_card_trump", "void_with_joker", "high_lead", "khishti_short", "khishti_nine",
    }  # fmt: skip


def test_formats(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(request: Request, progress: Progress | None, kept: Answers | None) -> list[Checked]:
        return [Checked(load(profile), tuple(Result(trait, Proved(""), None, True, 0.0) for trait in TRAITS)) for profile in request.profiles]

    monkeypatch.setattr(compare, "check", check)
    names = ["tvaladze", "web-225", "web-225-nines", "skill-games", "skill-games-nines", "skill-games+khisht-off", "georgian"]
    report = compare_report(names)
    rows = list(csv.reader(io.StringIO(write(report, "csv"))))
    assert rows[0] == ["kind", "id", "says", *names]
    assert [row[0] for row in rows[1:]] == ["option"] * len(load("tvaladze").options) + ["trait"] * len(TRAITS)
    high_lead = next(row for row in rows if row[1] == "high_lead")
    assert high_lead[3:] == ["trump_beats", "trump_beats", "trump_beats", "unbeatable", "unbeatable", "unbeatable", "open"]
    assert max(map(len, write(report, "text").split("\n"))) <= 100
    for format_ in formats.names():
        assert "wins_by_default" in write(report, format_).replace("\\", "")
        assert format_ == "csv" or all(load(name).fingerprint in write(report, format_) for name in names)


def test_no_profile_that_can_be_compared_is_not_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compare_report([]).exit_code == 3

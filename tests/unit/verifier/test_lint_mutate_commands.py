"""`jokeri lint` and `jokeri mutate` as commands: exit codes, one JSON document, what stands in the text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from verifier.cli.group import main

SMALL = Path(__file__).parents[2] / "lint"


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["lint"], 3, "nothing was looked at"),
        (["lint", str(SMALL / "chosen.yaml")], 0, "no warnings"),
        (["lint", str(SMALL / "unsourced.yaml")], 1, "warning[LN301]"),
        (["lint", str(SMALL / "unsourced.yaml"), "--ignore", "LN301 unsourced/lead/whatever"], 0, "no warnings"),
        (["lint", str(SMALL / "chosen.yaml"), "--ignore", "LN999"], 1, "warning[LN001]"),
    ],
)
def test_lint_says_what_it_found(words: list[str], code: int, said: str) -> None:
    result = run(*words)
    assert (result.exit_code, said in result.stdout) == (code, True)


@pytest.mark.parametrize(("words", "code"), [(["lint", "no-such-rules"], "RS310"), (["mutate", "georgian"], "RV121"), (["mutate", "no-such-rules"], "RS310")])
def test_wrong_input_is_exit_code_2_and_one_document(words: list[str], code: str) -> None:
    text, document = run(*words), run(*words, "--format", "json")
    assert text.exit_code == document.exit_code == 2 and code in text.stderr and text.stdout == ""
    assert [error["code"] for error in json.loads(document.stdout)["errors"]] == [code]


def test_findings_as_json_have_ids_places_and_help() -> None:
    document = json.loads(run("lint", str(SMALL / "covered.yaml"), "--format", "json").stdout)
    assert (document["command"], document["version"], document["exit_code"], document["warnings"]) == ("lint", 1, 1, 2)
    found = {f["id"]: f for f in document["findings"]}["LN101 covered/follow/the jokers first"]
    assert (found["severity"], found["line"], found["column"]) == ("warning", 10, 5) and found["help"]


def test_traits_without_a_promise_share_a_line_of_text() -> None:
    lines = [line for line in run("lint", str(SMALL / "covered.yaml")).stdout.splitlines() if "LN303" in line]
    assert len(lines) == 1 and "must-trump" in lines[0] and "one-winner" not in lines[0]


def test_traits_of_what_a_game_lacks_need_no_promise() -> None:
    assert "LN303" not in run("lint", "exact-three").stdout  # which has no jokers, and promises nothing of them


def test_what_choices_laid_over_a_family_rule_out_is_no_fault_of_its_file() -> None:
    family = SMALL.parents[1] / "examples" / "oh-hell-parameters.yaml"
    text = run("lint", f"{family}+cards_per_suit=13+tricks_fixed=3+off_bid=free+points_per_trick=1").stdout
    assert "LN102" not in text and "no warnings" in text


def test_mutants_as_json_keep_the_contract_and_too_few_killed_is_exit_code_1() -> None:
    document = json.loads(run("mutate", str(SMALL / "house.yaml"), "--at-least", "99.9", "--format", "json").stdout)
    assert (document["command"], document["version"], document["exit_code"]) == ("mutate", 1, 1)
    assert 75 < document["score"] < 99.9
    for verdict in ("killed", "survived", "equivalent", "invalid"):
        assert document[verdict] == sum(mutant["verdict"] == verdict for mutant in document["mutants"])
    assert {"id", "section", "row", "edit", "at", "verdict", "by"} <= set(document["mutants"][0])
    assert all((mutant["by"] is not None) == (mutant["verdict"] == "killed") for mutant in document["mutants"])

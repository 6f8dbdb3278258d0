"""What somebody meets who writes his first rule set: a file to begin from, options, promises, near names, codes."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulespec import library, pipeline
from rulespec.diagnostics import Faults
from rulespec.ir.ruleset import RuleSet
from verifier.cli import main
from verifier.compare.diff import Difference
from verifier.output.diff_report import at_large
from verifier.starter import starter
from verifier.tables.compare import option_line
from verifier.watch.lint import codes
from verifier.watch.lint.finding import KINDS
from verifier.watch.lint.opened import written
from verifier.watch.lint.written import unread_options

ROOT = Path(__file__).parents[3]
OWN_SCORE = """rulespec: 1
id: own-score
extends: {base}
sources: {{home: {{title: Home}}}}
options: {options}
score:
  - {{name: exact, when: bid == tricks, points: 50 * bid + 50, cite: home}}
  - {{name: missed, points: 10 * tricks, cite: home}}
"""
SCORING = ("khishti_short", "khishti_nine", "short_of_bid")  # the options that only the family's `score` reads


def jokeri(*args: str) -> Result:
    return CliRunner().invoke(main, list(args))


# --- the file to begin from -----------------------------------------------------------------------


@pytest.mark.parametrize("name", library.shipped())
def test_commented_lines_of_a_new_file_work_without_their_marks(name: str) -> None:
    """They mean what the base means, and leave no option behind that nothing reads."""
    base = pipeline.load(name)
    text = re.sub(r"(?m)^# (?=options:|score:|  |expect:)", "", starter("mine", base, name, Path()))
    assert "\nscore:\n" in text and "\nexpect:\n" in text
    mine = pipeline.load_text(text)
    assert mine.unread == base.unread and mine.expect
    assert base.open_options or mine.fingerprint == base.fingerprint
    assert base.open_options or mine.expect.items() <= base.expect.items() | {("someone-misses", "proved")}


@pytest.mark.parametrize("name", ["tvaladze", "web-225-nines", "exact-three"])
def test_a_new_file_as_it_is_chooses_nothing_that_is_chosen(tmp_path: Path, name: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(starter("mine", pipeline.load(name), name, Path()), encoding="utf-8")
    result = jokeri("lint", str(path))
    assert re.findall(r"warning\[(\w+)\]", result.stdout) == ["LN302"]  # its source is there to be cited by the first row


def test_the_first_example_of_the_language_keeps_all_its_promises(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
    path = tmp_path / "smallest.yaml"
    path.write_text(re.findall(r"```yaml\n(.*?)```", page, re.S)[0])
    result = jokeri("check", str(path), "--no-cache")
    assert result.exit_code == 0, result.output
    assert "not applicable (no jokers): joker-can-be-announced" in result.stdout


# --- options that no row reads --------------------------------------------------------------------


def own_score(base: str, options: str) -> RuleSet:
    return pipeline.load_text(OWN_SCORE.format(base=base, options=options))


def test_an_option_that_no_row_reads_is_not_in_force_and_need_not_be_chosen() -> None:
    heir, tvaladze = own_score("tvaladze", "{}"), pipeline.load("tvaladze")
    assert heir.unread == SCORING and not {*SCORING} & {*heir.options, *heir.chosen}
    chosen = {name: value for name, value in tvaladze.chosen.items() if name not in SCORING}
    child = own_score("georgian", f"{{{', '.join(f'{name}: {value}' for name, value in chosen.items())}}}")
    assert child.open_options == () and child.fingerprint == heir.fingerprint
    with pytest.raises(Faults, match="option `pack` is not chosen"):
        own_score("georgian", f"{{{', '.join(f'{name}: {value}' for name, value in chosen.items() if name != 'pack')}}}")


def test_reports_name_it_apart(tmp_path: Path) -> None:
    path = tmp_path / "own-score.yaml"
    path.write_text(OWN_SCORE.format(base="tvaladze", options="{}"))
    shown, marked = (jokeri("show", str(path), "--format", format_).stdout for format_ in ("text", "markdown"))
    assert "no row reads khishti_short, khishti_nine, short_of_bid" in shown and "khishti_short = " not in shown
    assert "No row reads `khishti_short`, `khishti_nine`, `short_of_bid`" in marked and "| `khishti_short` |" not in marked
    profile = json.loads(jokeri("show", str(path), "--format", "json").stdout)["profile"]
    assert profile["unread"] == [*SCORING] and not {*SCORING} & {*profile["options"]}
    tvaladze, own = pipeline.load("tvaladze"), pipeline.load(str(path))
    assert [cell.text for cell in option_line("khishti_short", [tvaladze, own]).cells][0] == "0"
    assert option_line("khishti_short", [own]).cells != option_line("khishti_short", [tvaladze]).cells
    large = [*at_large(Difference(tvaladze, own, ()))]
    assert "option khishti_short: no row on the right reads it, and it is 0 on the left" in large
    whatif = [*at_large(Difference(own, pipeline.load(f"{path}+khishti_short=-200"), ()))]
    assert "option khishti_short: no row on the left and the right reads it" in whatif
    assert not any("-200" in line for line in whatif)


def test_lint_finds_it_where_it_is_chosen_and_where_a_base_chose_it(tmp_path: Path) -> None:
    path = tmp_path / "own-score.yaml"
    path.write_text(OWN_SCORE.format(base="tvaladze", options="{khishti_short: -200, pack: thirty_eight}"))
    found = [*unread_options(written(str(path)), pipeline.load(str(path)))]
    assert {(one.code, one.about.rsplit("/", 1)[1], one.span.text) for one in found} == {
        ("LN202", "khishti_short", "khishti_short"), ("LN203", "khishti_nine", "own-score"), ("LN203", "short_of_bid", "own-score"),
    }  # fmt: skip


@pytest.mark.parametrize("name", library.shipped())
def test_no_shipped_rule_set_chooses_what_nothing_reads(name: str) -> None:
    assert "LN202" not in {one.code for one in unread_options(written(name), pipeline.load(name))}


def test_what_differs_at_large_is_said_first() -> None:
    tvaladze, three = pipeline.load("tvaladze"), pipeline.load("exact-three")
    other = replace(tvaladze, players=3, pack=three.pack)
    assert [*at_large(Difference(tvaladze, other, ()))] == [
        "players: 4 on the left, 3 on the right", f"pack: 4 suits of 9 and 2 jokers on the left, {len(three.pack.suits)} suits of {len(three.pack.ranks)} on the right",
    ]  # fmt: skip
    result = jokeri("diff", "tvaladze", "tvaladze+void_with_joker=may_discard", "--section", "bid")
    assert result.stdout.splitlines()[:2] == [
        "tvaladze (left) against tvaladze+void_with_joker=may_discard (right)", "option void_with_joker: must_play on the left, may_discard on the right",
    ]  # fmt: skip


# --- promises, near names, codes ------------------------------------------------------------------

BROKEN = "rulespec: 1\nid: broken\nextends: tvaladze\noptions: {void_with_joker: may_discard}\nexpect:\n  must-trump: refuted\n"


def test_a_promise_that_is_not_kept_says_where_it_stands(tmp_path: Path) -> None:
    """In the file, or in the one that it extends."""
    path = tmp_path / "broken.yaml"
    path.write_text(BROKEN)
    asked = ["check", str(path), "-p", "must-trump", "-p", "void-may-keep-joker"]
    base = next(i for i, line in enumerate((ROOT / "variants/profiles/tvaladze.yaml").read_text().splitlines(), 1) if "void-may-keep-joker" in line)
    result = jokeri(*asked)
    assert result.exit_code == 1
    assert re.search(r"promised to be refuted: \S*broken.yaml:6:3\n", result.stdout)
    assert re.search(rf"promised to be refuted: \S*tvaladze.yaml:{base}:3\n", result.stdout)
    places = {one["property"]: one.get("promised_at") for one in json.loads(jokeri(*asked, "--format", "json").stdout)["profiles"][0]["results"]}
    assert str(places["must-trump"]).endswith("broken.yaml:6:3")


def test_a_promise_about_nothing_is_underlined(tmp_path: Path) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text(BROKEN.replace("must-trump", "must-trmup"))
    result = jokeri("check", str(path))
    assert result.exit_code == 2 and "broken.yaml:6:3: error[RV103]" in result.stderr and "did you mean `must-trump`?" in result.stderr


def test_a_near_name_of_a_property_is_offered() -> None:
    result = jokeri("check", "tvaladze", "-p", "one-winer")
    assert result.exit_code == 3 and "no property is called `one-winer`: did you mean `one-winner`?" in result.stdout
    found = json.loads(jokeri("check", "tvaladze", "-p", "one-winer", "--format", "json").stdout)["profiles"][0]
    assert found["did_you_mean"] == {"one-winer": "one-winner"}


def test_the_row_that_turns_a_card_which_is_not_there_is_named(tmp_path: Path) -> None:
    path = tmp_path / "turning.yaml"
    path.write_text("rulespec: 1\nid: turning\nextends: tvaladze\ntrump:\n  - {name: always, turn: next_card, joker: no_trump}\n")
    result = jokeri("check", str(path), "-p", "trump-always-settled", "--no-cache")
    assert result.exit_code == 1
    assert re.search(r"`always` \(\S*turning.yaml:5\) turns the next card, and none is left: 9 cards each for 4 players", result.stdout)


@pytest.mark.parametrize("code", KINDS)
def test_codes_of_findings_are_explained(code: str) -> None:
    result = jokeri("explain", code.lower())
    assert result.exit_code == 0 and result.stdout.rstrip() == (codes.page(code) or "").rstrip()
    assert KINDS[code].title in result.stdout and KINDS[code].help in result.stdout
    assert f"{code}  {KINDS[code].title}\n" in jokeri("explain", "--codes").stdout
    assert code in json.loads(jokeri("explain", "--codes", "--format", "json").stdout)["codes"]

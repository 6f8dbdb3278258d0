"""How many files an addition touches, as `docs/architecture.md` says it: a toy operator, a toy name, a toy format, each added to a copy of the packages."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
Edits = Mapping[str, tuple[str, str]]  # by file: a text that stands there once, and what is put behind it

OPERATOR: Edits = {
    "rulespec/ir/ops.py": (
        'Op("only", "only", ("Card",), "Cards", "the set of that one card", ()),\n',
        '    Op("plain", "plain", ("Cards",), "Cards", "the cards of the set that are no jokers", ((\'plain(cards("AS JK"))\', \'cards("AS")\'),)),\n',
    ),
    "rulespec/meanings/python/ops.py": ('OPS: Mapping[str, Callable[..., Any]] = {\n', '    "plain": lambda pack, a: a & ~pack.jokers_mask,\n'),
    "rulespec/meanings/z3/ops.py": ('OPS: Mapping[str, Callable[..., Value]] = {\n', '    "plain": lambda pack, a: a & ~pack.jokers_mask,\n'),
    "rulespec/meanings/bdd/ops.py": (
        'OPS: Mapping[str, Callable[..., Value]] = {\n',
        '    "plain": lambda manager, a: (*a[: manager.pack.suited], *[manager.false] * manager.pack.jokers),\n',
    ),
    "rulespec/meanings/kernel/ops.py": ('OPS: Mapping[str, Callable[..., str]] = {\n', '    "plain": lambda pack, a: f"({a} & ~{pack.jokers_mask})",\n'),
    "rulespec/meanings/text/ops.py": (
        'OPS: Mapping[str, Mapping[str, Form]] = {\n',
        '    "plain": each(lambda a: (f"{a.inside(INTER)} & ~JOKERS", INTER), lambda a: (f"without({a.text}, JOKERS)", ATOM)),\n',
    ),
}  # fmt: skip
NAME: Edits = {
    "rulespec/ir/sections.py": (
        '(_HAND, _TRUMP, ScopeName("trick_number", _upto(lambda f: f.hand_size.high, 1), "the trick of the hand, from 1")',
        ', ScopeName("held", _upto(lambda f: f.hand_size.high), "cards he holds")',
    ),
    "rulespec/questions/lead.py": ('return {"hand": cards,', ' "held": cards.bit_count(),'),
    "verifier/symbolic/lead.py": ('names: dict[str, Value] = {**setting.options, "hand": cards,', ' "held": held,'),
    "verifier/diagrams/lead.py": ('names: Env = {"hand": hand,', ' "held": held,'),
}  # fmt: skip
FORMAT = '''"""A report as the number of its records."""


def write(report):
    return f"{len(report.records)} records of {len(report.fields)} fields"
'''
RULES = """
rulespec: 1
id: {id}
players: 2
cards: {{suits: [clubs, hearts], ranks: [7, 8], jokers: 1}}
deck: [{{cards: all}}]
schedule: [{{sets: [[2]]}}]
trump: [{{fixed: clubs}}]
bid: []
lead: [{{name: left, when: '{when}', play: '{play}'}}, {{name: any, play: hand}}]
call: [{{forbid: names_suit}}]
follow: [{{play: hand}}]
strength: [{{class: 1, then: earlier}}]
score: [{{points: tricks}}]
finish: {{rank_by: [total], ties: shared}}
"""
IN_ALL_MEANINGS = """
import sys
from rulespec.pipeline import load_text
from rulespec.questions import LEAD, Hand, Leading
from rulespec.rulebook import rulebook
from verifier.compare.diff import counted_whole
left, right = map(load_text, sys.argv[1:3])
at = Leading(Hand(1, 1, 1, 2), 0b10010, 0)
found = counted_whole(left, right, "lead")
print(LEAD.reply(rulebook(left), at).answer, found.verdict, found.count, "of", found.of)
"""
PRINTED = """
import sys
from pathlib import Path
from rulespec.meanings.kernel.evaluate import evaluate
from rulespec.pipeline import load_text
from verifier.cli import main
rules = load_text(sys.argv[1])
print(eval(evaluate(rules.rows("lead")[0].result, {"hand": "0b10010"}, rules.pack)), end=" ")
Path("left.yaml").write_text(sys.argv[1])
main(["build", "left.yaml", "--target", "python"], standalone_mode=False)
sys.path.insert(0, "")
import rules as built
print(built.cards_to_lead(0b10010, 0, 1, {}))
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for package in ("rulespec", "verifier", "variants"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def add(copy: Path, edits: Edits) -> None:
    for file, (stands, more) in edits.items():
        text = (copy / file).read_text(encoding="utf-8")
        assert text.count(stands) == 1, f"{file}: {stands}"
        (copy / file).write_text(text.replace(stands, stands + more), encoding="utf-8")


def run(copy: Path, *words: str) -> str:
    """Python on the copy, which is imported before anything that is installed."""
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, *words], cwd=copy, env=environment, capture_output=True, text=True, check=False)
    assert not done.stderr, done.stderr
    return done.stdout.strip()


def said(what: str) -> str:
    """The number of files that the page says an addition touches."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    found = re.search(rf"^\| {re.escape(what)} \|.*\| ([^|]+) \|$", page, re.MULTILINE)
    assert found, what
    return found[1]


def test_a_toy_operator(copy: Path) -> None:
    """The second card of the reference's answer is the joker, which only the right rules let him lead."""
    add(copy, OPERATOR)
    texts = [RULES.format(id=id_, when="any(plain(hand))", play=play) for id_, play in (("left", "plain(hand)"), ("right", "hand"))]
    assert run(copy, "-c", IN_ALL_MEANINGS, *texts) == "['8C'] different 4 of 15"
    assert run(copy, "-c", PRINTED, texts[0]).split() == ["2", "rules.py", "2"]  # the card 8C without the joker, compiled and in a built module
    assert said("an operator") == "1 + one a meaning"
    assert len(OPERATOR) == 1 + len([path for path in (ROOT / "rulespec/meanings").iterdir() if (path / "ops.py").is_file()])


def test_a_toy_name_of_a_section(copy: Path) -> None:
    add(copy, NAME)
    texts = [RULES.format(id=id_, when=when, play="hand - jokers") for id_, when in (("left", "held == 2"), ("right", "held == 3"))]
    assert run(copy, "-c", IN_ALL_MEANINGS, *texts) == "['8C'] different 4 of 15"
    assert said("a name of a section") == str(len(NAME))


def test_a_toy_format_of_reports(copy: Path) -> None:
    (copy / "verifier" / "output" / "formats" / "toy.py").write_text(FORMAT, encoding="utf-8")
    told = run(copy, "-m", "verifier.cli", "diff", "tvaladze", "tvaladze", "--section", "deck", "--format", "toy", "--no-cache")
    assert re.fullmatch(r"\d+ records of \d+ fields", told)
    assert said("a report format") == "1"

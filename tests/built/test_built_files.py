"""The files of `jokeri build`: the same bytes for the same rules, readable, typed, for the versions promised, and checked."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bench.agreement import built, playable
from rulespec.meanings.text.sections import live_rows
from rulespec.pipeline import load, load_text
from tests.built.conftest import ROOT, Modules
from tests.built.node import Node
from verifier.cli import main
from verifier.programs.build import build

NAMES = [*playable(), *(f"tests/language/good/{name}.yaml" for name in ("every-operator", "every-trump", "smallest", "own-options"))]
OPTIONS = dict(load("tvaladze").chosen)


def files(name: str) -> dict[str, str]:
    ruleset = load(str(ROOT / name) if name.endswith(".yaml") else name)
    return build(ruleset, "python") | build(ruleset, "javascript")


def run(*words: str) -> Any:
    return CliRunner().invoke(main, ["build", *words], standalone_mode=True)


@pytest.mark.parametrize("name", ["georgian", "tests/language/good/every-operator.yaml"], ids=lambda name: Path(name).stem)
def test_the_same_rules_give_the_same_bytes(name: str) -> None:
    """Whatever the order in which Python hashes words, wherever it is run; and no folder of this machine is in them."""
    code = "import hashlib, sys; from tests.built.test_built_files import files; print(hashlib.sha256(repr(sorted(files(sys.argv[1]).items())).encode()).hexdigest())"
    digests = {
        subprocess.run([sys.executable, "-c", code, name], capture_output=True, text=True, check=True, cwd=ROOT, env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(digests) == 1 and len(digests.pop()) == 65


@pytest.mark.parametrize("name", NAMES, ids=lambda name: Path(name).stem)
def test_no_folder_of_this_machine_and_no_stray_blank_is_in_a_file(name: str) -> None:
    for text in files(name).values():
        assert str(ROOT) not in text and str(Path.home()) not in text
        assert "\t" not in text and text.endswith("\n") and not re.search(r"[ \t]+$", text, re.M)


@pytest.mark.parametrize("name", ["tvaladze", "georgian"])
def test_the_head_says_which_rules_these_are(name: str) -> None:
    ruleset = load(name)
    for file, text in files(name).items():
        head = text[:2500]
        for part in (ruleset.name, name, ruleset.fingerprint, "MIT", f"jokeri build {name} --target"):
            assert part in head, file
        assert all(f"{option}: " in head for option in ruleset.options)


@pytest.mark.parametrize("name", ["tvaladze", "georgian", "tests/language/good/every-operator.yaml"])
def test_each_row_is_a_function_with_its_source_in_a_comment(name: str) -> None:
    ruleset = load(str(ROOT / name) if name.endswith(".yaml") else name)
    made = files(name)
    for section in ruleset.sections:
        for row in live_rows(ruleset, section):
            where = Path(row.span.file_line).name
            said = re.compile(rf"^ *(#|//) {section}: {re.escape(row.name)}.*{re.escape(row.cite or row.assumed or '')}.*, {re.escape(where)}$", re.M)
            for file in ("rules.py", "rules.mjs"):
                assert said.search(made[file]), (file, row.name)
    for name_, function in (("tvaladze", "schedule_short_nines"), ("skill-games-nines", "schedule_the_full_game")):
        assert f"def {function}" not in files(name_)["rules.py"], "a row that cannot answer here"
    functions = {node.name for node in ast.parse(made["rules.py"]).body if isinstance(node, ast.FunctionDef)}
    assert {f"{section}_rows" for section in ruleset.sections} <= functions


@pytest.mark.parametrize("name", NAMES, ids=lambda name: Path(name).stem)
def test_python_of_2020_reads_the_module(name: str) -> None:
    ast.parse(files(name)["rules.py"], feature_version=(3, 9))


def test_the_module_imports_nothing_but_the_standard_library() -> None:
    made = files("tvaladze")
    imported = {node.module for node in ast.walk(ast.parse(made["rules.py"])) if isinstance(node, ast.ImportFrom)}
    assert imported == {"__future__", "typing"} and not re.search(r"^import |\brequire\(", made["rules.py"] + made["rules.mjs"], re.M)


@pytest.mark.parametrize("name", ["tvaladze", "georgian", "tests/language/good/every-operator.yaml"])
def test_the_python_module_is_typed_and_clean(name: str, tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(files(name)["rules.py"], encoding="utf-8")
    for tool in (["mypy", "--strict", "--config-file=", "--cache-dir", str(tmp_path / "cache")], ["ruff", "check", "--isolated", "--select", "F,E7,E9,B", "--ignore", "B905,E712", "--target-version", "py39"]):
        done = subprocess.run([sys.executable, "-m", *tool, "rules.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", ["tvaladze", "georgian"])
def test_what_is_declared_is_what_is_exported(name: str, modules: Modules, running: Node) -> None:
    one = modules(name)
    declared = re.findall(r"^export (?:const|function|class) (\w+)", files(name)["rules.d.mts"], re.M)
    assert sorted(declared) == sorted(running.ask("names", **{"as": one.name}))
    methods = re.findall(r"^  (\w+)(?:<.*>)?\(", files(name)["rules.d.mts"].split("export class Rules {")[1].split("\n}")[0], re.M)
    assert set(methods) - {"constructor"} <= set(running.ask("methods", **{"as": one.name})) and len(methods) > 30


def test_a_familys_options_are_checked(modules: Modules) -> None:
    one = modules("georgian")
    case = {"question": "bids", "cards": 1, "earlier": [0, 0, 1]}
    assert one.python.answer(case, OPTIONS)["answer"] == [1]
    assert one.node.calls(f"{one.name}.answer", [[case, OPTIONS]])[0]["value"] == one.python.answer(case, OPTIONS)
    wrong = [{}, {**OPTIONS, "pack": "forty"}, {**OPTIONS, "packs": "thirty_six"}, {**OPTIONS, "khishti_nine": "0"}, {**OPTIONS, "khishti_nine": False}]
    for options in wrong:
        with pytest.raises(one.python.WrongOptions, match=r"option '\w+'"):
            one.python.answer(case, options)
        assert one.node.calls(f"{one.name}.answer", [[case, options]])[0]["error"] == "WrongOptions"


ODD = """a 'b' "c" \\ */ {d} ${e} `f` ყვავი """ + "\u2028g"


def test_odd_names_do_no_harm(tmp_path: Path, running: Node) -> None:
    """Quotes, signs of comments and templates, other scripts, a line separator: in the name and in a row's."""
    text = (ROOT / "tests" / "language" / "good" / "smallest.yaml").read_text()
    named = json.dumps(ODD)
    lines = [f"score: [{{name: {named}, points: tricks}}]" if line.startswith("score:") else line for line in text.splitlines()]
    ruleset = load_text("\n".join([*lines, f"name: {named}"]))
    one = built(ruleset, running, tmp_path, "Odd")
    case = {"question": "score", "cards": 1, "bid": 0, "tricks": 1}
    assert [(said["answer"], said["row"]) for said in one.answers([case])[0]] == [(1, ruleset.rows("score")[0].name)] * 2
    assert one.python.ABOUT["name"] == ruleset.name != "smallest"


# --- the command ----------------------------------------------------------------------------------


def test_files_are_written_and_checked(tmp_path: Path) -> None:
    for target, names in (("javascript", ["rules.mjs", "rules.d.mts"]), ("python", ["rules.py"])):
        made = run("tvaladze", "--target", target, "--out", str(tmp_path / "new" / "folder"))
        assert made.exit_code == 0 and [Path(line).name for line in made.output.splitlines()] == names
        for name in names:
            path = tmp_path / "new" / "folder" / name
            assert path.read_bytes().decode() == files("tvaladze")[name]
            assert run("tvaladze", "--check", str(path)).exit_code == run("--check", str(path)).exit_code == 0
            assert run("web-225", "--check", str(path)).exit_code == 1
            path.write_bytes(path.read_bytes() + b" ")
            stale = run("--check", str(path))
            assert stale.exit_code == 1 and "stale" in stale.output


def test_settings_are_remembered_by_the_file(tmp_path: Path) -> None:
    path = tmp_path / "rules.py"
    assert run("georgian", "--set", "pack=thirty_eight", "--target", "python", "--out", str(tmp_path)).exit_code == 0
    assert run("--check", str(path)).exit_code == 0 and run("georgian", "--check", str(path)).exit_code == 1


def test_results_as_json(tmp_path: Path) -> None:
    made = json.loads(run("tvaladze", "--target", "python", "--out", str(tmp_path), "--format", "json").output)
    assert made["command"] == "build" and made["exit_code"] == 0 and [Path(f).name for f in made["files"]] == ["rules.py"]
    checked = json.loads(run("web-225", "--check", str(tmp_path / "rules.py"), "--format", "json").output)
    assert checked["exit_code"] == 1 and checked["fresh"] is False


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["tvaladze"], "--target"), (["--target", "python"], "name a rule set"), (["tvaladze", "--target", "cobol"], "cobol"), (["no-such", "--target", "python"], "no-such"),
        (["--check", "no-such-file.py"], "no-such-file.py"), (["--check", "README.md"], "README.md"), (["tvaladze", "--target", "python", "--out", "README.md"], "README.md"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_command_is_said(words: list[str], said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    done = run(*words)
    assert done.exit_code == 2 and said in done.output and "Traceback" not in done.output

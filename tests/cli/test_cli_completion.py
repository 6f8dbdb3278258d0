"""What shells are offered for a half-typed word, through the text that each of them asks with."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import CompletionItem, ZshComplete

from rulespec.ir.sections import NAMES
from rulespec.library import shipped
from rulespec.pipeline import load
from verifier.cli import completion
from verifier.cli.completion import glued
from verifier.cli.group import COMMANDS, COMPLETING, FOR_CLONES, main
from verifier.proofs.property import shipped as shipped_properties

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
ASK = "import sys; from verifier.cli import main; main()"
OPTION = next(iter(load("tvaladze").options.values()))
LAID = f"{OPTION.name}="
VALUES = [f"{LAID}{value}" for value in OPTION.values]
IDS = [*shipped()]


def offered(*words: str) -> list[str]:
    """What completes the last of the words, as zsh asks for it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(HERE)
        patch.setenv("COMP_WORDS", "\n".join(["jokeri", *words]))
        patch.setenv("COMP_CWORD", str(len(words)))
        return ZshComplete(main, {}, "jokeri", COMPLETING).complete().split("\n")[1::3]


def begin(words: list[str], text: str) -> list[str]:
    return [word for word in words if word.startswith(text)]


CASES = [
    (["s"], begin([name for name in COMMANDS if name not in FOR_CLONES], "s")),
    (["doc"], ["doctor"]),
    (["check", "tva"], begin(IDS, "tva")),
    (["diff", "tvaladze", "web"], begin(IDS, "web")),
    (["table", "compare", "greek-m"], ["greek-minus"]),
    (["explain", "tvaladze", "{}", "--against", "greek-m"], ["greek-minus"]),
    (["check", f"tvaladze+{LAID}"], [f"tvaladze+{value}" for value in VALUES]),
    (["check", "tvaladze", "--set", LAID], VALUES),
    (["check", "--set", LAID], VALUES),
    (["check", "no-such", "--set", LAID], VALUES),
    (["check", "-p", "one-w"], ["one-winner"]),
    (["check", "-x", "one-w"], ["one-winner"]),
    (["diff", "a", "b", "--section", "s"], begin([*NAMES], "s")),
    (["diff", "a", "b", "--section", "mat"], ["match"]),
    (["vectors", "a", "--section", "mat"], []),
    (["diff", "a", "b", "--forbid", "bid,str"], ["bid,strength"]),
    (["show", "tvaladze", "--format", "j"], ["json"]),
    (["help", "langu"], ["language.md"]),
]


@pytest.mark.parametrize(("words", "expected"), CASES, ids=[" ".join(words) for words, _ in CASES])
def test_a_half_typed_word_is_offered_what_fits(words: list[str], expected: list[str]) -> None:
    assert sorted(word for word in offered(*words) if word) == sorted(expected)


def test_every_property_that_is_shipped_is_offered_and_the_rule_sets_own(tmp_path: Path) -> None:
    file = tmp_path / "own.yaml"
    file.write_text("rulespec: 1\nid: own\nextends: tvaladze\nproperties:\n  - {id: my-claim, says: x, scope: bidding, holds: legal_bids >= 1}\n", encoding="utf-8")
    assert offered("check", str(file), "-p", "") == sorted([*(one.id for one in shipped_properties()), "my-claim"])


def test_files_are_offered_where_a_rule_set_is_named() -> None:
    asked = ZshComplete(main, {}, "jokeri", COMPLETING).get_completions(["check"], "./cl")
    assert [item.type for item in asked] == ["file"]  # the shell looks for the files itself


def parameters(command: click.Command, path: str = "") -> list[tuple[str, click.Parameter]]:
    inner = command.commands.items() if isinstance(command, click.Group) and command.commands else []
    return [*((f"{path} {command.name}", one) for one in command.params), *(found for _, one in inner for found in parameters(one, f"{path} {command.name}"))]


RULE_SETS, SECTIONS, PROPERTIES, SETTINGS = ("profile", "profiles", "left", "right"), ("sections", "forbid"), ("patterns", "without"), ("settings",)
WORDS = {RULE_SETS: "profiles", SECTIONS: "sections", PROPERTIES: "properties", SETTINGS: "settings"}


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "rescore"])
def test_no_command_forgets_to_offer(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every parameter that is a rule set, a section, a property or a setting asks for its words."""
    for kind in (RULE_SETS, SECTIONS, PROPERTIES, SETTINGS):
        monkeypatch.setattr(completion, WORDS[kind], lambda *_, kind=kind: [CompletionItem(WORDS[kind])])
    context = click.Context(main)
    command = main.get_command(context, name)
    assert command is not None
    for path, param in parameters(command):
        for kind in (kind for kind in WORDS if param.name in kind):
            assert [item.value for item in param.shell_complete(click.Context(command, context), "")] == [WORDS[kind]], f"{path}: {param.name}"


# --- shells -----------------------------------------------------------------------------------


def test_words_around_a_sign_are_one() -> None:
    assert glued(["check", "a", "=", "b"]) == ["check", "a=b"]
    assert glued(["a", "="]) == ["a="]
    assert glued(["--set", "a", "=", ""]) == ["--set", "a="]
    assert glued(["--format", "=", "j"]) == ["--format=j"]


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["check", "--set", OPTION.name, "=", str(OPTION.values[0])[:2]], begin([str(v) for v in OPTION.values], str(OPTION.values[0])[:2])),
        (["check", "--set", OPTION.name, "="], [*map(str, OPTION.values)]),
        (["check", "--set", "=", OPTION.name, "="], [*map(str, OPTION.values)]),
        (["check", "--format", "=", "js"], ["json"]),
        (["check", "-p", "one-w"], ["one-winner"]),
    ],
)
def test_bash_itself(words: list[str], expected: list[str], tmp_path: Path) -> None:
    """Bash takes `a=b` for three words and wants only the last of them."""
    script = tmp_path / "jokeri"
    script.write_text(f"#!/bin/sh\nexec {sys.executable} -c '{ASK}' \"$@\"\n")
    script.chmod(0o755)
    asked = " ".join(f"'{word}'" for word in ["jokeri", *words])
    lines = f'eval "$(_JOKERI_COMPLETE=bash_source jokeri)"\nCOMP_WORDS=({asked}); COMP_CWORD={len(words)}\n_jokeri_completion jokeri\nprintf "%s\\n" "${{COMPREPLY[@]}}"'
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(["bash", "--norc", "-c", lines], env=environment, capture_output=True, text=True, check=True)
    assert [line for line in done.stdout.splitlines() if line] == expected


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_readme_has_one_line_for_each_shell(shell: str) -> None:
    (line,) = re.findall(rf"^    .*_JOKERI_COMPLETE={shell}_source jokeri.*$", (ROOT / "README.md").read_text(encoding="utf-8"), re.M)
    environment = {**os.environ, "_JOKERI_COMPLETE": f"{shell}_source"}
    done = subprocess.run([sys.executable, "-c", ASK], env=environment, capture_output=True, text=True, check=True)
    assert "_JOKERI_COMPLETE" in done.stdout and line

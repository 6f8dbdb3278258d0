"""The command line as a whole: lazy, one way to end, readable as JSON whatever happens."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from rulespec.diagnostics import fault
from verifier.cli.group import COMMANDS, Commands, main

Run = Callable[..., Result]
Read = Callable[[Result], dict[str, Any]]
START = [sys.executable, "-c", "from verifier.cli import main; main()"]
HEAVY = ("z3", "yaml", "tabulate", "dd", "numpy", "multiprocessing", "hypothesis")


def present() -> list[str]:
    assert isinstance(main, Commands)
    return [*main.present]


def test_every_command_that_is_there_is_listed_and_no_other() -> None:
    files = {path.stem for path in Path(import_module("verifier.cli").__file__ or "").parent.glob("*.py")}
    assert present() == [name for name in COMMANDS if name in files]
    assert {"list", "show", "ask", "conform", "explain", "new", "doctor"} <= set(present())


@pytest.mark.parametrize("name", present())
def test_the_line_of_help_is_the_commands_own(name: str) -> None:
    command = import_module(f"verifier.cli.{name}").command
    assert isinstance(command, click.Command)
    assert command.name == name
    assert command.get_short_help_str(limit=200) == COMMANDS[name]


@pytest.mark.parametrize("name", present())
def test_every_command_has_help(jokeri: Run, name: str) -> None:
    result = jokeri(name, "--help")
    assert result.exit_code == 0
    assert f" {name} [OPTIONS]" in result.stdout.splitlines()[0]
    assert "--format" in result.stdout or "Commands:" in result.stdout


def test_help_loads_nothing_heavy() -> None:
    code = f"import sys; from verifier.cli import main; main(['--help'], standalone_mode=False); print([m for m in {HEAVY} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "Commands:" in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"


def test_no_word_is_a_question_for_help(jokeri: Run) -> None:
    assert jokeri().stdout == jokeri("--help").stdout


def test_the_version_is_a_number(jokeri: Run) -> None:
    result = jokeri("--version")
    assert (result.exit_code, result.stdout.split()[0].rstrip(",")) == (0, "jokeri")


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["lits"], "there is no command `lits`; did you mean `list`?"),
        (["list", "--nonsense"], "--nonsense"),
        (["show"], "PROFILE"),
        (["list", "--format", "morse"], "morse"),
        (["ask", "tvaladze", "a", "b"], "extra argument"),
        (["--nonsense"], "--nonsense"),
    ],
)
def test_a_wrong_command_line_ends_with_2(jokeri: Run, document: Read, args: list[str], says: str) -> None:
    result = jokeri(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert says in result.stderr
    assert "Traceback" not in result.stderr
    if "--format" not in args:
        doc = document(jokeri(*args, "--format", "json"))
        assert doc["command"] == (args[0] if args[0] in COMMANDS else None)
        assert [(e["code"], e["file"]) for e in doc["errors"]] == [("RV110", None)]
        assert says in doc["errors"][0]["message"]


@pytest.mark.parametrize(
    ("args", "codes"),
    [
        (["show", "no-such"], ["RS310"]),
        (["show", "no/such.yaml"], ["RS001"]),
        (["show", "."], ["RS001"]),
        (["show", "tvaladze", "--set", "premium"], ["RS312"]),
        (["show", "tvaladze", "--set", "premium=x", "--set", "nix=1"], ["RS303", "RS203"]),
        (["show", "tvaladze+nix"], ["RS311"]),
        (["ask", "georgian"], ["RS304"] * 14),
        (["ask", "tvaladze", "no-such.jsonl"], ["RS001"]),
        (["conform", "tvaladze", "no-such.jsonl"], ["RS001"]),
        (["conform", "tvaladze", "."], ["RS001"]),
        (["explain", "RS999"], ["RV111"]),
        (["explain", "tvaladze", "nonsense"], ["RS001"]),
        (["explain", "tvaladze", "{}"], ["RS404"]),
        (["new", "Not an id"], ["RS109"]),
    ],
)
def test_faults_are_text_or_json(jokeri: Run, document: Read, args: list[str], codes: list[str]) -> None:
    result = jokeri(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert all(f"error[{code}]" in result.stderr for code in codes)
    for option in (["--format", "json"], ["--format=json"]):
        result = jokeri(*args, *option)
        doc = document(result)
        assert (result.exit_code, doc["command"]) == (2, args[0])
        assert [error["code"] for error in doc["errors"]] == codes
        assert result.stderr == ""


class Stub(ModuleType):
    """Stands in for a command's module."""

    def __init__(self, does: Callable[[], object]) -> None:
        super().__init__("verifier.cli.list")
        self.command = click.Command("list", callback=lambda format_: does(), params=[click.Option(["--format", "format_"])])


def ending(monkeypatch: pytest.MonkeyPatch, does: Callable[[], object], *args: str) -> Result:
    monkeypatch.setitem(sys.modules, "verifier.cli.list", Stub(does))
    return CliRunner().invoke(main, ["list", *args])


def raising(error: BaseException) -> Callable[[], object]:
    def does() -> object:
        raise error

    return does


@pytest.mark.parametrize("error", [KeyError("x"), RecursionError("deep"), AssertionError("no\nway"), ValueError("ü")])
def test_a_bug_is_called_one(monkeypatch: pytest.MonkeyPatch, document: Read, error: Exception) -> None:
    result = ending(monkeypatch, raising(error))
    assert (result.exit_code, result.stdout) == (4, "")
    assert result.stderr.startswith(f"this is a bug in jokeri: {type(error).__name__}")
    assert "Traceback" not in result.stderr
    doc = document(ending(monkeypatch, raising(error), "--format", "json"))
    assert (doc["exit_code"], doc["errors"][0]["code"]) == (4, "RV199")


def test_the_trace_of_a_bug_is_shown_to_those_who_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOKERI_DEBUG", "1")
    assert "Traceback" in ending(monkeypatch, raising(KeyError("x"))).stderr


@pytest.mark.parametrize("code", [None, True, "0"])
def test_a_command_without_an_exit_code_is_a_bug(monkeypatch: pytest.MonkeyPatch, code: object) -> None:
    assert ending(monkeypatch, lambda: code).exit_code == 4


@pytest.mark.parametrize(("error", "code"), [(KeyboardInterrupt(), 130), (click.Abort(), 130), (fault("RS001", "x"), 2), (SystemExit(3), 3), (MemoryError(), 2), (OSError(24, "x"), 2), (OSError(13, "no", "f"), 2)])
def test_other_endings(monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int) -> None:
    assert ending(monkeypatch, raising(error)).exit_code == code


def test_a_reader_that_goes_away_is_no_fault() -> None:
    with subprocess.Popen([*START, "show", "tvaladze", "--format", "json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_an_interruption_ends_with_130() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen([*START, "ask", "tvaladze"], stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        process.stdin.write(b'{"question":"bids","cards":1,"earlier":[]}\n')
        process.stdin.flush()
        process.stdout.readline()  # it answers line by line, so it is waiting for the next one now
        process.send_signal(signal.SIGINT)
        assert b"Traceback" not in process.stderr.read()
    assert process.returncode == 130


def test_letters_the_output_cannot_carry_are_escaped() -> None:
    case = '{"question":"bids","cards":1,"earlier":[],"id":"\u10ef\u10dd\u10d9\u10d4\u10e0\u10d8"}'
    for encoding, expected in (("utf-8", case[-9:-2]), ("ascii", "\\u10d8")):
        environment = {**os.environ, "PYTHONIOENCODING": encoding}
        done = subprocess.run([*START, "ask", "tvaladze"], input=case.encode(), capture_output=True, env=environment, check=True)
        assert expected.encode(encoding) in done.stdout

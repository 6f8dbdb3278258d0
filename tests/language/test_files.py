"""Files that are no text, or no file, and names that stand for none: what cannot be kept as a file in `bad`."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from rulespec.diagnostics import Faults, render
from rulespec.library import locate
from rulespec.pipeline import load, load_text, setting
from rulespec.spans import NOWHERE, Source, Span
from rulespec.yaml_tree import read_source

SMALL = "rulespec: 1\nid: small\nextends: tvaladze\n"


def faults_of(run: Callable[[], object]) -> list[str]:
    """Each fault as `CODE @ LINE:COLUMN "underlined"`, without the place where there is none."""
    with pytest.raises(Faults) as caught:
        run()
    assert render(caught.value.diagnostics)
    spans = ((d.code, d.span) for d in caught.value.diagnostics)
    return [code if span is NOWHERE else f'{code} @ {span.line}:{span.column} "{span.text}"' for code, span in spans]


def nothing(path: Path) -> None:
    """No file at all."""


def socket_at(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as opened:
        opened.bind(str(path))


def unreadable(path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root reads everything")
    path.write_text(SMALL)
    path.chmod(0)


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (nothing, "RS001"), (Path.mkdir, "RS001"), (os.mkfifo, "RS001"), (unreadable, "RS001"),
        (lambda path: path.symlink_to(path), "RS001"), (lambda path: path.symlink_to("/dev/zero"), "RS001"),
        (lambda path: path.symlink_to("/dev/tty"), "RS001"),
        (lambda path: path.write_bytes(b"#" * (1 << 20) + b"\n"), "RS002"),
        (lambda path: path.write_bytes(bytes(range(256))), 'RS003 @ 3:115 "\ufffd"'),
        (lambda path: path.write_bytes(SMALL.encode("utf-16")), 'RS003 @ 1:1 "\ufffd"'),
        (lambda path: path.write_bytes(SMALL.encode() + "name: Бура\r\n# é".encode() + b"\xe9"), 'RS003 @ 5:4 "\ufffd"'),
        (lambda path: path.write_bytes(b""), 'RS004 @ 1:1 ""'),
        (lambda path: path.write_bytes(b"\xef\xbb\xbf"), 'RS004 @ 1:1 ""'),
        (lambda path: path.write_bytes(SMALL.encode() + b"name: a\0b\n"), 'RS003 @ 4:8 "\0"'),
        (lambda path: path.write_bytes(SMALL.encode() + b"name: \x1b[31m\n"), 'RS003 @ 4:7 "\x1b"'),
    ],
)  # fmt: skip
def test_what_is_no_text_file_is_refused_at_once(make: Callable[[Path], object], code: str, tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    make(path)
    assert faults_of(lambda: load(str(path))) == [code]
    child = tmp_path / "child.yaml"
    child.write_text("rulespec: 1\nid: child\nextends: ./rules.yaml\n")
    found = faults_of(lambda: load(str(child)))
    assert found == [code] if "@" in code else found in [[f'{c} @ 3:10 "./rules.yaml"'] for c in (code, "RS302")]


@pytest.mark.parametrize("name", ["/dev/zero", "/dev/null", "/dev/stdin", ".", "..", "", "-", "no\0name", "a" * 5000, "x" * 5000 + ".yaml", "\ud800"])
def test_a_name_that_is_no_file_is_refused(name: str) -> None:
    assert faults_of(lambda: load(name))[0] in ("RS001", "RS310")


def test_a_socket_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the path of a socket must be short
    socket_at(Path("s.yaml"))
    assert faults_of(lambda: load("s.yaml")) == ["RS001"]


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("tvaladse", "RS310"), ("tvaladse+x", "RS310"),
        ("skill-games+bonus-onli", 'RS311 @ 1:13 "bonus-onli"'), ("tvaladze+", 'RS311 @ 1:10 ""'),
        ("skill-games+bonus-only+", 'RS311 @ 1:24 ""'),
        ("tvaladze+pack=", 'RS312 @ 1:10 "pack="'), ("tvaladze+=x", 'RS312 @ 1:10 "=x"'),
        ("tvaladze+pack=forty", 'RS203 @ 1:15 "forty"'), ("tvaladze+pakc=thirty_six", 'RS303 @ 1:10 "pakc"'),
    ],
)  # fmt: skip
def test_what_is_laid_over_a_rule_set_is_looked_up(name: str, fault: str) -> None:
    assert faults_of(lambda: load(name)) == [fault]


@pytest.mark.parametrize("text", ["pack", "=", "pack=", "=thirty_six", ""])
def test_a_setting_is_an_option_and_a_value(text: str) -> None:
    assert faults_of(lambda: setting(text)) == [f'RS312 @ 1:1 "{text}"']


def test_a_setting_names_its_source() -> None:
    with pytest.raises(Faults) as caught:
        load("tvaladze", {**setting("pack=x"), **setting("colour=red")})
    assert [str(d.span) for d in caught.value.diagnostics] == ["--set:1:1", "--set:1:6"]


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_a_byte_order_mark_mean_nothing(end: str, mark: str, tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    text = mark + (SMALL + "bid:\n  - {forbid: bid == 0}\n  - {forbid: bdi == 0}\n").replace("\n", end)
    path.write_bytes(text.encode())
    assert faults_of(lambda: load(str(path))) == faults_of(lambda: load_text(text)) == ['RS201 @ 6:14 "bdi"']
    path.write_bytes(text.replace("bdi", "bid").encode())
    assert load(str(path)).fingerprint == load_text(SMALL + "bid:\n- forbid: bid == 0\n- forbid: bid == 0\n").fingerprint


def test_columns_count_characters() -> None:
    text = SMALL + "bid:\n  - {name: 🃏🃏é한, forbid: 'none(cards(\"🃏\")) and bdi'}\n"
    assert faults_of(lambda: load_text(text)) == ['RS204 @ 5:38 ""🃏""', 'RS201 @ 5:48 "bdi"']


def test_a_wide_character_is_underlined_where_it_stands() -> None:
    with pytest.raises(Faults) as caught:
        load_text(SMALL + "bid: [{name: 🃏한, forbid: bdi}]\n")
    shown = render(caught.value.diagnostics).split("\n")
    assert shown[2:4] == ["4 | bid: [{name: 🃏한, forbid: bdi}]", "  | " + " " * 27 + "^^^"]


def test_a_file_may_have_a_plus_in_its_name(tmp_path: Path) -> None:
    path = tmp_path / "a+b.yaml"
    path.write_text(SMALL)
    assert load(f"{path}+pack=thirty_eight").chosen["pack"] == "thirty_eight"


def test_a_message_is_one_line_whatever_a_file_holds() -> None:
    with pytest.raises(Faults) as caught:
        load_text(SMALL + '"a\\e[31m\\nb": 1\n' + "x" * 900 + ": 2\n")
    assert [d.message.count("\n") for d in caught.value.diagnostics] == [0, 0]
    assert all(d.message.isprintable() and len(d.message) < 700 for d in caught.value.diagnostics)


@pytest.mark.parametrize("name", ["a" * 300, "a\0b", "a\udcff", "~" * 5000, "con", "."], ids=["long", "null", "surrogate", "longer", "con", "dot"])
def test_a_base_of_any_name_is_found_or_is_a_fault(name: str, tmp_path: Path) -> None:
    """Whatever the system thinks of a name, looking beside a file for it ends in a fault."""
    with pytest.raises(Faults):
        path = locate(name, tmp_path, Span(Source("x", "x"), 0, 1))
        read_source(path)

"""Whatever is read, the answer is a rule set or faults with a place: never another error, never a hang."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import variants
from rulespec import yaml_tree
from rulespec.diagnostics import Faults, render
from rulespec.diagnostics.faults import ENOUGH
from rulespec.pipeline import load, load_text, setting
from tests.fuzz.texts import other_line

SHIPPED = {path.stem: path.read_text() for path in sorted(variants.PROFILES.glob("*.yaml"))}
CHILD = "rulespec: 1\nid: x\nextends: tvaladze\n"
SMALL = (Path(__file__).parent / "good" / "smallest.yaml").read_text()


def loads_or_faults(text: str) -> tuple[str, ...]:
    """The codes of the faults; every one can be shown."""
    try:
        load_text(text)
    except Faults as faults:
        assert faults.diagnostics
        for d in faults.diagnostics[:200]:
            assert 0 <= d.span.start <= d.span.end <= len(d.span.source.text) + 1
            assert d.message.isprintable()
        assert render(faults.diagnostics)
        return tuple(d.code for d in faults.diagnostics)
    return ()


@given(st.binary(max_size=400))
@example(b"\xff\xfe")
@settings(max_examples=150, deadline=None)
def test_any_bytes(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("any") / "a.yaml"
    path.write_bytes(data)
    with pytest.raises(Faults):
        load(str(path))


YAML_BITS = st.sampled_from([*"{}[],:#&*!|>'\"%@`-?\n\t \\~=<", "- ", ": ", "\n  ", "{}", "[]", "''", "rulespec", "1", "id", "follow", "when", "play", "hand", "---", "...", "\ufeff", "\x85", "\u2028", "é", "🃏", "\0"])


@given(st.lists(YAML_BITS, max_size=60).map("".join))
@settings(max_examples=300, deadline=None)
def test_any_text_of_yaml_signs(text: str) -> None:
    loads_or_faults(text)
    loads_or_faults(SMALL + text)


@given(st.text(max_size=60), st.text(max_size=20))
@settings(max_examples=80, deadline=None)
def test_any_name_and_setting(name: str, text: str) -> None:
    for given_name, given_setting in ((name, "pack=thirty_six"), (f"tvaladze+{name}", "pack=thirty_six"), ("tvaladze", text)):
        try:
            load(given_name, setting(given_setting))
        except Faults as faults:
            assert render(faults.diagnostics)


def characters_changed(text: str, rng: random.Random) -> str:
    i, j = rng.randrange(len(text)), rng.randrange(len(text))
    match rng.randrange(4):
        case 0:
            return text[:i] + text[i + 1 :]
        case 1:
            return text[:i] + text[j] + text[i:]
        case 2:
            i, j = min(i, j), max(i, j)
            return text[:i] + text[j] + text[i + 1 : j] + text[i] + text[j + 1 :]
        case _:
            return text[:i] + rng.choice("()[]{},:#'\"&*-|> \n\t=<0x_é") + text[i + 1 :]


@given(st.sampled_from([*SHIPPED]), st.randoms(use_true_random=False), st.integers(1, 4))
@settings(max_examples=150, deadline=None)
def test_a_shipped_rule_set_with_slips_in_it(name: str, rng: random.Random, slips: int) -> None:
    text = SHIPPED[name]
    for _ in range(slips):
        text = rng.choice((other_line, characters_changed))(text, rng)
    loads_or_faults(text)


WORDS = st.sampled_from(
    ["hand", "jokers", "trump", "asked", "joker_led", "level_led", "high", "none", "hearts", "all", "True", "None", "void_with_joker",
     "must_play", "khishti_nine", "me.best", "any", "count", "suit", "cards", '"AS KS"', "'10H'", "0", "1", "36", "007", "1_000", "2.5",
     "x", "é", "lambda", "yield", "await", "f'x'", "...", "\\", "1073741824"]
)  # fmt: skip
SIGNS = st.sampled_from([" + ", " - ", "*", "//", "%", "/", "**", " & ", " | ", "^", "~", "==", "!=", "<", "<=", "=", ":=", "->", ",", ".", " in ", " not in ", " is ", " and ", " or ", "not ", " if ", " else ", " for ", ":", "(", ")", "[", "]", "{", "}", "@", "#", "?", ";", "\n", " "])
PARTS = st.recursive(
    WORDS,
    lambda inner: st.one_of(
        st.tuples(inner, SIGNS, inner).map("".join), st.tuples(WORDS, inner).map("{0[0]}({0[1]})".format), inner.map("({})".format),
        st.tuples(inner, inner).map("{0[0]}, {0[1]}".format), st.tuples(inner, inner, inner).map("{0[0]} if {0[1]} else {0[2]}".format),
        st.tuples(SIGNS, inner).map("".join),
    ),
    max_leaves=12,
)  # fmt: skip


@given(PARTS)
@settings(max_examples=300, deadline=None)
def test_any_expression(text: str) -> None:
    quoted = text.replace("'", "''")
    loads_or_faults(f"{SMALL}\nbid:\n  - forbid: '{quoted}'\ncall: [forbid: '{quoted}']\npremium:\n  - {{add: '{quoted}'}}\n")


M = 1 << 20
BOMBS = {
    "brackets": "[" * M, "curly": "{" * M, "quotes": '"' * M, "single quotes": "'" * M, "lists": "- " * (M // 2), "keys": "? " * (M // 2),
    "colons": "a: " * (M // 3), "anchors": "&a " * (M // 3), "aliases": "- *a\n" * (M // 5), "tags": "!" * M, "lines": "\n" * M,
    "one word": "a" * M, "comment": "#" * M, "tabs": "\t" * M, "empty lists": "[" + "[]," * (M // 3), "same keys": "k: 1\n" * (M // 5),
    "flow keys": "{" + "a," * (M // 2), "percent": "%" * M, "long key": "? " + "a" * (M - 9), "emoji": "🃏" * (M // 4), "text": "|\n" + " a\n" * (M // 3),
}  # fmt: skip


@pytest.mark.parametrize("name", BOMBS)
def test_a_mebibyte_of_one_sign_is_refused(name: str) -> None:
    assert loads_or_faults(BOMBS[name])


def rows(*expressions: str) -> str:
    return CHILD + "follow:\n" + "".join(f"  - {{when: '{e}', play: hand}}\n" for e in expressions) + "  - {play: hand}\n"


DEEP = {
    "minus": "-" * 1999 + "1", "not": "not " * 499 + "x", "dots": "a." * 990 + "b", "if": "x if y else " * 150 + "z", "sums": "1+" * 999 + "1",
    "chain": "a<" * 999 + "a", "calls": "f" + "(x)" * 600, "lambdas": "lambda:" * 285 + "x", "brackets": "(" * 1000 + ")" * 1000,
    "halves": "a/" * 999 + "a", "powers": "2**" * 600 + "2", "commas": "x," * 999, "values": "x in (" + "y," * 990 + ")", "lines": "\n" * 1999 + "x",
    "doubling": "(" * 39 + "True" + " in (True, False))" * 39, "middles": "(True == " * 39 + "True" + " == True)" * 39,
    "commas in cards": 'cards("' + "AS " * 660 + '")', "digits": "9" * 2000, "ors": " or ".join(["joker_led"] * 150), "long": "x" * 10_000,
    "many brackets": "(" * 10_000,
}  # fmt: skip


@pytest.mark.parametrize("name", DEEP)
def test_a_deep_or_long_expression_is_judged(name: str) -> None:
    assert (loads_or_faults(rows(DEEP[name])) == ()) is (name == "ors")


@pytest.mark.parametrize("condition", ["any(hand & suit(asked))", "any(hnad & suti(asked))", "any(hnd{} & sut{}(asked))", "a" * 100])
def test_thousands_of_rows(condition: str) -> None:
    assert len(loads_or_faults(rows(*(condition.replace("{}", str(i)) for i in range(1000))))) <= ENOUGH + 1


def test_the_slower_parser_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """PyYAML has two parsers, one of them not everywhere; faults and meanings do not depend on it."""
    import yaml

    bad = sorted((Path(__file__).parent / "bad" / "yaml").glob("*.yaml"))
    fast = [faults_at(path) for path in bad]
    monkeypatch.delattr(yaml, "CSafeLoader")
    assert [faults_at(path) for path in bad] == fast
    for name in ("brackets", "curly", "quotes", "lists", "keys", "empty lists"):
        assert loads_or_faults(BOMBS[name][:50_000])


def faults_at(path: Path) -> list[tuple[str, int]]:
    """Codes and lines; in a few cases the two disagree about the column by one."""
    _, faults = yaml_tree.read_tree(yaml_tree.read_source(path))
    return [(d.code, d.span.line) for d in faults]

"""Names in three languages: none is missing, and what is printed with them keeps its width."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

import variants
from rulespec.ir.sections import NAMES
from rulespec.library import known
from rulespec.pipeline import load
from verifier.cli import main
from verifier.output.formats import write
from verifier.output.names import LANGUAGES, PARTS, entries, name, worded
from verifier.output.report import Cell, Grid, Line, Note, Notes, Report
from verifier.proofs import property as properties
from verifier.tables.answers import answers_report
from verifier.tables.premiums import premium_report
from verifier.tables.schedule import schedule_report

COMPARE = ["compare", "king-rule", "tvaladze", "--section", "score", "--section", "deck"]
SCRIPTS = {"ka": re.compile("[\u10a0-\u10ff]"), "ru": re.compile("[\u0400-\u04ff]")}


def test_every_entry_has_all_languages() -> None:
    for part in PARTS:
        for id_, names in entries(part).items():
            assert set(names) == set(LANGUAGES) and all(names.values()), (part, id_)


@pytest.mark.parametrize("lang", SCRIPTS)
def test_names_are_in_the_script_of_their_language(lang: str) -> None:
    own = [(part, id_) for part in PARTS for id_, names in entries(part).items() if not SCRIPTS[lang].search(names[lang])]
    assert own == []


def test_no_name_is_missing() -> None:
    family = load("georgian")
    assert set(entries("profiles")) == set(known())
    assert set(family.options) <= set(entries("options"))
    assert {one.id for one in properties.shipped() if one.kind == "trait"} == set(entries("traits"))
    words = {value for option in family.options.values() for value in option.values if isinstance(value, str)}
    assert words <= set(entries("values"))


@pytest.mark.parametrize("make", [schedule_report, premium_report, answers_report])
@pytest.mark.parametrize("lang", SCRIPTS)
def test_heads_and_titles_of_tables_are_translated(make: object, lang: str) -> None:
    report = worded(make(load("telegram-popular")), lang)  # type: ignore[operator]
    assert SCRIPTS[lang].search(report.title)
    for grid in (block for block in report.blocks if isinstance(block, Grid)):
        texts = [grid.title, *grid.labels, grid.over, *grid.heads]
        assert [text for text in texts if re.search("[a-z]", text)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("words", [["list"], ["table", "premiums", "king-rule"], ["table", "answers", "king-rule", "--format", "html"]])
def test_commands_speak_the_language(words: list[str], lang: str) -> None:
    result = CliRunner().invoke(main, [*words, "--lang", lang])
    assert result.exit_code == 0
    assert name("profiles", "king-rule", lang) in result.stdout
    assert max(map(len, result.stdout.split("\n"))) <= 100 or words[0] == "list" or "html" in words


@pytest.mark.parametrize("lang", SCRIPTS)
@pytest.mark.parametrize("words", [["show", "king-rule"], ["show", "georgian"], ["show", "king-rule", "--format", "markdown"], COMPARE, [*COMPARE, "--format", "html"]])
def test_names_stand_beside_what_is_in_english(words: list[str], lang: str) -> None:
    """Profiles, options, values and sections by their names; what the rules themselves say stays as it is written."""
    plain, named = (CliRunner().invoke(main, [*words, *more]).stdout for more in ((), ("--lang", lang)))
    assert not SCRIPTS[lang].search(plain) and SCRIPTS[lang].search(named)
    profiles = ("king-rule", "tvaladze") if words[0] == "compare" else (words[1],)
    shown = [name("profiles", id_, lang) for id_ in profiles] + ([name("heads", section, lang) for section in ("score", "deck")] if words[0] == "compare" else [])
    if words[0] == "show":
        shown += [name("options", id_, lang) for id_ in load(words[1]).options] + [name("heads", section, lang) for section in ("score", "follow", "options")]
    flat = " ".join(named.split()).casefold()
    assert [word for word in shown if word.casefold() not in flat] == []


def test_every_section_has_a_name() -> None:
    assert {*NAMES, "match"} <= set(entries("heads"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_options_and_traits_stand_in_words_in_tables_and_in_lists(lang: str) -> None:
    traits, options = entries("traits"), entries("options")
    grid = Grid("Traits that differ", ("trait",), "", ("tvaladze",), tuple(Line((id_,), (Cell("no"),)) for id_ in traits))
    notes = Notes("Options that all share", tuple(Note(id_, "may_discard") for id_ in [*options, *traits]))
    text = write(worded(Report("Rule sets side by side", (grid, notes), (), (), {}, 0), lang), "text")
    assert max(map(len, text.split("\n"))) <= 100
    together = "".join(text.split())
    for part in (traits, options):
        assert all("".join(f"{names[lang]}({id_})".split()) in together for id_, names in part.items() if names[lang] != id_)
    assert "".join(name("values", "may_discard", lang).split()) in together and name("titles", "Options that all share", lang) in text


def test_a_thing_without_a_name_keeps_its_id() -> None:
    assert name("options", "no_such_option", "ka") == "no_such_option"
    assert variants.NAMES.is_file()

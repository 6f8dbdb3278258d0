"""Names in other languages: profiles, options, values and heads of tables as people call them.

All of them stand in `variants/names.yaml`. An id that has no name there is shown as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import variants
from verifier.output.report import Block, Cell, Grid, Line, Note, Notes, Report

LANGUAGES = ("en", "ka", "ru")
PARTS = ("profiles", "options", "values", "heads", "titles", "traits", "terms")


@cache
def entries(part: str) -> Mapping[str, Mapping[str, str]]:
    """Everything of one part, by its id."""
    import yaml

    with variants.NAMES.open(encoding="utf-8") as file:
        found: dict[str, dict[str, dict[str, str]]] = yaml.safe_load(file)
    return found[part]


def name(part: str, id_: str, lang: str) -> str:
    """What a thing is called; its id where it has no name."""
    return entries(part).get(id_, {}).get(lang, id_)


def beside(part: str, id_: str, lang: str) -> str:
    """The name with the id beside it, where the two differ."""
    shown = name(part, id_, lang)
    return shown if shown == id_ else f"{shown} ({id_})"


def profile(id_: str, lang: str) -> str:
    """A rule set by its name; what is laid over it keeps its words."""
    base, plus, rest = id_.partition("+")
    return name("profiles", base, lang) + plus + rest


def worded(report: Report, lang: str) -> Report:
    """The report with names for ids, and its heads in a language; records and data stay as they are."""
    base, colon, rest = report.title.partition(":")
    title = next((name("profiles", id_, lang) for id_, english in _english_profiles() if english == base), base)
    return replace(report, title=f"{title}{colon} {name('titles', rest.strip(), lang)}".strip() if colon else name("titles", title, lang), blocks=tuple(_block(block, lang) for block in report.blocks))


def _english_profiles() -> list[tuple[str, str]]:
    return [(id_, names["en"]) for id_, names in entries("profiles").items()]


def words(part: str, text: str, lang: str) -> str:
    """A text by its name, or part by part where it is a list."""
    if text in entries(part) or ", " not in text:
        return name(part, text, lang)
    return ", ".join(name(part, one, lang) for one in text.split(", "))


def told(part: str, id_: str, lang: str) -> str:
    """As `beside` in another language; in English the id is enough."""
    return id_ if lang == LANGUAGES[0] else beside(part, id_, lang)


def _block(block: Block, lang: str) -> Block:
    if isinstance(block, Notes):
        return replace(block, title=name("titles", block.title, lang), items=tuple(_note(item, lang) for item in block.items))
    if not isinstance(block, Grid):
        return block
    heads = tuple(profile(head, lang) if head in entries("profiles") and lang != LANGUAGES[0] else _head(head, lang) for head in block.heads)
    labels = tuple(name("heads", label, lang) for label in block.labels)
    lines = tuple(Line(tuple(_label(label, lang) for label in line.labels), tuple(_cell(cell, lang) for cell in line.cells)) for line in block.lines)
    return replace(block, title=name("titles", block.title, lang), labels=labels, over=name("heads", block.over, lang), heads=heads, lines=lines)


def _note(item: Note, lang: str) -> Note:
    """Options and traits by name, what is said of them where it is a value; in another language sections and rule sets too."""
    part = next((part for part in ("options", "traits") if item.term in entries(part)), None)
    if part is not None:
        return replace(item, term=beside(part, item.term, lang), says=words("values", item.says, lang))
    return item if lang == LANGUAGES[0] else replace(item, term=_term(item.term, lang))


def _label(label: str, lang: str) -> str:
    for part in ("options", "traits", "profiles"):
        if label in entries(part):
            return beside(part, label, lang)
    return words("values", label, lang)


def _term(term: str, lang: str) -> str:
    """What a note is about, where that is a section or a rule set."""
    return name("heads", term, lang) if term in entries("heads") else _label(term, lang)


def _head(head: str, lang: str) -> str:
    return name("heads", head, lang) if head in entries("heads") else words("values", head, lang)


def _cell(cell: Cell, lang: str) -> Cell:
    return replace(cell, text=words("values", cell.text, lang))

"""What a built module says of its rules as data: pack, rows with their sources, words and sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import variants
from rulespec.ir.cards import Pack, bits
from rulespec.ir.expr import CardsLit, Expr
from rulespec.ir.ruleset import AnyRow, RuleSet
from rulespec.ir.sections import NAMES
from rulespec.ir.walk import nodes
from rulespec.meanings.text.sections import EXPRESSIONS, live_rows, names_read
from rulespec.meanings.text.values import cards, read_again
from rulespec.written import row_text
from rulespec.yaml_tree import Mapping as Tree
from rulespec.yaml_tree import Scalar, read_source, read_tree

SENTENCES = Path(__file__).parent / "sentences.yaml"
LANGUAGES = ("en", "ka", "ru")
OWN = "MIT"  # of the rule sets that are shipped


def about(ruleset: RuleSet) -> dict[str, Any]:
    """Which rules these are."""
    return {
        "id": ruleset.id, "name": ruleset.name, "family": ruleset.family, "players": ruleset.players,
        "fingerprint": ruleset.fingerprint, "licence": licence(ruleset), "options": dict(ruleset.chosen), "first_dealer": first_dealer(ruleset),
    }  # fmt: skip


def first_dealer(ruleset: RuleSet) -> str:
    """Who deals first, in words: the caller sees to it."""
    rank = ruleset.start.rank
    return "by lot" if rank is None else f"whoever is dealt the first {rank}"


def licence(ruleset: RuleSet) -> str:
    """That of the shipped rule sets; nobody else's file is given one here."""
    shipped = Path(variants.__file__).parent in Path(ruleset.path).resolve().parents
    return OWN if shipped else f"whatever the author of {Path(ruleset.path).name} says"


def constants(ruleset: RuleSet) -> dict[str, Any]:
    """The numbers and lists that the templates read, by their names there."""
    pack, words = ruleset.pack, sentences()[0]
    return {
        "PLAYERS": ruleset.players,
        "SUITS": list(pack.suits),
        "LETTERS": list(pack.letters),
        "SIGNS": [words.get(suit, {}).get("sign", letter) for suit, letter in zip(pack.suits, pack.letters, strict=True)],
        "RANKS": list(pack.ranks),
        "JOKER_COUNT": pack.jokers,
        "FINISH": {"ties": ruleset.finish.ties, "wins": ruleset.finish.wins, "sides": ruleset.finish.sides},
        "OPTIONS": {name: list(ruleset.options[name].values) for name in ruleset.open_options},
    }


def rows(ruleset: RuleSet) -> dict[str, list[dict[str, Any]]]:
    """Every row that can answer, by section."""
    return {name: [row_data(ruleset, name, row) for row in live_rows(ruleset, name)] for name in NAMES}


def row_data(ruleset: RuleSet, section: str, row: AnyRow) -> dict[str, Any]:
    return {
        "section": section, "name": row.name, "cite": row.cite, "source": source_of(ruleset, row), "assumed": row.assumed,
        "at": place(row), "reads": sorted(names_read(row, section, ruleset)),
    }  # fmt: skip


def reads(ruleset: RuleSet) -> dict[str, list[str]]:
    """The names on which the answers of a section depend."""
    return {name: sorted({read for row in live_rows(ruleset, name) for read in names_read(row, name, ruleset)}) for name in NAMES}


def source_of(ruleset: RuleSet, row: AnyRow) -> str | None:
    """The title of the source that the row cites."""
    named = [name for name in ruleset.sources if row.cite and f"{row.cite} ".startswith(f"{name} ")]
    return ruleset.sources[max(named, key=len)].get("title") if named else None


def place(row: AnyRow) -> str:
    """File and line, without the folders of this machine."""
    where = row.span.file_line
    return Path(where).name if where else ""


def notes(ruleset: RuleSet, section: str, row: AnyRow) -> list[str]:
    """The comment of a row's function: its name, where it comes from, and how it is written."""
    cite = f" ({row.cite})" if row.cite else f" (assumed: {row.assumed})" if row.assumed else ""
    lines = [f"{section}: {row.name}{cite}, {place(row)}"]
    lines += [f"    {key}: {value}" for key, value in row_text(row, ruleset.pack).items()]
    return [one_line(line) for line in lines]


def one_line(text: str) -> str:
    """Without what would end a comment; an indentation stays."""
    return "    " * text.startswith("    ") + " ".join(text.split())


def literals(pack: Pack, found: Iterable[Expr]) -> Iterator[tuple[str, str | list[int]]]:
    """Every set of cards that expressions name: its constant, and the text of its names or its cards by number."""
    masks = {node.mask for expr in found for node in nodes(expr) if isinstance(node, CardsLit)}
    for mask in sorted(masks - {0, pack.all_mask, pack.jokers_mask}):
        names = pack.names(mask)
        yield cards(mask, pack), " ".join(names) if read_again(pack, names) == mask else list(bits(mask))


def expressions(ruleset: RuleSet) -> Iterator[Expr]:
    for name in NAMES:
        for row in live_rows(ruleset, name):
            yield row.when
            if isinstance(row.result, EXPRESSIONS):
                yield row.result


def sentences() -> tuple[Mapping[str, Mapping[str, str]], Mapping[str, Mapping[str, str]]]:
    """The words (with their signs) and the sentences, each in every language."""
    tree, faults = read_tree(read_source(SENTENCES))
    assert isinstance(tree, Tree) and not faults, "the sentences are a file of this project"
    return _texts(tree.get("words")), _texts(tree.get("sentences"))


def _texts(tree: object) -> dict[str, dict[str, str]]:
    assert isinstance(tree, Tree)
    return {key.text: {k.text: v.text for k, v in value.entries if isinstance(v, Scalar)} for key, value in tree.entries if isinstance(value, Tree)}

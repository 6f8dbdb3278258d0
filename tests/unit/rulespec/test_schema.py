"""The JSON Schema says of every file what the reader says of its shape."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

import variants
from rulespec.schema import schema
from rulespec.yaml_tree import Mapping, Scalar, Tree, read_source, read_tree

LANGUAGE = Path(__file__).parents[2] / "language"
GOOD = [*sorted(variants.PROFILES.glob("*.yaml")), *sorted((LANGUAGE / "good").glob("*.yaml"))]
SHAPE = ("RS101", "RS103", "RS104", "RS108", "RS109", "RS110", "RS111")
SEEN_BY_THE_READER_ONLY = {  # and why
    "cards/a-card-called-jk": "what cards are called", "cards/too-many": "their number", "cards/missing": "what a base has",
    "yaml/key-is-a-list": "a key that is no word", "yaml/key-missing": "or none at all",
}  # fmt: skip
VALIDATOR = jsonschema.Draft202012Validator(schema())


def texts(tree: Tree) -> Any:
    """A file as the reader takes it: every scalar a text."""
    match tree:
        case Scalar(text):
            return text
        case Mapping(entries):
            return {key.text: texts(value) for key, value in entries}
        case _:
            return [texts(item) for item in tree.items]


def bad() -> list[Path]:
    """The bad files with a fault of shape in the file itself."""
    found = []
    for path in sorted(LANGUAGE.joinpath("bad").rglob("*.yaml")):
        own = [line for line in path.read_text().splitlines() if line.startswith("# expect: ") and ".yaml:" not in line]
        if any(code in line for line in own for code in SHAPE) and read_tree(read_source(path))[0] is not None:
            found.append(path)
    return found


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_a_good_file_validates(path: Path) -> None:
    tree, _ = read_tree(read_source(path))
    assert tree is not None
    VALIDATOR.validate(texts(tree))


@pytest.mark.parametrize("path", [path for path in GOOD if path.stem != "words-not-values"], ids=lambda path: path.stem)
def test_a_good_file_validates_as_an_editor_reads_it(path: Path) -> None:
    VALIDATOR.validate(yaml.safe_load(path.read_text()))


@pytest.mark.parametrize("path", bad(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_file_of_a_wrong_shape_does_not_validate(path: Path) -> None:
    tree, _ = read_tree(read_source(path))
    assert tree is not None
    passes = f"{path.parent.name}/{path.stem}" in SEEN_BY_THE_READER_ONLY
    assert VALIDATOR.is_valid(texts(tree)) is passes


def test_enough_bad_files_are_seen() -> None:
    assert len(bad()) > 25

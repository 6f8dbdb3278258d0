"""JSON schemas of the documents that commands print, made from the one description in `documents.yaml`.

As they are printed, they let a reader meet fields that a later program adds. Sealed, they allow what is described and
nothing else: so the tests read them, and no document has a field that nobody described.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from verifier.output import VERSION

DESCRIPTION = Path(__file__).with_name("documents.yaml")
DIALECT = "https://json-schema.org/draft/2020-12/schema"
ENVELOPE = ("command", "version", "exit_code")
EXIT_CODES = range(5)
Schema = dict[str, Any]

PLAIN: Mapping[str, Schema] = {
    "text": {"type": "string"}, "whole": {"type": "integer"}, "number": {"type": "number"}, "yes-no": {"type": "boolean"},
    "null": {"type": "null"}, "anything": {},
}  # fmt: skip
WORD = re.compile(r'\[[^\]]*\]|=?[\w-]+')


@cache
def description() -> Mapping[str, Any]:
    """The file, read."""
    import yaml

    with DESCRIPTION.open(encoding="utf-8") as file:
        found: dict[str, Any] = yaml.safe_load(file)
    return found


def names() -> dict[str, str]:
    """Every document, by the command that prints it, with what it is."""
    return {name: described["says"] for name, described in description()["documents"].items()}


def schema(name: str, sealed: bool = False) -> Schema:
    """The schema of a command's documents, that of its errors among them. Raises KeyError for a command without any."""
    described = description()["documents"][name]
    variants = described.get("either", [described.get("is")])
    found = [*(_document(name, _inlined(one), sealed) for one in variants), _failure(name, sealed)]
    body = {"title": f"jokeri {name}", "description": described["says"], "anyOf": found}
    return {"$schema": DIALECT, **body, "$defs": _definitions(body, sealed)}


def _inlined(variant: Any) -> Mapping[str, Any]:
    fields: Mapping[str, Any] = description()["types"][variant] if isinstance(variant, str) else variant
    return fields


def _document(name: str, fields: Mapping[str, Any], sealed: bool) -> Schema:
    found = _object(fields, sealed)
    envelope = {"command": {"const": name}, "version": {"const": VERSION}, "exit_code": {"enum": [*EXIT_CODES]}}
    return {**found, "properties": {**envelope, **found["properties"]}, "required": [*ENVELOPE, *found["required"]]}


def _failure(name: str, sealed: bool) -> Schema:
    """What is printed in the place of a document where the command ends with an error; without the command where that is unknown."""
    found = _document(name, {"errors": ["error"]}, sealed)
    found["properties"]["command"] = {"enum": [name, None]}
    return found


# --- the notation -----------------------------------------------------------------------------


def _compiled(written: Any, sealed: bool) -> Schema:
    """A type of the notation as a schema."""
    match written:
        case None:  # YAML's own word for it
            return dict(PLAIN["null"])
        case [*words] if all(isinstance(word, str) and word.startswith("=") for word in words):
            return {"enum": [word.removeprefix("=") for word in words]}
        case [item]:
            return {"type": "array", "items": _compiled(item, sealed)}
        case str():
            return _in_words(written)
        case _:
            return _object(written, sealed)


def _in_words(written: str) -> Schema:
    """`A or B: what it is`."""
    kinds, _, says = written.partition(": ")
    alternatives = [_one(word) for word in WORD.findall(kinds) if word != "or"]
    found = alternatives[0] if len(alternatives) == 1 else {"anyOf": alternatives}
    return {**found, "description": says} if says else found


def _one(word: str) -> Schema:
    if word.startswith("["):
        return {"type": "array", "items": _in_words(word[1:-1])}
    if word.startswith("="):
        return {"const": word[1:]}
    return dict(PLAIN[word]) if word in PLAIN else {"$ref": f"#/$defs/{word}"}


def _object(fields: Mapping[str, Any], sealed: bool) -> Schema:
    """Fields by name; `~name` may be missing, `*` is any other."""
    named = {key.removeprefix("~"): _compiled(kind, sealed) for key, kind in fields.items() if key != "*"}
    found: Schema = {"type": "object", "properties": named, "required": [key for key in fields if key != "*" and not key.startswith("~")]}
    if "*" in fields:
        return {**found, "additionalProperties": _compiled(fields["*"], sealed)}
    return {**found, "additionalProperties": False} if sealed else found


def _definitions(body: Schema, sealed: bool) -> Schema:
    """The types that a schema names, and those that these name in turn."""
    found: Schema = {}
    waiting = [*_named_by(body)]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = _compiled(description()["types"][name], sealed)
            waiting += _named_by(found[name])
    return dict(sorted(found.items()))


def _named_by(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(ref := part.get("$ref"), str):
            yield ref.rsplit("/", 1)[1]
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from _named_by(inner)

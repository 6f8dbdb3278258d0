"""Any JSON document that a command prints, held against the sealed schema: nothing in it that nobody described."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from verifier.output import schemas


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(schemas.schema(name, sealed=True))


def fault(document: dict[str, Any]) -> str | None:
    """What is wrong with a document, None where nothing is. One of a command that is not known or prints no JSON is an error's."""
    name = document["command"]
    known = document if name in schemas.names() else {**document, "command": None}
    found = next(validator(name if name in schemas.names() else "list").iter_errors(known), None)
    if found is None:
        return None
    variants = Counter(inner.schema_path[0] for inner in found.context or ())
    near = min(variants, key=lambda one: variants[one], default=0)  # most likely what was meant
    told = best_match(inner for inner in found.context or () if inner.schema_path[0] == near) or found
    return f"{document['command']}: {'/'.join(map(str, told.absolute_path))}: {told.message[-400:]}"


def check(text: str) -> None:
    """Fails for a text that is no document as described; other JSON, as SARIF, is none of ours."""
    try:
        document = json.loads(text)
    except ValueError:
        return
    if isinstance(document, dict) and {"command", "exit_code"} <= document.keys():
        assert (wrong := fault(document)) is None, wrong

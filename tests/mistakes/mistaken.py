"""Rule sets with one mistake each, from the list beside this file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import yaml

from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load_text
from variants import PROFILES

LIST: dict[str, dict[str, dict[str, Any]]] = yaml.safe_load((Path(__file__).parent / "mistakes.yaml").read_text(encoding="utf-8"))
MISTAKES = [(section, name) for section, found in LIST.items() for name in found]


def text(section: str, name: str) -> str:
    """A rule set file like web-225 with the mistake."""
    family = yaml.safe_load((PROFILES / "georgian.yaml").read_text(encoding="utf-8"))
    rows = [{**row, "cite": None, "assumed": "a mistake"} for row in family[section]]
    rows = [{key: value for key, value in row.items() if value is not None} for row in rows]
    change = LIST[section][name]
    at = next(i for i, row in enumerate(rows) if row["name"] == change.get("row", change.get("before")))
    if "set" in change:
        rows[at] |= change["set"]
    elif change.get("drop"):
        del rows[at]
    else:
        rows.insert(at, {"name": "mistaken", "assumed": "a mistake", **change["add"]})
    return "\n".join(["rulespec: 1", f"id: {name}", "extends: web-225", f"{section}: {json.dumps(rows)}"])


def mistaken(section: str, name: str) -> RuleSet:
    """The rules with the mistake."""
    return load_text(text(section, name))

"""Reads `known.yaml`: small rule sets by name, with sections replaced, and what is known of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load_text
from rulespec.spans import NOWHERE
from rulespec.yaml_tree import Scalar
from verifier.proofs.property import Property

Known = Mapping[str, Any]


@cache
def known() -> Known:
    found: Known = yaml.safe_load(Path(__file__).with_name("known.yaml").read_text(encoding="utf-8"))
    return found


def listed(topic: str) -> list[Any]:
    """What is known of a topic, as parameters of a test with their ids."""
    return [pytest.param(one, id=one["id"]) for one in known()[topic]]


def rules(one: Known, changes: Known, name: str = "drawn") -> RuleSet:
    """The base of an entry with sections replaced."""
    return load_text(yaml.safe_dump({"rulespec": 1, "id": name, **known()["bases"][one["base"]], **changes}, sort_keys=False))


def sides(one: Known) -> tuple[RuleSet, RuleSet]:
    return rules(one, one["left"], "left"), rules(one, one["right"], "right")


def claim(one: Known) -> Property:
    given = Scalar(one["given"], NOWHERE) if "given" in one else None
    return Property("known", one.get("kind", "invariant"), (one["scope"],), "known", given, Scalar(one["holds"], NOWHERE), tuple(one.get("needs", ())))

"""One property of one rule set, decided in a worker process. Payloads and answers are plain data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load, setting
from verifier import property as properties
from verifier.verdict import Verdict

if TYPE_CHECKING:
    from rulespec.yaml_tree import Scalar

Settings = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Obligation:
    """What a worker needs to build the formula again: names and texts, no solver terms."""

    profile: str
    settings: Settings
    property: str
    files: tuple[str, ...] = ()


def scalars(settings: Settings) -> dict[str, Scalar]:
    """`option=value` texts as the loader takes them."""
    found: dict[str, Scalar] = {}
    for text in settings:
        found |= setting(text)
    return found


@lru_cache(maxsize=64)
def loaded(profile: str, settings: Settings) -> RuleSet:
    return load(profile, scalars(settings))


@lru_cache(maxsize=64)
def known(profile: str, settings: Settings, files: tuple[str, ...]) -> dict[str, properties.Property]:
    return {p.id: p for p in properties.of(loaded(profile, settings), files)}


def decide(task: Obligation) -> Verdict:
    """The verdict on an obligation; called by name in the worker."""
    from verifier.prove import prove

    ruleset = loaded(task.profile, task.settings)
    return prove(ruleset, known(task.profile, task.settings, task.files)[task.property])

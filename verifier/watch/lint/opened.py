"""A rule set as written, with the choices it makes or with every option left open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from rulespec import compose, library, pipeline
from rulespec.check.resolve import resolve
from rulespec.compose import Complete
from rulespec.fingerprint import with_fingerprint
from rulespec.ir.ruleset import RuleSet
from rulespec.surface import Written
from rulespec.yaml_tree import Scalar
from verifier.work.settings import Settings, loaded


@lru_cache(maxsize=32)
def written(profile: str) -> Complete:
    """The file with its bases laid under it. Raises Faults."""
    base, _ = pipeline.split(profile)
    return compose.compose(pipeline.read_file(library.locate(base)), pipeline.find_base)


@lru_cache(maxsize=32)
def opened(profile: str, settings: Settings, every: bool = True) -> RuleSet:
    """The rule set with every option open, or as it is chosen. Raises Faults."""
    return all_open(written(profile)) if every else loaded(profile, settings)


def all_open(complete: Complete) -> RuleSet:
    family = replace(complete, chosen={}, written=replace(complete.written, family=True))
    return with_fingerprint(resolve(family, {}))


def recomposed(own: Written) -> Complete:
    """Another text of the file over the same bases. Raises Faults."""
    return compose.compose(own, pipeline.find_base)


def chosen_by(complete: Complete) -> Mapping[str, Scalar]:
    """The values that the file itself writes for options."""
    return {name: value for name, (_, value) in complete.lineage[0].options.items() if isinstance(value, Scalar)}

"""Answers kept between runs: only what was proved or refuted, and only as long as it can be read back whole.

`Answers` are verdicts on properties, `Sections` comparisons of a section of two rule sets. Values travel as JSON with their classes named, and a digest over all of it; whatever does not fit counts as not kept.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Final

from rulespec import game, questions
from rulespec.digests import sha256
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.types import Int
from rulespec.plays import Play
from verifier.compare import model
from verifier.compare.model import DIFFERENT, NOT_APPLICABLE, SAME, SectionDiff
from verifier.proofs import outcomes, verdict
from verifier.proofs.outcomes import Decided
from verifier.proofs.verdict import NotApplicable, Proved, Refuted
from verifier.witness import witness
from verifier.work import disk
from verifier.work.disk import Store
from verifier.work.versions import solver_versions

Note = Callable[[str], None]

CLASSES: Final[Mapping[str, type]] = {
    one.__name__: one
    for one in (
        Play, game.Opening, game.Deal, game.Trump, questions.Hand, questions.Bidding, questions.Leading, questions.Following,
        questions.WholeTrick, questions.HandEnd, questions.SetEnd, questions.Dealing, questions.GameShape, questions.GameEnd, questions.HandResult,
        questions.Calling, questions.Scheduled, witness.HandLine, witness.Witness, outcomes.Failure, outcomes.FamilyVerdict, outcomes.Decided,
        verdict.Proved, verdict.Refuted, verdict.NotApplicable,
        model.RowRef, model.Example, model.DiffClass, model.SectionDiff, model.Swing,
    )
}  # fmt: skip
"""What an answer is made of."""


def seen(ruleset: RuleSet, sections: tuple[str, ...]) -> str:
    """What answers over these sections rest on: their rows, the cards, the players, the bounds, the open options."""
    rows = [(section, [(row.when, row.result, row.then) for row in ruleset.rows(section)]) for section in sections if section != "finish"]
    facts = ruleset.facts if "score" in sections else replace(ruleset.facts, points=Int(0, 0))
    options: Mapping[str, object] = {name: ruleset.options[name].values for name in ruleset.open_options}
    ends = [repr(ruleset.finish)] if "finish" in sections else []
    return "\n".join([repr(ruleset.pack), repr(facts), repr(options), *map(repr, rows), *ends])


class Kept:
    """What answers of any kind have in common: a name for each question, and what is said of a spoilt answer."""

    kind = ""

    def __init__(self, kept: Store) -> None:
        self.kept = kept
        self.versions = [f"{name} {version}" for name, version in solver_versions("z3", "bitwuzla").items()]

    def name(self, question: str) -> str:
        return disk.key([self.kind, *self.versions, question])

    def recalled(self, question: str) -> object:
        """What was sealed under a question; nothing where there is none, or it is spoilt."""
        found = self.kept.get(self.name(question))
        value = None if found is None else unsealed(found)
        if found is not None and value is None:
            self.kept.note(f"a kept answer makes no sense and is not used: {self.name(question)}")
        return value

    def holding(self, holds: bool, question: str) -> bool:
        """Whether a witness, played again, still shows what it is to show; otherwise it is said."""
        if not holds:
            self.kept.note(f"a kept answer shows nothing when it is played again and is not used: {self.name(question)}")
        return holds


class Answers(Kept):
    """Verdicts by the question they answer."""

    kind = "check"

    def get(self, question: str, holds: Callable[[Decided], bool] = lambda decided: True) -> tuple[Decided, float] | None:
        """The verdict of an earlier run and the seconds it took, where one was kept that still `holds`."""
        match self.recalled(question):
            case (Decided(Proved() | Refuted() | NotApplicable()) as decided, float(seconds)):
                return (decided, seconds) if self.holding(holds(decided), question) else None
            case _:
                return None

    def put(self, question: str, decided: Decided, seconds: float) -> None:
        """Keeps a proof or a refutation; nothing else is worth to be believed tomorrow."""
        if isinstance(decided.verdict, Proved | Refuted | NotApplicable) and not decided.notes:
            self.kept.put(self.name(question), sealed((decided, seconds)))


class Sections(Kept):
    """Comparisons of a section by the question they answer."""

    kind = "diff"

    def get(self, question: str, holds: Callable[[SectionDiff], bool] = lambda found: True) -> SectionDiff | None:
        """The comparison of an earlier run, where one was kept that still `holds`."""
        match self.recalled(question):
            case SectionDiff(verdict="same" | "different" | "not-applicable") as found:
                return replace(found, cached=True) if self.holding(holds(found), question) else None
            case _:
                return None

    def put(self, question: str, found: SectionDiff) -> None:
        if found.verdict in (SAME, DIFFERENT, NOT_APPLICABLE):
            self.kept.put(self.name(question), sealed(found))


def sealed(value: object) -> dict[str, object]:
    """A value as JSON, with a digest that tells whether it is still the same."""
    written = encoded(value)
    return {"value": written, "digest": _digest(written)}


def unsealed(answer: Mapping[str, object]) -> object:
    """What was sealed; None where it does not fit its digest, or nothing like it can have been written."""
    written = answer.get("value")
    try:
        return decoded(written) if answer.get("digest") == _digest(written) else None
    except (TypeError, ValueError, KeyError, RecursionError):
        return None


def _digest(written: object) -> str:
    return sha256(json.dumps(written, sort_keys=True).encode()).hexdigest()


def encoded(value: object) -> object:
    """Plain data and the classes of an answer as JSON."""
    if is_dataclass(value) and type(value).__name__ in CLASSES:
        return {"class": type(value).__name__, **{field.name: encoded(getattr(value, field.name)) for field in fields(value)}}
    match value:
        case None | bool() | int() | float() | str():
            return value
        case tuple():
            return [encoded(one) for one in value]
        case list():
            return {"list": [encoded(one) for one in value]}
        case dict():
            return {"map": [[encoded(key), encoded(one)] for key, one in value.items()]}
        case _:
            raise TypeError(f"not kept: {value!r}")


def decoded(value: object) -> object:
    """The value that was encoded. Raises KeyError or TypeError for anything else."""
    match value:
        case {"class": str(name), **parts}:
            return CLASSES[name](**{str(key): decoded(part) for key, part in parts.items()})
        case {"list": list(items)}:
            return [decoded(one) for one in items]
        case {"map": list(pairs)}:
            return {decoded(key): decoded(one) for key, one in pairs}
        case list():
            return tuple(decoded(one) for one in value)
        case None | bool() | int() | float() | str():
            return value
        case _:
            raise TypeError(value)

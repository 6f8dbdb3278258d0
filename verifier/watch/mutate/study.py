"""A rule set with all its edits applied: what each changes, which mean nothing, which are the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from rulespec.diagnostics import Faults
from rulespec.ir.ruleset import RuleSet
from verifier.programs.examples import Example, examples_of
from verifier.proofs import property as properties
from verifier.proofs.check import expected
from verifier.proofs.property import Property
from verifier.proofs.scopes import BY_NAME, SCOPE_NAMES
from verifier.watch.mutate.apply import Editor, Patch, complete_of
from verifier.watch.mutate.edits import Edit, edits
from verifier.work.settings import Settings, loaded


@dataclass(frozen=True, slots=True)
class Subject:
    """The rules that are edited, and further files of properties."""

    profile: str
    settings: Settings = ()
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Applied:
    """An edit by its number with what it changes, or why it means nothing. `twin` is an earlier edit that gives the same rules."""

    number: int
    edit: Edit
    patch: Patch | None = None
    why: str = ""
    twin: int | None = None


class Study:
    """A subject with all that its edits are held against."""

    def __init__(self, subject: Subject) -> None:
        self.complete, self.settings = complete_of(subject.profile, subject.settings)
        self.ruleset: RuleSet = loaded(subject.profile, subject.settings)
        self.editor = Editor(self.ruleset, self.complete, self.settings)
        self.subject = subject

    @cached_property
    def edits(self) -> tuple[Edit, ...]:
        """Every edit of the rules."""
        return edits(self.complete, self.ruleset)

    @cached_property
    def applied(self) -> tuple[Applied, ...]:
        """Every edit applied."""
        first: dict[object, int] = {}
        found = []
        for number, edit in enumerate(self.edits):
            try:
                patch = self.editor.patch(edit)
            except Faults as faults:
                found.append(Applied(number, edit, why=faults.diagnostics[0].message))
                continue
            earlier = first.setdefault(patch.same, number)
            found.append(Applied(number, edit, patch, twin=None if earlier == number else earlier))
        return tuple(found)

    @property
    def different(self) -> list[Applied]:
        """The edits that give rules, one for each different rule set."""
        return [one for one in self.applied if one.patch is not None and one.twin is None]

    def mutant(self, number: int) -> RuleSet:
        """The edited rules. Raises Faults where they are none."""
        return self.editor.patch(self.edits[number]).on(self.ruleset, f"{self.ruleset.fingerprint}-{number}")

    @cached_property
    def examples(self) -> tuple[Example, ...]:
        """The worked examples of the rules."""
        return examples_of(self.subject.profile, self.subject.settings)

    @cached_property
    def properties(self) -> tuple[Property, ...]:
        """Those of which the rule set promises something, those of the smallest scopes first."""
        promised = [p for p in properties.of(self.ruleset, self.subject.files) if expected(self.ruleset, p) is not None and not properties.on_request(p)]
        return tuple(sorted(promised, key=lambda p: max(map(SCOPE_NAMES.index, p.scopes))))


@lru_cache(maxsize=4)
def study(subject: Subject) -> Study:
    """The study of a subject, made once. Raises Faults."""
    return Study(subject)


def sees(property_: Property, touched: Sequence[str]) -> bool:
    """Whether the verdict on a property may hang on a section."""
    return any(section in touched for scope in property_.scopes for section in BY_NAME[scope].sections)

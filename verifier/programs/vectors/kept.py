"""Chosen cases kept between runs, as long as nothing that they rest on changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict

from rulespec.ir.sections import NAMES
from rulespec.spans import NOWHERE
from verifier.programs.vectors.chosen import Counts, Vectors
from verifier.programs.vectors.rivals import profiles
from verifier.watch.mutate.study import Study
from verifier.work import disk
from verifier.work.cache import Kept


class Choices(Kept):
    """Vectors by all that they rest on."""

    kind = "vectors"

    def question(self, found: Study, sections: Iterable[str], size: str) -> str:
        """The name of a choice, from all that it rests on."""
        return question_of(found, sections, size)

    def get(self, question: str) -> Vectors | None:
        """The choice of an earlier run; one in which edits were left open is not kept."""
        match self.kept.get(self.name(question)):
            case {"profile": str(profile), "fingerprint": str(fingerprint), "cases": list(cases), "unreached": list(unreached), "counts": dict(counts), "digest": str(digest)}:
                if digest != disk.key([str(cases), str(counts)]):
                    return None
                rows = tuple((str(section), str(row)) for section, row in unreached)
                return Vectors(profile, fingerprint, tuple(cases), rows, Counts(**{**counts, "left_open": ()}))
            case _:
                return None

    def put(self, question: str, found: Vectors) -> None:
        if not found.counts.left_open and found.cases:
            cases, counts = list(found.cases), asdict(found.counts) | {"left_open": []}
            answer = {"profile": found.profile, "fingerprint": found.fingerprint, "cases": cases, "unreached": [list(one) for one in found.unreached], "counts": counts}
            self.kept.put(self.name(question), {**answer, "digest": disk.key([str(cases), str(counts)])})


def question_of(study: Study, sections: Iterable[str], size: str) -> str:
    """Everything that a choice rests on: the rules as they were written, what is set over them, the shipped rule sets."""
    return "\n".join([*sections, size, *_written(study), *(f"{one.id} {one.fingerprint}" for one in profiles())])


def _written(study: Study) -> Iterator[str]:
    ruleset = study.ruleset
    yield f"{ruleset.id} {ruleset.fingerprint} {dict(ruleset.chosen)} {sorted(ruleset.options.items())}"
    for section in NAMES:
        for row in study.complete.written.sections.get(section, ()):
            span = row.span
            yield f"{section} {'' if span is NOWHERE else span.source.text[span.start : span.end]}"
    yield from (f"{name}={value.text}" for name, value in sorted(study.settings.items()))

"""The vectors of a rule set for tests that only use them: chosen once for all processes that share the tests."""

from __future__ import annotations

from functools import cache

from verifier.programs.vectors import Vectors, vectors
from verifier.programs.vectors.kept import Choices
from verifier.watch.mutate.study import Subject
from verifier.work.disk import Store
from verifier.work.tasks import Limits


@cache
def chosen(profile: str) -> Vectors:
    return vectors(Subject(profile), limits=Limits(120), kept=Choices(Store()))

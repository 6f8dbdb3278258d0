"""The workers that decide obligations. They may be hired before the rules are read, which takes as long as they need to get ready."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from verifier.work.store import Store
from verifier.work.workers import Hired, hired

DECIDE = "verifier.work.decide:decide"
DECIDE_TWICE = "verifier.proofs.crosscheck:decide_twice"


def call(cross_check: bool) -> str:
    """What workers are told to do with an obligation."""
    return DECIDE_TWICE if cross_check else DECIDE


@contextmanager
def early(jobs: int, cross_check: bool, kept: Store | None) -> Iterator[Hired | None]:
    """Workers that will be needed for certain, or nearly so: not where answers of other runs are there."""
    if jobs < 1 or (kept is not None and not kept.empty):
        yield None
        return
    with hired(call(cross_check), jobs) as waiting:
        yield waiting

"""`vectors` as JSON lines, as one JSON document, and in words what became of the edits."""

from __future__ import annotations

import json
from collections.abc import Iterator

from verifier.programs.vectors import Vectors

SHOWN = 5  # edits left open
GIVEN_UP = "`--size small` gives up the second case of each edit, and those that show rows together in other ways"


def lines(found: Vectors) -> Iterator[str]:
    """The cases, one a line."""
    return (json.dumps(case, ensure_ascii=False) for case in found.cases)


def payload(found: Vectors, size: str) -> dict[str, object]:
    """The JSON document without its envelope."""
    counts = found.counts
    unreached = [{"section": section, "row": row} for section, row in found.unreached]
    edits = {"all": counts.edits, "caught": counts.caught, "equivalent": counts.equivalent, "not_asked": counts.unasked, "open": len(counts.left_open)}
    open_ = [{"edit": edit, "why": why} for edit, why in counts.left_open]
    return {"profile": found.profile, "fingerprint": found.fingerprint, "size": size, "edits": edits, "open": open_, "cases": list(found.cases), "unreached": unreached}


def told(found: Vectors, size: str) -> Iterator[str]:
    """What became of the edits, and the rows that no case reaches."""
    counts = found.counts
    yield (
        f"{len(found.cases):,} cases; {counts.edits:,} edits: {counts.caught:,} caught, {counts.equivalent:,} proved to change no answer, "
        f"{counts.unasked:,} about what no case asks, {len(counts.left_open):,} left open"
    )
    for edit, why in counts.left_open[:SHOWN]:
        yield f"left open: {edit}: {why}"
    if len(counts.left_open) > SHOWN:
        yield f"and {len(counts.left_open) - SHOWN:,} more"
    for section, row in found.unreached:
        yield f"no case reaches `{row}` of `{section}`"
    if size == "small":
        yield GIVEN_UP

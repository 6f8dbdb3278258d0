"""All situations of a question at once, for the solver: one file a question, mirroring `rulespec/questions`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from verifier.symbolic import bid, finish, follow, lead, premium, schedule, score, strength, trump
from verifier.symbolic.setting import Setting, Symbolic

Build = Callable[[], Symbolic[Any]]


def _one(build: Callable[[Setting], Symbolic[Any]]) -> Callable[[Setting], Sequence[Build]]:
    return lambda setting: [partial(build, setting)]


GROUPS: Mapping[str, Callable[[Setting], Sequence[Build]]] = {
    "game": _one(schedule.game), "deal": _one(trump.deal), "bidding": _one(bid.bidding), "lead": _one(lead.lead),
    "follow": _one(follow.follow), "trick": _one(strength.trick), "hand": _one(score.finished_hand), "set": premium.groups,
    "match": _one(finish.finished_game),
}  # fmt: skip
"""For each scope the groups of situations that together are all of them."""


def situations(setting: Setting, scope: str) -> list[Symbolic[Any]]:
    """All situations of a scope, group by group, built once a setting."""
    builds = setting.once_groups(scope, GROUPS[scope])
    return [setting.once((scope, i), build) for i, build in enumerate(builds)]

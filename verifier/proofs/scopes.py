"""What a claim may speak of: the scopes, their names, and the sections of the rules that they depend on. No solver."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rulespec.ir.sections import ScopeName
from rulespec.meanings.python.evaluate import Env
from rulespec.questions import bid, finish, follow, lead, premium, schedule, score, strength, trump
from rulespec.rulebook import Rulebook

GROUND = ("deck", "schedule", "trump", "bid")  # decide the table of hands


@dataclass(frozen=True, slots=True)
class Scope:
    """Situations of one section of the rules. `names` are what a claim may read of them, `values` gives these by the reference meaning.

    `sections` are those that a situation and its names depend on.
    """

    name: str
    section: str
    says: str
    names: tuple[ScopeName, ...]
    values: Callable[[Rulebook, Any], Env]
    sections: tuple[str, ...]


SCOPES: tuple[Scope, ...] = (
    Scope("game", "schedule", "the game as a whole", schedule.SCOPE_NAMES, schedule.claim_names, GROUND),
    Scope("deal", "trump", "a hand about to be dealt", trump.SCOPE_NAMES, trump.claim_names, GROUND),
    Scope("bidding", "bid", "a player about to bid", bid.SCOPE_NAMES, bid.claim_names, GROUND),
    Scope("lead", "lead", "a player about to lead", lead.SCOPE_NAMES, lead.claim_names, (*GROUND, "lead", "call")),
    Scope("follow", "follow", "a player about to follow", follow.SCOPE_NAMES, follow.claim_names, (*GROUND, "follow", "call")),
    Scope("trick", "strength", "a whole trick", strength.SCOPE_NAMES, strength.claim_names, (*GROUND, "call", "strength")),
    Scope("hand", "score", "a finished hand, seen by one player", score.SCOPE_NAMES, score.claim_names, (*GROUND, "score")),
    Scope("set", "premium", "a finished set, seen by one player", premium.SCOPE_NAMES, premium.claim_names, (*GROUND, "score", "premium")),
    Scope("match", "finish", "a finished game, seen by one player", finish.SCOPE_NAMES, finish.claim_names, (*GROUND, "score", "premium", "finish")),
)
BY_NAME = {scope.name: scope for scope in SCOPES}
SCOPE_NAMES = tuple(BY_NAME)


def scope_named(name: str) -> Scope | None:
    """The scope of that name, or None."""
    return BY_NAME.get(name)

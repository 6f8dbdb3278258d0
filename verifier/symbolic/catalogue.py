"""The list of scopes: what each is about, its names, its moments in both meanings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulespec.ir.ruleset import RuleSet
from rulespec.ir.sections import ScopeName
from rulespec.meanings.python.evaluate import Env
from verifier.proofs.property import SCOPE_SECTIONS
from verifier.symbolic import bidding, play, trick, whole
from verifier.witness.moments import Moment

if TYPE_CHECKING:
    from verifier.symbolic.setting import Setting, Symbolic


@dataclass(frozen=True, slots=True)
class Scope:
    """`shapes` gives the groups of moments that together are all of them."""

    name: str
    says: str
    names: tuple[ScopeName, ...]
    shapes: Callable[[Setting], Sequence[Callable[[Setting], Symbolic]]]
    concrete: Callable[[RuleSet, Moment], Env]

    @property
    def sections(self) -> tuple[str, ...]:
        """The sections that what the scope speaks of depends on."""
        return SCOPE_SECTIONS[self.name]


def _one(shape: Callable[[Setting], Symbolic]) -> Callable[[Setting], Sequence[Callable[[Setting], Symbolic]]]:
    return lambda setting: [shape]


SCOPES: tuple[Scope, ...] = (
    Scope("game", "the game as a whole", whole.GAME, _one(whole.game), whole.game_concrete),
    Scope("deal", "a hand about to be dealt", whole.DEAL, _one(whole.deal), whole.deal_concrete),
    Scope("bidding", "a player about to bid", bidding.BIDDING, _one(bidding.bidding), bidding.bidding_concrete),
    Scope("lead", "a player about to lead", play.LEAD, _one(play.lead), play.concrete),
    Scope("follow", "a player about to follow", play.FOLLOW, _one(play.follow), play.concrete),
    Scope("trick", "a whole trick", trick.NAMES, _one(trick.trick), trick.concrete),
    Scope("hand", "a finished hand, seen by one player", bidding.HAND, _one(bidding.hand), bidding.hand_concrete),
    Scope("set", "a finished set, seen by one player", whole.SET, whole.set_shapes, whole.set_concrete),
)


def scope_named(name: str) -> Scope | None:
    return next((scope for scope in SCOPES if scope.name == name), None)

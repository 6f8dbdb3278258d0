"""Section `match`: by how much the same play of a whole game can end differently, and whether another player can win."""

from __future__ import annotations

from rulespec.ir.ruleset import RuleSet
from rulespec.questions import places
from verifier.compare.model import (
    DIFFERENT,
    NOT_APPLICABLE,
    SAME,
    UNKNOWN,
    DiffClass,
    Example,
    SectionDiff,
    Swing,
    Told,
)
from verifier.match import differ
from verifier.match.names import Match, totals
from verifier.match.swing import NotKnown
from verifier.witness.dealt import dealt
from verifier.witness.reach import NotReached
from verifier.witness.witness import Game, game_of

SECTION = "match"
WINNER = "another winner"


def match(left: RuleSet, right: RuleSet) -> SectionDiff:
    """Two settled rule sets whose games have the same hands."""
    if left.players != right.players:
        return SectionDiff(SECTION, NOT_APPLICABLE, why="the two games are for different numbers of players")
    swings = differ.largest(left, right)
    if isinstance(swings, NotKnown):
        verdict = NOT_APPLICABLE if "different hands" in swings.reason else UNKNOWN
        return SectionDiff(SECTION, verdict, why=swings.reason)
    winner = differ.other_winner(left, right, swings)
    if isinstance(winner, NotKnown):
        return SectionDiff(SECTION, UNKNOWN, why=f"whether another player can win: {winner.reason}", swings=tuple(_swing(left, right, one) for one in swings))
    classes = () if winner is None else (_winner(left, right, winner),)
    return SectionDiff(SECTION, DIFFERENT if swings or classes else SAME, None, classes, swings=tuple(_swing(left, right, one) for one in swings))


def _swing(left: RuleSet, right: RuleSet, one: differ.GameSwing) -> Swing:
    game = _game(left, right, one.match)
    example = Example(None, list(totals(left, one.match)), list(totals(right, one.match)), one.match.end)
    return Swing(one.gap, example, () if isinstance(game, str) else game)


def _winner(left: RuleSet, right: RuleSet, found: Match) -> DiffClass:
    game = _game(left, right, found)
    reachable = game if isinstance(game, str) else True
    return DiffClass(None, None, WINNER, Example(None, _ending(left, found), _ending(right, found), found.end), reachable=reachable, game=() if isinstance(game, str) else game)


def _ending(side: RuleSet, found: Match) -> dict[str, object]:
    ends = totals(side, found)
    return {"totals": list(ends), "places": list(places(side.finish, ends))}


def _game(left: RuleSet, right: RuleSet, found: Match) -> Game | str:
    """The game, legal under both; or why none was found."""
    shown = dealt((left, right), found.hands, found.dealer)
    return shown.reason if isinstance(shown, NotReached) else game_of(shown[0].hands)


def _totals_told(told: Told) -> object:
    """The totals of an end in words."""
    assert isinstance(told, dict)
    return told["totals"]


def still_different(left: RuleSet, right: RuleSet, found: SectionDiff) -> bool:
    """Whether kept examples still end as they say."""
    from rulespec.questions import GameEnd
    from rulespec.questions.finish import game_totals

    ends: list[tuple[object, object, object]] = [(one.example.moment, one.example.left, one.example.right) for one in found.swings]
    ends += [(one.example.moment, _totals_told(one.example.left), _totals_told(one.example.right)) for one in found.classes]
    return bool(ends) and all(
        isinstance(at, GameEnd) and [list(game_totals(side, at)) for side in (left, right)] == [first, second] for at, first, second in ends
    )

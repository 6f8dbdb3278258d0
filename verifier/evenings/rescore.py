"""A played game under several rule sets: totals, premiums, places, and the rows that make the differences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rulespec import questions
from rulespec.diagnostics import Diagnostic, Faults
from rulespec.ir.ruleset import AnyRow, RuleSet
from rulespec.meanings.python import sections
from rulespec.questions.premium import PlayerSet, premium_names
from rulespec.rulebook import rulebook
from rulespec.sheet import Sheet, SheetHand
from verifier.evenings.sheet_fit import SetHands, bids_forbidden, fit


@dataclass(frozen=True, slots=True)
class Share:
    """What one hand or the end of a set gives a player, and the rows that say so."""

    points: int
    rows: tuple[AnyRow, ...]


@dataclass(frozen=True, slots=True)
class ScoredSet:
    """A set under one rule set: everybody's share of each hand, and of the end of the set.

    `number` counts the sets of the sheet where its hands are numbered from 1, else those of the game.
    """

    number: int
    hands: tuple[SheetHand, ...]
    shares: tuple[tuple[Share, ...], ...]
    premiums: tuple[Share, ...]


@dataclass(frozen=True, slots=True)
class Scored:
    """A sheet under one rule set; `faults` say why it is no game of it, and without sets it has no score."""

    ruleset: RuleSet
    faults: tuple[Diagnostic, ...] = ()
    sets: tuple[ScoredSet, ...] = ()
    totals: tuple[int, ...] = ()
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """A player's share of a hand, or of a set's end where `hand` is None, beside what another rule set gives."""

    player: int
    set_number: int
    hand: SheetHand | None
    share: Share
    other: Share


def rescore(sheet: Sheet, rulesets: Sequence[RuleSet]) -> list[Scored]:
    """The sheet under each rule set. Raises Faults where it is a game by none of them.

    A rule set with another schedule still scores the sets that the others make of the sheet.
    """
    fits = [fit(sheet, rulebook(ruleset)) for ruleset in rulesets]
    agreed = {tuple(hands for _, hands in one.sets): one.sets for one in fits if one.sets}
    shared = next(iter(agreed.values())) if len(agreed) == 1 else ()
    scored = [score(sheet, ruleset, one.sets or shared, one.faults) for ruleset, one in zip(rulesets, fits, strict=True)]
    if not any(one.sets and not one.faults for one in scored):
        raise Faults(dict.fromkeys(fault for one in scored for fault in one.faults))
    return scored


def score(sheet: Sheet, ruleset: RuleSet, sets: Sequence[SetHands], faults: Sequence[Diagnostic] = ()) -> Scored:
    """The sets of a sheet under a rule set; no score where the players are too few or a bid is forbidden."""
    if len(sheet.players) != ruleset.players:
        return Scored(ruleset, tuple(faults))
    forbidden = bids_forbidden(sheet, rulebook(ruleset))
    if forbidden or not sets:
        return Scored(ruleset, (*faults, *forbidden))
    first = 1 if sheet.hands[0].number == 1 else sets[0][0]
    found = tuple(replace(score_set(ruleset, number, hands), number=first + i) for i, (number, hands) in enumerate(sets))
    totals = tuple(sum(share.points for share in shares_of(found, player)) for player in range(ruleset.players))
    return Scored(ruleset, tuple(faults), found, totals, questions.places(ruleset.finish, totals))


def score_set(ruleset: RuleSet, number: int, hands: Sequence[SheetHand]) -> ScoredSet:
    shares = tuple(tuple(_hand_share(ruleset, number, hand, player) for player in range(ruleset.players)) for hand in hands)
    players = [
        PlayerSet(
            tuple(hand.bids[player] for hand in hands),
            tuple(hand.tricks[player] for hand in hands),
            tuple(share[player].points for share in shares),
            number,
        )
        for player in range(ruleset.players)
    ]
    premiums = tuple(_premium_share(ruleset, players, player) for player in range(ruleset.players))
    return ScoredSet(number, tuple(hands), shares, premiums)


def _hand_share(ruleset: RuleSet, number: int, hand: SheetHand, player: int) -> Share:
    answer = questions.points(ruleset, hand.cards, hand.bids[player], hand.tricks[player], sum(hand.bids), number)
    assert isinstance(answer.value, int)
    return Share(answer.value, (answer.row,))


def _premium_share(ruleset: RuleSet, players: Sequence[PlayerSet], player: int) -> Share:
    """The premium of a player; rows that hold and add nothing make no difference."""
    env = premium_names(ruleset, players, player)
    added = [(row, sections.added(row, env, ruleset.pack)) for row in questions.premium_rows(ruleset, players, player)]
    return Share(sum(points for _, points in added), tuple(row for row, points in added if points))


def shares_of(sets: Sequence[ScoredSet], player: int) -> Iterator[Share]:
    for one in sets:
        yield from (shares[player] for shares in one.shares)
        yield one.premiums[player]


def differences(scored: Scored, against: Scored) -> Iterator[Difference]:
    """Every share that two rule sets of as many players give differently, in the order of the sheet."""
    for one, other in zip(scored.sets, against.sets, strict=False):
        for hand, left, right in zip(one.hands, one.shares, other.shares, strict=False):
            for player, (share, beside) in enumerate(zip(left, right, strict=True)):
                if share.points != beside.points:
                    yield Difference(player, one.number, hand, share, beside)
        for player, (share, beside) in enumerate(zip(one.premiums, other.premiums, strict=True)):
            if share.points != beside.points:
                yield Difference(player, one.number, None, share, beside)

"""What hands, sets and games come to, from bids and tricks alone."""

from __future__ import annotations

from collections.abc import Sequence

from rulespec import questions
from rulespec.game import Opening, PlayedHand, PlayedSet
from rulespec.ir.ruleset import RuleSet, again_of
from rulespec.meanings.python.sections import Answer
from rulespec.questions.premium import PlayerSet
from rulespec.questions.trump import trump_row
from rulespec.rulebook import rulebook


def hand_answers(ruleset: RuleSet, opening: Opening, size: int, bids: Sequence[int], taken: Sequence[int]) -> list[Answer]:
    """Each seat's points for a hand, with the rows."""
    book, total, twice = rulebook(ruleset), sum(bids), doubled(ruleset, opening, size)
    return [book.points(size, bid, tricks, total, opening.set_number, twice) for bid, tricks in zip(bids, taken, strict=True)]


def doubled(ruleset: RuleSet, opening: Opening, size: int) -> bool:
    """Whether the hand counts double: it was dealt again, and the rules say that it then does."""
    if not opening.redeals:
        return False
    method = trump_row(ruleset, size, opening.set_number, rulebook(ruleset).deck.bit_count()).result
    again = again_of(method)
    return again is not None and again.doubled


def hand_points(ruleset: RuleSet, opening: Opening, size: int, bids: Sequence[int], taken: Sequence[int]) -> tuple[int, ...]:
    return tuple(int(answer.value or 0) for answer in hand_answers(ruleset, opening, size, bids, taken))


def finish_set(ruleset: RuleSet, hands: Sequence[PlayedHand], before: Sequence[int]) -> PlayedSet:
    """A set with its premiums, and everybody's totals after it."""
    results = players_of(hands)
    premiums = questions.premiums(ruleset, results)
    totals = (sum(parts) for parts in zip(before, (sum(r.points) for r in results), premiums, strict=True))
    return PlayedSet(tuple(hands), tuple(premiums), tuple(totals))


def players_of(hands: Sequence[PlayedHand]) -> list[PlayerSet]:
    """A set's hands as each seat sees its own."""
    return [_of_player(hands, seat) for seat in range(len(hands[0].bids))]


def _of_player(hands: Sequence[PlayedHand], seat: int) -> PlayerSet:
    columns = ((hand.bids[seat], hand.taken[seat], hand.points[seat]) for hand in hands)
    bids, tricks, points = zip(*columns, strict=True)
    return PlayerSet(bids, tricks, points, hands[0].opening.set_number)

"""The questions a game asks of its rules, answered by the reference meaning.

Every answer comes with the row that gave it, so that explanations need nothing more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from rulespec.ir.cards import bits
from rulespec.ir.ruleset import Row, RuleSet, Sets, TrumpMethod
from rulespec.ir.types import LEVELS
from rulespec.meanings.python import sections
from rulespec.meanings.python.sections import Answer, Standing
from rulespec.situations import (
    Play,
    SetOfPlayer,
    Trick,
    bid_env,
    call_env,
    follow_env,
    lead_env,
    premium_env,
    score_env,
    strength_env,
    trump_env,
)


def deck(ruleset: RuleSet) -> int:
    """The cards played with, as a mask. The rule set must have settled its options."""
    value = sections.first(ruleset, "deck", {}).value
    assert isinstance(value, int)
    return value


def schedule(ruleset: RuleSet) -> Sets:
    """The hand sizes of the game, a tuple a set."""
    result = sections.first_row(ruleset, "schedule", {}).result
    assert isinstance(result, tuple)
    return result


def trump_row(ruleset: RuleSet, hand_size: int, set_number: int) -> Row:
    """The row that says how the trump of a hand is found; its result is the method."""
    env = trump_env(hand_size, ruleset.players, deck(ruleset).bit_count(), set_number)
    return sections.first_row(ruleset, "trump", env)


def trump_method(ruleset: RuleSet, hand_size: int, set_number: int) -> TrumpMethod:
    result = trump_row(ruleset, hand_size, set_number).result
    assert isinstance(result, TrumpMethod)
    return result


def bid_forbidden(ruleset: RuleSet, bid: int, hand_size: int, earlier: Sequence[int], passes_before: int = 0) -> Row | None:
    """The row that forbids a bid, or None."""
    return sections.forbidding(ruleset, "bid", bid_env(ruleset, bid, hand_size, earlier, passes_before))


def legal_bids(ruleset: RuleSet, hand_size: int, earlier: Sequence[int], passes_before: int = 0) -> list[int]:
    return [bid for bid in range(hand_size + 1) if bid_forbidden(ruleset, bid, hand_size, earlier, passes_before) is None]


def playable(ruleset: RuleSet, hand: int, trump: int | None, trick: Trick, trick_number: int = 1) -> Answer:
    """The cards of `hand` that may be led (empty `trick`) or follow, as a mask, and the row."""
    if not trick:
        return sections.first(ruleset, "lead", lead_env(hand, trump, trick_number))
    return sections.first(ruleset, "follow", follow_env(ruleset.pack, hand, trump, trick))


def call_forbidden(ruleset: RuleSet, level: str, named: int | None, trump: int | None, trick: Trick) -> Row | None:
    """The row that forbids an announcement, or None."""
    return sections.forbidding(ruleset, "call", call_env(ruleset.pack, level, named, trump, trick))


def legal_calls(ruleset: RuleSet, trump: int | None, trick: Trick) -> list[tuple[str, int | None]]:
    """Every level and suit (None for no suit) a joker may be announced with."""
    suits: list[int | None] = [None, *range(len(ruleset.pack.suits))]
    return [(level, named) for level in LEVELS for named in suits if call_forbidden(ruleset, level, named, trump, trick) is None]


def plays_of(ruleset: RuleSet, cards: int, trump: int | None, trick: Trick) -> list[Play]:
    """The cards of a mask as plays, a joker once for each announcement."""
    found: list[Play] = []
    for card in bits(cards):
        if card < ruleset.pack.suited:
            found.append(Play(card))
        else:
            found += [Play(card, level, named) for level, named in legal_calls(ruleset, trump, trick)]
    return found


def standings(ruleset: RuleSet, trump: int | None, trick: Trick) -> list[Standing]:
    """How strong each card of a whole trick is."""
    return [sections.standing(ruleset, strength_env(ruleset.pack, i, trump, trick)) for i in range(len(trick))]


def winner(ruleset: RuleSet, trump: int | None, trick: Trick) -> int | None:
    """The place in playing order of the card that wins; None where the rules name none."""
    return sections.winner(standings(ruleset, trump, trick))


def points(ruleset: RuleSet, hand_size: int, bid: int, tricks: int, bids_total: int = 0, set_number: int = 1) -> Answer:
    """What a player's hand is worth, and the row."""
    return sections.first(ruleset, "score", score_env(ruleset, hand_size, bid, tricks, bids_total, set_number))


def scored(ruleset: RuleSet, hand_size: int, bid: int, tricks: int, bids_total: int = 0, set_number: int = 1) -> bool:
    """Whether some row of `score` answers."""
    return bool(sections.every_row(ruleset, "score", score_env(ruleset, hand_size, bid, tricks, bids_total, set_number)))


def set_results(
    ruleset: RuleSet, cards: Sequence[int], bids: Sequence[Sequence[int]], tricks: Sequence[Sequence[int]], set_number: int = 1,
    scored: Callable[[int, int, int, int, int], Answer] | None = None,
) -> list[SetOfPlayer]:  # fmt: skip
    """Every player's hands of a set with their points. One inner list a hand, one number a player.

    `scored` may stand in for `points` where its answers are remembered.
    """
    hands = range(len(cards))
    worth = scored or partial(points, ruleset)
    return [
        SetOfPlayer(
            tuple(bids[h][p] for h in hands),
            tuple(tricks[h][p] for h in hands),
            tuple(_int(worth(cards[h], bids[h][p], tricks[h][p], sum(bids[h]), set_number)) for h in hands),
            set_number,
        )
        for p in range(ruleset.players)
    ]


def _int(answer: Answer) -> int:
    assert isinstance(answer.value, int)
    return answer.value


def premiums(ruleset: RuleSet, hands: Sequence[SetOfPlayer]) -> list[int]:
    """What the end of a set adds to each player."""
    return [sections.total(ruleset, "premium", premium_env(ruleset, hands, seat)) for seat in range(ruleset.players)]


def premium_rows(ruleset: RuleSet, hands: Sequence[SetOfPlayer], seat: int) -> list[Row]:
    return sections.every_row(ruleset, "premium", premium_env(ruleset, hands, seat))


def set_totals(
    ruleset: RuleSet, cards: Sequence[int], bids: Sequence[Sequence[int]], tricks: Sequence[Sequence[int]], set_number: int = 1
) -> list[int]:
    """Each player's points of a set, premium included."""
    hands = set_results(ruleset, cards, bids, tricks, set_number)
    return [sum(h.points) + p for h, p in zip(hands, premiums(ruleset, hands), strict=True)]

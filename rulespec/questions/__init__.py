"""The questions of the game, one file each: situations, names, what can arise, answers, cases.

The name of a section is a question's only key; `spelled` is how cases call it. The functions here
answer from parts at hand (`legal_bids`, `winner`, ...); `Question` objects answer situations.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from rulespec.ir.ruleset import RuleSet
from rulespec.meanings.python.sections import Answer as RowAnswer
from rulespec.plays import Play, Trick
from rulespec.questions.announcing import call_forbidden, legal_calls, plays_of
from rulespec.questions.base import Answer, Case, Impossible, InHand, Question, Replied
from rulespec.questions.bid import Bidding, BidQuestion, bid_forbidden, legal_bids
from rulespec.questions.call import Calling, CallQuestion
from rulespec.questions.deck import deck_of
from rulespec.questions.finish import GameEnd, places
from rulespec.questions.follow import Following, FollowQuestion, may_follow
from rulespec.questions.ground import Dealt, Ground, Hand, ground, reads
from rulespec.questions.lead import Leading, LeadQuestion, may_lead
from rulespec.questions.premium import (
    PlayerSet,
    PremiumQuestion,
    SetEnd,
    premium_rows,
    premiums,
    set_results,
    set_totals,
)
from rulespec.questions.schedule import CardsQuestion, DealerQuestion, GameShape, Scheduled, sets_of
from rulespec.questions.score import HandEnd, HandResult, ScoreQuestion, points, scored
from rulespec.questions.strength import StrengthQuestion, WholeTrick, standings, winner
from rulespec.questions.trump import Dealing, TrumpQuestion

Situation: TypeAlias = Bidding | Leading | Following | Calling | WholeTrick | HandResult | SetEnd | Dealing | Scheduled
Moment: TypeAlias = Bidding | Leading | Following | WholeTrick | HandEnd | SetEnd | GameEnd | Dealing | GameShape  # what claims speak of

BID, LEAD, FOLLOW, CALL, STRENGTH = BidQuestion(), LeadQuestion(), FollowQuestion(), CallQuestion(), StrengthQuestion()
SCORE, PREMIUM, TRUMP, CARDS, DEALER = ScoreQuestion(), PremiumQuestion(), TrumpQuestion(), CardsQuestion(), DealerQuestion()

QUESTIONS: tuple[Question[Any], ...] = (BID, LEAD, FOLLOW, CALL, STRENGTH, SCORE, PREMIUM, TRUMP, CARDS, DEALER)
BY_SECTION: Mapping[str, Question[Any]] = {question.section: question for question in reversed(QUESTIONS)}
BY_SITUATION: Mapping[type, Question[Any]] = {
    Bidding: BID, Leading: LEAD, Following: FOLLOW, Calling: CALL, WholeTrick: STRENGTH, HandResult: SCORE, SetEnd: PREMIUM,
    Dealing: TRUMP, Scheduled: CARDS,
}  # fmt: skip
SPELLED: tuple[str, ...] = tuple(dict.fromkeys(question.spelled for question in QUESTIONS))


def spelled(name: str) -> tuple[Question[Any], ...]:
    """The questions that cases call by a name: two for `plays`, one for every other."""
    return tuple(question for question in QUESTIONS if question.spelled == name)


def playable(ruleset: RuleSet, cards: int, trump: int | None, trick: Trick, trick_number: int = 1) -> RowAnswer:
    """The cards that may be led (empty trick) or follow, as a mask, and the row."""
    return may_follow(ruleset, cards, trump, trick) if trick else may_lead(ruleset, cards, trump, trick_number)


__all__ = [
    "BID", "BY_SECTION", "BY_SITUATION", "CALL", "CARDS", "DEALER", "FOLLOW", "LEAD", "PREMIUM", "QUESTIONS", "SCORE", "SPELLED",
    "STRENGTH", "TRUMP", "Answer", "Bidding", "Calling", "Case", "Dealing", "Dealt", "Following", "GameEnd", "GameShape", "Ground", "Hand", "HandEnd",
    "HandResult", "Impossible", "InHand", "Leading", "Moment", "Play", "PlayerSet", "Question", "Replied", "Scheduled", "SetEnd", "Situation",
    "WholeTrick", "bid_forbidden", "call_forbidden", "deck_of", "ground", "legal_bids", "legal_calls", "places", "playable",
    "plays_of", "points", "premium_rows", "premiums", "reads", "scored", "set_results", "set_totals", "sets_of", "spelled",
    "standings", "winner",
]  # fmt: skip

"""A witness with everything that is told of it: the rules it stands under, its game replayed, the rows that decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from rulespec.hand import OVER, HandState
from rulespec.ir.options import with_options
from rulespec.ir.ruleset import AnyRow, RuleSet
from rulespec.meanings.python import sections
from rulespec.notation import play_text
from rulespec.plays import Play
from rulespec.questions import (
    BID,
    FOLLOW,
    LEAD,
    PREMIUM,
    SCORE,
    STRENGTH,
    Bidding,
    Case,
    Dealing,
    Following,
    GameEnd,
    GameShape,
    HandEnd,
    Leading,
    Moment,
    SetEnd,
    WholeTrick,
    scored,
    standings,
)
from rulespec.questions.base import letter
from rulespec.questions.ground import in_turn
from rulespec.record_writer import seat_names
from rulespec.rulebook import rulebook
from verifier.witness.witness import Game, Witness, replayed

Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class Played:
    """A witness under its rules with its options settled; `hands` are its game, replayed."""

    ruleset: RuleSet
    witness: Witness
    hands: tuple[HandState, ...]

    @property
    def moment(self) -> Moment:
        return self.witness.moment

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called."""
        return seat_names(self.ruleset.players)


def played(ruleset: RuleSet, witness: Witness) -> Played:
    """The witness with its game. Raises IllegalAct or Stuck for a game that these rules do not allow."""
    settled = with_options(ruleset, dict(witness.options))
    return Played(settled, witness, replayed(rulebook(settled), witness.game))


# --- the rows that decide a situation -------------------------------------------------------------


def deciding(ruleset: RuleSet, moment: Moment) -> list[AnyRow]:
    """The rows that say what happens in the situation, without repeats."""
    return list({id(row): row for row in _deciding(ruleset, moment)}.values())


def _deciding(ruleset: RuleSet, moment: Moment) -> Sequence[AnyRow]:
    book = rulebook(ruleset)
    match moment:
        case Leading():
            return LEAD.reply(book, moment).rows
        case Following():
            return FOLLOW.reply(book, moment).rows
        case WholeTrick():
            return STRENGTH.reply(book, moment).rows or [one.row for one in standings(ruleset, moment.trump, moment.trick)]
        case Bidding():
            return BID.reply(book, moment).rows
        case HandEnd():
            result = moment.result
            value = (moment.hand.size, result.bid, result.tricks, result.bids_total, moment.hand.set_number, result.doubled)
            return SCORE.reply(book, result).rows if scored(ruleset, *value) else ()
        case SetEnd():
            return sections.every_row(ruleset, "premium", PREMIUM.names(book, moment))
        case GameEnd():
            return ()
        case Dealing(hand):
            return [book.ground.of(hand).row]
        case GameShape():
            return [sections.first_row(ruleset, section, {}) for section in ("schedule", "deck")]
        case _:
            assert_never(moment)


# --- JSON -------------------------------------------------------------------------------------------


def witness_json(told: Played) -> Json:
    """The witness as `check --format json` shows it."""
    rows = [{"row": row.name, "at": row.span.file_line} for row in deciding(told.ruleset, told.moment)]
    return {
        "scope": told.witness.scope, "case": case_of(told), "options": dict(told.witness.options),
        "row": rows[0]["row"] if rows else None, "at": rows[0]["at"] if rows else None, "rows": rows,
        "reachable": told.witness.reached, "why": told.witness.why_not or None, "course": course_json(told.hands),
    }  # fmt: skip


def case_of(told: Played) -> Case | None:
    """The situation as a case, with everything its answer may hang on; None where no case asks it."""
    book = rulebook(told.ruleset)
    match told.moment:
        case HandEnd() as end:
            return SCORE.write(book, end.result)
        case Bidding() as at:
            return BID.write(book, at)
        case Leading() as at:
            return LEAD.write(book, at)
        case Following() as at:
            return FOLLOW.write(book, at)
        case WholeTrick() as at:
            return STRENGTH.write(book, at)
        case SetEnd() as at:
            return PREMIUM.write(book, at)
        case Dealing() | GameShape() | GameEnd():
            return None
        case other:
            assert_never(other)


def game_json(ruleset: RuleSet, game: Game) -> Json | None:
    """A game as JSON, replayed under settled rules."""
    return course_json(replayed(rulebook(ruleset), game))


def course_json(hands: Sequence[HandState]) -> Json | None:
    """A game up to some moment; None where there is none. Seats count from 0, cards are as in cases."""
    if not hands:
        return None
    names = seat_names(len(hands[-1].deal.hands))
    return {"seats": list(names), "earlier": [_brief(state) for state in hands[:-1]], **_hand_json(hands[-1])}


def _brief(state: HandState) -> Json:
    return {"hand": state.opening.number, **_opening(state), "taken": list(state.taken())}


def _opening(state: HandState) -> Json:
    return {"cards": state.deal.size, "dealer": state.opening.dealer, "bids": list(state.bids)}


def _hand_json(state: HandState) -> Json:
    pack, trump = state.book.pack, state.trump
    assert trump is not None
    tricks = [_trick(state, trick.leader, trick.plays) | {"winner": trick.winner} for trick in state.tricks]
    return {
        "hand": state.opening.number, "set": state.opening.set_number, **_opening(state),
        "deal": [[pack.name(card) for card in cards] for cards in state.deal.hands],
        "pack": [pack.name(card) for card in pack_order(state)], "trump": letter(pack, trump.suit),
        "turned": None if trump.turned is None else pack.name(trump.turned), "named_by": trump.named_by, "tricks": tricks,
        "table": None if state.phase == OVER or not state.table else _trick(state, state.leader, state.table),
        "to_act": state.turn,
    }  # fmt: skip


def _trick(state: HandState, leader: int, plays: Sequence[Play]) -> Json:
    return {"leader": leader, "plays": [play_text(state.book.pack, play) for play in plays]}


def pack_order(state: HandState) -> list[int]:
    """The pack as it lay before it was dealt, the top card first."""
    hands, seats = state.deal.hands, in_turn(state.opening.dealer, len(state.deal.hands))
    return [*(hands[seat][n] for n in range(state.deal.size) for seat in seats), *state.deal.rest]

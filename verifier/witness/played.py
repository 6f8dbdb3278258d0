"""A witness with everything that is told of it: the rules it stands under, the game that leads to it, the rows that decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulespec import rules
from rulespec.hand import OVER, HandState
from rulespec.ir.ruleset import Row, RuleSet
from rulespec.meanings.python import sections
from rulespec.notation import play_text
from rulespec.record_writer import seat_names
from verifier.proofs.outcomes import Witness
from verifier.proofs.property import Property
from verifier.settle import settle
from verifier.witness.moments import (
    BidMoment,
    Case,
    DealMoment,
    HandMoment,
    Moment,
    PlayMoment,
    SetMoment,
    TrickMoment,
    to_case,
    trump_text,
)
from verifier.witness.reach import Course, NotReached, reach

Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class Story:
    """`ruleset` has the witness's options settled."""

    ruleset: RuleSet
    witness: Witness
    course: Course | NotReached

    @property
    def moment(self) -> Moment:
        """The moment as the game reaches it."""
        return self.course.moment if isinstance(self.course, Course) else self.witness.moment

    @property
    def hands(self) -> tuple[HandState, ...]:
        """The hands of the game up to the moment; none where no game was found or none is needed."""
        return self.course.line.hands if isinstance(self.course, Course) else ()

    @property
    def names(self) -> tuple[str, ...]:
        return seat_names(self.ruleset.players)


def story(ruleset: RuleSet, witness: Witness, property_: Property) -> Story:
    """The witness against a property with a complete legal game that leads to it, where one is found."""
    settled = settle(ruleset, dict(witness.options))
    formulas = property_.holds.text + (property_.given.text if property_.given else "")
    return Story(settled, witness, reach(settled, witness.moment, "trick_number" in formulas))


def both_sides(left: RuleSet, right: RuleSet, scope: str, moment: Moment) -> tuple[Story, Story]:
    """One game, legal under two settled rule sets, to a moment in which they differ, as each of them sees it."""
    witness, course = Witness(scope, moment), reach((left, right), moment)
    mirrored = Course(course.moment, course.lines[::-1]) if isinstance(course, Course) else course
    return Story(left, witness, course), Story(right, witness, mirrored)


# --- the rows that decide a moment ----------------------------------------------------------------


def deciding(ruleset: RuleSet, moment: Moment) -> list[Row]:
    """The rows that say what happens in the moment, without repeats."""
    return list({id(row): row for row in _deciding(ruleset, moment)}.values())


def _deciding(ruleset: RuleSet, moment: Moment) -> list[Row]:
    match moment:
        case PlayMoment(hand, trump, trick, number):
            return [rules.playable(ruleset, hand, trump, trick, number).row]
        case TrickMoment(trump, trick):
            place = rules.winner(ruleset, trump, trick)
            rows = [standing.row for standing in rules.standings(ruleset, trump, trick)]
            return rows if place is None else [rows[place]]
        case BidMoment(size, _, earlier, _, passes):
            found = [rules.bid_forbidden(ruleset, bid, size, earlier, passes) for bid in range(size + 1)]
            return [row for row in found if row is not None]
        case HandMoment(size, _, number, bids, tricks, _, seat):
            scored = size, bids[seat], tricks[seat], sum(bids), number
            return [rules.points(ruleset, *scored).row] if rules.scored(ruleset, *scored) else []
        case SetMoment(number, _, cards, bids, tricks):
            return rules.premium_rows(ruleset, rules.set_results(ruleset, cards, bids, tricks, number), 0)
        case DealMoment(size, number):
            return [rules.trump_row(ruleset, size, number)]
        case _:
            return [sections.first_row(ruleset, section, {}) for section in ("schedule", "deck")]


# --- JSON -------------------------------------------------------------------------------------------


def witness_json(told: Story) -> Json:
    """The witness as `check --format json` shows it."""
    rows = [{"row": row.name, "at": row.span.file_line} for row in deciding(told.ruleset, told.moment)]
    reached = isinstance(told.course, Course)
    return {
        "scope": told.witness.scope, "case": case_of(told), "options": dict(told.witness.options),
        "row": rows[0]["row"] if rows else None, "at": rows[0]["at"] if rows else None, "rows": rows,
        "reachable": True if reached else "state-level", "why": None if reached else str(told.course),
        "course": course_json(told.course) if isinstance(told.course, Course) else None,
    }  # fmt: skip


def case_of(told: Story) -> Case | None:
    """The moment as a case, with everything its answer may hang on."""
    case = to_case(told.moment, told.ruleset.pack)
    match told.moment:
        case HandMoment(_, _, number, bids):
            return {**(case or {}), "bids_total": sum(bids), "set_number": number}
        case SetMoment(number):
            return {**(case or {}), "set_number": number}
        case _:
            return case


def course_json(course: Course) -> Json | None:
    """The game up to the moment, under the first rule set; None where none is needed. Seats count from 0, cards are as in cases."""
    hands = course.line.hands
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
        "pack": [pack.name(card) for card in pack_order(state)], "trump": trump_text(trump.suit, pack),
        "turned": None if trump.turned is None else pack.name(trump.turned), "named_by": trump.named_by, "tricks": tricks,
        "table": None if state.phase == OVER or not state.table else _trick(state, state.leader, state.table),
        "to_act": state.turn,
    }  # fmt: skip


def _trick(state: HandState, leader: int, plays: Sequence[object]) -> Json:
    return {"leader": leader, "plays": [play_text(state.book.pack, play) for play in plays]}  # type: ignore[arg-type]


def pack_order(state: HandState) -> list[int]:
    """The pack as it lay before it was dealt, the top card first."""
    hands, players = state.deal.hands, len(state.deal.hands)
    seats = [(state.opening.dealer + 1 + i) % players for i in range(players)]
    return [*(hands[seat][n] for n in range(state.deal.size) for seat in seats), *state.deal.rest]

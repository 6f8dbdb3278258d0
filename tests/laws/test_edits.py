"""Law 3: what one edit of one section changes is found by `diff`, by no key of the kept answers overlooked, and nothing else is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hypothesis import Phase, event, given, settings

from rulespec.ir.ruleset import Choose, RuleSet
from tests.laws.asked import Asked
from tests.laws.strategies import Draft, edits
from tests.laws.test_questions import met_by
from verifier.compare import diff
from verifier.compare.model import DIFFERENT, SectionDiff
from verifier.small_game import SmallGame

EDITABLE = ("trump", "bid", "lead", "follow", "call", "strength", "score", "premium")


def method(game: SmallGame, number: int) -> object:
    """How the trump of a hand is found; what may be chosen is a set."""
    found = game.book.ground.dealt[number - 1].method
    return replace(found, calls=tuple(sorted(set(found.calls), key=str))) if isinstance(found, Choose) else found


def told_apart(left: SmallGame, met: dict[str, list[Asked]], right: SmallGame, section: str) -> bool:
    """Whether something that is met in the left game is answered otherwise by the right rules.

    The game that leads there is legal under both up to there, or else up to an earlier such place.
    """
    if section == "trump":
        return any(method(left, hand.number) != method(right, hand.number) for hand in left.schedule)
    return any(one.question.reply(right.book, one.at).answer != one.answer for one in met[section])


def answered_differently(draft: Draft, other: Draft, section: str) -> bool:
    (left, met), (right, theirs) = met_by(draft), met_by(other)
    return told_apart(left, met, right, section) or told_apart(right, theirs, left, section)


def others(left: RuleSet, right: RuleSet, edited: str) -> Iterator[SectionDiff]:
    """The sections that were not edited."""
    yield from (diff.whole_section(left, right, section) for section in ("deck", "schedule", *EDITABLE, "finish") if section != edited)


@settings(max_examples=60, phases=[Phase.generate])
@given(edits())
def test_an_edit_is_reported_where_games_show_it(edit: tuple[Draft, Draft, str]) -> None:
    draft, other, section = edit
    found = diff.whole_section(draft.rules(), other.rules(), section)
    expected = answered_differently(draft, other, section)
    event(f"{section}: {found.verdict}")
    assert (found.verdict == DIFFERENT) == expected, f"{found.verdict}: {found.why}\n{found.classes}"

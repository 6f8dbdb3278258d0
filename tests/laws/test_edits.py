"""Law 3: what one edit of one section changes is found by `diff`, by no key of the kept answers overlooked, and nothing else is."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import event, given, settings
from hypothesis import strategies as st

from rulespec.ir.ruleset import Choose, RuleSet
from rulespec.spans import NOWHERE
from rulespec.yaml_tree import Scalar
from tests.laws.asked import Asked
from tests.laws.strategies import Draft, edits
from tests.laws.test_questions import met_by
from verifier.compare import diff
from verifier.compare.model import DIFFERENT, NOT_APPLICABLE, SAME, VACUOUS
from verifier.proofs import obligation
from verifier.proofs.obligation import Obligation
from verifier.proofs.property import Property
from verifier.proofs.scopes import SCOPES
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


def keys(ruleset: RuleSet, section: str) -> list[str]:
    """The names under which verdicts are kept that can see a section."""
    asked = Property("any", "invariant", ("lead",), "any", None, Scalar("True", NOWHERE))
    scopes = [scope.name for scope in SCOPES if section in scope.sections]
    return [obligation.key(ruleset, Obligation(b"", replace(asked, scopes=(scope,))), False) for scope in scopes]


@settings(max_examples=20)
@given(edits(), st.data())
def test_an_edit_is_reported_where_games_show_it(edit: tuple[Draft, Draft, str], data: st.DataObject) -> None:
    """Different exactly where a game shows it, no other section different, and no kept answer taken for the other's."""
    draft, other, section = edit
    left, right = draft.rules(), other.rules()
    expected = answered_differently(draft, other, section)
    found = diff.whole_section(left, right, section)
    event(f"{section}: {found.verdict}")
    assert (found.verdict == DIFFERENT) == expected, f"{found.verdict}: {found.why}\n{found.classes}"
    another = data.draw(st.sampled_from([one for one in (*EDITABLE, "deck", "schedule", "finish") if one != section]))
    assert diff.whole_section(left, right, another).verdict in (SAME, VACUOUS, NOT_APPLICABLE)
    if expected:
        assert diff.key(left, right, section, False) != diff.key(left, left, section, False)
        assert not set(keys(left, section)) & set(keys(right, section))

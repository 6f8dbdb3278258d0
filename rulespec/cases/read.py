"""A case from its line: the right keys with the right kinds of values, then whether it can arise."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulespec.cases import arise, json_tree
from rulespec.cases.fields import Fields, listed
from rulespec.cases.json_tree import Leaf, Object
from rulespec.cases.questions import QUESTIONS, Bids, Calls, Case, Plays, Score, SetEnd, Situation, Trump, Winner
from rulespec.diagnostics import fault
from rulespec.diagnostics.faults import did_you_mean
from rulespec.rulebook import Rulebook
from rulespec.spans import Source


def read_case(source: Source, book: Rulebook) -> Case:
    """The case a line holds. Raises Faults for what is no case, or cannot arise under the rule set."""
    return case_of(read_object(source), book)


def read_object(source: Source) -> Object:
    node = json_tree.parse(source)
    if not isinstance(node, Object):
        raise fault("RS403", "a case is an object, `{...}`", node.span)
    return node


def case_of(written: Object, book: Rulebook) -> Case:
    question = question_of(written)
    fields = Fields(book, written)
    fields.keys(question, QUESTIONS[question])
    situation = READERS[question](fields)
    fields.stop()
    settings = arise.settings(fields, situation)
    fields.stop()
    return Case(question, settings, written)


def question_of(written: Object) -> str:
    node = written.get("question")
    if node is None:
        raise fault("RS404", "the case asks no question", written.span, f"add `\"question\"`: {listed(QUESTIONS)}")
    if not isinstance(node, Leaf) or not isinstance(node.value, str):
        raise fault("RS403", "`question` must be a text", node.span)
    if node.value not in QUESTIONS:
        help_ = did_you_mean(node.value, QUESTIONS) or f"the questions are {listed(QUESTIONS)}"
        raise fault("RS404", f"there is no question `{node.value}`", node.span, help_)
    return node.value


def _size(fields: Fields) -> int:
    return fields.whole("cards", 1, fields.book.pack.size)


def _bids(fields: Fields) -> Bids:
    size = _size(fields)
    return Bids(size, fields.wholes("earlier", size), fields.whole("passes", 0, fields.book.ruleset.facts.hands.high - 1))


def _plays(fields: Fields) -> Plays:
    number = fields.whole("trick_number", 1, fields.book.ruleset.facts.hand_size.high, 1)
    return Plays(fields.hand("hand"), fields.suit("trump"), fields.trick("trick"), number)


def _calls(fields: Fields) -> Calls:
    return Calls(fields.suit("trump"), fields.trick("trick"))


def _winner(fields: Fields) -> Winner:
    return Winner(fields.suit("trump"), fields.trick("trick"))


def _score(fields: Fields) -> Score:
    size = _size(fields)
    total = fields.whole("bids_total", 0, size * fields.book.players)
    return Score(size, fields.whole("bid", 0, size), fields.whole("tricks", 0, size), total, _set_number(fields))


def _set(fields: Fields) -> SetEnd:
    most = fields.book.pack.size
    bids, tricks = (fields.table(key, "cards", most) for key in ("bids", "tricks"))
    return SetEnd(fields.wholes("cards", most), bids, tricks, _set_number(fields))


def _trump(fields: Fields) -> Trump:
    return Trump(_size(fields), fields.card("turned"), _set_number(fields))


def _set_number(fields: Fields) -> int:
    """The set of the game from 1; 0 where the case leaves it open."""
    return fields.whole("set_number", 1, len(fields.book.schedule))


READERS: Mapping[str, Callable[[Fields], Situation]] = {
    "bids": _bids, "plays": _plays, "calls": _calls, "winner": _winner, "score": _score, "set": _set, "trump": _trump,
}  # fmt: skip

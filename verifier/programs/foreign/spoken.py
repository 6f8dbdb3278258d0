"""What other rows would answer to the cases that a program was asked, in the words of cases."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

from rulespec.cases import Answer, same
from rulespec.ir.ruleset import AnyRow
from rulespec.notation import play_text
from rulespec.plays import Play
from rulespec.questions import PREMIUM, PlayerSet
from rulespec.questions.announcing import every_call
from rulespec.questions.premium import premium_names
from rulespec.rulebook import Rulebook
from verifier.programs.foreign.put import Put
from verifier.programs.foreign.replies import Replied
from verifier.watch.parting.table import Answered, Table

MOST = 600  # answers of one section that are looked at, the first ones
OwnSets = Mapping[str, Sequence[PlayerSet]]


class Spoken:
    """The distinct answers of a program to one section's questions, and how many of them some rows give too."""

    def __init__(self, book: Rulebook, section: str, puts: Sequence[Put], own: OwnSets) -> None:
        self.book, self.section = book, section
        distinct = {json.dumps(put.asked.case): put for put in puts if isinstance(put.reply, Replied) and not put.reply.refused}
        self.puts = list(distinct.values())[:MOST]
        self.table = Table(book, section, book.ruleset.rows(section))
        self.plus: list[list[int]] = []
        for key, put in list(distinct.items())[:MOST]:
            index = self.table.add(put.asked.at)
            if section == "premium":
                self._as_scored(index, own.get(key))

    def _as_scored(self, index: int, own: Sequence[PlayerSet] | None) -> None:
        """A set whose hands have the points that the program gives them."""
        hands = own or self.book_sets(index)
        self.table.envs[index] = [premium_names(self.book.ruleset, hands, seat) for seat in range(self.book.players)]
        self.table.kept[index] = [{} for _ in range(self.book.players)]
        self.plus.append([sum(one.points) for one in hands])

    def book_sets(self, index: int) -> Sequence[PlayerSet]:
        return PREMIUM.results(self.book, self.puts[index].asked.at)  # type: ignore[arg-type]

    def agree(self, rows: Sequence[AnyRow]) -> int:
        """How many of the answers these rows give."""
        return sum(self.gives(rows, i) for i in range(len(self.puts)))

    def gives(self, rows: Sequence[AnyRow], index: int) -> bool:
        put = self.puts[index]
        assert isinstance(put.reply, Replied)
        try:
            said = WORDS[self.section](self, index, self.table.answer(rows, index))
        except StopIteration:  # no row answers
            return False
        return same(put.asked.question, put.reply.answer, said)


def _cards(spoken: Spoken, index: int, answered: Answered) -> Answer:
    mask, joker = answered
    return [*spoken.book.pack.names(mask), *(["JK"] if joker else [])]


def _bids(spoken: Spoken, index: int, answered: Answered) -> Answer:
    return [bid for bid, allowed in enumerate(answered) if allowed]


def _calls(spoken: Spoken, index: int, answered: Answered) -> Answer:
    pack = spoken.book.pack
    calls = [Play(pack.suited, level, named) for level, named in every_call(pack)]
    return [play_text(pack, play) for play, allowed in zip(calls, answered, strict=True) if allowed]


def _totals(spoken: Spoken, index: int, answered: Answered) -> Answer:
    return [total + extra for total, extra in zip(spoken.plus[index], answered, strict=True)]


def _trump(spoken: Spoken, index: int, answered: Answered) -> Answer:
    how, *suit = answered
    return None if not suit or suit[0] is None else spoken.book.pack.letters[suit[0]] if how != "chosen" else ""


def _plain(spoken: Spoken, index: int, answered: Answered) -> Answer:
    assert answered is None or isinstance(answered, int)
    return answered


WORDS: Mapping[str, Callable[[Spoken, int, Answered], Answer]] = {
    "lead": _cards, "follow": _cards, "bid": _bids, "call": _calls, "strength": _plain, "score": _plain, "premium": _totals, "trump": _trump,
}  # fmt: skip

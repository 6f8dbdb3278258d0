"""What a program is asked after the vectors: situations in which rows hold together in every way met, then games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from random import Random

from rulespec.engine import play_game
from rulespec.hand import Stuck
from rulespec.ir.ruleset import RuleSet
from rulespec.players import random_players
from rulespec.questions import QUESTIONS, Situation
from rulespec.rulebook import Rulebook, rulebook
from verifier.programs import played
from verifier.watch.parting.pool import POOLS, pool, size
from verifier.watch.parting.table import Table

MOST = 150  # directed situations of one section
PER_GAME = 20  # situations of each question drawn at random beside a game


def directed(ruleset: RuleSet) -> Iterator[Situation]:
    """For every section situations that differ in the rows that hold, the cards on the table, or the size of the hand."""
    book = rulebook(ruleset)
    for section in POOLS:
        yield from sorted(islice(_unlike(book, section), MOST), key=size)


def _unlike(book: Rulebook, section: str) -> Iterator[Situation]:
    known: set[object] = set()
    table = Table(book, section, book.ruleset.rows(section))
    situations = pool(book, section).situations
    for at in Random(0).sample(situations, len(situations)):
        index = table.add(at)
        features = {feature for part, truths in enumerate(table.truths(index)) for feature in _seen(book, at, part, truths)}
        if features - known:
            known |= features
            yield at


def _seen(book: Rulebook, at: Situation, part: int, truths: object) -> Iterator[object]:
    trick = getattr(at, "trick", ())
    calls = tuple((i, play.level) for i, play in enumerate(trick) if play.level is not None)
    yield part, len(trick), truths
    yield calls, truths
    yield getattr(getattr(at, "hand", None), "size", 0), truths


def game(ruleset: RuleSet, seed: int) -> Iterator[Situation]:
    """A game of random legal players, and situations that come up in few games."""
    book = rulebook(ruleset)
    with suppress(Stuck):  # rules that leave a game without a way on still answer cases
        yield from played.situations(book, play_game(ruleset, random_players(ruleset.players, seed), seed))
    for question in QUESTIONS:
        yield from question.samples(book, Random(seed), PER_GAME)

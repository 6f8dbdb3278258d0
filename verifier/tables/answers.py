"""What may be played to each kind of lead, by what a player holds: suit, trump, joker, or none of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from rulespec.ir.cards import bits, mask_of
from rulespec.ir.ruleset import AnyRow, RuleSet
from rulespec.plays import Play
from rulespec.questions import legal_calls, playable
from rulespec.rulebook import rulebook
from verifier.output.report import NOTHING, Block, Cell, Grid, Line, Prose, Report
from verifier.tables import sources

FIELDS = ("led", "suit", "trump", "joker", "may_play", "row")


@dataclass(frozen=True, slots=True)
class Lead:
    words: str
    play: Play
    asked: int | None
    trump: int | None


def answers_report(ruleset: RuleSet) -> Report:
    """Every kind of lead against every kind of hand, asked with cards that stand for their kind."""
    asked = [(lead, has, *_answer(ruleset, lead, has)) for lead in leads(ruleset) for has in hands(ruleset, lead)]
    heads = tuple(dict.fromkeys(_held(has) for _, has, *_ in asked))
    lines = []
    for lead in dict.fromkeys(lead for lead, *_ in asked):
        found = {_held(has): words for other, has, words, _ in asked if other == lead}
        lines.append(Line((lead.words,), tuple(Cell(found.get(head, NOTHING)) for head in heads)))
    rows = [row for *_, row in asked]
    records = tuple((lead.words, *map(int, has), words, row.name) for lead, has, words, row in asked)
    data = {"kind": "answers", **sources.identity(ruleset), "answers": [dict(zip(FIELDS, r, strict=True)) for r in records]}
    grid = Grid("What may be played", ("led",), "holds, beside other cards", heads, tuple(lines))
    blocks: tuple[Block, ...] = (grid, Prose(_asked_with(words for *_, words, _ in asked)), *sources.notes(ruleset, rows))
    return Report(f"{ruleset.name}: what may be played", blocks, FIELDS, records, data, 0)


def _asked_with(answers: Iterable[str]) -> str:
    """How the table was made, and what its words mean if any of them needs it."""
    some = " A suit or trump may mean some of its cards only: `highest`." if any("highest" in words for words in answers) else ""
    return f"Asked with two cards of each kind.{some}"


def leads(ruleset: RuleSet) -> Iterator[Lead]:
    """A plain suit, the trump suit and, with jokers, each announcement that names a plain suit, trumps or nothing."""
    pack, ranks = ruleset.pack, len(ruleset.pack.ranks)
    plain, trump = 1, 0
    led = ranks // 2
    yield Lead("a plain suit", Play(plain * ranks + led), plain, trump)
    yield Lead("trumps", Play(trump * ranks + led), trump, trump)
    if not rulebook(ruleset).deck & pack.jokers_mask:
        return
    words = {plain: ", a plain suit", trump: ", trumps", None: ", no suit"}
    for level, named in legal_calls(ruleset, trump, ()):
        if named in words:
            yield Lead(f"joker {level}{words[named]}", Play(pack.suited, level, named), named, trump)


def hands(ruleset: RuleSet, lead: Lead) -> Iterator[tuple[bool, bool, bool]]:
    """Whether there are cards of the suit, trumps and a joker in the hand; where trumps are asked for the two are one."""
    jokers = (rulebook(ruleset).deck & ruleset.pack.jokers_mask).bit_count() - (lead.play.card >= ruleset.pack.suited)
    for suit, trump, joker in product((True, False), repeat=3):
        if not (joker and jokers < 1) and not (trump and lead.asked == lead.trump) and not (suit and lead.asked is None):
            yield suit, trump, joker


def _answer(ruleset: RuleSet, lead: Lead, has: tuple[bool, bool, bool]) -> tuple[str, AnyRow]:
    """What may be played, in words, and the row that says so."""
    pack, ranks = ruleset.pack, len(ruleset.pack.ranks)
    other = next(s for s in range(len(pack.suits)) if s not in (lead.asked, lead.trump))
    groups = {
        "suit": _pair(lead.asked, ranks) if has[0] and lead.asked is not None else [],
        "trump": _pair(lead.trump, ranks) if has[1] and lead.trump is not None else [],
        "joker": [pack.size - 1] if has[2] else [], "other": _pair(other, ranks),
    }  # fmt: skip
    hand = mask_of(card for cards in groups.values() for card in cards)
    found = playable(ruleset, hand, lead.trump, (lead.play,))
    allowed = set(bits(int(found.value or 0)))
    if allowed == set(bits(hand)):
        return "anything", found.row
    return ", ".join(filter(None, (_of_group(name, cards, allowed) for name, cards in groups.items()))) or "nothing", found.row


def _pair(suit: int | None, ranks: int) -> list[int]:
    """A low and a high card of a suit, neither the lowest, which may be out of the pack, nor the one that is led."""
    assert suit is not None
    return [suit * ranks + ranks // 2 - 1, suit * ranks + ranks - 1]


def _of_group(name: str, cards: Sequence[int], allowed: set[int]) -> str:
    some = [card for card in cards if card in allowed]
    if not some:
        return ""
    if len(some) == len(cards):
        return name
    return f"highest {name}" if some == [max(cards)] else f"some {name}"


def _held(has: tuple[bool, bool, bool]) -> str:
    return ", ".join(word for word, there in zip(("suit", "trump", "joker"), has, strict=True) if there) or "neither"

"""Hypothesis strategies for small rule sets as texts: short enough to play every game of, odd enough to be worth it.

`drafts()` gives a `Draft`, whose `text` is the rule set as a file has it and whose `rules()` is the same, loaded; with
`options` it is a family, and `members()` are its settings. `edits()` gives two drafts and the section in which one name,
field or constant differs. Every row comes from a pool of templates, so that what is drawn shrinks to few and plain rows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from math import comb, prod
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from rulespec.diagnostics import Faults
from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load_text
from rulespec.spans import NOWHERE
from rulespec.yaml_tree import Scalar

Draw = Callable[[SearchStrategy[Any]], Any]
PLAYERS, PROFILES = st.integers(2, 6), st.just(0)
SUITS, RANKS = ("clubs", "diamonds", "hearts"), ("7", "8", "9", "J", "Q", "A")
Shape = tuple[int, int, int]  # the largest hand, the cards of the pack, the hands of a game
MOST: Mapping[int, tuple[Shape, ...]] = {
    2: ((1, 5, 4), (2, 7, 4), (3, 6, 3)), 3: ((1, 7, 4), (2, 6, 3)), 4: ((1, 6, 4),), 5: ((1, 6, 2),), 6: ((1, 6, 2),),
}  # fmt: skip
OF_A_SET, OF_A_GAME = 2_500, 50_000  # ways that sets and games can come out
OPTIONS = {"mode": ("plain", "odd"), "stake": (0, 7)}
POOLS: Mapping[str, tuple[tuple[str, str], ...]] = {  # a row's condition and result; {n} is 0, 1 or 2, {k} is 1 or 2
    "trump": (
        ("set_number == {k}", "fixed: FIRST"),
        ("hand_size == {k}", "choose: {by: dealer, after: 1, from: [suits, no_trump]}"),
        ("hand_size * players == deck_size", "turn: dealers_last_card, joker: no_trump"),
        ("hand_size * players < deck_size", "turn: next_card, joker: no_trump"),
        ("hand_size * players + {n} < deck_size", "fixed: no_trump"),
    ),
    "bid": (
        ("is_dealer and earlier_total + bid == hand_size", ""),
        ("bid == 0 and passes_before >= {k}", ""),
        ("bid == 0 and earlier_total == 0 and seat >= {n}", ""),
        ("earlier_count == {n} and bid > earlier_total", ""),
        ("bid + passes_before > {n} + seat", ""),
        ("bid * 2 > hand_size + {n} and earlier_total == 0", ""),
    ),
    "lead": (
        ("trick_number == {k} and any(hand - suit(trump))", "play: hand - suit(trump)"),
        ("trick_number >= {k} and any(hand & jokers)", "play: hand & jokers"),
        ("count(hand) > {n}", "play: highest(hand) | (hand & jokers)"),
    ),
    "follow": (
        ("high_joker_led and any(hand & suit(asked))", "play: highest(hand & suit(asked)) | (hand & jokers)"),
        ("any(above(hand, played))", "play: 'above(hand, played)'"),
        ("any(hand & suit(asked))", "play: hand & (suit(asked) | jokers)"),
        ("any(hand & suit(trump)) and count(played) > {n}", "play: hand & (suit(trump) | jokers)"),
        ("low_joker_led and any(hand - jokers)", "play: hand - jokers"),
        ("count(played & suit(trump)) >= {n} and any(hand - suit(trump))", "play: lowest(hand - suit(trump)) | (hand & jokers)"),
    ),
    "call": (
        ("leading and not names_suit", ""),
        ("not leading and names_suit", ""),
        ("not leading and level == low and asked == trump", ""),
        ("leading and named == trump and level == high", ""),
    ),
    "strength": (
        ("joker and level == high and not leading", "class: 9, then: later"),
        ("joker and level == high", "class: 8, then: earlier"),
        ("card in suit(trump)", "class: 7, then: rank"),
        ("card in suit(asked) and none(others_played & suit(asked))", "class: 6"),
        ("card in suit(asked)", "class: 5, then: rank"),
        ("position == {n} and low_joker_led", "class: 4"),
        ("any(above(only(card), others_played))", "class: 3, then: [rank, later]"),
        ("joker and leading", "class: 2"),
    ),
    "score": (
        ("bid == tricks and set_number >= {k}", "points: 10 * bid + {n}"),
        ("bid == hand_size and tricks == hand_size", "points: 30 * tricks"),
        ("bid > 0 and tricks == 0", "points: -{n} * hand_size"),
        ("bids_total > hand_size + {n}", "points: tricks - bid"),
        ("bid == tricks", "points: 5 + 10 * bid"),
    ),
    "premium": (
        ("me.made_all", "add: me.best"),
        ("makers == {n} and not me.made_all", "add: '-max(me.best_but_last, 0)'"),
        ("hands == {k}", "add: me.last"),
        ("me.zero_bids >= {n}", "add: {n} * makers"),
        ("left.made_all and not right.made_all", "add: across.best - left.best_but_last"),
    ),
}  # fmt: skip
LAST = {  # what answers where no row before does
    "trump": ("fixed: no_trump", "choose: {by: left_of_dealer, from: [suits, no_trump]}", "turn: dealers_last_card, joker: no_trump"),
    "lead": ("play: hand",),
    "follow": ("play: hand",),
    "strength": ("class: 1, then: earlier", "class: 1, then: [rank, later]", "class: never", "class: 1, then: rank"),
    "score": ("points: 10 * tricks - {n}", "points: -5", "points: bids_total"),
}  # fmt: skip
ALIKE: Mapping[str, tuple[str, ...]] = {  # names that may stand for one another
    "trump": ("hand_size", "set_number"), "bid": ("bid", "seat", "earlier_total", "earlier_count", "passes_before", "hand_size"),
    "lead": ("highest", "lowest"), "follow": ("asked", "trump"), "call": ("named", "asked", "trump"), "strength": ("asked", "trump"),
    "score": ("bid", "tricks", "hand_size", "bids_total", "set_number"),
    "premium": ("me.best", "me.best_but_last", "me.last", "me.total", "makers", "hands"),
}  # fmt: skip


@dataclass(frozen=True)
class Row:
    when: str
    result: str

    def text(self, index: int, forbids: bool) -> str:
        key = "forbid" if forbids else "when"
        parts = [f"name: row {index}", f"{key}: '{self.when}'" if self.when else "", quoted(self.result)]
        return "  - {" + ", ".join(part for part in parts if part) + "}"


@dataclass(frozen=True)
class Draft:
    """A rule set as it will be written."""

    players: int
    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    jokers: int
    without: tuple[str, ...]
    sets: tuple[tuple[int, ...], ...]
    rows: Mapping[str, tuple[Row, ...]]
    ties: str = "shared"
    options: tuple[str, ...] = ()
    id: str = field(default="drawn")

    @property
    def text(self) -> str:
        lines = ["rulespec: 1", f"id: {self.id}", f"players: {self.players}"]
        if self.options:
            lines += ["family: true", "options:", *(f"  {name}: {{values: [{', '.join(map(str, OPTIONS[name]))}]}}" for name in self.options)]
        lines.append(f"cards: {{suits: [{', '.join(self.suits)}], ranks: [{', '.join(self.ranks)}], jokers: {self.jokers}}}")
        deck = f"all - cards(\"{' '.join(self.without)}\")" if self.without else "all"
        lines += ["deck:", f"  - {{cards: '{deck}'}}", "schedule:", f"  - {{sets: {[list(one) for one in self.sets]}}}"]
        for section, rows in self.rows.items():
            forbids = section in ("bid", "call")
            lines += [f"{section}:", *(row.text(i, forbids) for i, row in enumerate(rows))] if rows else []
        return "\n".join([*lines, f"finish: {{rank_by: [total], ties: {self.ties}}}", ""])

    def __repr__(self) -> str:
        return f"Draft of\n{self.text}"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))

    def rules(self, settings: Mapping[str, str | int] | None = None) -> RuleSet:
        return load_text(self.text, settings={name: Scalar(str(value), NOWHERE) for name, value in (settings or {}).items()})

    def members(self) -> Iterator[dict[str, str | int]]:
        """Every setting of the options that some row reads; the others are none of the family's."""
        read = self.rules().open_options
        for values in product(*(OPTIONS[name] for name in read)):
            yield dict(zip(read, values, strict=True))


def quoted(result: str) -> str:
    """An expression in a flow row stands in quotes."""
    key, colon, value = result.partition(": ")
    plain = not colon or value.startswith("'") or key in ("turn", "choose", "class", "fixed")
    return result if plain else f"{key}: '{value}'"


@st.composite
def drafts(draw: Draw, players: SearchStrategy[int] = PLAYERS, options: SearchStrategy[int] = PROFILES, shape: Shape | None = None) -> Draft:
    """Rule sets that load. `options` says how many open options there are, two at most; `shape` may set the size."""
    number = draw(players)
    most, cards, hands = shape or draw(st.sampled_from(MOST[number]))
    sets = draw(schedules(number, most, hands))
    need = number * max(size for one in sets for size in one)
    names = tuple(list(OPTIONS)[: draw(options)])
    suits, ranks, jokers, without = draw(packs(need, cards, many=number > 3))
    rows = {section: draw(sections(section, number, suits, jokers, names)) for section in POOLS}
    draft = Draft(number, suits, ranks, jokers, without, sets, rows, draw(st.sampled_from(["shared", "by_seat"])), names)
    assume(loads(draft))
    return draft


def loads(draft: Draft) -> bool:
    try:
        draft.rules()
    except Faults:
        return False
    return True


@st.composite
def schedules(draw: Draw, players: int, most: int, hands: int) -> tuple[tuple[int, ...], ...]:
    """Sets of hands, with no more results than can be gone through."""
    sets: list[list[int]] = [[]]
    for size in draw(st.lists(st.integers(1, most), min_size=1, max_size=hands)):
        together = [*sets[-1], size]
        if ways([size for one in sets for size in one] + [size], players) > OF_A_GAME and sets[0]:
            break
        if sets[-1] and (ways(together, players) > OF_A_SET or draw(st.booleans())):
            sets.append([size])
        else:
            sets[-1] = together
    return tuple(map(tuple, sets))


def ways(sizes: list[int], players: int) -> int:
    """How many bids and tricks there are for hands of these sizes."""
    return prod((size + 1) ** players * comb(size + players - 1, size) for size in sizes)


@st.composite
def packs(draw: Draw, need: int, most: int, many: bool) -> tuple[tuple[str, ...], tuple[str, ...], int, tuple[str, ...]]:
    """Suits, ranks, jokers, and the cards that are left out so that few enough are played with; perhaps a whole suit."""
    suits = SUITS[: draw(st.integers(1, 2 if many else 3))]
    jokers = draw(st.integers(0, 1 if many else 2))
    fewest = -(-(need - jokers) // len(suits))
    ranks = RANKS[: draw(st.integers(max(1, fewest), max(3, fewest)))]
    every = [rank + suit[0].upper() for suit in suits for rank in ranks]
    last = [card for card in every if card[-1] == suits[-1][0].upper()]
    gone = last if len(every) + jokers - len(last) >= need and draw(st.booleans()) else []
    kept = [card for card in every if card not in gone]
    surplus = len(kept) + jokers - draw(st.integers(need, max(need, most)))
    if surplus > 0:
        gone = gone + draw(st.permutations(kept))[:surplus]
    return suits, ranks, jokers, tuple(card for card in every if card in gone)


@st.composite
def sections(draw: Draw, section: str, players: int, suits: tuple[str, ...], jokers: int, options: tuple[str, ...]) -> tuple[Row, ...]:
    if section == "call" and not jokers:
        return ()
    pool = [row for row in POOLS[section] if "left." not in row[0] or players == 4]
    chosen = draw(st.lists(st.sampled_from(pool), max_size=3, unique=True))
    rows = [draw(filled(when, result, suits, options)) for when, result in chosen]
    if section == "call" and (players > 2 or draw(st.booleans())):  # every announcement of everybody would be too much
        rows = [Row(when, "") for when, _ in POOLS["call"][:2]] + [row for row in rows if "names_suit" not in row.when]
    if section in LAST:
        rows.append(draw(filled("", draw(st.sampled_from(LAST[section])), suits, options)))
    return tuple(rows)


@st.composite
def filled(draw: Draw, when: str, result: str, suits: tuple[str, ...], options: tuple[str, ...]) -> Row:
    """A template with its numbers, and perhaps only under some value of an option."""
    fills = {"{n}": str(draw(st.integers(0, 2))), "{k}": str(draw(st.integers(1, 2))), "FIRST": suits[0]}
    for mark, fill in fills.items():
        when, result = when.replace(mark, fill), result.replace(mark, fill)
    if when and options and draw(st.booleans()):
        name = draw(st.sampled_from(options))
        when = f"{name} == {draw(st.sampled_from(OPTIONS[name]))} and ({when})"
    if "stake" in options and result.startswith("points") and draw(st.booleans()):
        result += " + stake"
    return Row(when, result)


@st.composite
def edits(draw: Draw, players: SearchStrategy[int] = PLAYERS) -> tuple[Draft, Draft, str]:
    """A rule set, the same with one name, field or constant of one section changed, and the section."""
    draft = draw(drafts(players))
    places = [(section, i, cut) for section, rows in draft.rows.items() for i, row in enumerate(rows) for cut in changes(section, row)]
    assume(places)
    section, index, row = draw(st.sampled_from(places))
    rows = draft.rows[section]
    other = replace(draft, rows={**draft.rows, section: (*rows[:index], row, *rows[index + 1 :])}, id="edited")
    assume(loads(other))
    return draft, other, section


def changes(section: str, row: Row) -> Iterator[Row]:
    """The row with one number one larger or smaller, or one name another of the same kind."""
    for part in ("when", "result"):
        text: str = getattr(row, part)
        for found in re.finditer(r"\b\d+\b", text):
            for number in (int(found[0]) + 1, int(found[0]) - 1):
                if number >= 0:
                    yield replace(row, **{part: text[: found.start()] + str(number) + text[found.end() :]})
        for name in ALIKE[section]:
            for found in re.finditer(rf"(?<![\w.]){re.escape(name)}(?![\w.])", text):
                for other in ALIKE[section]:
                    if other != name:
                        yield replace(row, **{part: text[: found.start()] + other + text[found.end() :]})

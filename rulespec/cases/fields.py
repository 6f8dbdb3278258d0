"""The fields of a case, each read as what it must be; every fault is noted at its own column."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from rulespec.cases.case import NOTES
from rulespec.cases.json_tree import Array, Leaf, Node, Object
from rulespec.diagnostics import Diagnostic, Faults
from rulespec.diagnostics.faults import did_you_mean
from rulespec.ir.cards import JOKER, bits
from rulespec.notation import LEVEL_OF
from rulespec.plays import Play
from rulespec.questions.base import Impossible, Keys, listed, related
from rulespec.questions.ground import Dealt
from rulespec.rulebook import Rulebook
from rulespec.spans import Span

MAX_ITEMS = 100  # in a list; no game has a hand, a trick or a set of that length
PLAYED_JOKER = re.compile(rf"{JOKER}([-+])([A-Z]?)")

T = TypeVar("T")


@dataclass(slots=True)
class Fields:
    """Takes one case apart. `held` are the cards seen so far, each at its bit."""

    book: Rulebook
    written: Object
    faults: list[Diagnostic] = field(default_factory=list)
    held: int = 0

    def wrong(self, code: str, message: str, span: Span, help_: str | None = None, related: tuple[tuple[str, Span], ...] = ()) -> None:
        diagnostic = Diagnostic(code, message, span, help_, related)
        if diagnostic not in self.faults:
            self.faults.append(diagnostic)

    def stop(self) -> None:
        """Raises Faults if anything was wrong so far."""
        if self.faults:
            raise Faults(self.faults)

    def at(self, key: str, *indices: int) -> Span:
        """Where a value stands, or the item of a list in it."""
        node: Node = self.written.get(key) or self.written
        for index in indices:
            assert isinstance(node, Array)
            node = node.items[index]
        return node.span

    def impossible(self, found: Impossible) -> None:
        """Notes why a situation cannot arise, where the case says so: at its key, or the item of its list."""
        key, *items = found.where or ("question",)
        span = self.written.span if self.written.get(str(key)) is None else self.at(str(key), *map(int, items))
        self.wrong(found.code, found.message, span, found.help, related(found.row))

    def set_number(self) -> int:
        """The set of the game from 1; 0 where the case leaves it open."""
        return self.whole("set_number", 1, len(self.book.ground.sets))

    def in_sets(self, size: int, number: int) -> list[Dealt]:
        """The hands of a size, in the set of that number where it is given."""
        hands = self.book.ground.fitting(size, number or None)
        if not hands:
            numbers = sorted({one.hand.set_number for one in self.book.ground.fitting(size)})
            help_ = f"it can be {listed(numbers)}"
            self.impossible(Impossible("RS412", f"set {number} of this game does not have that", ("set_number",), help_))
        return hands

    def held_by_one(self, cards: int, trick_number: int) -> None:
        """Notes a hand that is empty or too large for every hand of the game."""
        count, most = cards.bit_count(), self.book.ground.sizes[-1]
        if not count:
            self.wrong("RS410", "the hand is empty", self.at("hand"))
        elif count + max(trick_number, 1) - 1 > most:
            where = f" at trick {trick_number}" if trick_number > 1 else ""
            self.wrong("RS410", f"a hand of {count} cards{where}, and the largest of this game has {most}", self.at("hand"))
        elif trick_number and not any(one.hand.size == count + trick_number - 1 for one in self.book.ground.dealt):
            what = f"no hand of this game has {count} {'card' if count == 1 else 'cards'} left at trick {trick_number}"
            self.wrong("RS410", what, self.at("trick_number"))

    def keys(self, question: str, keys: Keys) -> None:
        """Every key is known and every needed one is there."""
        known = (*keys.needed, *keys.allowed, *NOTES)
        for key, _ in self.written.entries:
            if key.value not in known:
                listed = "it may have " + ", ".join(f"`{k}`" for k in known)
                self.wrong("RS405", f"a `{question}` case has no key `{key.value}`", key.span, did_you_mean(str(key.value), known) or listed)
        for needed in keys.needed:
            if self.written.get(needed) is None:
                self.wrong("RS405", f"a `{question}` case needs `{needed}`", self.at("question"))
        for note in ("id", "source"):
            node = self.written.get(note)
            if node is not None and not (isinstance(node, Leaf) and type(node.value) in (str, int)):
                self.wrong("RS403", f"`{note}` must be a text or a whole number", node.span)

    # --- values by their keys -----------------------------------------------------------------

    def whole(self, key: str, low: int, high: int, otherwise: int = 0) -> int:
        """A whole number within the bounds; `otherwise` where the key is absent or faulty."""
        node = self.written.get(key)
        found = None if node is None else self._whole(node, f"`{key}`", low, high)
        return otherwise if found is None else found

    def flag(self, key: str) -> bool:
        """True or false; false where the key is absent or faulty."""
        match node := self.written.get(key):
            case None:
                return False
            case Leaf(bool(value)):
                return value
            case _:
                self.wrong("RS403", f"`{key}` must be true or false", node.span)
                return False

    def wholes(self, key: str, high: int) -> tuple[int, ...]:
        return self._list(self.written.get(key), f"`{key}`", lambda item: self._whole(item, f"a number of `{key}`", 0, high))

    def table(self, key: str, rows_as: str, high: int) -> tuple[tuple[int, ...], ...]:
        """One list for each item of `rows_as`, a number for each player in it."""
        what = f"a number of `{key}`"
        table = self._list(
            self.written.get(key), f"`{key}`",
            lambda row: self._sized(self._list(row, f"a hand of `{key}`", lambda item: self._whole(item, what, 0, high)), row, self.book.players, "player"),
        )  # fmt: skip
        hands = self.written.get(rows_as)
        return self._sized(table, self.written.get(key), len(hands.items) if isinstance(hands, Array) else len(table), "hand") or ()

    def hand(self, key: str) -> int:
        """Cards as a mask."""
        mask = 0
        for card in self._list(self.written.get(key), f"`{key}`", self._card):
            mask |= 1 << card
        return mask

    def trick(self, key: str) -> tuple[Play, ...]:
        return self._list(self.written.get(key), f"`{key}`", self._play)

    def card(self, key: str) -> int | None:
        node = self.written.get(key)
        return None if node is None else self._card(node)

    def suit(self, key: str) -> int | None:
        """A suit by its letter; null is none."""
        node, letters = self.written.get(key), self.book.pack.letters
        match node:
            case None | Leaf(None):
                return None
            case Leaf(str(letter)) if letter in letters:
                return letters.index(letter)
            case _:
                self.wrong("RS403", f"`{key}` must be a suit's letter or null", node.span, f"the suits are {', '.join(f'`{x}`' for x in letters)}")
                return None

    # --- nodes --------------------------------------------------------------------------------

    def _whole(self, node: Node, what: str, low: int, high: int) -> int | None:
        if not isinstance(node, Leaf) or type(node.value) is not int:
            self.wrong("RS403", f"{what} must be a whole number", node.span, _whole_hint(node))
        elif not low <= node.value <= high:
            self.wrong("RS410", f"{what} must lie between {low} and {high}", node.span)
        else:
            return node.value
        return None

    def _list(self, node: Node | None, what: str, read: Callable[[Node], T | None]) -> tuple[T, ...]:
        if node is None:
            return ()
        if not isinstance(node, Array):
            self.wrong("RS403", f"{what} must be a list", node.span)
            return ()
        if len(node.items) > MAX_ITEMS:
            self.wrong("RS402", f"{what} has {len(node.items)} parts, more than {MAX_ITEMS}", node.span)
            return ()
        found = [read(item) for item in node.items]
        return tuple(item for item in found if item is not None)

    def _sized(self, found: tuple[T, ...], node: Node | None, size: int, unit: str) -> tuple[T, ...] | None:
        if isinstance(node, Array) and len(node.items) != size:
            self.wrong("RS410", f"{len(node.items)} parts here, and one for each {unit} makes {size}", node.span)
            return None
        return found

    def _card(self, node: Node) -> int | None:
        match node:
            case Leaf(str(name)):
                return self._named(name, node.span)
            case _:
                self.wrong("RS403", "a card is a text like `10H`", node.span)
                return None

    def _named(self, name: str, span: Span) -> int | None:
        """The bit of a card that is in the deck and was not seen before in this case."""
        pack, deck = self.book.pack, self.book.deck
        try:
            card = pack.index(name)
        except KeyError:
            self.wrong("RS406", f"`{name}` is no card of this pack", span, self._card_hint(name))
            return None
        same = pack.jokers_mask if card >= pack.suited else 1 << card
        if not same & deck:
            self.wrong("RS407", f"`{name}` is not among the {deck.bit_count()} cards that are played with", span)
            return None
        free = same & deck & ~self.held
        if not free:
            count = (same & deck).bit_count()
            often = {1: "once", 2: "twice"}.get(count, f"{count} times")
            self.wrong("RS408", f"`{name}` stands here more than {often}", span, f"the pack has {count} of it")
            return None
        card = next(bits(free))
        self.held |= 1 << card
        return card

    def _card_hint(self, name: str) -> str | None:
        if PLAYED_JOKER.fullmatch(name):
            return f"a joker in a hand is `{JOKER}`; its announcement belongs to the trick"
        names = dict.fromkeys(self.book.pack.names(self.book.deck))
        return f"did you mean `{name.upper()}`?" if name.upper() in names else did_you_mean(name, names)

    def _play(self, node: Node) -> Play | None:
        match node:
            case Leaf(str(text)) if joker := PLAYED_JOKER.fullmatch(text):
                return self._joker(joker, node.span)
            case Leaf(str(text)) if text == JOKER:
                self.wrong("RS409", "a joker on the table was announced", node.span, self.announcements())
                return None
            case _:
                card = self._card(node)
                return None if card is None else Play(card)

    def _joker(self, text: re.Match[str], span: Span) -> Play | None:
        sign, letter = text.groups()
        if letter and letter not in self.book.pack.letters:
            self.wrong("RS406", f"`{letter}` names no suit of this pack", span, self.announcements())
            return None
        card = self._named(JOKER, span)
        return None if card is None else Play(card, LEVEL_OF[sign], self.book.pack.letters.index(letter) if letter else None)

    def announcements(self) -> str:
        letter = self.book.pack.letters[0]
        return f"`{JOKER}+` is high and `{JOKER}-` low; one that names a suit is `{JOKER}+{letter}` or `{JOKER}-{letter}`"


def _whole_hint(node: Node) -> str | None:
    match node:
        case Leaf(float(number)) if number.is_integer() and abs(number) < 1000:
            return f"write `{int(number)}`"
        case Leaf(str(text)) if text.isdecimal():
            return "take the quotes away"
        case _:
            return None

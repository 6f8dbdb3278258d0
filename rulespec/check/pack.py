"""The `cards` and `players` of a rule set."""

from __future__ import annotations

import re

from rulespec.check.scope import RESERVED
from rulespec.diagnostics import Diagnostic
from rulespec.diagnostics.faults import near
from rulespec.ir.cards import JOKER, Pack
from rulespec.keys import CARDS_KEYS, unknown_keys
from rulespec.surface import Written, is_word
from rulespec.yaml_tree import Mapping, Scalar, Sequence, Tree

MAX_CARDS = 110
STANDARD = Pack(("clubs", "diamonds", "hearts", "spades"), ("6", "7", "8", "9", "10", "J", "Q", "K", "A"), 2)
RANK = re.compile(r"[1-9][0-9]?|[A-Z]")
MAX_PLAYERS = 8
MAX_JOKERS = 6


def read_players(written: Written, faults: list[Diagnostic]) -> int:
    at = written.players
    if at is None:
        return 4
    number = whole_number(at, 2, MAX_PLAYERS, "`players`", faults)
    return 4 if number is None else number


def whole_number(at: Tree, low: int, high: int, what: str, faults: list[Diagnostic]) -> int | None:
    """A number in digits within the bounds; otherwise a fault and None."""
    if not isinstance(at, Scalar) or not re.fullmatch(r"0|-?[1-9][0-9]{0,8}", at.text):
        faults.append(Diagnostic("RS110", f"{what} must be a whole number in digits", at.span))
        return None
    if not low <= int(at.text) <= high:
        faults.append(Diagnostic("RS110", f"{what} must lie between {low} and {high}", at.span))
        return None
    return int(at.text)


def read_pack(written: Written, faults: list[Diagnostic]) -> Pack:
    """The universe of cards; the usual one where the file is faulty, so that checking goes on."""
    tree = written.cards
    if tree is None:
        faults.append(Diagnostic("RS104", "the rule set says nothing of its `cards`", written.span, "add `cards: {suits: [...], ranks: [...], jokers: 2}`"))
        return STANDARD
    before = len(faults)
    faults += (fault for _, fault in unknown_keys(tree, CARDS_KEYS, "`cards`"))
    suits, ranks = _words(tree, "suits", faults), _words(tree, "ranks", faults)
    jokers = tree.get("jokers")
    number = 0 if jokers is None else whole_number(jokers, 0, MAX_JOKERS, "`jokers`", faults)
    _check_suits(suits, faults)
    _check_ranks(ranks, faults)
    if len(faults) > before or number is None:
        return STANDARD
    pack = Pack(tuple(s.text for s in suits), tuple(r.text for r in ranks), number)
    if pack.size > MAX_CARDS:
        faults.append(Diagnostic("RS110", f"{pack.size} cards, more than {MAX_CARDS}", tree.span))
        return STANDARD
    if JOKER in map(pack.name, range(pack.suited)):
        faults.append(Diagnostic("RS109", f"a card would be called `{JOKER}`, which is a joker", tree.span, "give the suit or the rank another first letter"))
    return pack


def _words(tree: Mapping, key: str, faults: list[Diagnostic]) -> list[Scalar]:
    listed = tree.get(key)
    if listed is None and any(near(other.text, (key,)) for other, _ in tree.entries):
        return []  # misspelt, which has had its fault
    if not isinstance(listed, Sequence) or not listed.items:
        faults.append(Diagnostic("RS104" if listed is None else "RS101", f"`cards` needs a list of `{key}`", listed.span if listed else tree.span))
        return []
    faults += [Diagnostic("RS101", f"`{key}` is a list of words", item.span) for item in listed.items if not isinstance(item, Scalar)]
    return [item for item in listed.items if isinstance(item, Scalar)]


def _check_suits(suits: list[Scalar], faults: list[Diagnostic]) -> None:
    letters: dict[str, str] = {}
    for suit in suits:
        if not is_word(suit.text) or not suit.text.islower() or suit.text in RESERVED:
            faults.append(Diagnostic("RS109", f"`{suit.text}` cannot name a suit", suit.span, "one word in small letters that means nothing else"))
        elif (other := letters.setdefault(suit.text[0], suit.text)) is not suit.text:
            faults.append(Diagnostic("RS102", f"`{suit.text}` and `{other}` begin with the same letter, which names a suit on cards", suit.span))


def _check_ranks(ranks: list[Scalar], faults: list[Diagnostic]) -> None:
    seen: set[str] = set()
    for rank in ranks:
        if not RANK.fullmatch(rank.text):
            faults.append(Diagnostic("RS109", f"`{rank.text}` cannot name a rank", rank.span, "a capital letter or a number"))
        if rank.text in seen:
            faults.append(Diagnostic("RS102", f"the rank `{rank.text}` stands here twice", rank.span, "keep one of the two"))
        seen.add(rank.text)

"""Whether a score sheet is a game by a rule set: its sets in the schedule, its bids by the bidding rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulespec import questions
from rulespec.diagnostics import Diagnostic
from rulespec.ir.ruleset import AnyRow
from rulespec.questions.ground import in_turn
from rulespec.rulebook import Rulebook
from rulespec.sheet import Sheet, SheetHand

BLANK_MISSING = "a blank line stands between two sets: is it missing before this hand?"
BLANK_TOO_MUCH = "a blank line ends a set: is the one after this hand too much?"
SetHands = tuple[int, tuple[SheetHand, ...]]  # the number of a set in the game, and its hands on the sheet


@dataclass(frozen=True, slots=True)
class Fit:
    """The sheet's sets as sets of the game; none, and what is in the way, where they are not."""

    sets: tuple[SetHands, ...] = ()
    faults: tuple[Diagnostic, ...] = ()


def fit(sheet: Sheet, book: Rulebook) -> Fit:
    """The sets of a sheet: the game from its beginning, or a run of whole sets of it."""
    if len(sheet.players) != book.players:
        said = f"the sheet has {len(sheet.players)} players, and `{book.ruleset.id}` is for {book.players}"
        return Fit(faults=(Diagnostic("RS434", said, sheet.players_span),))
    tried = [_from_set(sheet, book, start) for start in _starts(sheet, book)]
    found = [one for one in tried if one.sets]
    if not found:
        nearest = max(tried, key=lambda one: one.faults[0].span.start, default=None)
        return nearest or Fit(faults=(_no_such_hand(sheet, book),))
    if len(found) > 1 and found[0].sets[0][0] != 1 and _reads_set_number(book):
        numbers = " or ".join(str(one.sets[0][0]) for one in found)
        said = f"this may be set {numbers} of `{book.ruleset.id}`, which score differently"
        return Fit(faults=(Diagnostic("RS434", said, sheet.hands[0].span, "number the hands as in the whole game"),))
    return found[0]


def _starts(sheet: Sheet, book: Rulebook) -> Iterator[int]:
    """The sets the sheet may begin with: hands numbered from 1 are the game's first or those of any set."""
    number, before = sheet.hands[0].number, 0
    for start, sizes in enumerate(book.schedule):
        if number in (1, before + 1):
            yield start
        before += len(sizes)


def _from_set(sheet: Sheet, book: Rulebook, start: int) -> Fit:
    """The sheet laid on the schedule from a set on. A sheet without blank lines is cut where the sets end."""
    sets: list[SetHands] = []
    blocks = list(sheet.blocks)
    for number, sizes in list(enumerate(book.schedule, 1))[start:]:
        if not blocks:
            break
        block = blocks.pop(0)
        here, rest = (block, ()) if sheet.marked else (block[: len(sizes)], block[len(sizes) :])
        wrong = _departure(here, sizes, number, book, sheet.marked, bool(blocks))
        if wrong is not None:
            return Fit(faults=(wrong,))
        sets.append((number, here))
        blocks[:0] = [rest] if rest else []
    if blocks:
        said = f"`{book.ruleset.id}` has no more sets after this"
        return Fit(faults=(Diagnostic("RS434", said, blocks[0][0].span),))
    return Fit(tuple(sets))


def _departure(block: Sequence[SheetHand], sizes: Sequence[int], number: int, book: Rulebook, marked: bool, goes_on: bool) -> Diagnostic | None:
    """Where a block is not the set of that number; sets may be `marked` by blank lines, and more blocks follow where it `goes_on`."""
    listed = f"set {number} of `{book.ruleset.id}` has hands of {' '.join(map(str, sizes))}"
    for i, hand in enumerate(block):
        if i >= len(sizes) or hand.cards != sizes[i]:
            due = f"a hand of {sizes[i]}" if i < len(sizes) else "no hand"
            help_ = BLANK_MISSING if marked and i == len(sizes) else None
            return Diagnostic("RS434", f"a hand of {hand.cards} cards where {due} is due: {listed}", hand.span, help_)
    if len(block) < len(sizes):
        help_ = BLANK_TOO_MUCH if goes_on else None
        return Diagnostic("RS434", f"a hand of {sizes[len(block)]} is missing after this one: {listed}", block[-1].span, help_)
    return None


def _no_such_hand(sheet: Sheet, book: Rulebook) -> Diagnostic:
    first = sheet.hands[0]
    return Diagnostic("RS434", f"no set of `{book.ruleset.id}` begins with hand {first.number}", first.span)


def _reads_set_number(book: Rulebook) -> bool:
    return "set_number" in questions.reads(book.ruleset, "score")


# --- bids -----------------------------------------------------------------------------------------


def bids_forbidden(sheet: Sheet, book: Rulebook) -> list[Diagnostic]:
    """Hands whose bids nobody could have made, whoever dealt. A sheet need not say who did."""
    dealers = [dealer for dealer in range(book.players) if _agrees(sheet, dealer, book.players)]
    found: list[Diagnostic] = []
    legal_under = set(dealers)
    for i, hand in enumerate(sheet.hands):
        rows = {first: _forbidding(sheet, book, i, (first + i) % book.players) for first in dealers}
        legal_under -= {first for first, row in rows.items() if row is not None}
        row = next(iter(rows.values()), None)
        if rows and row is not None and all(rows.values()):
            said = f"the bids of hand {hand.number} add up to {sum(hand.bids)} of {hand.cards}, which `{row.name}` forbids"
            found.append(Diagnostic("RS435", said, hand.span, None, ((f"the rule: `{row.name}`", row.span),)))
    if not dealers:
        found.append(Diagnostic("RS435", "the deal does not pass to the left from hand to hand", sheet.hands[0].span))
    elif not legal_under and not found:
        said = "whoever dealt first, some bid of the sheet is forbidden"
        found.append(Diagnostic("RS435", said, sheet.hands[0].span))
    return found


def _agrees(sheet: Sheet, first: int, players: int) -> bool:
    """The dealers the sheet names are those of a game in which `first` dealt its first hand."""
    return all(hand.dealer in (None, (first + i) % players) for i, hand in enumerate(sheet.hands))


def _forbidding(sheet: Sheet, book: Rulebook, index: int, dealer: int) -> AnyRow | None:
    """The row that forbids one of the bids of a hand, made in turn from the dealer's left."""
    hand, earlier = sheet.hands[index], sheet.hands[:index]
    order = in_turn(dealer, book.players)
    bids = [hand.bids[player] for player in order]
    for i, player in enumerate(order):
        passes = sum(before.bids[player] == 0 for before in earlier)
        row = questions.bid_forbidden(book.ruleset, bids[i], hand.cards, bids[:i], passes)
        if row is not None:
            return row
    return None

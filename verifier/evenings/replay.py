"""A record judged by a rule set: the first illegal act of each hand, and every claim that is wrong.

One slip is one finding, where it stands: what follows from it may be written as it follows or as it
would be without the slip. What the whole game comes to is computed from bids and plays alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulespec import questions
from rulespec.diagnostics import Faults, fault
from rulespec.game import Opening
from rulespec.ir.ruleset import AnyRow, RuleSet
from rulespec.meanings.python import sections
from rulespec.questions import PlayerSet
from rulespec.record import PLACES, PREMIUMS, TOTAL, Entry, Record, RecordedHand, SumLine
from rulespec.rulebook import Rulebook, rulebook
from rulespec.spans import Span
from verifier.evenings.findings import Finding
from verifier.evenings.laid import laid
from verifier.evenings.replay_hand import JudgedHand, judge_hand
from verifier.evenings.replay_words import unreadable


@dataclass(frozen=True, slots=True)
class Judgement:
    """`totals` and `places` are what the rules make of the bids and plays; None where they make nothing of them."""

    findings: tuple[Finding, ...]
    hands: int
    totals: tuple[int, ...] | None
    places: tuple[int, ...] | None

    @property
    def first_illegal(self) -> Finding | None:
        return next((finding for finding in self.findings if finding.is_act), None)


def judge(record: Record, ruleset: RuleSet) -> Judgement:
    """Everything in a record that the rules say otherwise. Raises Faults for words that no pack of theirs has."""
    book = rulebook(ruleset)
    if len(record.players) != book.players:
        said = f"the record has {len(record.players)} players, and `{ruleset.id}` is for {book.players}"
        raise fault("RS422", said, record.players_span)
    faults = unreadable(record, ruleset.pack)
    if faults:
        raise Faults(faults)
    return _Judge(record, book).judgement()


class _Judge:
    def __init__(self, record: Record, book: Rulebook) -> None:
        self.record, self.names, self.book, self.ruleset = record, record.players, book, book.ruleset
        self.findings: list[Finding] = []
        self.judged: list[JudgedHand] = []
        self.dealers: list[int] = []
        self.sums = {(line.kind, line.after): line for line in reversed(record.sums)}  # the first one counts
        self.expected: list[tuple[str, int]] = []  # the sum lines the game has, as kind and number of hands before
        self.written = (0,) * book.players  # totals as the record has them
        self.by_rules: tuple[int, ...] | None = self.written
        self.standing = [{0} for _ in self.written]  # what each total so far may be
        self.sets_done = 0  # of the game
        self.misfit = self.misfits = False  # this set, or some set, has hands too few or too many, which has had its finding
        self.deal_unknown = False  # whose turn it is to deal, after such a set

    def judgement(self) -> Judgement:
        for number, one in enumerate(laid(self.record, self.book.schedule), 1):
            self.misfit = one.misfit is not None
            if one.misfit is not None:
                self.misfits = True
                self.note("RS440", *one.misfit, sections.first_row(self.ruleset, "schedule", {}))
            judged = [self.hand(hand, number, size) for hand, size in zip(one.hands, one.sizes, strict=False)]
            self.deal_unknown = self.misfit
            if len(judged) < len(one.sizes) or any(hand.points is None for hand in judged):
                break
            self.set_end(number, judged)
            self.sets_done = number
        self.length()
        totals, places = self.ending()
        self.lines_out_of_place()
        findings = sorted(self.findings, key=lambda finding: finding.span.start)
        return Judgement(tuple(findings), len(self.judged), totals, places)

    def note(self, code: str, message: str, span: Span, row: AnyRow | None = None, help_: str | None = None) -> None:
        self.findings.append(Finding(code, message, span, row, help_))

    @property
    def hands_of_the_game(self) -> int:
        return sum(map(len, self.book.schedule))

    # --- hands ----------------------------------------------------------------------------------------

    def hand(self, hand: RecordedHand, set_number: int, size: int) -> JudgedHand:
        if hand.cards != size:
            row = sections.first_row(self.ruleset, "schedule", {})
            self.note("RS440", f"hand {hand.number} has {hand.cards} cards, and in this game {size}", hand.size.span, row)
        self.dealers.append(hand.dealer.seat if self.misfit or self.deal_unknown else self.dealer(hand))
        self.deal_unknown = False
        opening = Opening(self.dealers[-1], hand.number, set_number, self.passes(), hand.redeals)
        self.judged.append(judge_hand(self.book, self.names, hand, opening, hand.cards == size))
        self.findings += self.judged[-1].findings
        return self.judged[-1]

    def passes(self) -> tuple[int, ...]:
        """How many zero bids each seat has made, as far as nobody doubts them."""
        return tuple(sum(hand.bids is not None and hand.bids[seat] == 0 and seat not in hand.doubted for hand in self.judged) for seat in range(self.book.players))

    def dealer(self, hand: RecordedHand) -> int:
        """Who deals: any player the first hand, then the deal passes to the left. A slip of the pen is noted,
        and where the bids go on as if it were not there, so does the judgement."""
        if not self.dealers:
            return hand.dealer.seat
        expected = (self.dealers[-1] + 1) % self.book.players
        if hand.dealer.seat == expected or self.hangs_on_the_first_bid(hand):
            return hand.dealer.seat
        said = f"{self.names[hand.dealer.seat]} deals hand {hand.number}, and it is {self.names[expected]}'s turn to deal"
        self.note("RS441", said, hand.dealer.span)
        first_bidder = hand.bids[0].seat if hand.bids else None
        return expected if first_bidder == (expected + 1) % self.book.players else hand.dealer.seat

    def hangs_on_the_first_bid(self, hand: RecordedHand) -> bool:
        """The bids of the hand before went on as if somebody else had dealt it, which has had its finding, and so does the deal."""
        before = self.record.hands[hand.number - 2]
        out_of_turn = any(finding.code == "RS447" and before.bids and finding.span == before.bids[0].span for finding in self.judged[-1].findings)
        return out_of_turn and hand.dealer.seat == before.bids[0].seat

    def length(self) -> None:
        """The record has as many hands as the game."""
        if self.misfits:
            return
        whole, row = self.hands_of_the_game, sections.first_row(self.ruleset, "schedule", {})
        if len(self.record.hands) > whole:
            extra = self.record.hands[whole]
            self.note("RS440", f"the game has {whole} hands, and this is hand {extra.number}", extra.span, row)
        elif self.record.unfinished is None and len(self.record.hands) < whole:
            said = f"the game has {whole} hands, and the record ends after {len(self.record.hands)}"
            self.note("RS440", said, self.record.end, row, "a game that was broken off ends with the line `unfinished`")

    # --- sets -----------------------------------------------------------------------------------------

    def set_end(self, number: int, hands: Sequence[JudgedHand]) -> None:
        """Premiums and totals may follow from what is written before or from the rules alone: one slip is one finding."""
        doubtful = self.misfit or any(hand.doubted for hand in hands)
        players, right = self.columns(hands, number), self.columns_by_rules(hands, number)
        premiums = questions.premiums(self.ruleset, players)
        by_rules = premiums if right is None else questions.premiums(self.ruleset, right)
        line = self.sum_line(PREMIUMS)
        if line is not None:
            if line.set_number != number:
                self.note("RS453", f"this is the end of set {number}", line.numbers.span)
            for entry in line.numbers.entries:
                if not doubtful and entry.number not in (premiums[entry.seat], by_rules[entry.seat]):
                    self.premium(entry, by_rules[entry.seat], right or players)
            premiums = list(line.numbers.by_seat())
        self.by_rules = None if right is None or self.misfit or self.by_rules is None else _added(self.by_rules, right, by_rules)
        self.total([*filter(None, (players, right))], [premiums, by_rules])

    def total(self, columns: Sequence[Sequence[PlayerSet]], premiums: Sequence[Sequence[int]]) -> None:
        """The line of totals: each may follow from the total before, the points and the premium as they are written or as they should be."""
        line = self.sum_line(TOTAL)
        follows = _added(self.written, columns[0], premiums[0])
        for entry in line.numbers.entries if line else ():
            seat, right = entry.seat, (self.by_rules or follows)[entry.seat]
            points = {sum(column[seat].points) for column in columns}
            fitting = {before + made + added[seat] for before in self.standing[seat] for made in points for added in premiums}
            if not self.misfit and entry.number not in fitting | {right}:
                self.note("RS451", f"the {WORDS[TOTAL]} of {self.names[seat]} is {right}, not {entry.number}", entry.value.span)
        self.written = follows if line is None else line.numbers.by_seat()
        rules = self.by_rules or self.written
        self.standing = [{one, other} for one, other in zip(self.written, rules, strict=True)]

    def premium(self, entry: Entry, right: int, players: Sequence[PlayerSet]) -> None:
        row = next(iter(questions.premium_rows(self.ruleset, players, entry.seat)), None)
        said = f"the premium of {self.names[entry.seat]} is {right}, not {entry.number}"
        self.note("RS450", said, entry.value.span, row, None if row else "no row of the premiums holds for this player")

    def columns(self, hands: Sequence[JudgedHand], number: int) -> list[PlayerSet]:
        """Each player's hands of a set as they are written."""
        return [_column(hands, seat, [(h.taken or (), h.points or ()) for h in hands], number) for seat in range(self.book.players)]

    def columns_by_rules(self, hands: Sequence[JudgedHand], number: int) -> list[PlayerSet] | None:
        """The same from bids and plays alone; None where a trick has no winner by the rules."""
        results = [hand.by_rules for hand in hands if hand.by_rules is not None]
        if len(results) < len(hands):
            return None
        return [_column(hands, seat, results, number) for seat in range(self.book.players)]

    def sum_line(self, kind: str) -> SumLine | None:
        """The line of premiums, totals or places that is due after the hands judged so far."""
        self.expected.append((kind, len(self.judged)))
        line = self.sums.get(self.expected[-1])
        breaks_off = self.record.unfinished is not None and len(self.judged) == len(self.record.hands)
        if line is None and self.record.scored and not breaks_off:
            last = self.record.hands[len(self.judged) - 1]
            self.note("RS453", f"the line of {kind} is missing after hand {last.number}", last.span)
        return line

    def compare(self, kind: str, code: str, follows: tuple[int, ...], by_rules: tuple[int, ...] | None) -> tuple[int, ...]:
        """What is written, where it is written, after comparing it with what follows and with what is right."""
        line = self.sum_line(kind)
        if line is None:
            return follows
        right = by_rules or follows
        for entry in line.numbers.entries:
            if entry.number not in (follows[entry.seat], right[entry.seat]):
                said = f"the {WORDS[kind]} of {self.names[entry.seat]} is {right[entry.seat]}, not {entry.number}"
                self.note(code, said, entry.value.span)
        return line.numbers.by_seat()

    # --- the end --------------------------------------------------------------------------------------

    def ending(self) -> tuple[tuple[int, ...] | None, tuple[int, ...] | None]:
        """Totals and places by the rules, None before the game's end; places written are judged by totals written."""
        if self.sets_done < len(self.book.schedule):
            return None, None
        finish = self.ruleset.finish
        places = None if self.by_rules is None else questions.places(finish, self.by_rules)
        self.compare(PLACES, "RS452", questions.places(finish, self.written), places)
        return self.by_rules, places

    def lines_out_of_place(self) -> None:
        """Every line of premiums, totals and places that stands where none is due, or a second time."""
        due = set(self.expected)
        for line in self.record.sums:
            if line.after <= len(self.judged) and (line.kind, line.after) not in due:
                self.note("RS453", f"no line of {line.kind} is due here", line.numbers.span)
            due.discard((line.kind, line.after))


WORDS = {TOTAL: "total", PLACES: "place"}


def _column(hands: Sequence[JudgedHand], seat: int, results: Sequence[tuple[Sequence[int], Sequence[int]]], number: int) -> PlayerSet:
    """One player's hands of a set: bids, and what came of them as tricks and points."""
    bids = tuple(hand.bids[seat] for hand in hands if hand.bids is not None)
    return PlayerSet(bids, tuple(taken[seat] for taken, _ in results), tuple(points[seat] for _, points in results), number)


def _added(before: Sequence[int], players: Sequence[PlayerSet], premiums: Sequence[int]) -> tuple[int, ...]:
    return tuple(total + sum(player.points) + premium for total, player, premium in zip(before, players, premiums, strict=True))

"""One recorded hand judged: the deal, the first illegal act, every trick's winner, the points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rulespec import questions, tally
from rulespec.game import Action, Bid, Deal, NameTrump, Opening, TakenTrick, Trump
from rulespec.hand import BID, NO_WINNER, TRUMP, TURN, HandState, IllegalAct, Stuck
from rulespec.ir.cards import mask_of
from rulespec.ir.ruleset import AnyRow, Choose, Fixed, Row, TrumpMethod, Turn, again_of
from rulespec.meanings.python import sections
from rulespec.notation import action_text, play_text, read_card, read_suit, suit_text
from rulespec.plays import Play
from rulespec.questions.trump import trump_row
from rulespec.record import FIXED, NAMED, TURNED, Entry, RecordedHand, TrickLine, TrumpLine
from rulespec.rulebook import Rulebook
from rulespec.spans import Span
from rulespec.trump import open_hand, with_trump
from verifier.evenings.findings import Finding
from verifier.evenings.replay_words import hands_dealt, plays_made

CODES = {"trump": "RS443", "bid": "RS444", "play": "RS445", "call": "RS446", "turn": "RS447"}
HOW = {
    FIXED: (Fixed, "no rule fixes the trump of this hand"),
    NAMED: (Choose, "no player names the trump of this hand"),
    TURNED: (Turn, "no card shows the trump of this hand"),
}
DEALERS, DEALER = "dealers_last_card", "dealer"
VERBS = {"trump": "name", "bid": "bid", "play": "play", "call": "announce", "turn": "do"}


@dataclass(frozen=True, slots=True)
class JudgedHand:
    """By seat: what is written, and what it should be. None where the hand stops before its end."""

    findings: tuple[Finding, ...]
    bids: tuple[int, ...] | None = None
    taken: tuple[int, ...] | None = None  # as the winners are written
    points: tuple[int, ...] | None = None  # as written, else as `taken` gives
    by_rules: tuple[tuple[int, ...], tuple[int, ...]] | None = None  # taken and points by the rules' winners
    doubted: frozenset[int] = frozenset()  # seats whose bid or points are a slip, one's own or another's: what hangs on them is not judged


def judge_hand(book: Rulebook, names: Sequence[str], hand: RecordedHand, opening: Opening, fitting: bool = True) -> JudgedHand:
    """The hand; one that is not of the size the game has is not `fitting`, and its trump is not judged by that size."""
    return _HandJudge(book, names, hand, opening, fitting).judged()


class _HandJudge:
    def __init__(self, book: Rulebook, names: Sequence[str], hand: RecordedHand, opening: Opening, fitting: bool) -> None:
        self.fitting = fitting
        self.book, self.ruleset, self.pack = book, book.ruleset, book.pack
        self.names, self.hand, self.opening = names, hand, opening
        self.findings: list[Finding] = []
        self.wrong_winners: list[Finding] = []
        self.dealt = hands_dealt(hand, self.pack, book.players, opening.dealer)
        self.plays = plays_made(hand, self.pack, self.dealt)
        self.suit = self.right_suit = read_suit(self.pack, hand.trump.suit.text) if hand.trump else None

    def note(self, code: str, message: str, span: Span, row: AnyRow | None = None, help_: str | None = None) -> None:
        self.findings.append(Finding(code, message, span, row, help_))

    def judged(self) -> JudgedHand:
        state = self.opened() if self.deal_is_right() else None
        state = state and self.bid(state)
        state = self.named_last(state) if state is not None and state.phase == TRUMP else state
        winners = self.tricks(state)
        if len(winners) < self.hand.cards or len(self.hand.bids) < self.book.players:
            return JudgedHand(tuple(self.findings))
        return self.scored(winners)

    # --- the deal -------------------------------------------------------------------------------------

    def deal_is_right(self) -> bool:
        """Every hand full, every card of the pack and dealt once. An unfinished record may lack hands."""
        before = len(self.findings)
        if any(not cards for cards in self.dealt):
            return False
        seen: dict[int, int] = {}
        for line in self.hand.deal:
            if len(line.cards) != self.hand.cards:
                self.note("RS442", f"{self.names[line.seat]} is dealt {len(line.cards)} cards, and the hand has {self.hand.cards}", line.span)
            for word, card in zip(line.cards, self.dealt[line.seat], strict=True):
                self.card(card, word.span, seen)
                seen.setdefault(card, line.seat)
        return len(self.findings) == before

    def card(self, card: int, span: Span, seen: dict[int, int]) -> None:
        name = self.pack.name(card)
        if not self.book.deck >> card & 1:
            self.note("RS442", f"{name} is not in the pack", span, sections.first_row(self.ruleset, "deck", {}))
        elif card in seen:
            self.note("RS442", f"{name} was dealt to {self.names[seen[card]]} before", span)

    # --- the trump ------------------------------------------------------------------------------------

    def opened(self) -> HandState | None:
        """The hand with its trump, or None where that is wrong or not there."""
        line = self.hand.trump
        if line is None:
            return None
        row = trump_row(self.ruleset, self.hand.cards, self.opening.set_number, self.book.deck.bit_count())
        self.dealt_again(row)
        turned = self.turned(line, row)
        wrong = self.misplaced(line, row, turned)
        if wrong is None:
            try:
                state = open_hand(self.book, self.opening, Deal(self.dealt, () if turned is None else (turned,)))
                return with_trump(state, Trump(self.suit, turned, line.named_by)) if state.phase != BID or state.trump else state
            except Stuck:
                wrong = "a card is turned for the trump, and the record does not say which"
            except IllegalAct as illegal:
                self.right_suit = next((act.suit for act in illegal.legal if isinstance(act, NameTrump)), self.suit)
                wrong = f"the trump cannot be {suit_text(self.pack, self.suit)}: {illegal.why}"
        if self.fitting:
            self.note("RS443", wrong, line.span, row)
        return None

    def dealt_again(self, row: Row[TrumpMethod]) -> None:
        """The hand was not dealt again more often than a player may choose."""
        again = again_of(row.result)
        most = again.at_most if again else 0
        if self.hand.redeals > most:
            self.note("RS443", f"this hand is dealt again {self.hand.redeals} times, and the rules allow it {most} times", self.hand.span, row)

    def named_last(self, state: HandState) -> HandState | None:
        """The hand whose bidder names the trump, when all have bid."""
        line = self.hand.trump
        assert line is not None
        try:
            return with_trump(state, Trump(self.suit, None, line.named_by))
        except IllegalAct as illegal:
            named = self.names[state.chooser]
            self.note("RS443", f"the trump cannot be {suit_text(self.pack, self.suit)}: {illegal.why}, and it is {named}", line.span, state.trump_row)
            return None

    def turned(self, line: TrumpLine, row: Row[TrumpMethod]) -> int | None:
        """The card that was turned; a joker is the dealer's last card where that is the one to show."""
        if line.card is None:
            return None
        if isinstance(row.result, Turn) and row.result.card == DEALERS:
            last = self.dealt[self.opening.dealer][-1]
            if self.pack.name(last) == line.card.text.upper():
                return last
        return read_card(self.pack, line.card.text, mask_of(card for cards in self.dealt for card in cards))

    def misplaced(self, line: TrumpLine, row: Row[TrumpMethod], turned: int | None) -> str | None:
        """What is wrong with how the trump is said to have been found."""
        first = (self.opening.dealer + 1) % self.book.players
        if line.how in HOW and not isinstance(row.result, HOW[line.how][0]):
            return HOW[line.how][1]
        if isinstance(row.result, Choose) and not row.result.after_bids:
            chooser = self.opening.dealer if row.result.by == DEALER else first
            if line.named_by not in (None, chooser):
                return f"it is {self.names[chooser]} who names the trump"
        if isinstance(row.result, Turn) and row.result.card != DEALERS and turned is not None:
            if not self.book.deck >> turned & 1:
                return f"{self.pack.name(turned)} is not in the pack"
            holder = next((seat for seat, cards in enumerate(self.dealt) if turned in cards), None)
            return None if holder is None else f"{self.pack.name(turned)} was dealt to {self.names[holder]}"
        return None

    # --- acts ----------------------------------------------------------------------------------------

    def bid(self, state: HandState) -> HandState | None:
        for entry in self.hand.bids:
            after = self.act(state, entry, Bid(entry.number))
            if after is None:
                return None
            state = after
        return state

    def act(self, state: HandState, entry: Entry, action: Action) -> HandState | None:
        """The hand after an act; None where it is the first that the rules forbid."""
        name = self.names[entry.seat]
        if state.turn is not None and entry.seat != state.turn:
            self.note(CODES[TURN], f"{name} is not the one to {state.phase}: it is {self.names[state.turn]}'s turn", entry.span)
            return None
        try:
            return state.after(action)
        except IllegalAct as wrong:
            if not self.wrong_winners or self.plays_as_dealt(entry.seat):
                self.forbidden(wrong, name, entry.value.span)
            return None

    def plays_as_dealt(self, seat: int) -> bool:
        """Whether a player played what he was dealt; otherwise a card with which he won or lost a trick wrongly may be the slip."""
        played = Counter(play.card for line, plays in zip(self.hand.tricks, self.plays, strict=True)
                         for entry, play in zip(line.plays, plays, strict=True) if entry.seat == seat)  # fmt: skip
        return not played - Counter(self.dealt[seat])

    def forbidden(self, wrong: IllegalAct, name: str, span: Span) -> None:
        shown = action_text(self.pack, wrong.what)
        legal = ", ".join(dict.fromkeys(action_text(self.pack, act) for act in wrong.legal))
        message = f"{name} may not {VERBS[wrong.kind]} `{shown}`: {wrong.why}"
        self.note(CODES[wrong.kind], message, span, wrong.row, f"legal here: {legal}" if legal else "nothing is legal here")

    # --- tricks ---------------------------------------------------------------------------------------

    def tricks(self, state: HandState | None) -> list[tuple[int, int | None]]:
        """For each full trick the winner that is written and the one by the rules; from an illegal play on both are what is written."""
        winners: list[tuple[int, int | None]] = []
        illegal = False
        for line, plays in zip(self.hand.tricks, self.plays, strict=True):
            if state is not None:
                state = self.trick(state, line, plays)
                illegal = state is None
            if len(plays) == self.book.players:
                winners.append((line.winner.seat, line.winner.seat) if illegal and line.winner else self.winner(line, plays))
                state = state and self.follow_the_record(state, len(winners), winners[-1][0])
        self.findings += self.another_trump() or self.wrong_winners
        return winners

    def another_trump(self) -> list[Finding]:
        """One finding in the place of several winners that are wrong, where all that are written are right with another trump."""
        line, whole = self.hand.trump, [(one, plays) for one, plays in zip(self.hand.tricks, self.plays, strict=True) if len(plays) == self.book.players]
        if len(self.wrong_winners) < 2 or line is None:
            return []
        for suit in (*range(len(self.pack.suits)), None):
            places = [self.book.winner(suit, plays) for _, plays in whole]
            if all(place is not None and one.winner is not None and one.winner.seat == one.plays[place].seat for (one, _), place in zip(whole, places, strict=True)):
                said = f"the tricks are won as if the trump were {suit_text(self.pack, suit)}, and it is {suit_text(self.pack, self.right_suit)}"
                return [Finding("RS448", said, line.span)]
        return []

    def trick(self, state: HandState, line: TrickLine, plays: Sequence[Play]) -> HandState | None:
        for entry, play in zip(line.plays, plays, strict=True):
            after = self.act(state, entry, play)
            if after is None:
                return None
            state = after
        return state

    def winner(self, line: TrickLine, plays: Sequence[Play]) -> tuple[int, int | None]:
        """The written winner and the right one. Where the trump is a slip, the record may go on without it."""
        place = self.book.winner(self.right_suit, plays)
        if place is None:
            shown, trump = " ".join(play_text(self.pack, play) for play in plays), suit_text(self.pack, self.right_suit)
            self.note("RS448", f"the rules name no winner of {shown} with {trump} as trump", line.span)
            return (line.winner or line.plays[0]).seat, None
        seat = line.plays[place].seat
        if line.winner is None:
            return seat, seat
        by_the_slip = place if self.suit == self.right_suit else self.book.winner(self.suit, plays)
        if line.winner.seat != seat and (by_the_slip is None or line.winner.seat != line.plays[by_the_slip].seat):
            row = questions.standings(self.ruleset, self.right_suit, plays)[place].row
            said = f"{self.names[line.winner.seat]} does not win this trick, {self.names[seat]} does with {play_text(self.pack, plays[place])}"
            self.wrong_winners.append(Finding("RS448", said, line.winner.span, row))
        return line.winner.seat, seat

    def follow_the_record(self, state: HandState, number: int, winner: int) -> HandState:
        """The hand as it went on: the written winner leads, unless the record itself goes on with the right one."""
        tricks, seen = self.hand.tricks, state.tricks
        if state.phase == NO_WINNER:
            return replace(state, tricks=(*seen, TakenTrick(state.leader, state.table, winner)), table=())
        led_by = tricks[number].plays[0].seat if number < len(tricks) and tricks[number].plays else None
        return state if led_by == seen[-1].winner else replace(state, tricks=(*seen[:-1], replace(seen[-1], winner=winner)))

    # --- points ---------------------------------------------------------------------------------------

    def scored(self, winners: Sequence[tuple[int, int | None]]) -> JudgedHand:
        """Points may follow from the winners that are written or from the right ones: one slip is one finding."""
        bids = tuple(entry.number for entry in sorted(self.hand.bids, key=lambda entry: entry.seat))
        taken = self.taken([written for written, _ in winners])
        right = [seat for _, seat in winners if seat is not None]
        by_rules = None
        written = self.hand.points.by_seat() if self.hand.points else self.points(bids, taken)
        if any(finding.code == CODES["bid"] for finding in self.findings):
            return JudgedHand(tuple(self.findings), bids, taken, written, (taken, written), frozenset(range(self.book.players)))
        if len(right) == len(winners):
            by_rules = self.taken(right), self.points(bids, self.taken(right))
        doubted = self.claims(bids, taken, by_rules[0] if by_rules else taken)
        return JudgedHand(tuple(self.findings), bids, taken, written, by_rules, frozenset(doubted))

    def claims(self, bids: Sequence[int], *taken: Sequence[int]) -> list[int]:
        """The written points against those for any of the accounts of the tricks; the last is the right one. Who has wrong ones."""
        wrong = []
        answers = [tally.hand_answers(self.ruleset, self.opening, self.hand.cards, bids, one) for one in taken]
        for entry in self.hand.points.entries if self.hand.points else ():
            seat, answer = entry.seat, answers[-1][entry.seat]
            if all(entry.number != one[seat].value for one in answers):
                said = f"{self.names[seat]} bid {bids[seat]} and took {taken[-1][seat]}: {answer.value} points, not {entry.number}"
                self.note("RS449", said, entry.value.span, answer.row)
                wrong.append(seat)
        return wrong

    def points(self, bids: Sequence[int], taken: Sequence[int]) -> tuple[int, ...]:
        return tally.hand_points(self.ruleset, self.opening, self.hand.cards, bids, taken)

    def taken(self, winners: Sequence[int]) -> tuple[int, ...]:
        return tuple(winners.count(seat) for seat in range(self.book.players))

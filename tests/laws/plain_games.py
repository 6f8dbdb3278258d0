"""What is met in a single game, played from its first deal to its end: by chance, or in every way there is.

Written for one game at a time, without any of the short cuts of `verifier.small_game`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import permutations
from random import Random
from typing import Any, TypeVar

from rulespec import tally
from rulespec.engine import deal, finished
from rulespec.game import Bid, Opening, PlayedHand
from rulespec.hand import NO_WINNER, OVER, HandState, Stuck
from rulespec.ir.cards import bits
from rulespec.ir.ruleset import Choose, Fixed, RuleSet, Turn
from rulespec.questions.finish import places
from rulespec.rulebook import rulebook
from rulespec.trump import open_hand
from verifier.small_game import met
from verifier.small_game.met import alike

T = TypeVar("T")
Chooser = Callable[[Sequence[Any]], Any]
Found = dict[str, set[Any]]
SECTIONS = ("schedule", "trump", "bid", "lead", "follow", "call", "strength", "score", "premium", "finish", "dead_ends")


def nothing() -> Found:
    return {section: set() for section in SECTIONS}


def by_chance(ruleset: RuleSet, games: int, seed: int = 0) -> Found:
    """What is met in some games in which everybody does anything that is legal."""
    rng, found = Random(seed), nothing()
    for _ in range(games):
        OneGame(ruleset, lambda options: options[rng.randrange(len(options))], found).play(lambda cards: rng.sample(cards, len(cards)))
    return found


def in_every_way(ruleset: RuleSet, most: int) -> tuple[Found, bool]:
    """What is met in all games: every order of the pack in every hand, every act of everybody; False where they are more than `most`."""
    found, needed = nothing(), ruleset.players * max(size for one in rulebook(ruleset).schedule for size in one) + 1
    for number, choose in enumerate(every_choice()):
        if number == most:
            return found, False
        OneGame(ruleset, choose, found).play(lambda cards, choose=choose: choose(orders(tuple(cards), needed)))
    return found, True


@cache
def orders(cards: tuple[int, ...], needed: int) -> list[tuple[int, ...]]:
    """Every order of a pack as far as its first cards go."""
    found = {order[:needed]: order for order in permutations(cards)}
    return list(found.values())


def every_choice() -> Iterator[Chooser]:
    """Choosers which together choose everything, whatever they are asked."""
    path: list[int] = []
    while True:
        widths: list[int] = []

        def choose(options: Sequence[T], path: list[int] = path, widths: list[int] = widths) -> T:
            if len(widths) == len(path):
                path.append(0)
            widths.append(len(options))
            return options[path[len(widths) - 1]]

        yield choose
        while path and path[-1] + 1 == widths[len(path) - 1]:
            path.pop()
        if not path:
            return
        path[-1] += 1


class OneGame:
    def __init__(self, ruleset: RuleSet, choose: Chooser, found: Found) -> None:
        self.ruleset, self.book, self.choose, self.found = ruleset, rulebook(ruleset), choose, found
        self.players = ruleset.players

    def play(self, shuffled: Callable[[list[int]], Sequence[int]]) -> None:
        first = self.choose(range(self.players))
        passes, totals, number = [0] * self.players, [0] * self.players, 0
        for set_number, sizes in enumerate(self.book.schedule, start=1):
            played: list[PlayedHand] = []
            for size in sizes:
                number += 1
                opening = Opening((first + number - 1) % self.players, number, set_number, tuple(passes))
                hand = self.hand(opening, first, size, shuffled)
                if hand is None:
                    return
                played.append(hand)
                passes = [made + (bid == 0) for made, bid in zip(passes, hand.bids, strict=True)]
            totals = list(self.set(played, totals))
        self.found["finish"].add(met.FinishMet(tuple(totals), places(self.ruleset.finish, totals)))

    def set(self, played: list[PlayedHand], totals: Sequence[int]) -> Sequence[int]:
        done, opening = tally.finish_set(self.ruleset, played, totals), played[0].opening
        order = [(opening.dealer + 1 + place) % self.players for place in range(self.players)]
        bids, taken = ([tuple(row[seat] for seat in order) for row in rows] for rows in ([h.bids for h in played], [h.taken for h in played]))
        sizes, added = tuple(h.deal.size for h in played), tuple(done.premiums[seat] for seat in order)
        self.found["premium"].add(met.SetMet(opening.set_number, sizes, tuple(bids), tuple(taken), added))
        return done.totals

    def hand(self, opening: Opening, first: int, size: int, shuffled: Callable[[list[int]], Sequence[int]]) -> PlayedHand | None:
        state = self.dealt(opening, first, size, shuffled)
        while state is not None and state.phase not in (OVER, NO_WINNER):
            self.ask(state)
            legal = state.legal()
            if not legal:
                return None
            before, state = state, state.step(self.choose(legal))
            self.judge(before, state)
        if state is None or state.phase == NO_WINNER:
            return None
        hand = finished(state)
        for seat in range(self.players):
            args = (size, opening.set_number, hand.bids[seat], hand.taken[seat], sum(hand.bids), hand.points[seat])
            self.found["score"].add(met.ScoreMet(opening.number, *args))
        return hand

    def dealt(self, opening: Opening, first: int, size: int, shuffled: Callable[[list[int]], Sequence[int]]) -> HandState | None:
        try:
            state = open_hand(self.book, opening, deal(self.book, shuffled(list(bits(self.book.deck))), size, opening.dealer))
        except Stuck:
            self.found["dead_ends"].add(met.DeadEnd(opening.number, met.NO_DEAL, None))
            return None
        left = self.book.deck.bit_count() - size * self.players
        dealer = (opening.dealer - first) % self.players
        self.found["schedule"].add(met.HandMet(opening.number, opening.set_number, size, dealer, left))
        return state

    def ask(self, state: HandState) -> None:
        number, size, trick = state.opening.number, state.deal.size, len(state.tricks) + 1
        if state.phase == "bid":
            if not state.bids:
                self.trump(state)
            legal = tuple(act.number for act in state.legal() if isinstance(act, Bid))
            asked = met.BidMet(number, size, len(state.bids), state.bids, state.passes, legal)
            self.found["bid"].add(asked)
            self.stuck(number, met.NO_BID, asked, bool(legal))
        elif state.phase == "play":
            assert state.turn is not None
            about = (number, size, state.held[state.turn], state.suit, trick)
            self.card(state, met.FollowMet(*about, state.table, state.playable().value) if state.table else met.LeadMet(*about, state.playable().value))

    def card(self, state: HandState, asked: met.FollowMet | met.LeadMet) -> None:
        asked = alike(asked, self.book.pack)
        self.found["follow" if state.table else "lead"].add(asked)
        call = None
        if asked.playable & self.book.pack.jokers_mask:
            suit = None
            if state.table:
                lead = state.table[0]
                suit = lead.named if lead.level else self.book.pack.suit_of(lead.card)
            call = met.CallMet(not state.table, state.suit, suit, frozenset((p.level, p.named) for p in state.legal() if p.level))
            self.found["call"].add(call)
        self.stuck(state.opening.number, met.NO_CALL if asked.playable else met.NO_CARD, call if asked.playable else asked, bool(state.legal()))

    def stuck(self, number: int, missing: str, asked: Any, may: bool) -> None:
        if not may:
            self.found["dead_ends"].add(met.DeadEnd(number, missing, asked))

    def trump(self, state: HandState) -> None:
        match state.trump_row.result:
            case Turn(card):
                how = card
            case Choose():
                how = "chosen"
            case Fixed():
                how = "fixed"
        opening = state.opening
        self.found["trump"].add(met.TrumpMet(opening.number, state.deal.size, opening.set_number, how, state.suit))

    def judge(self, before: HandState, after: HandState) -> None:
        if after.phase == NO_WINNER:
            asked = alike(met.StrengthMet(after.suit, after.table, None), self.book.pack)
            self.found["strength"].add(asked)
            self.found["dead_ends"].add(met.DeadEnd(after.opening.number, met.NO_WINNER, asked))
        elif len(after.tricks) > len(before.tricks):
            last = after.tricks[-1]
            place = (last.winner - last.leader) % self.players
            self.found["strength"].add(alike(met.StrengthMet(after.suit, last.plays, place), self.book.pack))

"""Question `score`: what a player's hand is worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from typing import TYPE_CHECKING

from rulespec.ir.ruleset import RuleSet
from rulespec.ir.sections import BY_NAME, ScopeName
from rulespec.ir.types import Bool, Int
from rulespec.meanings.python import sections
from rulespec.meanings.python.evaluate import Env
from rulespec.meanings.python.sections import Answer
from rulespec.questions.base import Case, Condition, Impossible, InHand, Keys, Question, Replied, no_such_size, set_key
from rulespec.questions.conditions import broken, ground_env
from rulespec.questions.ground import Dealt, Hand, reads

if TYPE_CHECKING:
    from rulespec.cases.fields import Fields
    from rulespec.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class HandResult(InHand):
    """What one player bid and took in a hand, the sum of everybody's bids, whether the hand counts double."""

    hand: Hand
    bid: int
    tricks: int
    bids_total: int = 0
    doubled: bool = False


@dataclass(frozen=True, slots=True)
class HandEnd(InHand):
    """A finished hand: everybody's bids and tricks in bidding order, seen by the player at `seat`.

    `passes` are the zero bids each had made before; `doubled` is a hand that was dealt again and so counts double.
    """

    hand: Hand
    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    seat: int
    passes: tuple[int, ...] = ()
    doubled: bool = False

    @property
    def result(self) -> HandResult:
        """The player's own part of it."""
        return HandResult(self.hand, self.bids[self.seat], self.tricks[self.seat], sum(self.bids), self.doubled)


def score_names(ruleset: RuleSet, hand_size: int, bid: int, tricks: int, bids_total: int, set_number: int, doubled: bool = False) -> Env:
    """The names of the section."""
    return {
        "hand_size": hand_size, "bid": bid, "tricks": tricks, "bids_total": bids_total,
        "players": ruleset.players, "set_number": set_number, "doubled": doubled,
    }  # fmt: skip


def points(ruleset: RuleSet, hand_size: int, bid: int, tricks: int, bids_total: int, set_number: int, doubled: bool = False) -> Answer:
    """What a player's hand is worth, and the row."""
    return sections.first(ruleset, "score", score_names(ruleset, hand_size, bid, tricks, bids_total, set_number, doubled))


def scored(ruleset: RuleSet, hand_size: int, bid: int, tricks: int, bids_total: int, set_number: int, doubled: bool = False) -> bool:
    """Whether some row of `score` answers."""
    return bool(sections.every_row(ruleset, "score", score_names(ruleset, hand_size, bid, tricks, bids_total, set_number, doubled)))


def doublings(dealt: Dealt, read: bool) -> tuple[bool, ...]:
    """Whether a hand may be doubled, as far as the score looks at it (`read`)."""
    return (False, True) if read and dealt.may_double else (False,)


class ScoreQuestion(Question[HandResult]):
    """See the module."""

    section, spelled = "score", "score"
    keys = Keys(("cards", "bid", "tricks"), ("bids_total", "set_number", "doubled"), "what the hand is worth")
    conditions = (
        Condition("a bid is 0 to all tricks of the hand", "bid <= hand_size"),
        Condition("nobody takes more tricks than there are", "tricks <= hand_size"),
    )

    def names(self, book: Rulebook, at: HandResult) -> Env:
        return score_names(book.ruleset, at.hand.size, at.bid, at.tricks, at.bids_total, at.hand.set_number, at.doubled)

    def hangs_on_hand(self, book: Rulebook) -> bool:
        return super().hangs_on_hand(book) or "doubled" in reads(book.ruleset, "score")

    def why_not(self, book: Rulebook, at: HandResult) -> Iterator[Impossible]:
        dealt = book.ground.of(at.hand)
        env = {**ground_env(book.ground, dealt), **self.names(book, at)}
        yield from broken(book.ruleset, "score", self.conditions, env, ("cards",))
        results = book.results(dealt)
        if "bids_total" in reads(book.ruleset, "score"):
            if (at.bid, at.bids_total) not in results:
                what = f"with {at.hand.size} cards and a bid of {at.bid} the bids of all cannot come to {at.bids_total}"
                yield Impossible("RS410", what, ("bids_total",))
        elif all(bid != at.bid for bid, _ in results):
            yield Impossible("RS411", f"nobody can bid {at.bid} of {at.hand.size}", ("bid",))
        if at.doubled and not dealt.may_double:
            yield Impossible("RS411", f"no hand of {at.hand.size} cards counts double in this game", ("doubled",))

    def reply(self, book: Rulebook, at: HandResult) -> Replied:
        found = points(book.ruleset, at.hand.size, at.bid, at.tricks, at.bids_total, at.hand.set_number, at.doubled)
        assert isinstance(found.value, int)
        return Replied(found.value, (found.row,))

    def read(self, fields: Fields) -> tuple[HandResult, ...]:
        size = fields.whole("cards", 1, fields.book.pack.size)
        bid, tricks = fields.whole("bid", 0, size), fields.whole("tricks", 0, size)
        total = fields.whole("bids_total", 0, size * fields.book.players)
        number, doubled = fields.set_number(), fields.flag("doubled")
        fields.stop()
        if not fields.book.ground.fitting(size):
            fields.impossible(no_such_size(fields.book.ground, size))
            return ()
        if fields.written.get("bids_total") is None and "bids_total" in reads(fields.book.ruleset, "score"):
            fields.wrong("RS405", "in this game the score depends on all bids of the hand", fields.at("question"), "add `bids_total`, their sum")
        elif fields.written.get("bids_total") is not None and total < bid:
            fields.wrong("RS410", f"the sum of all bids is less than this player's bid of {bid}", fields.at("bids_total"))
        hands = fields.in_sets(size, number)
        open_ = fields.written.get("doubled") is None and "doubled" in reads(fields.book.ruleset, "score")
        return tuple(HandResult(dealt.hand, bid, tricks, total, twice) for dealt in hands for twice in (doublings(dealt, True) if open_ else (doubled,)))

    def write(self, book: Rulebook, at: HandResult) -> Case:
        case: Case = {"question": self.spelled, "cards": at.hand.size, "bid": at.bid, "tricks": at.tricks}
        total = {"bids_total": at.bids_total} if "bids_total" in reads(book.ruleset, "score") else {}
        twice = {"doubled": at.doubled} if at.doubled or ("doubled" in reads(book.ruleset, "score") and book.ground.of(at.hand).may_double) else {}
        return {**case, **total, **set_key(book.ruleset, "score", at.hand.set_number), **twice}

    def every(self, book: Rulebook) -> Iterator[HandResult]:
        read = reads(book.ruleset, "score")
        for dealt in book.ground.dealt:
            bids = sorted(book.results(dealt)) if "bids_total" in read else sorted({(bid, 0) for bid, _ in book.results(dealt)})
            for (bid, all_bids), twice in product(bids, doublings(dealt, "doubled" in read)):
                yield from (HandResult(dealt.hand, bid, tricks, all_bids, twice) for tricks in range(dealt.hand.size + 1))

    def sample(self, book: Rulebook, rng: Random) -> HandResult | None:
        dealt: Dealt = rng.choice(book.ground.dealt)
        results = sorted(book.results(dealt))
        if not results:
            return None
        bid, total = rng.choice(results)
        read = reads(book.ruleset, "score")
        found = HandResult(dealt.hand, bid, rng.randint(0, dealt.hand.size), total)
        if len(twice := doublings(dealt, "doubled" in read)) > 1:
            found = replace(found, doubled=rng.choice(twice))
        return found if "bids_total" in read else replace(found, bids_total=0)


# --- what claims may speak of ---------------------------------------------------------------------

SCOPE_NAMES = (
    *BY_NAME["score"].names,
    ScopeName("seat", lambda f: Int(0, f.players - 1), "the player's place in the bidding; the dealer is last"),
    ScopeName("scored", lambda f: Bool(), "the rules give this result a score"),
    ScopeName("points", lambda f: f.points, "what the hand is worth to him"),
    ScopeName("points_if_exact", lambda f: f.points, "what the same tricks were worth if he had bid them"),
    ScopeName("makers", lambda f: Int(0, f.players), "how many players made their bids"),
)


def claim_names(book: Rulebook, at: HandEnd) -> Env:
    """The names of the scope by the reference meaning."""
    result = at.result
    exact = (at.hand.size, result.tricks, result.tricks, result.bids_total - result.bid + result.tricks, at.hand.set_number, at.doubled)
    value = (at.hand.size, result.bid, result.tricks, result.bids_total, at.hand.set_number, at.doubled)
    return {
        **score_names(book.ruleset, *value), "seat": at.seat, "scored": scored(book.ruleset, *value),
        "points": points(book.ruleset, *value).value,
        "points_if_exact": points(book.ruleset, *exact).value,
        "makers": sum(b == t for b, t in zip(at.bids, at.tricks, strict=True)),
    }  # fmt: skip

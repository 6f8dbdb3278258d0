"""Question `bid`: which bids are open to a player after those made before. Cases call it `bids`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from rulespec.ir.ruleset import AnyRow, RuleSet
from rulespec.ir.sections import BY_NAME, ScopeName
from rulespec.ir.types import Bool, Int
from rulespec.meanings.python import sections
from rulespec.meanings.python.evaluate import Env
from rulespec.questions.base import Case, Condition, Impossible, InHand, Keys, Question, Replied, distinct, no_such_size
from rulespec.questions.conditions import broken, ground_env
from rulespec.questions.ground import Hand, bid_env, reads

if TYPE_CHECKING:
    from rulespec.cases.fields import Fields
    from rulespec.rulebook import Rulebook

LEGAL = "each bid made before was legal when it was made"


@dataclass(frozen=True, slots=True)
class Bidding(InHand):
    """A player about to bid: the bids made before, in order; his zero bids of earlier hands, and theirs.

    `bid` is a bid he thinks of, where a claim is about one. `earlier_passes` may be left out.
    """

    hand: Hand
    earlier: tuple[int, ...]
    passes: int = 0
    earlier_passes: tuple[int, ...] = ()
    bid: int = 0

    @property
    def seat(self) -> int:
        """His place in the bidding, from 0."""
        return len(self.earlier)

    def made_by(self, seat: int) -> int | None:
        """Zero bids that an earlier bidder had made before, where that is known."""
        return self.earlier_passes[seat] if seat < len(self.earlier_passes) else None


# --- what the rules say, for whoever has the parts at hand --------------------------------------


def bid_names(ruleset: RuleSet, bid: int, hand_size: int, earlier: Sequence[int], passes_before: int = 0) -> Env:
    """The names of the section; the number of bids made before is the bidder's seat."""
    return bid_env(ruleset.players, bid, hand_size, len(earlier), sum(earlier), passes_before)


def bid_forbidden(ruleset: RuleSet, bid: int, hand_size: int, earlier: Sequence[int], passes_before: int = 0) -> AnyRow | None:
    """The row that forbids a bid, or None."""
    return sections.forbidding(ruleset, "bid", bid_names(ruleset, bid, hand_size, earlier, passes_before))


def legal_bids(ruleset: RuleSet, hand_size: int, earlier: Sequence[int], passes_before: int = 0) -> list[int]:
    """The bids from 0 to the hand's size that no row forbids."""
    return [bid for bid in range(hand_size + 1) if bid_forbidden(ruleset, bid, hand_size, earlier, passes_before) is None]


class BidQuestion(Question[Bidding]):
    """See the module."""

    section, spelled, many = "bid", "bids", True
    keys = Keys(("cards", "earlier"), ("passes_before", "passes"), "which bids are open")
    conditions = (
        Condition("a bid is 0 to all tricks of the hand", "bid <= hand_size"),
        Condition("no more zero bids than hands before", "passes_before < hand_number"),
    )

    def names(self, book: Rulebook, at: Bidding) -> Env:
        return bid_names(book.ruleset, at.bid, at.hand.size, at.earlier, at.passes)

    def why_not(self, book: Rulebook, at: Bidding) -> Iterator[Impossible]:
        dealt = book.ground.of(at.hand)
        if at.seat >= book.players:
            yield Impossible("RS411", f"{at.seat} bids were made before, and {book.players} play", ("earlier",))
            return
        if at.passes > dealt.passes:
            most = f"nobody can have made more than {dealt.passes} before a hand of {at.hand.size}"
            yield Impossible("RS410", f"{at.passes} zero bids before this hand cannot be", ("passes_before",), most)
        for place, bid in enumerate(at.earlier):
            yield from self._not_made(book, at, place, bid, dealt.passes)
        yield from broken(book.ruleset, "bid", self.conditions, {**ground_env(book.ground, dealt), **self.names(book, at)}, ("cards",))

    def _not_made(self, book: Rulebook, at: Bidding, place: int, bid: int, most: int) -> Iterator[Impossible]:
        """An earlier bid that no number of zero bids before made legal, or not the known one."""
        known = at.made_by(place)
        read = "passes_before" in reads(book.ruleset, "bid")
        tried = [known] if known is not None else range(most + 1) if read else [0]
        rows = [bid_forbidden(book.ruleset, bid, at.hand.size, at.earlier[:place], made) for made in tried]
        if bid > at.hand.size or all(row is not None for row in rows):
            row = rows[0]
            by = f": `{row.name}` forbids it" if row is not None else ""
            yield Impossible("RS411", f"the bid {bid} could not be made{by}", ("earlier", place), None, row)

    def reply(self, book: Rulebook, at: Bidding) -> Replied:
        by_bid = [bid_forbidden(book.ruleset, bid, at.hand.size, at.earlier, at.passes) for bid in range(at.hand.size + 1)]
        return Replied([bid for bid, row in enumerate(by_bid) if row is None], distinct(by_bid))

    def read(self, fields: Fields) -> tuple[Bidding, ...]:
        """Where the rules look at zero bids made before and the case is silent, one situation for each number of them."""
        size = fields.whole("cards", 1, fields.book.pack.size)
        earlier = fields.wholes("earlier", size)
        most = max(0, fields.book.ruleset.facts.hands.high - 1)
        key = "passes_before" if fields.written.get("passes") is None else "passes"
        given = fields.whole(key, 0, most, otherwise=-1)
        fields.stop()
        hands = fields.book.ground.fitting(size)
        if not hands:
            fields.impossible(no_such_size(fields.book.ground, size))
            return ()
        last = max(hands, key=lambda dealt: (dealt.passes, -dealt.hand.number))
        if given >= 0:
            first = next((dealt for dealt in hands if dealt.passes >= given), last)
            return (Bidding(first.hand, earlier, given),)
        read = "passes_before" in reads(fields.book.ruleset, "bid")
        passes = range(last.passes + 1) if read else [0]
        return tuple(Bidding((last if made else hands[0]).hand, earlier, made) for made in passes)

    def write(self, book: Rulebook, at: Bidding) -> Case:
        case: Case = {"question": self.spelled, "cards": at.hand.size, "earlier": list(at.earlier)}
        return {**case, "passes_before": at.passes} if "passes_before" in reads(book.ruleset, "bid") else case

    def every(self, book: Rulebook) -> Iterator[Bidding]:
        read = "passes_before" in reads(book.ruleset, "bid")
        for dealt in book.ground.dealt:
            made = range((dealt.passes if read else 0) + 1)
            rows: list[tuple[int, ...]] = [()]
            for seat in range(book.players):
                yield from (Bidding(dealt.hand, row, passes) for row in rows for passes in made)
                rows = [(*row, bid) for row in rows for bid in book.passes.open(dealt.hand.size, seat, sum(row), dealt.passes)]

    def sample(self, book: Rulebook, rng: Random) -> Bidding | None:
        dealt = rng.choice(book.ground.dealt)
        earlier: tuple[int, ...] = ()
        for seat in range(rng.randrange(book.players)):
            legal = sorted(book.passes.open(dealt.hand.size, seat, sum(earlier), dealt.passes))
            if not legal:
                return None
            earlier = (*earlier, rng.choice(legal))
        passes = rng.randint(0, dealt.passes) if "passes_before" in reads(book.ruleset, "bid") else 0
        return Bidding(dealt.hand, earlier, passes)


# --- what claims may speak of ---------------------------------------------------------------------

SCOPE_NAMES = (
    *BY_NAME["bid"].names,
    ScopeName("bid_allowed", lambda f: Bool(), "the rules let him make this bid"),
    ScopeName("legal_bids", lambda f: Int(0, f.hand_size.high + 1), "how many bids the rules let him make"),
)


def claim_names(book: Rulebook, at: Bidding) -> Env:
    """The names of the scope by the reference meaning."""
    legal = legal_bids(book.ruleset, at.hand.size, at.earlier, at.passes)
    return {**bid_names(book.ruleset, at.bid, at.hand.size, at.earlier, at.passes), "bid_allowed": at.bid in legal, "legal_bids": len(legal)}

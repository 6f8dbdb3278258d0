"""Situations to choose from: small ones systematically, then some at random. The same on every machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from random import Random

from rulespec import rules
from rulespec.cases.arise import reads, trumps
from rulespec.cases.questions import Bids, Calls, Plays, Score, SetEnd, Situation, Trump, Winner
from rulespec.ir.cards import bits, mask_of
from rulespec.ir.ruleset import Fixed, Turn
from rulespec.rulebook import Rulebook
from rulespec.situations import Play

SEED = 1
RANDOM = 1500


def sample_cards(book: Rulebook, per_suit: Sequence[int]) -> list[int]:
    """The lowest and highest cards of the first suits, so many each, and all jokers."""
    found: list[int] = []
    for suit, number in enumerate(per_suit[: len(book.pack.suits)]):
        cards = list(bits(book.deck & book.pack.suit_mask(suit)))
        found += sorted({cards[0], cards[-1]})[-number:] if cards and number else []
    return found + list(bits(book.deck & book.pack.jokers_mask))


def some_trumps(book: Rulebook, suits: int) -> list[int | None]:
    """Trumps that can arise: the first suits, then none."""
    possible = trumps(book)
    found: list[int | None] = [suit for suit in range(suits) if suit in possible]
    return found + ([None] if None in possible else []) or list(possible)[:1]


def plays(book: Rulebook) -> Iterator[Situation]:
    """Hands of one and two sample cards to every lead, then random hands of all sizes."""
    cards = sample_cards(book, (2, 2, 2, 2))
    for size, trump in product((1, 2), some_trumps(book, 3)):
        if size > book.ruleset.facts.hand_size.high:
            continue
        for held in combinations(cards, size):
            yield Plays(mask_of(held), trump, ())
            for led in book.plays(mask_of(c for c in cards if c not in held), trump, ()):
                yield Plays(mask_of(held), trump, (led,))
    rng = Random(SEED)
    for _ in range(RANDOM):
        yield _random_play(book, rng)


def _random_play(book: Rulebook, rng: Random) -> Situation:
    size = rng.randint(1, book.ruleset.facts.hand_size.high)
    drawn = rng.sample(list(bits(book.deck)), min(size + book.players - 1, book.deck.bit_count()))
    trump = rng.choice(sorted(trumps(book), key=str))
    trick: list[Play] = []
    for card in drawn[size : size + rng.randrange(book.players)]:
        ways = book.plays(1 << card, trump, trick)
        if not ways:
            break
        trick.append(rng.choice(ways))
    return Plays(mask_of(drawn[:size]), trump, tuple(trick))


def winner(book: Rulebook) -> Iterator[Situation]:
    """Tricks of few cards in every order, then random ones."""
    cards = sample_cards(book, (2, 1, 1))
    for trump, chosen in product(some_trumps(book, 3), permutations(cards, book.players)):
        yield from (Winner(trump, trick) for trick in _announced(book, trump, chosen))
    rng = Random(SEED)
    for _ in range(RANDOM):
        trump = rng.choice(sorted(trumps(book), key=str))
        tricks = list(_announced(book, trump, rng.sample(list(bits(book.deck)), book.players)))
        if tricks:
            yield Winner(trump, rng.choice(tricks))


def _announced(book: Rulebook, trump: int | None, cards: Sequence[int]) -> Iterator[tuple[Play, ...]]:
    """The cards as tricks, jokers in every way they may be announced."""
    for led in book.plays(1 << cards[0], trump, ()):
        yield from product((led,), *[book.plays(1 << card, trump, (led,)) for card in cards[1:]])


def calls(book: Rulebook) -> Iterator[Situation]:
    """A joker led, or played to each kind of lead."""
    if not book.deck & book.pack.jokers_mask:
        return
    cards = sample_cards(book, (1, 1, 1, 1))
    for trump in some_trumps(book, len(book.pack.suits)):
        yield Calls(trump, ())
        for led in book.plays(mask_of(cards[:-1]), trump, ()):
            yield Calls(trump, (led,))


def bids(book: Rulebook) -> Iterator[Situation]:
    """Every hand size, few bids before."""
    passes = range(6) if reads(book, "bid", "passes_before") else range(1)
    for size in sizes(book):
        values = sorted({0, 1, size // 2, size})
        for seat, made in product(range(book.players), passes):
            for earlier in product(values, repeat=seat):
                yield Bids(size, earlier, made)


def sizes(book: Rulebook) -> list[int]:
    return sorted({size for one in book.schedule for size in one})


def score(book: Rulebook) -> Iterator[Situation]:
    """Every result of every hand."""
    for number, size in sorted({(n, size) for n, one in enumerate(book.schedule, 1) for size in one}, key=lambda p: (p[1], p[0])):
        for bid, tricks in product(range(size + 1), repeat=2):
            yield Score(size, bid, tricks, bid, number)


def trump(book: Rulebook) -> Iterator[Situation]:
    """Every hand size with one card of each suit turned, and a joker; nothing turned where nothing is."""
    for number, one in enumerate(book.schedule, 1):
        for size in sorted(set(one)):
            method = rules.trump_method(book.ruleset, size, number)
            if isinstance(method, Fixed):
                yield Trump(size, None, number)
            if isinstance(method, Turn):
                yield from (Trump(size, card, number) for card in sample_cards(book, (1,) * len(book.pack.suits)))


def set_ends(book: Rulebook) -> Iterator[Situation]:
    """Every group of players who made all bids, the others missing in different ways."""
    rng = Random(SEED)
    for shape in sorted(set(book.schedule), key=lambda s: (len(s), s)):
        number = book.schedule.index(shape) + 1
        for clean_count in range(book.players):
            for clean in combinations(range(book.players), clean_count):
                for way in ("over", "nothing", "once", "nothing", "once", "over"):
                    yield _set_end(book, rng, shape, number, clean, way)


def _set_end(book: Rulebook, rng: Random, shape: Sequence[int], number: int, clean: Sequence[int], way: str) -> Situation:
    """Tricks at random; who is not clean misses every hand, or one of them, or takes nothing at all."""
    bids_: list[tuple[int, ...]] = []
    tricks_: list[tuple[int, ...]] = []
    for hand, size in enumerate(shape):
        takers = list(clean) or list(range(book.players)) if way == "nothing" else list(range(book.players))
        tricks = [0] * book.players
        for _ in range(size):
            tricks[rng.choice(takers)] += 1
        missed = [p for p in range(book.players) if p not in clean and (way != "once" or hand == 0)]
        wanted = [_missed(t, size) if p in missed else t for p, t in enumerate(tricks)]
        bids_.append(tuple(wanted))
        tricks_.append(tuple(tricks))
    return SetEnd(tuple(shape), tuple(bids_), tuple(tricks_), number)


def _missed(tricks: int, size: int) -> int:
    return tricks + 1 if tricks < size else tricks - 1


POOLS: Mapping[str, Callable[[Rulebook], Iterator[Situation]]] = {
    "trump": trump, "bids": bids, "plays": plays, "calls": calls, "winner": winner, "score": score, "set": set_ends,
}  # fmt: skip

"""Cases at random with the reference's answers: situations that can arise, in the words of the case format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import TypeAlias

from rulespec import rules
from rulespec.cases import answer
from rulespec.cases.arise import reads, set_key, trumps
from rulespec.ir.cards import bits
from rulespec.ir.ruleset import RuleSet, Turn
from rulespec.notation import play_text
from rulespec.rulebook import Rulebook, rulebook
from rulespec.situations import Play

Drawn: TypeAlias = dict[str, object]

SHARES: Mapping[str, int] = {"plays": 6, "winner": 6, "bids": 3, "score": 3, "set": 2, "calls": 1, "trump": 1}
TRIES = 50


def random_cases(ruleset: RuleSet, seed: int, questions: Sequence[str] = tuple(SHARES)) -> Iterator[Drawn]:
    """Cases without end, the same ones for the same seed, each with `answer` and `row`."""
    rng, book = Random(seed), rulebook(ruleset)
    weights = [SHARES[question] for question in questions]
    while True:
        drawn = draw(book, rng, rng.choices(questions, weights)[0])
        if drawn is not None:
            found = answer(ruleset, drawn)
            yield {**drawn, "answer": found.answer, "row": found.row}


def draw(book: Rulebook, rng: Random, question: str) -> Drawn | None:
    """A situation of a question; None where the rules left none this time."""
    match question:
        case "bids":
            return _bids(book, rng)
        case "plays":
            return _plays(book, rng)
        case "calls":
            trump, trick, _ = _table(book, rng, rng.randrange(book.players), 0)
            left = book.deck & book.pack.jokers_mask & ~_seen(trick)
            return {"question": "calls", "trump": trump, "trick": _texts(book, trick)} if left else None
        case "winner":
            trump, trick, _ = _table(book, rng, book.players, 0)
            return {"question": "winner", "trump": trump, "trick": _texts(book, trick)}
        case "score":
            return _score(book, rng)
        case "set":
            return _set(book, rng)
        case _:
            return _trump(book, rng)


def _size(book: Rulebook, rng: Random) -> tuple[int, int]:
    """A hand size of the game, small and large ones alike, and a set that has it."""
    hands = sorted({(size, n) for n, sizes in enumerate(book.schedule, 1) for size in sizes})
    size = rng.choice(sorted({size for size, _ in hands}))
    return size, rng.choice([n for s, n in hands if s == size])


def _bids(book: Rulebook, rng: Random) -> Drawn | None:
    size, _ = _size(book, rng)
    made = _bid_round(book, rng, size, rng.randrange(book.players), [0] * book.players)
    return None if made is None else {"question": "bids", "cards": size, "earlier": made}


def _bid_round(book: Rulebook, rng: Random, size: int, count: int, passes: Sequence[int], modesty: float = 0.7) -> list[int] | None:
    """The first `count` bids of a hand, in order; None where somebody has no legal bid. Modest bids can all be made."""
    made: list[int] = []
    for i in range(count):
        legal = rules.legal_bids(book.ruleset, size, made, passes[i])
        if not legal:
            return None
        modest = [bid for bid in legal if bid * book.players <= 2 * size]
        made.append(rng.choice(modest if modest and rng.random() < modesty else legal))
    return made


def _table(book: Rulebook, rng: Random, plays: int, held: int) -> tuple[str | None, list[Play], int]:
    """A trump, plays on the table and a hand of `held` cards, all from one deck; jokers are led often."""
    suit = rng.choice(sorted(trumps(book), key=lambda s: -1 if s is None else s))
    cards = [*bits(book.deck)]
    rng.shuffle(cards)
    if rng.random() < 0.4:
        cards.sort(key=lambda card: card < book.pack.suited)
        cards[1:] = rng.sample(cards[1:], len(cards) - 1)
    trick: list[Play] = []
    for card in cards[:plays]:
        options = rules.plays_of(book.ruleset, 1 << card, suit, trick)
        trick.append(rng.choice(options) if options else Play(card))
    hand = sum(1 << card for card in cards[plays : plays + held])
    return None if suit is None else book.pack.letters[suit], trick, hand


def _seen(trick: Sequence[Play]) -> int:
    return sum(play.mask for play in trick)


def _texts(book: Rulebook, trick: Sequence[Play]) -> list[str]:
    return [play_text(book.pack, play) for play in trick]


def _plays(book: Rulebook, rng: Random) -> Drawn:
    most = book.ruleset.facts.hand_size.high
    held = min(rng.randint(1, most), rng.randint(1, most))  # small hands lack suits
    trump, trick, hand = _table(book, rng, rng.randrange(book.players), held)
    return {"question": "plays", "hand": book.pack.names(hand), "trump": trump, "trick": _texts(book, trick)}


def _score(book: Rulebook, rng: Random) -> Drawn:
    size, number = _size(book, rng)
    bid = rng.randint(0, size)
    tricks = bid if rng.random() < 0.3 else rng.randint(0, size)
    total = {"bids_total": rng.randint(bid, size * book.players)} if reads(book, "score", "bids_total") else {}
    return {"question": "score", "cards": size, "bid": bid, "tricks": tricks, **total, **set_key(book, "score", number)}


def _set(book: Rulebook, rng: Random) -> Drawn | None:
    number = rng.randrange(len(book.schedule))
    sizes, first = book.schedule[number], rng.randrange(book.players)
    clean = rng.sample(range(book.players), rng.randrange(book.players))
    modesty = 1 if clean else 0.5
    passes = [0] * book.players
    bids: list[list[int]] = []
    for hand, size in enumerate(sizes):
        order = [(first + hand + 1 + i) % book.players for i in range(book.players)]
        made = _bid_round(book, rng, size, book.players, [passes[player] for player in order], modesty)
        if made is None:
            return None
        by_player = dict(zip(order, made, strict=True))
        bids.append([by_player[player] for player in range(book.players)])
        passes = [count + (by_player[player] == 0) for player, count in enumerate(passes)]
    tricks = [_tricks(rng, size, made, clean) for size, made in zip(sizes, bids, strict=True)]
    return {"question": "set", "cards": list(sizes), "bids": bids, "tricks": tricks, **set_key(book, "score", number + 1)}


def _tricks(rng: Random, size: int, bids: Sequence[int], clean: Sequence[int]) -> list[int]:
    """Tricks that add up. The clean players make their bids while tricks are left, the others share the rest."""
    taken = [0] * len(bids)
    for player in clean:
        taken[player] = min(bids[player], size - sum(taken))
    others = [player for player in range(len(bids)) if player not in clean]
    for _ in range(size - sum(taken)):
        taken[rng.choice(others)] += 1
    return taken


def _trump(book: Rulebook, rng: Random) -> Drawn | None:
    for _ in range(TRIES):
        size, number = _size(book, rng)
        method = rules.trump_method(book.ruleset, size, number)
        if isinstance(method, Turn):
            turned = book.pack.name(rng.choice([*bits(book.deck)]))
            return {"question": "trump", "cards": size, "turned": turned, **set_key(book, "trump", number)}
    return None

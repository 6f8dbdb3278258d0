"""The compiled rules against the reference: random situations of each section, one question at a time.

Half of the situations are possible ones, as the questions draw them; in the others every name of the section has a value of
its type: hands of every size from the pack, each suit and none, numbers within their bounds, so also what no game reaches. `winner` lays whole tricks of the pack, with
every announcement the rules allow. Answers must be the same, and rows where the compiled rules tell them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from types import ModuleType
from typing import Any

from rulespec import questions
from rulespec.ir.cards import Pack, bits
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.sections import BY_NAME, seats
from rulespec.ir.types import LEVELS, Bool, Card, Cards, Int, Level, Suit, Type
from rulespec.meanings.kernel.sections import FIELDS, NOTHING, TIE_BITS, WHOLE_SET, params
from rulespec.meanings.kernel.values import constant
from rulespec.meanings.python import sections as plain
from rulespec.meanings.python.evaluate import Value
from rulespec.plays import Play
from rulespec.rulebook import rulebook

Situation = dict[str, Value]
PARTS = ("table", "ask")
ASKED = ("trump", "bid", "lead", "call", "follow", "strength", "winner", "score", "premium")


@dataclass(frozen=True, slots=True)
class Disagreement:
    section: str
    situation: object
    reference: object
    compiled: object


def disagreements(ruleset: RuleSet, module: ModuleType, section: str, number: int, seed: int) -> Iterator[Disagreement]:
    """The situations, of so many drawn, in which the compiled rules answer otherwise."""
    rng, asked = Random(f"{section} {seed}"), Asked(ruleset, module)
    ask = getattr(asked, section)
    for _ in range(number):
        situation, reference, compiled = ask(rng)
        if reference != compiled:
            yield Disagreement(section, situation, reference, compiled)


def drawn(type_: Type, pack: Pack, rng: Random) -> Value:
    """A plain value of a type."""
    match type_:
        case Bool():
            return rng.random() < 0.5
        case Int(low, high):
            return rng.randint(low, high)
        case Suit():
            suit = rng.randint(0, len(pack.suits))
            return None if suit == len(pack.suits) else suit
        case Level():
            return LEVELS[rng.randrange(len(LEVELS))]
        case Card():
            return 1 << rng.randrange(pack.size)
        case Cards():
            return some_cards(pack.all_mask, min(rng.randint(0, pack.size), rng.randint(0, pack.size)), rng)
        case _:
            raise AssertionError(type_)


def some_cards(deck: int, number: int, rng: Random) -> int:
    return sum(1 << card for card in rng.sample([*bits(deck)], min(number, deck.bit_count())))


class Asked:
    """Each section asked in both meanings: the situation, the reference's answer, the compiled one."""

    def __init__(self, ruleset: RuleSet, module: Any) -> None:
        self.ruleset, self.pack, self.module = ruleset, ruleset.pack, module
        self.book = rulebook(ruleset)
        self.deck = questions.deck_of(ruleset)
        self.types = {name: {n.name: n.type(ruleset.facts) for n in kind.names} for name, kind in BY_NAME.items()}
        self.work = _numbers(module, module.WORK)
        self.whole = _numbers(module, len(WHOLE_SET))
        self.fields = _numbers(module, ruleset.players * len(FIELDS))

    def draw(self, section: str, rng: Random) -> tuple[Situation, dict[str, int]]:
        """Plain values for the names of a section, and the same as the kernel holds them."""
        at = questions.BY_SECTION[section].sample(self.book, rng) if rng.random() < 0.5 else None
        if at is not None:
            names = questions.BY_SECTION[section].names(self.book, at)
            found = {name: names[name] for name in params(section)}
        else:
            found = {name: drawn(self.types[section][name], self.pack, rng) for name in params(section)}
        return found, self.held(section, found)

    def held(self, section: str, found: Mapping[str, Value]) -> dict[str, int]:
        return {name: constant(value, self.types[section][name], self.pack) for name, value in found.items()}

    def number_of(self, section: str, row: object) -> int:
        return next(i for i, other in enumerate(self.ruleset.rows(section)) if other is row)

    # --- the sections -------------------------------------------------------------------------------

    def trump(self, rng: Random) -> tuple[object, object, object]:
        found, held = self.draw("trump", rng)
        row = plain.first_row(self.ruleset, "trump", found)
        return found, self.number_of("trump", row), self.module.ask_trump(held["hand_size"], held["deck_size"], held["set_number"])

    def bid(self, rng: Random) -> tuple[object, object, object]:
        found, held = self.draw("bid", rng)
        size = held["hand_size"]
        may = [b for b in range(size + 1) if plain.forbidding(self.ruleset, "bid", {**found, "bid": b}) is None]
        return found, may, [*bits(self.module.ask_bids(size, held["seat"], held["earlier_total"], held["passes_before"]))]

    def lead(self, rng: Random) -> tuple[object, object, object]:
        found, held = self.draw("lead", rng)
        return found, plain.first(self.ruleset, "lead", found).value, self.module.ask_lead(*held.values())

    def follow(self, rng: Random) -> tuple[object, object, object]:
        found, held = self.draw("follow", rng)
        compiled = self.module.ask_follow(*[bool(v) if k == "joker_led" else v for k, v in held.items()])
        return found, plain.first(self.ruleset, "follow", found).value, compiled

    def call(self, rng: Random) -> tuple[object, object, object]:
        found, held = self.draw("call", rng)
        ways = [(level, named) for level in LEVELS for named in [None, *range(len(self.pack.suits))]]
        may = [i for i, (level, named) in enumerate(ways) if plain.forbidding(self.ruleset, "call", {**found, "level": level, "named": named}) is None]
        return found, may, [*bits(self.module.ask_calls(bool(held["leading"]), held["trump"], held["asked"]))]

    def strength(self, rng: Random) -> tuple[object, object, object]:
        found, held = self.draw("strength", rng)
        index = held["card"].bit_length() - 1
        rest = [held[name] for name in params("strength")[1:]]
        rest[params("strength").index("joker_led") - 1] = bool(held["joker_led"])
        compiled = self.module.ask_strength(held["card"], index, index >= self.pack.suited, *rest)
        return found, self.claim(plain.standing(self.ruleset, found)), compiled

    def claim(self, standing: plain.Standing) -> int:
        """The reference's standing as the one number that the kernel has for it."""
        if standing.rank is None:
            return NOTHING
        classes = sorted({row.result for row in self.ruleset.rows("strength") if isinstance(row.result, int)})
        ties = [tie + {"rank": 1, "later": 0, "earlier": self.ruleset.players}[word] for word, tie in zip(standing.row.then, standing.rank[1:], strict=True)]
        width = max(len(row.then) for row in self.ruleset.rows("strength"))
        number = classes.index(standing.rank[0])
        for tie in [*ties, *[0] * (width - len(ties))]:
            number = (number << TIE_BITS) + tie
        return number

    def winner(self, rng: Random) -> tuple[object, object, object]:
        trump: int | None = rng.choice([None, *range(len(self.pack.suits))])
        trick: list[Play] = []
        for card in self.trick_cards(rng):
            plays = questions.plays_of(self.ruleset, 1 << card, trump, trick)
            trick.append(rng.choice(plays) if plays else Play(card, "low"))
        for place, play in enumerate(trick):
            self.work[place] = encoded(play, self.pack)
        taker = int(self.module.ask_taker(self.work, 0, 0, len(self.pack.suits) if trump is None else trump))
        return (trump, trick), questions.winner(self.ruleset, trump, trick), None if taker < 0 else taker

    def trick_cards(self, rng: Random) -> list[int]:
        """As many cards as there are players, a joker among them more often than chance would have it."""
        cards, jokers = [*bits(self.deck)], [*bits(self.deck & self.pack.jokers_mask)]
        chosen = rng.sample(cards, self.ruleset.players)
        if jokers and rng.random() < 0.4 and not set(jokers) & set(chosen):
            chosen[rng.randrange(len(chosen))] = rng.choice(jokers)
        return chosen

    def score(self, rng: Random) -> tuple[object, object, object]:
        found, held = self.draw("score", rng)
        args = [held[name] for name in ("bid", "tricks", "hand_size", "bids_total", "set_number")]
        answer = plain.first(self.ruleset, "score", found)
        reference = (answer.value, self.number_of("score", answer.row))
        return found, reference, (self.module.ask_score(*args), self.module.ask_score_row(*args))

    def premium(self, rng: Random) -> tuple[object, object, object]:
        players, types = self.ruleset.players, self.types["premium"]
        table = [[drawn(types[f"me.{field}"], self.pack, rng) for field in FIELDS] for _ in range(players)]
        found = {name: drawn(types[name], self.pack, rng) for name in WHOLE_SET} | {"players": players}
        seat = rng.randrange(players)
        for word, offset in seats(players).items():
            found |= {f"{word}.{field}": value for field, value in zip(FIELDS, table[offset], strict=True)}
        for offset, row in enumerate(table):
            for place, value in enumerate(row):
                self.fields[(seat + offset) % players * len(FIELDS) + place] = int(value or 0)
        for place, name in enumerate(WHOLE_SET):
            self.whole[place] = int(found[name] or 0)
        rows = plain.every_row(self.ruleset, "premium", found)
        reference = (plain.total(self.ruleset, "premium", found), sum(1 << self.number_of("premium", row) for row in rows))
        args = (self.fields, self.whole, seat)
        return found, reference, (self.module.ask_premium(*args), self.module.ask_premium_rows(*args))


def encoded(play: Play, pack: Pack) -> int:
    """A play as the kernel's table holds it."""
    if not play.is_joker(pack):
        return play.card
    call = LEVELS.index(play.level or "low") * (len(pack.suits) + 1) + (0 if play.named is None else play.named + 1)
    return play.card | (call + 1) << 8


def decoded(number: int, pack: Pack) -> Play:
    if number >> 8 == 0:
        return Play(number & 255)
    level, named = divmod((number >> 8) - 1, len(pack.suits) + 1)
    return Play(number & 255, LEVELS[level], named - 1 if named else None)


def _numbers(module: Any, many: int) -> Any:
    """Numbers as the module wants them: its own kind of table."""
    return module.table([0] * many)



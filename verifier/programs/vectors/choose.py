"""The smallest situations that exercise something no smaller one does."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulespec import rules
from rulespec.cases import answer
from rulespec.cases.answers import reply
from rulespec.cases.questions import Bids, Calls, Plays, Score, SetEnd, Situation, Trump, Winner
from rulespec.diagnostics import Faults
from rulespec.ir.ruleset import RuleSet
from rulespec.notation import play_text
from rulespec.rulebook import Rulebook, rulebook
from rulespec.situations import Trick
from verifier.programs.vectors.features import SECTIONS, Feature, features
from verifier.programs.vectors.pools import POOLS

Vector = dict[str, object]
SIZES: Mapping[str, int] = {"small": 1, "normal": 2, "large": 8}
"""How many cases each feature is to be met in."""


@dataclass(frozen=True, slots=True)
class Vectors:
    """The cases with answers, smallest first within each question, and the rows that none of them reaches."""

    cases: tuple[Vector, ...]
    unreached: tuple[tuple[str, str], ...]


def vectors(ruleset: RuleSet, sections: Iterable[str] = (), size: str = "normal", others: Sequence[RuleSet] = ()) -> Vectors:
    """Cases for a rule set, equal on every machine.

    `sections` limits them; `others` are rule sets whose different answers count as something to be met.
    """
    wanted = tuple(sections) or tuple(ruleset.sections)
    book = rulebook(ruleset)
    found: list[Vector] = []
    met: set[Feature] = set()
    for question, pool in POOLS.items():
        if not set(SECTIONS[question]) & set(wanted):
            continue
        rivals = different_ones([other for other in others if comparable(ruleset, other, SECTIONS[question])], SECTIONS[question])
        chosen, covered = choose(book, rivals, pool(book), SIZES[size])
        met |= covered
        found += [case for case in chosen if of_sections(case, wanted)]
    rows = [(s, row.name) for s in ruleset.sections if s in wanted and s not in ("deck", "schedule") for row in ruleset.rows(s)]
    reached = {(f[1], f[2]) for f in met if f[0] == "row"}
    return Vectors(tuple(found), tuple(row for row in rows if row not in reached))


def of_sections(case: Vector, wanted: Sequence[str]) -> bool:
    """Plays are leads or follow; the other questions are of one section."""
    if case["question"] != "plays":
        return True
    return ("follow" if case["trick"] else "lead") in wanted


def comparable(ruleset: RuleSet, other: RuleSet, sections: Sequence[str]) -> bool:
    """The other rule set can be asked the same, and has other rules there."""
    if other.pack != ruleset.pack or other.players != ruleset.players:
        return False
    needed = (*sections, "score") if "premium" in sections else sections
    return any(rows_of(ruleset, s) != rows_of(other, s) for s in needed)


def different_ones(others: Sequence[RuleSet], sections: Sequence[str]) -> list[Rulebook]:
    """One rule set of each group that answers these sections by the same rows."""
    found: dict[object, RuleSet] = {}
    for other in others:
        needed = (*sections, "score") if "premium" in sections else sections
        found.setdefault(str([rows_of(other, s) for s in needed]), other)
    return [rulebook(other) for other in found.values()]


def rows_of(ruleset: RuleSet, section: str) -> list[object]:
    return [(row.when, row.result, row.then) for row in ruleset.rows(section)]


def choose(book: Rulebook, rivals: Sequence[Rulebook], pool: Iterable[Situation], times: int) -> tuple[list[Vector], set[Feature]]:
    """Situations of a pool, smallest first, that meet some feature less often met than `times`."""
    memory: dict[object, tuple[Feature, ...]] = {}
    met: Counter[Feature] = Counter()
    chosen: list[Vector] = []
    for at in sorted(pool, key=size_of):
        new = features(book, at, memory) | set(parting(book, rivals, at))
        if all(met[feature] >= times for feature in new):
            continue
        vector = as_vector(book, at)
        if vector is None or any(vector == other for other in chosen):
            continue
        met.update(new)
        chosen.append(vector)
    return chosen, set(met)


def parting(book: Rulebook, rivals: Sequence[Rulebook], at: Situation) -> Iterator[Feature]:
    """Rule sets that answer otherwise, by the rows on both sides."""
    mine = plain_answer(book, at) if rivals else None
    for rival in rivals:
        if arises(rival, at) and plain_answer(rival, at) != mine:
            yield ("parts", rival.ruleset.id, deciding(book, at), deciding(rival, at))


def deciding(book: Rulebook, at: Situation) -> tuple[str, ...]:
    """The rows that decide; of a set too many have a say."""
    match at:
        case Winner(trump, trick):
            place = book.winner(trump, trick)
            return () if place is None else (book.standings(trump, trick)[place].row.name,)
        case SetEnd():
            return ()
        case _:
            return tuple(row.name for row in reply(book, at)[1])


def plain_answer(book: Rulebook, at: Situation) -> object:
    """The answer without its row, from what the rule book remembers where that is quicker."""
    match at:
        case Winner(trump, trick):
            return book.winner(trump, trick)
        case SetEnd(cards, bids, tricks, number):
            hands = book.set_results(cards, bids, tricks, number)
            return [sum(h.points) + p for h, p in zip(hands, rules.premiums(book.ruleset, hands), strict=True)]
        case _:
            return reply(book, at)[0]


def arises(book: Rulebook, at: Situation) -> bool:
    """Whether the hand size, or the set, is one of this game too."""
    match at:
        case Bids() | Score() | Trump():
            return any(at.cards in one for one in book.schedule) and not isinstance(at, Trump)
        case SetEnd():
            return at.cards in book.schedule
        case _:
            return True


def size_of(at: Situation) -> tuple[object, ...]:
    """Fewer cards first, then lower ones; a total order, so that the choice is the same everywhere."""
    match at:
        case Plays(hand, trump, trick, number):
            return (hand.bit_count(), len(trick), trump is None, trump or 0, _plays_key(trick), hand, number)
        case Winner(trump, trick):
            jokers = sum(play.level is not None for play in trick)
            return (jokers, trump is None, trump or 0, _plays_key(trick))
        case Calls(trump, trick):
            return (len(trick), trump is None, trump or 0, _plays_key(trick))
        case Bids(cards, earlier, passes):
            return (cards, len(earlier), passes, earlier)
        case Score(cards, bid, tricks, total, number):
            return (cards, bid, tricks, total, number)
        case Trump(cards, turned, number):
            return (cards, -1 if turned is None else turned, number)
        case SetEnd(cards, bids, tricks, number):
            return (len(cards), cards, bids, tricks, number)


def _plays_key(trick: Trick) -> tuple[object, ...]:
    return tuple((play.card, play.level or "", -1 if play.named is None else play.named) for play in trick)


def as_vector(book: Rulebook, at: Situation) -> Vector | None:
    """The situation as a case with its answer; None where it cannot arise after all."""
    case = as_case(book, at)
    try:
        found = answer(book.ruleset, case)
    except Faults:
        return None
    return {**case, "answer": found.answer, "row": found.row}


def as_case(book: Rulebook, at: Situation) -> Vector:
    """The situation in the words of the case format."""
    pack = book.pack

    def suit(one: int | None) -> str | None:
        return None if one is None else pack.letters[one]

    match at:
        case Plays(hand, trump, trick, number):
            case: Vector = {"question": "plays", "hand": pack.names(hand), "trump": suit(trump), "trick": [play_text(pack, p) for p in trick]}
            return case if trick or number == 1 else {**case, "trick_number": number}
        case Winner(trump, trick):
            return {"question": "winner", "trump": suit(trump), "trick": [play_text(pack, p) for p in trick]}
        case Calls(trump, trick):
            return {"question": "calls", "trump": suit(trump), "trick": [play_text(pack, p) for p in trick]}
        case Bids(cards, earlier, passes):
            return {"question": "bids", "cards": cards, "earlier": list(earlier), **({"passes": passes} if passes else {})}
        case Score():
            return {"question": "score", "cards": at.cards, "bid": at.bid, "tricks": at.tricks}
        case Trump(cards, turned, _):
            return {"question": "trump", "cards": cards, **({} if turned is None else {"turned": pack.name(turned)})}
        case SetEnd(cards, bids, tricks, _):
            return {"question": "set", "cards": list(cards), "bids": [list(b) for b in bids], "tricks": [list(t) for t in tricks]}


def as_lines(found: Vectors) -> Iterator[str]:
    """The cases as JSON lines."""
    return (json.dumps(case, ensure_ascii=False) for case in found.cases)

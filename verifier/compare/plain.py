"""Sections with few situations: every one is asked of both sides, which is the proof."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from itertools import product

from rulespec.ir.cards import bits
from rulespec.ir.ruleset import AnyRow, Choose, Row, RuleSet, TrumpMethod
from rulespec.meanings.python import sections
from rulespec.meanings.python.evaluate import Env
from rulespec.plays import Play
from rulespec.questions import CALL, SCORE, TRUMP, Calling, Dealing, Dealt, HandResult, deck_of, points, reads, sets_of
from rulespec.questions.announcing import call_forbidden, every_call
from rulespec.questions.base import index_of
from rulespec.questions.ground import in_order
from rulespec.rulebook import Rulebook, rulebook
from verifier.compare.model import (
    DIFFERENT,
    MORE_LEFT,
    MORE_RIGHT,
    NOT_APPLICABLE,
    SAME,
    STRICTER_LEFT,
    STRICTER_RIGHT,
    VACUOUS,
    DiffClass,
    Example,
    SectionDiff,
    overall,
    ref,
)
from verifier.compare.reaching import Reached, reached_somehow


def deck(left: RuleSet, right: RuleSet) -> SectionDiff:
    """The cards played with."""
    a, b = deck_of(left), deck_of(right)
    if left.pack == right.pack and a == b:
        return SectionDiff("deck", SAME)
    example = Example(None, left.pack.names(a), right.pack.names(b))
    return _single("deck", left, right, ({}, {}), example)


def schedule(left: RuleSet, right: RuleSet) -> SectionDiff:
    """The hand sizes of the game, and who deals first."""
    a, b = sets_of(left), sets_of(right)
    if a == b and left.start != right.start:
        example = Example(None, asdict(left.start), asdict(right.start))
        return SectionDiff("schedule", DIFFERENT, "different", (DiffClass(None, None, "different", example),))
    if a == b:
        return SectionDiff("schedule", SAME)
    return _single("schedule", left, right, ({}, {}), Example(None, [list(s) for s in a], [list(s) for s in b]))


def finish(left: RuleSet, right: RuleSet) -> SectionDiff:
    """How totals become places."""
    if left.finish == right.finish:
        return SectionDiff("finish", SAME)
    example = Example(None, asdict(left.finish), asdict(right.finish))
    return SectionDiff("finish", DIFFERENT, "different", (DiffClass(None, None, "different", example),))


def _single(section: str, left: RuleSet, right: RuleSet, envs: tuple[Env, Env], example: Example) -> SectionDiff:
    rows = [_index(side, section, env) for side, env in zip((left, right), envs, strict=True)]
    one = DiffClass(ref(left, section, rows[0]), ref(right, section, rows[1]), "different", example)
    return SectionDiff(section, DIFFERENT, "different", (one,))


def _index(ruleset: RuleSet, section: str, env: Env) -> int:
    return index_of(ruleset.rows(section), sections.first_row(ruleset, section, env))


def common_hands(left: Rulebook, right: Rulebook, section: str) -> list[tuple[Dealt, Dealt]]:
    """Hands that both games have, the first of each kind; the set's number counts only where a row looks at it."""
    apart = any("set_number" in reads(side.ruleset, section) for side in (left, right))

    def kinds(side: Rulebook) -> dict[tuple[int, int], Dealt]:
        return {(d.hand.size, d.hand.set_number if apart else 1): d for d in reversed(side.ground.dealt)}

    a, b = kinds(left), kinds(right)
    return [(a[key], b[key]) for key in sorted(set(a) & set(b))]


def settled(section: str, classes: Sequence[DiffClass], anything: bool) -> SectionDiff:
    """The section's verdict from its classes; nothing compared is not the same."""
    if not anything:
        return SectionDiff(section, VACUOUS, why="the two games have no such situation in common")
    if not classes:
        return SectionDiff(section, SAME)
    return SectionDiff(section, DIFFERENT, overall([c.relation for c in classes]), tuple(classes))


# --- trump ------------------------------------------------------------------------------------


def trump(left: RuleSet, right: RuleSet) -> SectionDiff:
    """How the trump of each hand is found."""
    books = rulebook(left), rulebook(right)
    found: dict[tuple[int, int], DiffClass] = {}
    hands = common_hands(*books, "trump")
    for here, there in hands:
        methods = [method_in_words(side, dealt.row) for side, dealt in zip((left, right), (here, there), strict=True)]
        key = index_of(left.rows("trump"), here.row), index_of(right.rows("trump"), there.row)
        if methods[0] != methods[1] and key not in found:
            example = _trump_example(books, (here, there), methods)
            found[key] = DiffClass(ref(left, "trump", key[0]), ref(right, "trump", key[1]), "different", example)
    return settled("trump", [found[key] for key in sorted(found)], bool(hands))


def _trump_example(books: tuple[Rulebook, Rulebook], hands: tuple[Dealt, Dealt], methods: Sequence[dict[str, object]]) -> Example:
    """A case that both sides answer, and otherwise; where no case asks how the trump is found, both ways of finding it."""
    asked = [Dealing(one.hand) for one in hands]
    if all(next(TRUMP.why_not(book, at), None) is None for book, at in zip(books, asked, strict=True)):
        answers = [TRUMP.reply(book, at).answer for book, at in zip(books, asked, strict=True)]
        case = {**TRUMP.write(books[0], asked[0]), **TRUMP.write(books[1], asked[1])}
        return Example(case, answers[0], answers[1], asked[0])
    return Example(None, methods[0], methods[1], asked[0])


def method_in_words(ruleset: RuleSet, row: Row[TrumpMethod]) -> dict[str, object]:
    """A trump method in the words of rule set files; what may be chosen in one order, as it is one set."""
    method = row.result
    words = asdict(method)
    if isinstance(method, Choose):
        words["calls"] = in_order(set(method.calls), ruleset.pack)
    for key in ("calls", "suit"):
        if key in words:
            said = words[key]
            listed = said if isinstance(said, tuple | list) else [said]
            words[key] = ["no_trump" if s is None else ruleset.pack.suits[s] for s in listed]
    return words


# --- calls ------------------------------------------------------------------------------------


def call(left: RuleSet, right: RuleSet) -> SectionDiff:
    """What a joker may be announced as."""
    books = rulebook(left), rulebook(right)
    if left.pack != right.pack:
        return SectionDiff("call", VACUOUS, why="the two games are played with other cards")
    if not books[0].deck & books[1].deck & left.pack.jokers_mask:
        return SectionDiff("call", NOT_APPLICABLE, why="no joker is played with")
    found: dict[tuple[str | None, str | None], DiffClass] = {}
    anything = False
    for at in announcements(*books):
        anything = True
        rows = [call_forbidden(side, at.level, at.named, at.trump, at.trick) for side in (left, right)]
        key = (rows[0].name if rows[0] else None, rows[1].name if rows[1] else None)
        if (rows[0] is None) != (rows[1] is None) and key not in found:
            found[key] = _call_class(books, at, rows)
    return settled("call", list(found.values()), anything)


def announcements(left: Rulebook, right: Rulebook) -> Iterator[Calling]:
    """Every announcement, led and to every suit that can be asked for, with every trump that both games can have."""
    for hand in left.distinct_hands:
        trumps = [trump for trump in hand.trumps if trump in right.ground.trumps and _first(left, trump, hand)]
        for trump_, trick in ((t, trick) for t in trumps for trick in [(), *_leads(left, right, t)]):
            yield from (Calling(hand.hand, trump_, trick, level, named) for level, named in every_call(left.pack))


def _first(book: Rulebook, trump: int | None, hand: Dealt) -> bool:
    """Whether no smaller hand can have the trump: one of them is enough."""
    return next(one for one in book.distinct_hands if trump in one.trumps) is hand


def _leads(left: Rulebook, right: Rulebook, trump: int | None) -> Iterator[tuple[Play, ...]]:
    """One lead for every suit that can be asked for, and for none: a card of it, or else a joker led so."""
    pack, deck = left.pack, left.deck & right.deck
    jokers = list(bits(deck & pack.jokers_mask))
    for suit in (*range(len(pack.suits)), None):
        cards = [] if suit is None else list(bits(deck & pack.suit_mask(suit)))
        led = [Play(jokers[-1], level, named) for level, named in every_call(pack) if named == suit] if len(jokers) > 1 else []
        legal = [p for p in led if all(call_forbidden(side.ruleset, p.level or "", p.named, trump, ()) is None for side in (left, right))]
        yield from ((play,) for play in [*map(Play, cards), *legal][:1])


def _call_class(books: Sequence[Rulebook], at: Calling, rows: Sequence[AnyRow | None]) -> DiffClass:
    refs = [
        ref(book.ruleset, "call", None if row is None else index_of(book.ruleset.rows("call"), row))
        for book, row in zip(books, rows, strict=True)
    ]
    example = Example(CALL.write(books[0], at), CALL.reply(books[0], at).answer, CALL.reply(books[1], at).answer, at)
    return DiffClass(refs[0], refs[1], STRICTER_LEFT if rows[0] is not None else STRICTER_RIGHT, example)


# --- score ------------------------------------------------------------------------------------


TRIES = 8  # results of a class for which a game is looked for
Scored = tuple[int, HandResult, int, int]  # the gap, the result, and what each side pays


def score(left: RuleSet, right: RuleSet) -> SectionDiff:
    """What every result of every hand is worth."""
    if left.players != right.players:
        return SectionDiff("score", VACUOUS, why="the two games are for different numbers of players")
    books = rulebook(left), rulebook(right)
    hands = common_hands(*books, "score")
    found: dict[tuple[int, int], list[Scored]] = {}
    anything = False
    for here, there in hands:
        for at in _results(books, here, there):
            anything = True
            _score_one(books, at, there.hand.set_number, found)
    classes = [_score_class(books, key, found[key]) for key in sorted(found)]
    return settled("score", classes, anything)


def _results(books: tuple[Rulebook, Rulebook], here: Dealt, there: Dealt) -> Iterator[HandResult]:
    """Every result that a player can have under both rule sets."""
    read = frozenset[str]().union(*(reads(book.ruleset, "score") for book in books))
    alike = [book.ground.fitting(dealt.hand.size, dealt.hand.set_number if "set_number" in read else None) for book, dealt in zip(books, (here, there), strict=True)]
    mine = [_bids(book, fitting, "bids_total" in read) for book, fitting in zip(books, alike, strict=True)]
    doubling = "doubled" in read and all(any(one.may_double for one in fitting) for fitting in alike)
    for (bid, total), twice in product(sorted(mine[0] & mine[1]), (False, True) if doubling else (False,)):
        yield from (HandResult(here.hand, bid, tricks, total, twice) for tricks in range(here.hand.size + 1))


def _bids(book: Rulebook, alike: Sequence[Dealt], summed: bool) -> set[tuple[int, int]]:
    """Bids with the sum of all bids where it counts, in hands of one kind."""
    return {(bid, total if summed else 0) for one in alike for bid, total in book.results(one)}


def _score_one(books: tuple[Rulebook, Rulebook], at: HandResult, right_set: int, found: dict[tuple[int, int], list[Scored]]) -> None:
    rows, values = [], []
    for book, number in zip(books, (at.hand.set_number, right_set), strict=True):
        answer = points(book.ruleset, at.hand.size, at.bid, at.tricks, at.bids_total, number, at.doubled)
        rows.append(index_of(book.ruleset.rows("score"), answer.row))
        values.append(answer.value)
    a, b = values
    if a != b and isinstance(a, int) and isinstance(b, int):
        found.setdefault((rows[0], rows[1]), []).append((a - b, at, a, b))


def _score_class(books: tuple[Rulebook, Rulebook], key: tuple[int, int], differing: Sequence[Scored]) -> DiffClass:
    gap = max((d for d, *_ in differing), key=lambda d: (abs(d), d))
    signs = {d > 0 for d, *_ in differing}
    relation = "different" if len(signs) > 1 else MORE_LEFT if signs == {True} else MORE_RIGHT
    (_, at, a, b), way = _first_reached(books, differing)
    case = {**SCORE.write(books[1], at), **SCORE.write(books[0], at)}
    refs = [ref(book.ruleset, "score", index) for book, index in zip(books, key, strict=True)]
    return DiffClass(refs[0], refs[1], relation, Example(case, a, b, at), gap=gap, reachable=way.reachable, game=way.game)


def _first_reached(books: tuple[Rulebook, Rulebook], differing: Sequence[Scored]) -> tuple[Scored, Reached]:
    """The first result that some game comes to, of a few; otherwise the first, with why none was found."""
    left, right = (book.ruleset for book in books)
    tried = [(one, reached_somehow(left, right, one[1])) for one in differing[:1]]
    for one in differing[1:TRIES] if tried[0][1].reachable is not True else []:
        tried.append((one, reached_somehow(left, right, one[1])))
        if tried[-1][1].reachable is True:
            return tried[-1]
    return tried[0]


SECTIONS: dict[str, Callable[[RuleSet, RuleSet], SectionDiff]] = {
    "deck": deck, "schedule": schedule, "trump": trump, "call": call, "score": score, "finish": finish,
}  # fmt: skip

"""Which games lead to each kind of moment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, permutations, product
from typing import TypeVar, assert_never

from rulespec.hand import HandState
from rulespec.ir.cards import bits, mask_of
from rulespec.ir.ruleset import RuleSet
from rulespec.questions import (
    Bidding,
    Dealing,
    Following,
    GameEnd,
    GameShape,
    HandEnd,
    Leading,
    Moment,
    SetEnd,
    WholeTrick,
    reads,
)
from rulespec.questions.ground import in_turn
from rulespec.rulebook import Rulebook, rulebook
from verifier.witness.reach.course import Course, Line, NoCourse, NotReached, Steps, leads_to
from verifier.witness.reach.earlier import Wanted, counts_passes, earlier_hands, passes_of
from verifier.witness.reach.hands import Sought, by_tricks_taken, to_trick
from verifier.witness.reach.table import (
    Place,
    Places,
    Plan,
    legal_bids,
    look_alike,
    renamed,
    renamed_cards,
    renamed_plays,
    scheduled,
    shown,
    staged,
    trumps_of,
)

T = TypeVar("T")
HANDS = 3  # hands or sets of the games that are tried for one moment
STEPS = 15_000  # of search for one moment, or for one hand of a set


def reach(rules: RuleSet | Sequence[RuleSet], moment: Moment, number_matters: bool = True) -> Course | NotReached:
    """A complete legal game that leads to the moment, under each of the rule sets; their options are settled.

    The same on every machine: searches are bounded in steps, and their chances have fixed seeds. Where
    the number of a trick does not matter to those who ask, a lead that no rule judges by it may be another's.
    """
    rulesets = (rules,) if isinstance(rules, RuleSet) else tuple(rules)
    books = [rulebook(ruleset) for ruleset in rulesets]
    if any(book.pack != books[0].pack or book.players != books[0].players for book in books):
        return NotReached("the rule sets have different cards or another number of players")
    try:
        return _course(books, moment, number_matters or any(_counts_tricks(book) for book in books))
    except NoCourse as none:
        return NotReached(str(none))


def _counts_tricks(book: Rulebook) -> bool:
    return "trick_number" in reads(book.ruleset, "lead")


def _course(books: Sequence[Rulebook], moment: Moment, number_matters: bool) -> Course:
    match moment:
        case Leading() | Following():
            return _first(_plays(books, moment, number_matters), lambda way: _finished(*way))
        case WholeTrick(_, trump, trick):
            return _first(to_trick(books, Sought(trump, trick), Steps(STEPS)), lambda way: _finished(moment, *way))
        case Bidding():
            return _first(_hands_like(books, moment), lambda spots: _bid(spots, moment))
        case HandEnd():
            return _first(_hands_like(books, moment), lambda spots: _hand(spots, moment))
        case SetEnd():
            return _first(_sets_like(books, moment), lambda sets: _set(sets, moment))
        case Dealing(hand):
            return _before(books, moment, hand.number)
        case GameEnd():
            raise NoCourse("whole games are dealt hand by hand, see `dealt`")
        case GameShape():
            return Course(moment, tuple(Line(book.ruleset, ()) for book in books))
        case _:
            assert_never(moment)


def _before(books: Sequence[Rulebook], moment: Moment, number: int) -> Course:
    """The hands before a hand about to be dealt."""
    return Course(moment, tuple(Line(book.ruleset, earlier_hands(book, number - 1, (number - 2) % book.players, ())) for book in books))


def _first(ways: Iterable[T], take: Callable[[T], Course]) -> Course:
    """The first way that leads to the moment. Raises NoCourse with the reason of the first that does not."""
    reason: NoCourse | None = None
    for way in ways:
        try:
            return take(way)
        except NoCourse as none:
            reason = reason or none
    raise reason or NoCourse("no such hand was found in the game")


def _finished(moment: Moment, spots: Places, plan: Plan, wanted: Sequence[Wanted] | None = None) -> Course:
    """The planned hand behind the hands before it, played by the engine under every rule set."""
    known = look_alike(plan, spots[0].book.pack)
    moment, plan = _renamed(moment, known), renamed(plan, known)
    before = [earlier_hands(p.book, p.index, plan.dealer, w) for p, w in zip(spots, wanted or [()] * len(spots), strict=True)]
    return _checked(moment, spots, before, _played(spots, plan, before))


def _played(spots: Places, plan: Plan, before: Sequence[Sequence[HandState]]) -> list[HandState]:
    """The planned hand under every rule set, after these hands."""
    passes = [passes_of(hands, p.book.players) for p, hands in zip(spots, before, strict=True)]
    bids = legal_bids(spots, plan.dealer, passes) if plan.bids is None else plan.bids
    if bids is None:
        raise NoCourse("somebody is left without a legal bid")
    plan = replace(plan, bids=bids)
    return [staged(p, plan, turned, made) for p, turned, made in zip(spots, plan.turned, passes, strict=True)]


def _checked(moment: Moment, spots: Places, before: Sequence[Sequence[HandState]], played: Sequence[HandState]) -> Course:
    lines = tuple(Line(p.book.ruleset, (*hands, now)) for p, hands, now in zip(spots, before, played, strict=True))
    if not all(leads_to(line.hands, moment) for line in lines):
        raise NoCourse("the game that was found ends at another moment")
    return Course(moment, lines)


def _renamed(moment: Moment, known: Mapping[int, int]) -> Moment:
    match moment:
        case Leading():
            return replace(moment, cards=renamed_cards(moment.cards, known))
        case Following():
            return replace(moment, cards=renamed_cards(moment.cards, known), trick=renamed_plays(moment.trick, known))
        case WholeTrick():
            return replace(moment, trick=renamed_plays(moment.trick, known))
        case Bidding() | HandEnd() | SetEnd() | GameEnd() | Dealing() | GameShape():
            return moment
        case _:
            assert_never(moment)


def _plays(books: Sequence[Rulebook], moment: Leading | Following, number_matters: bool) -> Iterator[tuple[Moment, Places, Plan]]:
    """The cards behind the lead in every order: no rule about a player's cards looks at it."""
    shared, held = Steps(STEPS), moment.cards.bit_count()
    if isinstance(moment, Leading):
        number = moment.trick_number if number_matters else None
        for spots, plan in to_trick(books, Sought(moment.trump, (), moment.cards, number), shared):
            here = spots[0].hand
            yield replace(moment, hand=here, trick_number=here.size - held + 1), spots, plan
        return
    for behind in permutations(moment.trick[1:]):
        asked = replace(moment, trick=(*moment.trick[:1], *behind))
        for spots, plan in to_trick(books, Sought(moment.trump, asked.trick, moment.cards), shared):
            yield replace(asked, hand=spots[0].hand), spots, plan


# --- bids, and tricks taken ---------------------------------------------------------------------


def _hands_like(books: Sequence[Rulebook], moment: Bidding | HandEnd) -> Iterator[Places]:
    """The moment's hand; in a game that has another there, those of its size."""
    return islice(product(*(_like(book, moment) for book in books)), HANDS)


def _like(book: Rulebook, moment: Bidding | HandEnd) -> list[Place]:
    alike = [p for p in scheduled(book) if p.size == moment.hand.size and _scores_alike(p, moment)]
    alike = [p for p in alike if p.dealt.may_double or not (isinstance(moment, HandEnd) and moment.doubled)]
    return [p for p in alike if p.hand == moment.hand] or alike


def _scores_alike(place: Place, moment: Moment) -> bool:
    """The hand stands in the set that the moment says, where the score hangs on it."""
    if not isinstance(moment, HandEnd | SetEnd):
        return True
    number = moment.hand.set_number if isinstance(moment, HandEnd) else moment.set_number
    return place.set_number == number or "set_number" not in reads(place.book.ruleset, "score") | reads(place.book.ruleset, "premium")


def _wanted(spots: Places, passes: Sequence[int]) -> list[Wanted]:
    """Zero bids by seat, the last seat dealing, where the rules count them."""
    return [tuple(enumerate(passes)) if counts_passes(place.book) else () for place in spots]


def _bid(spots: Places, moment: Bidding) -> Course:
    """Bids up to the moment's; the cards do not matter."""
    wanted = _wanted(spots, (*moment.earlier_passes, *[0] * (moment.seat - len(moment.earlier_passes)), moment.passes))
    return _first(_any_cards(spots), lambda plan: _finished(moment, spots, replace(plan, bids=moment.earlier), wanted))


def _any_cards(spots: Places) -> Iterator[Plan]:
    """The first cards of the pack, dealt out, for every trump."""
    players, size = spots[0].book.players, spots[0].size
    for trump in trumps_of(spots):
        how = shown(spots, trump, 0, size * players)
        if how is not None:
            showing = how.pool & (how.last_of or 0)
            kept = [next(bits(showing))] if showing else []
            cards = [*[card for card in bits(how.pool) if card not in kept][: size * players - len(kept)], *kept]
            hands = tuple(mask_of(cards[seat::players]) for seat in range(players))
            if how.fits(hands, 0):
                yield Plan(size, players - 1, hands, trump, how.turned, how.last(hands[-1]))


def _hand(spots: Places, moment: HandEnd) -> Course:
    plan = replace(by_tricks_taken(spots, moment.tricks, Steps(STEPS)), bids=moment.bids, again=moment.doubled)
    return _finished(moment, spots, plan, _wanted(spots, moment.passes))


# --- a whole set ----------------------------------------------------------------------------------


def _sets_like(books: Sequence[Rulebook], moment: SetEnd) -> Iterator[tuple[tuple[Place, ...], ...]]:
    """The hands of the moment's set; in a game that has another there, of those with its sizes."""
    return islice(product(*(_alike(book, moment) for book in books)), HANDS)


def _alike(book: Rulebook, moment: SetEnd) -> list[tuple[Place, ...]]:
    hands = list(scheduled(book))
    sets = [tuple(p for p in hands if p.set_number == number) for number in range(1, len(book.schedule) + 1)]
    alike = [one for one in sets if tuple(p.size for p in one) == moment.cards and _scores_alike(one[0], moment)]
    return [one for one in alike if one[0].set_number == moment.set_number] or alike


def _set(sets: Sequence[Sequence[Place]], moment: SetEnd) -> Course:
    """The set hand by hand, each after those before it."""
    dealer = moment.dealer or 0
    zeros = [tuple(enumerate(moment.passes)) if counts_passes(one[0].book) else () for one in sets]
    before = [list(earlier_hands(one[0].book, one[0].index, dealer, w)) for one, w in zip(sets, zeros, strict=True)]
    for h, spots in enumerate(zip(*sets, strict=True)):
        plan = _hand_of_set(spots, moment, h)
        for hands, state in zip(before, _played(spots, plan, before), strict=True):
            hands.append(state)
    spots = tuple(one[-1] for one in sets)
    return _checked(moment, spots, [hands[:-1] for hands in before], [hands[-1] for hands in before])


def _hand_of_set(spots: Places, moment: SetEnd, h: int) -> Plan:
    """One hand of the set, planned in bidding order and then turned to the seats of the moment."""
    players = len(moment.bids[h])
    dealer = ((moment.dealer or 0) + h) % players
    order = in_turn(dealer, players)
    plan = by_tricks_taken(spots, tuple(moment.tricks[h][seat] for seat in order), Steps(STEPS))
    hands = tuple(plan.hands[order.index(seat)] for seat in range(players))
    plan = replace(plan, dealer=dealer, hands=hands, bids=tuple(moment.bids[h][seat] for seat in order))
    return renamed(plan, look_alike(plan, spots[0].book.pack))

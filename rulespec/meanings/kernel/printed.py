"""A settled rule set as one text of functions and constants: all that a game asks of its rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rulespec.ir.cards import bits
from rulespec.ir.expr import FALSE, BoolLit, Expr, IntLit, LevelLit, SuitLit
from rulespec.ir.ruleset import Again, Choose, Fixed, Row, RuleSet, Sets, TrumpMethod, Turn
from rulespec.ir.types import LEVELS
from rulespec.ir.walk import disj, fold, names, substitute
from rulespec.meanings.kernel import sections
from rulespec.meanings.kernel.evaluate import evaluate
from rulespec.meanings.kernel.sections import PREMIUM, env_of, function, params, premium_env
from rulespec.meanings.kernel.values import Refused, check_pack
from rulespec.meanings.python import sections as plain

NEXT_CARD, DEALERS_LAST, CHOOSE, FIXED = range(4)  # how a trump is found
ALL_CARDS = 62  # of `after`: the chooser sees every card


def printed(ruleset: RuleSet) -> str:
    """The functions and constants of a rule set. Raises Refused for one that the kernel cannot hold."""
    if ruleset.open_options:
        raise Refused(f"option `{ruleset.open_options[0]}` is not chosen, so the rules cannot be compiled")
    check_pack(ruleset.pack)
    return "\n".join([*constants(ruleset), "", *_functions(ruleset)])


def deck_of(ruleset: RuleSet) -> int:
    value = plain.first(ruleset, "deck", {}).value
    assert isinstance(value, int)
    return value


def schedule_of(ruleset: RuleSet) -> Sets:
    return plain.first_row(ruleset, "schedule", {}).result


def constants(ruleset: RuleSet) -> Iterator[str]:
    """What is fixed for all games."""
    pack, deck, schedule = ruleset.pack, deck_of(ruleset), schedule_of(ruleset)
    most = max(size for sizes in schedule for size in sizes)
    if most * ruleset.players > deck.bit_count():
        raise Refused(f"{ruleset.players} hands of {most} need {most * ruleset.players} cards, and the pack has {deck.bit_count()}")
    yield f"PLAYERS, SUITS, RANKS, NO_SUIT = {ruleset.players}, {len(pack.suits)}, {len(pack.ranks)}, {len(pack.suits)}"
    yield f"PLAIN, JOKERS, SUITED = {deck & ~pack.jokers_mask}, {deck & pack.jokers_mask}, {pack.suited}"
    yield f"DECK_SIZE, LARGEST, HANDS, SETS = {deck.bit_count()}, {most}, {sum(map(len, schedule))}, {len(schedule)}"
    yield f"LONGEST_SET, CALLS = {max(map(len, schedule))}, {len(LEVELS) * (len(pack.suits) + 1)}"
    yield f"DECK = table({list(bits(deck))})"
    yield f"SIZES = table({[size for sizes in schedule for size in sizes]})"
    yield f"SET_OF = table({[number for number, sizes in enumerate(schedule, 1) for _ in sizes]})"
    yield f"LENGTHS = table({[len(sizes) for sizes in schedule]})"
    yield f"SCORE_ROWS, PREMIUM_ROWS = {len(ruleset.rows('score'))}, {len(ruleset.rows('premium'))}"
    yield f"READS_OTHERS = {_reads(ruleset, 'others_played')}"
    rank = ruleset.start.rank
    yield f"FIRST_RANK = {-1 if rank is None else pack.ranks.index(rank)}"
    yield from _methods(ruleset)


def _reads(ruleset: RuleSet, name: str) -> bool:
    return any(name in names(row.when) for row in ruleset.rows("strength"))


def _methods(ruleset: RuleSet) -> Iterator[str]:
    """A row of `trump` by its number: how it finds the trump, and what more that way says."""
    found = [_method(row, ruleset) for row in ruleset.rows("trump")]
    for place, name in enumerate(("METHODS", "BY_DEALER", "SEEN", "FIXED_SUIT", "CHOICES")):
        yield f"{name} = table({[method[place] for method in found]})"


def _method(row: Row[TrumpMethod], ruleset: RuleSet) -> tuple[int, int, int, int, int]:
    none = len(ruleset.pack.suits)
    match row.result:
        case Turn(joker=Choose()):
            raise Refused(f"the compiled game cannot play `{row.name}`: a player names the trump where a joker is turned")
        case Choose(again=Again()):
            raise Refused(f"the compiled game cannot play `{row.name}`: the hand may be dealt again")
        case Choose() as choose if choose.after_bids:
            raise Refused(f"the compiled game cannot play `{row.name}`: the trump is named when everybody has bid")
        case Turn("dealers_last_card"):
            return DEALERS_LAST, 0, 0, none, 0
        case Turn():
            return NEXT_CARD, 0, 0, none, 0
        case Choose(by, after, calls):
            mask = sum(1 << (none if suit is None else suit) for suit in set(calls))
            return CHOOSE, int(by == "dealer"), ALL_CARDS if after is None else after, none, mask
        case Fixed(suit):
            return FIXED, 0, 0, none if suit is None else suit, 0
        case _:
            assert_never(row.result)


def _functions(ruleset: RuleSet) -> Iterator[str]:
    yield sections.first_row(ruleset, "trump", "trump_row")
    yield legal_bids(ruleset)
    yield sections.first(ruleset, "lead", "lead")
    yield sections.first(ruleset, "follow", "follow")
    yield calls(ruleset, "calls_leading", True)
    yield calls(ruleset, "calls_following", False)
    yield sections.standing(ruleset, "strength")
    yield sections.first_row(ruleset, "score", "score_row")
    yield sections.first(ruleset, "score", "score")
    yield sections.every_row(ruleset, "premium", "premium_rows", PREMIUM, premium_env(ruleset))
    yield sections.total(ruleset, "premium", "premium", PREMIUM, premium_env(ruleset))


def legal_bids(ruleset: RuleSet) -> str:
    """The bids that may be made as bits: a loop over bids for each place in the bidding where some row may forbid one."""
    env, lines = env_of(params("bid")), []
    for when, seats in _forbidding(ruleset).items():
        test = " or ".join(f"seat == {seat}" for seat in seats)
        loop = ["may = 0", "for bid in range(hand_size + 1):", f"    may |= 0 if {evaluate(when, env, ruleset.pack)} else (1 << bid)", "return may"]
        lines += [f"if {test}:", *(f"    {line}" for line in loop)]
    return function("legal_bids", ("hand_size", "seat", "earlier_total", "passes_before"), [*lines, "return (1 << (hand_size + 1)) - 1"])


def _forbidding(ruleset: RuleSet) -> dict[Expr, list[int]]:
    """What forbids a bid, with the places in the bidding where it does; nowhere is left out."""
    found: dict[Expr, list[int]] = {}
    for seat in range(ruleset.players):
        settled: dict[str, Expr] = {"seat": IntLit(seat), "players": IntLit(ruleset.players)}
        when = disj(*(fold(substitute(row.when, settled)) for row in ruleset.rows("bid")))
        if when != FALSE:
            found.setdefault(when, []).append(seat)
    return found


def calls(ruleset: RuleSet, name: str, leading: bool) -> str:
    """The announcements that may be made as bits: high with no suit, high with each suit, then low."""
    env, terms = env_of(params("call")), []
    suits: list[int | None] = [None, *range(len(ruleset.pack.suits))]
    for place, (level, named) in enumerate((level, named) for level in LEVELS for named in suits):
        settled: dict[str, Expr] = {"leading": BoolLit(leading), "level": LevelLit(level), "named": SuitLit(named)}
        rows = [fold(substitute(row.when, settled)) for row in ruleset.rows("call")]
        if BoolLit(True) not in rows:
            texts = [evaluate(when, env, ruleset.pack) for when in rows if when != BoolLit(False)]
            terms.append(f"(0 if {' or '.join(texts)} else {1 << place})" if texts else str(1 << place))
    return function(name, ("trump", "asked"), [f"return {' | '.join(terms) or 0}"])

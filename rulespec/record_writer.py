"""A game as a record: the text that `record_reader` reads and people can follow and type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from rulespec.game import Game, PlayedHand, PlayedSet, TakenTrick
from rulespec.ir.cards import Pack
from rulespec.ir.ruleset import RuleSet
from rulespec.notation import play_text, suit_text
from rulespec.record import NAMED, TURNED, VERSION

FOUR = ("North", "East", "South", "West")
Notes = Callable[[PlayedHand], Sequence[str]]


def seat_names(players: int) -> tuple[str, ...]:
    """Names for players who have none, clockwise."""
    return FOUR if players == len(FOUR) else tuple(f"Player {seat + 1}" for seat in range(players))


def write_record(
    ruleset: RuleSet,
    game: Game,
    names: Sequence[str] | None = None,
    profile: str | None = None,
    head: Iterable[str] = (),
    notes: Notes | None = None,
) -> str:
    """The record of a finished game, with comments: `head` at the top, `notes` after each hand.

    `profile` is how the rule set is named in it, its id unless something was laid over it.
    """
    top = [f"record: {VERSION}", f"profile: {profile or game.profile}", *(f"# {comment}" for comment in head)]
    return "\n".join([*top, *_lines(ruleset.pack, game, names or seat_names(ruleset.players), notes)]) + "\n"


def _lines(pack: Pack, game: Game, names: Sequence[str], notes: Notes | None) -> Iterator[str]:
    yield f"players: {', '.join(names)}"
    for number, played in enumerate(game.sets, 1):
        for hand in played.hands:
            yield from ("", *hand_lines(pack, hand, names))
            yield from (f"# {note}" for note in (notes(hand) if notes else ()))
        yield from ("", *_set_end(played, number, names))
    yield f"places: {_each(names, game.places)}"


def hand_lines(pack: Pack, hand: PlayedHand, names: Sequence[str]) -> Iterator[str]:
    """A hand from its deal to its points."""
    size, first = hand.deal.size, (hand.opening.dealer + 1) % len(names)
    again = f", dealt again {hand.opening.redeals}" if hand.opening.redeals else ""
    order = [(first + i) % len(names) for i in range(len(names))]
    yield f"hand {hand.opening.number}: {size} card{'s' if size > 1 else ''}, dealer {names[hand.opening.dealer]}{again}"
    for seat in order:
        yield f"deal {names[seat]}: {' '.join(map(pack.name, hand.deal.hands[seat]))}"
    yield f"trump: {suit_text(pack, hand.trump.suit)}{_how(pack, hand, names)}"
    yield f"bids: {_each(names, hand.bids, order)}"
    for number, trick in enumerate(hand.tricks, 1):
        yield f"trick {number}: {trick_text(pack, trick, names)} -> {names[trick.winner]}"
    yield f"points: {_each(names, hand.points)}"


def _how(pack: Pack, hand: PlayedHand, names: Sequence[str]) -> str:
    trump = hand.trump
    if trump.turned is not None:
        return f" ({TURNED} {pack.name(trump.turned)})"
    return "" if trump.named_by is None else f" ({NAMED} {names[trump.named_by]})"


def trick_text(pack: Pack, trick: TakenTrick, names: Sequence[str]) -> str:
    seats = ((trick.leader + i) % len(names) for i in range(len(trick.plays)))
    return ", ".join(f"{names[seat]} {play_text(pack, play)}" for seat, play in zip(seats, trick.plays, strict=True))


def _set_end(played: PlayedSet, number: int, names: Sequence[str]) -> Iterator[str]:
    yield f"set {number} premiums: {_each(names, played.premiums)}"
    yield f"total: {_each(names, played.totals)}"


def _each(names: Sequence[str], numbers: Sequence[int], order: Iterable[int] | None = None) -> str:
    seats = range(len(names)) if order is None else order
    return ", ".join(f"{names[seat]} {numbers[seat]}" for seat in seats)

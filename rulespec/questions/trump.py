"""Question `trump`: how the trump of a hand is found, and which one a turned card shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, assert_never

from rulespec.ir.cards import bits
from rulespec.ir.ruleset import Choose, Fixed, Row, RuleSet, TrumpMethod, Turn
from rulespec.ir.sections import BY_NAME, ScopeName
from rulespec.ir.types import Bool, Int
from rulespec.meanings.python import sections
from rulespec.meanings.python.evaluate import Env
from rulespec.notation import suit_text
from rulespec.questions.base import Case, Impossible, InHand, Keys, Question, Replied, letter, no_such_size, set_key
from rulespec.questions.ground import Hand, trump_env

if TYPE_CHECKING:
    from rulespec.cases.fields import Fields
    from rulespec.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Dealing(InHand):
    """A hand about to be dealt; `turned` is the card that shows its trump, None where none does."""

    hand: Hand
    turned: int | None = None


def trump_row(ruleset: RuleSet, hand_size: int, set_number: int, deck_size: int) -> Row[TrumpMethod]:
    """The row that says how the trump of a hand is found; its result is the method."""
    return sections.first_row(ruleset, "trump", trump_env(hand_size, ruleset.players, deck_size, set_number))


class TrumpQuestion(Question[Dealing]):
    """See the module."""

    section, spelled, kind, or_null = "trump", "trump", str, True
    keys = Keys(("cards",), ("turned", "set_number"), "which suit is trump")

    def names(self, book: Rulebook, at: Dealing) -> Env:
        return trump_env(at.hand.size, book.players, book.deck.bit_count(), at.hand.set_number)

    def tells_apart(self, book: Rulebook, at: Dealing) -> object:
        return super().tells_apart(book, at), at.turned

    def method(self, book: Rulebook, at: Dealing) -> TrumpMethod:
        """How the trump of the hand is found."""
        return book.ground.of(at.hand).method

    def why_not(self, book: Rulebook, at: Dealing) -> Iterator[Impossible]:
        dealt = book.ground.of(at.hand)
        size, row = at.hand.size, dealt.row
        yield from no_card_shows(book, row, size, at.turned)
        match dealt.method:
            case Turn() if at.turned is None:
                yield Impossible("RS405", "a `trump` case needs the card that is `turned`", ("question",), None, row)
            case Turn(joker=Choose()) if at.turned is not None and at.turned >= book.pack.suited:
                what = f"where a joker is turned a player names the trump (`{row.name}`), so no card shows it"
                yield Impossible("RS413", what, ("turned",), None, row)
            case Turn("next_card") if dealt.left_over < 1:
                yield Impossible("RS413", f"with {size} cards none is left to be turned (`{row.name}`)", ("cards",), None, row)

    def reply(self, book: Rulebook, at: Dealing) -> Replied:
        dealt = book.ground.of(at.hand)
        shown = None if at.turned is None else book.pack.suit_of(at.turned)
        suit = dealt.method.suit if isinstance(dealt.method, Fixed) else shown
        return Replied(letter(book.pack, suit), (dealt.row,))

    def read(self, fields: Fields) -> tuple[Dealing, ...]:
        size, turned, number = fields.whole("cards", 1, fields.book.pack.size), fields.card("turned"), fields.set_number()
        fields.stop()
        if not fields.book.ground.fitting(size):
            fields.impossible(no_such_size(fields.book.ground, size))
            row = trump_row(fields.book.ruleset, size, number or 1, fields.book.deck.bit_count())
            for found in no_card_shows(fields.book, row, size, turned) if turned is not None else ():
                fields.impossible(found)
            return ()
        return tuple(Dealing(dealt.hand, turned) for dealt in fields.in_sets(size, number))

    def write(self, book: Rulebook, at: Dealing) -> Case:
        shown: Case = {} if at.turned is None else {"turned": book.pack.name(at.turned)}
        return {"question": self.spelled, "cards": at.hand.size, **shown, **set_key(book.ruleset, "trump", at.hand.set_number)}

    def every(self, book: Rulebook) -> Iterator[Dealing]:
        for dealt in book.ground.dealt:
            match dealt.method:
                case Turn():
                    shown = (Dealing(dealt.hand, card) for card in bits(book.deck) if dealt.trumps)
                    yield from (at for at in shown if self.possible(book, at))
                case Fixed():
                    yield Dealing(dealt.hand)
                case Choose():
                    pass
                case _:
                    assert_never(dealt.method)

    def sample(self, book: Rulebook, rng: Random) -> Dealing | None:
        dealt = rng.choice(book.ground.dealt)
        turned = rng.choice(list(bits(book.deck))) if isinstance(dealt.method, Turn) else None
        at = Dealing(dealt.hand, turned)
        return at if self.possible(book, at) else None


def no_card_shows(book: Rulebook, row: Row[TrumpMethod], size: int, turned: int | None) -> Iterator[Impossible]:
    """What is wrong with a turned card where the rules find the trump without one."""
    match row.result:
        case Choose():
            what = f"with {size} cards a player names the trump (`{row.name}`), so no card shows it"
            yield Impossible("RS413", what, ("turned",), None, row)
        case Fixed(suit) if turned is not None:
            what = f"with {size} cards the trump is always {suit_text(book.pack, suit)} (`{row.name}`), and no card is turned"
            yield Impossible("RS413", what, ("turned",), None, row)
        case Fixed() | Turn():
            return
        case _:
            assert_never(row.result)


# --- what claims may speak of ---------------------------------------------------------------------

SCOPE_NAMES = (
    *BY_NAME["trump"].names,
    ScopeName("turns_next", lambda f: Bool(), "the next card of the pack is turned for trump"),
    ScopeName("shows_last", lambda f: Bool(), "the dealer's last card is shown for trump"),
    ScopeName("is_chosen", lambda f: Bool(), "a player names the trump"),
    ScopeName("is_fixed", lambda f: Bool(), "the trump is always the same"),
    ScopeName("seen_before", lambda f: Int(0, 110), "cards a player sees before he names the trump; 0 where none does or he sees all"),
    ScopeName("by_dealer", lambda f: Bool(), "it is the dealer who names the trump"),
    ScopeName("calls", lambda f: Int(0, 64), "how many trumps he may name, no trump among them; 0 where none does"),
)


def method_word(method: TrumpMethod) -> str:
    """The name of the scope that holds for a trump method."""
    match method:
        case Turn("next_card", _):
            return "turns_next"
        case Turn():
            return "shows_last"
        case Choose():
            return "is_chosen"
        case Fixed():
            return "is_fixed"
        case _:
            assert_never(method)


def claim_names(book: Rulebook, at: Dealing) -> Env:
    """The names of the scope by the reference meaning."""
    method = book.ground.of(at.hand).method
    words = ("turns_next", "shows_last", "is_chosen", "is_fixed")
    choice = method if isinstance(method, Choose) else Choose("", 0, ())
    return {
        **trump_env(at.hand.size, book.players, book.deck.bit_count(), at.hand.set_number), **{word: method_word(method) == word for word in words},
        "seen_before": choice.after or 0, "calls": len(choice.calls), "by_dealer": choice.by == "dealer",
    }

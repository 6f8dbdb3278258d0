"""Games found for one member of a family, and shown for others whose rules allow them too."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from rulespec.hand import HandState, IllegalAct, Stuck
from rulespec.ir.options import Options
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
)
from rulespec.questions.ground import Ground
from rulespec.rulebook import Rulebook, rulebook
from verifier.proofs.obligation import PLAYED
from verifier.proofs.prove import Claim
from verifier.witness.find import find
from verifier.witness.reach.course import leads_to
from verifier.witness.witness import HandLine, Witness, replayed


class SharedGames:
    """The games that are known. `member` and `ground` are the rules and the table of hands under given options."""

    def __init__(self, member: Callable[[Options], RuleSet], ground: Callable[[Options], Ground]) -> None:
        self._member, self._ground = member, ground
        self._games: list[Witness] = []
        self._lost: list[Moment] = []
        self._hands: dict[tuple[int, ...], tuple[object, HandState | None]] = {}

    def known(self, claim: Claim, options: Options, agrees: Callable[[Moment, Options], bool]) -> Witness | None:
        """A game found for other options that is legal under these too, and shows what is wanted."""
        ground = self._ground(options)
        fitting = (one for one in self._games if one.scope == claim.typed.scope and on_schedule(ground, one))
        return next((one for one in fitting if agrees(one.moment, options) and self._legal(options, one)), None)

    def reached(self, claim: Claim, moment: Moment, options: Options) -> Witness:
        """A situation as a game, which is kept for other options."""
        witness = find(self._member(options), claim.typed.scope, moment, tuple(options.items()), claim.number_matters)
        if not witness.reached:
            self._lost.append(moment)
            return witness
        return self.keep(witness)

    def keep(self, witness: Witness) -> Witness:
        """The witness, which is a game for other options too where their rules allow it."""
        self._games.append(witness)
        return witness

    def is_lost(self, moment: Moment) -> bool:
        """Whether no game was found for a situation, under some options."""
        return moment in self._lost

    def _legal(self, options: Options, witness: Witness) -> bool:
        """Whether the witness's game can be played under these options, and leads to its situation."""
        book = rulebook(self._member(options))
        hands = [self._replayed(book, line) for line in witness.game]
        states = tuple(hand for hand in hands if hand is not None)
        return bool(states) and len(states) == len(hands) and leads_to(states, witness.moment)

    def _replayed(self, book: Rulebook, line: HandLine) -> HandState | None:
        """A hand by these rules, played once for all members that share them; None where they do not allow it."""
        sections = tuple(book.ruleset.sections[name] for name in PLAYED if name != "schedule")
        key = (id(line), *map(id, sections))
        if key not in self._hands:
            self._hands[key] = ((line, sections), _played(book, line))
        return self._hands[key][1]


def on_schedule(ground: Ground, witness: Witness) -> bool:
    """Whether a game by this table has the hands of a witness in their sets, the earlier ones too, and the hand or set of its situation."""
    moment, hands = witness.moment, ground.hands
    known = {(hand.number, hand.set_number, hand.size) for hand in hands}
    if any((line.opening.number, line.opening.set_number, line.deal.size) not in known for line in witness.game):
        return False
    match moment:
        case SetEnd(number, cards):
            return number <= len(ground.sets) and tuple(one.hand.size for one in ground.sets[number - 1]) == cards
        case GameShape() | GameEnd():
            return True
        case Bidding() | Leading() | Following() | WholeTrick() | HandEnd() | Dealing():
            return moment.hand in hands
        case _:
            assert_never(moment)


def _played(book: Rulebook, line: HandLine) -> HandState | None:
    """A hand as far as it was played, where these rules allow it."""
    try:
        return replayed(book, (line,))[0]
    except (IllegalAct, Stuck):
        return None

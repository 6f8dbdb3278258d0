"""Scope `trick`: a whole trick on the table."""

from __future__ import annotations

import z3

from rulespec import rules
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.sections import BY_NAME, ScopeName
from rulespec.ir.types import Bool, Card, Cards, Int
from rulespec.meanings.python.evaluate import Env
from rulespec.meanings.z3 import sections
from rulespec.meanings.z3.values import Num, Value, cards, either, every, number, some, suit
from rulespec.situations import asked_suit, cards_of
from verifier.symbolic.play import Announced
from verifier.symbolic.setting import Names, Reader, Setting, Symbolic
from verifier.witness.moments import Moment, TrickMoment

_SHARED = ("trump", "asked", "joker_led", "level_led", "high_joker_led", "low_joker_led")
NAMES = (
    *[name for name in BY_NAME["strength"].names if name.name in _SHARED],
    ScopeName("trick", lambda f: Cards(), "the cards of the trick"),
    ScopeName("led", lambda f: Card(), "the card that was led"),
    ScopeName("high_jokers", lambda f: Cards(), "the jokers announced high"),
    ScopeName("low_jokers", lambda f: Cards(), "the jokers announced low"),
    ScopeName("last_high_joker", lambda f: Cards(), "the joker played high last; no card where there is none"),
    ScopeName("winning", lambda f: Cards(), "the card that takes the trick; no card where the rules name none"),
    ScopeName("has_winner", lambda f: Bool(), "the rules name a winner"),
    ScopeName("winner_position", lambda f: Int(0, f.players - 1), "the winner's place in the trick from 0; 0 where there is none"),
)


def trick(setting: Setting) -> Symbolic:
    """Every trump and every trick of different cards; all of them can be played in one-card hands."""
    players, pack = setting.ruleset.players, setting.pack
    trump, possible = setting.trump()
    plays = [Announced(setting, f"card{i}", leading=i == 0) for i in range(players)]
    asked = plays[0].asked
    assumptions = [*setting.domains, *possible]
    for play in plays:
        assumptions += play.possible(trump, suit(None, pack) if play.leading else asked)
    assumptions.append(("no card is in two places", every(*[a.card & b.card == 0 for i, a in enumerate(plays) for b in plays[:i]])))
    standings = [standing_of(setting, plays, i, trump, asked) for i in range(players)]
    wins = sections.winners(setting.ruleset, standings)
    names = {**setting.options, **_names(setting, plays, trump, asked, wins)}

    def read(reader: Reader) -> Moment:
        return TrickMoment(reader.suit(trump), tuple(play.read(reader) for play in plays))

    objectives = [trump, *[term for play in plays for term in play.objectives()]]
    return Symbolic(names, assumptions, objectives, read, {"wins": wins, "standings": standings, "plays": plays})


def standing_of(setting: Setting, plays: list[Announced], position: int, trump: Value, asked: Value) -> sections.Standing:
    """The claim of the card at a place."""
    return setting.standing(judged_names(setting, plays, position, trump, asked), position)


def judged_names(setting: Setting, plays: list[Announced], position: int, trump: Value, asked: Value) -> Names:
    """What `strength` is told of the card at a place."""
    play, lead = plays[position], plays[0]
    others = cards(0, setting.pack)
    for other in plays:
        others = others if other is play else others | other.card
    return {
        "card": play.card, "level": play.high, "position": position, "trump": trump, "asked": asked,
        "joker_led": lead.joker, "level_led": lead.high, "others_played": others,
    }  # fmt: skip


def _names(setting: Setting, plays: list[Announced], trump: Value, asked: Value, wins: tuple[z3.BoolRef, ...]) -> dict[str, Value]:
    nothing = cards(0, setting.pack)
    on_table, high, low, last, winning = nothing, nothing, nothing, nothing, nothing
    position: Num = number(0)
    for i, (play, wins_here) in enumerate(zip(plays, wins, strict=True)):
        on_table = on_table | play.card
        high = high | z3.If(every(play.joker, play.high), play.card, nothing)
        low = low | z3.If(every(play.joker, z3.Not(play.high)), play.card, nothing)
        last = z3.If(every(play.joker, play.high), play.card, last)
        winning = z3.If(wins_here, play.card, winning)
        position = either(wins_here, number(i), position)
    return {
        "trump": trump, "asked": asked, "joker_led": plays[0].joker, "level_led": plays[0].high, "trick": on_table,
        "led": plays[0].card, "high_jokers": high, "low_jokers": low, "last_high_joker": last, "winning": winning,
        "has_winner": some(*wins), "winner_position": position,
    }  # fmt: skip


def concrete(ruleset: RuleSet, moment: Moment) -> Env:
    """The names of `trick` by the reference meaning."""
    assert isinstance(moment, TrickMoment)
    plays, pack = moment.trick, ruleset.pack
    place = rules.winner(ruleset, moment.trump, plays)
    high = [play for play in plays if play.is_joker(pack) and play.level == "high"]
    low = [play for play in plays if play.is_joker(pack) and play.level != "high"]
    return {
        "trump": moment.trump, "asked": asked_suit(pack, plays), "joker_led": plays[0].is_joker(pack),
        "level_led": plays[0].level or "low", "trick": cards_of(plays), "led": plays[0].mask,
        "high_jokers": cards_of(high), "low_jokers": cards_of(low), "last_high_joker": high[-1].mask if high else 0,
        "winning": 0 if place is None else plays[place].mask, "has_winner": place is not None,
        "winner_position": place or 0,
    }  # fmt: skip

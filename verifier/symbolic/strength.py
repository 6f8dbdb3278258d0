"""Question `strength` in symbols: scope `trick`, a whole trick on the table. Mirrors `rulespec/questions/strength.py`."""

from __future__ import annotations

import z3

from rulespec.meanings.z3 import sections
from rulespec.meanings.z3.values import Num, Value, cards, either, every, number, some, suit
from rulespec.questions import WholeTrick
from verifier.symbolic.announcing import Announced
from verifier.symbolic.setting import Names, Reader, Setting, Symbolic


def trick(setting: Setting) -> Symbolic[WholeTrick]:
    """Every trump and every trick of different cards, announced as the rules allow."""
    players, pack = setting.ruleset.players, setting.pack
    trump = setting.trump()
    plays = [Announced(setting, f"card{i}", leading=i == 0) for i in range(players)]
    asked = plays[0].asked
    assumptions = [*setting.domains, setting.trump_and_size(trump, lambda size: z3.BoolVal(True))]
    for play in plays:
        assumptions += play.possible(trump, suit(None, pack) if play.leading else asked)
    assumptions.append(("no card is in two places", every(*[a.card & b.card == 0 for i, a in enumerate(plays) for b in plays[:i]])))
    standings = [standing_of(setting, plays, i, trump, asked) for i in range(players)]
    wins = sections.winners(setting.ruleset, standings)
    names = {**setting.options, **_names(setting, plays, trump, asked, wins)}

    def read(reader: Reader) -> WholeTrick:
        suit_ = reader.suit(trump)
        return WholeTrick(setting.first_hand(reader, suit_, lambda size: True), suit_, tuple(play.read(reader) for play in plays))

    objectives = [trump, *[term for play in plays for term in play.objectives()]]
    count = len(setting.ruleset.rows("strength"))
    rows = tuple(some(*[every(w, s.answers[i]) for w, s in zip(wins, standings, strict=True)]) for i in range(count))
    return Symbolic(names, assumptions, objectives, read, rows, wins, standings)


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
        "led": lead.card, "joker_led": lead.joker, "level_led": lead.high, "others_played": others,
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

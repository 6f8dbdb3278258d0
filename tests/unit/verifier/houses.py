"""House rules unlike the shipped ones, to see that nothing rests on the usual duties of play."""

from __future__ import annotations

from functools import cache

from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load, load_text

MUST_BEAT = """
rulespec: 1
id: must-beat
name: Beat the table where you can, no joker while you can follow
extends: tvaladze
follow:
  - name: beat the suit
    when: any(above(hand & suit(asked), played & suit(asked)))
    play: above(hand & suit(asked), played & suit(asked))
    assumed: for a test
  - {name: follow suit, when: any(hand & suit(asked)), play: hand & suit(asked), assumed: for a test}
  - name: overtrump
    when: any(above(hand & suit(trump), played & suit(trump)))
    play: above(hand & suit(trump), played & suit(trump))
    assumed: for a test
  - {name: trump, when: any(hand & suit(trump)), play: hand & suit(trump), assumed: for a test}
  - {name: discard, play: hand, assumed: for a test}
"""

LOWEST = """
rulespec: 1
id: lowest
name: Only the lowest card of a suit, trumps not led at first
extends: web-225
lead:
  - {name: no trump yet, when: trick_number <= 2 and any(hand - suit(trump)), play: hand - suit(trump), assumed: for a test}
  - {name: any card, play: hand, assumed: for a test}
follow:
  - {name: lowest of the suit, when: any(hand & suit(asked)), play: lowest(hand & suit(asked)), assumed: for a test}
  - {name: any other, play: hand, assumed: for a test}
"""

NO_DUTY = """
rulespec: 1
id: no-duty
name: Nines, 38 cards, nobody has to follow
extends: skill-games
options: {pack: thirty_eight, nine_card_trump: turned, game_length: short_nines}
follow:
  - {name: anything, play: hand, assumed: for a test}
"""

THREE = """
rulespec: 1
id: three
name: Three players, 36 cards and one joker
players: 3
cards: {suits: [clubs, diamonds, hearts, spades], ranks: [6, 7, 8, 9, 10, J, Q, K, A], jokers: 1}
deck:
  - {name: all but one, cards: 'all - cards("6C")', assumed: for a test}
schedule:
  - {name: twelves, sets: [[12, 12, 12], [3, 2, 1]], assumed: for a test}
trump:
  - {name: next card, when: hand_size < 12, turn: next_card, joker: no_trump, assumed: for a test}
  - {name: last card, turn: dealers_last_card, joker: no_trump, assumed: for a test}
bid:
  - {name: no balance, forbid: is_dealer and earlier_total + bid == hand_size, assumed: for a test}
lead:
  - {name: any card, play: hand, assumed: for a test}
call:
  - {name: a led joker names a suit, forbid: leading and not names_suit, assumed: for a test}
  - {name: a following joker names none, forbid: not leading and names_suit, assumed: for a test}
follow:
  - {name: follow suit, when: any(hand & suit(asked)), play: hand & (suit(asked) | jokers), assumed: for a test}
  - {name: discard, play: hand, assumed: for a test}
strength:
  - {name: high joker, when: joker and level == high, class: 3, assumed: for a test}
  - {name: trump, when: card in suit(trump), class: 2, then: rank, assumed: for a test}
  - {name: suit, when: card in suit(asked), class: 1, then: rank, assumed: for a test}
  - {name: low lead, when: joker and leading, class: 0, assumed: for a test}
  - {name: nothing, class: never, assumed: for a test}
score:
  - {name: exact or nothing, points: 10 if bid == tricks else 0, assumed: for a test}
premium:
  - {name: none, when: me.made_all, add: 5, assumed: for a test}
finish: {rank_by: [total], ties: shared}
"""

SHIPPED = ("tvaladze", "web-225", "web-225-nines", "skill-games", "skill-games-nines")
HOUSES = {"must-beat": MUST_BEAT, "lowest": LOWEST, "no-duty": NO_DUTY, "three": THREE}


@cache
def rules_called(name: str) -> RuleSet:
    return load_text(HOUSES[name], name) if name in HOUSES else load(name)

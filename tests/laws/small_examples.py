"""Two rule sets in which places, passes and sets count: for what random ones come upon too seldom."""

PASSES = """
rulespec: 1
id: passes
players: 2
cards: {suits: [clubs], ranks: [7, 8], jokers: 0}
deck: [{cards: all}]
schedule: [{sets: [[1], [1, 1]]}]
trump: [{fixed: no_trump}]
bid: [{forbid: bid == 0 and passes_before >= 1 and not is_dealer}, {forbid: bid == 1 and passes_before + earlier_total >= 2}]
lead: [{play: hand}]
follow: [{play: hand}]
strength: [{class: 1, then: rank}]
score: [{when: bid == tricks, points: 5 + set_number}, {points: bid}]
premium: [{when: me.made_all and makers == 1, add: me.last + hands}]
finish: {rank_by: [total], ties: by_seat}
"""

PLACES = """
rulespec: 1
id: places
players: 3
cards: {suits: [clubs, hearts], ranks: [7, 8, 9], jokers: 1}
deck: [{cards: all}]
schedule: [{sets: [[1], [2]]}]
trump: [{when: set_number == 1, turn: next_card, joker: no_trump}, {turn: dealers_last_card, joker: no_trump}]
bid: [{forbid: is_dealer and earlier_total + bid == hand_size}, {forbid: seat == 0 and bid == 0 and passes_before == 0}]
lead: [{when: trick_number == 2 and any(hand & jokers), play: hand & jokers}, {play: hand}]
call: [{forbid: leading and not names_suit}, {forbid: not leading and names_suit}]
follow: [{when: any(hand & suit(asked)), play: hand & (suit(asked) | jokers)}, {play: hand}]
strength:
  - {when: joker and level == high, class: 4}
  - {when: card in suit(trump), class: 3, then: rank}
  - {when: card in suit(asked), class: 2, then: rank}
  - {class: 1, then: later}
score: [{when: bid == tricks and bids_total > hand_size, points: 20}, {when: bid == tricks, points: 10 * bid + 5}, {points: tricks - bid}]
premium: [{when: me.made_all, add: me.best * makers}]
finish: {rank_by: [total], ties: shared}
"""

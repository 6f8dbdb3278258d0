"""Decisions by trial: a choice is played out in many imagined deals, and the one that pays best on average is taken.

Like `imagined.py` it sees a view only. `x` is where deals are tried, `mind` what is worked out; SUMS in it add up what
each choice came to.
"""

from __future__ import annotations

from verifier.kernel.imagined import FIRST, MIND, imagine, reflect
from verifier.kernel.interface import PLAYERS, Numbers, first_index, legal_bids, popcount, score, stream
from verifier.kernel.judging import ONE, count_tricks, may_call, may_play, next_play, play_out, put
from verifier.kernel.table import BIDS, HELD, PASSES, PLAYS, TAKEN, TRUMP, next_seat

MOST_CHOICES = 256
SUMS = MIND
LAID = SUMS + MOST_CHOICES  # the imagined hands by seat
AIM = LAID + PLAYERS  # by seat, what the imagined hand would bid
FITTEST = AIM + PLAYERS  # the best of several imagined deals, by seat
MIND_SIZE = FITTEST + PLAYERS


def bid_near(may: int, aim: int) -> int:
    """The legal bid next to a count in parts of a trick."""
    best, gap = -1, 0
    while may:
        bid = first_index(may)
        may &= may - 1
        off = abs(bid * ONE - aim)
        if best < 0 or off < gap:
            best, gap = bid, off
    return best


def pays(x: Numbers, seat: int, size: int, set_number: int, spite: int) -> int:
    """What a hand is worth to a seat: his own points, and in `spite` eighths what the others do not get."""
    total, others = 0, 0
    for other in range(PLAYERS):
        total += x[BIDS + other]
    for other in range(PLAYERS):
        if other != seat:
            others += score(x[BIDS + other], x[TAKEN + other], size, total, False, PLAYERS, set_number)
    own = score(x[BIDS + seat], x[TAKEN + seat], size, total, False, PLAYERS, set_number)
    return own * 8 * (PLAYERS - 1) - others * spite


def lay_out(v: Numbers, x: Numbers, mind: Numbers, seat: int, size: int, unseen: int, tries: int, bidders: int, row: int) -> None:
    """An imagined deal; of several, the one that fits best what those who have bid said. `bidders` has their bits."""
    least = -1
    for attempt in range(tries):
        imagine(v, x, mind, seat, unseen, stream(row, attempt))
        if tries == 1:
            return
        misfit = 0
        for other in range(PLAYERS):
            if bidders >> other & 1 and other != seat:
                held = x[HELD + other] | mind[AIM + other]
                aim = count_tricks(held, unseen & ~held | v[HELD + seat], popcount(held), v[TRUMP], 1, stream(row, 64 + other))
                misfit += abs(v[BIDS + other] * ONE - aim)
        if least < 0 or misfit < least:
            least = misfit
            for other in range(PLAYERS):
                mind[FITTEST + other] = x[HELD + other]
    for other in range(PLAYERS):
        x[HELD + other] = mind[FITTEST + other]


def try_bids(
    v: Numbers, x: Numbers, mind: Numbers, seat: int, size: int, set_number: int, dealer: int, turn: int, may: int, aim: int, deals: int, tries: int,
    spite: int, row: int,
) -> int:  # fmt: skip
    """The bid that pays best, of those within two of the count."""
    unseen = reflect(v, mind, seat, size, dealer, 0, 0, False)
    near, bidders, earlier, other = 0, 0, 0, dealer
    for bid in range(size + 1):
        mind[SUMS + bid] = 0
        if may >> bid & 1 and abs(bid * ONE - aim) <= 2 * ONE + ONE // 2:
            near |= 1 << bid
    if near == 0:
        return bid_near(may, aim)
    for _ in range(turn):
        other = next_seat(other)
        bidders |= 1 << other
        earlier += v[BIDS + other]
        mind[AIM + other] = 0
    for deal in range(deals):
        own = stream(row, deal)
        lay_out(v, x, mind, seat, size, unseen, tries, bidders, own)
        for other in range(PLAYERS):
            mind[LAID + other] = v[HELD + seat] if other == seat else x[HELD + other]
            mind[AIM + other] = count_tricks(mind[LAID + other], all_but(unseen | v[HELD + seat], mind[LAID + other]), size, v[TRUMP], 1, stream(own, 90 + other))
        left = near
        while left:
            bid = first_index(left)
            left &= left - 1
            if settle_bids(v, x, mind, seat, size, dealer, turn, earlier, bid):
                again(v, x, mind)
                if play_out(x, size, next_seat(dealer), 0, 0, own):
                    mind[SUMS + bid] += pays(x, seat, size, set_number, spite)
        for other in range(PLAYERS):
            mind[AIM + other] = 0
    return greatest(mind, near)


def all_but(cards: int, held: int) -> int:
    return cards & ~held


def settle_bids(v: Numbers, x: Numbers, mind: Numbers, seat: int, size: int, dealer: int, turn: int, earlier: int, bid: int) -> bool:
    """Everybody's bids where this seat makes one: those made stand, the others bid what their cards are worth."""
    total, other = earlier, dealer
    for place in range(PLAYERS):
        other = next_seat(other)
        if place < turn:
            x[BIDS + other] = v[BIDS + other]
        elif place == turn:
            x[BIDS + other] = bid
            total += bid
        else:
            found = bid_near(legal_bids(size, place, total, v[PASSES + other]), mind[AIM + other])
            if found < 0:
                return False
            x[BIDS + other] = found
            total += found
    return True


def again(v: Numbers, x: Numbers, mind: Numbers) -> None:
    """The deal as it was laid out, and the tricks taken so far."""
    x[TRUMP] = v[TRUMP]
    for other in range(PLAYERS):
        x[HELD + other] = mind[LAID + other]
        x[TAKEN + other] = v[TAKEN + other]


def greatest(mind: Numbers, choices: int) -> int:
    best = -1
    while choices:
        choice = first_index(choices)
        choices &= choices - 1
        if best < 0 or mind[SUMS + choice] > mind[SUMS + best]:
            best = choice
    return best


def try_plays(
    v: Numbers, x: Numbers, mind: Numbers, seat: int, size: int, set_number: int, dealer: int, trick: int, position: int, deals: int, tries: int,
    spite: int, row: int,
) -> int:  # fmt: skip
    """The play that pays best; -1 where nothing may be played. Of jokers, which are alike, the first one is tried."""
    at, played = PLAYS + trick * PLAYERS, 0
    for i in range(position):
        played |= 1 << (v[at + i] & 255)
    cards = may_play(v[HELD + seat], v[TRUMP], trick, position, v[at], played)
    calls = may_call(v[TRUMP], position, v[at])
    first = next_play(cards, calls, -1)
    if first < 0 or next_play(cards, calls, first) < 0:
        return first
    unseen = reflect(v, mind, seat, size, dealer, trick, position, True)
    for other in range(PLAYERS):
        mind[AIM + other] = played_by(v, mind, other, trick, position)
    many = 0
    play = first
    while play >= 0 and many < MOST_CHOICES:
        mind[SUMS + many] = 0
        many += 1
        play = next_play(cards, calls, play)
    everybody = (1 << PLAYERS) - 1
    for deal in range(deals):
        own = stream(row, deal)
        lay_out(v, x, mind, seat, size, unseen, tries, everybody, own)
        for other in range(PLAYERS):
            mind[LAID + other] = v[HELD + seat] if other == seat else x[HELD + other]
            x[BIDS + other] = v[BIDS + other]
        for i in range(trick * PLAYERS, trick * PLAYERS + position):
            x[PLAYS + i] = v[PLAYS + i]
        play = first
        for number in range(many):
            again(v, x, mind)
            put(x, seat, trick, position, play)
            if play_out(x, size, leader_of(seat, position), trick, position + 1, own):
                mind[SUMS + number] += pays(x, seat, size, set_number, spite)
            play = next_play(cards, calls, play)
    best = 0
    for number in range(1, many):
        if mind[SUMS + number] > mind[SUMS + best]:
            best = number
    play = first
    for _ in range(best):
        play = next_play(cards, calls, play)
    return play


def leader_of(seat: int, position: int) -> int:
    return (seat - position) % PLAYERS


def played_by(v: Numbers, mind: Numbers, other: int, trick: int, position: int) -> int:
    """The cards a seat has shown in play."""
    cards = 0
    for t in range(trick + 1):
        player = mind[FIRST + t]
        for i in range(PLAYERS if t < trick else position):
            if player == other:
                cards |= 1 << (v[PLAYS + t * PLAYERS + i] & 255)
            player = next_seat(player)
    return cards

// A nine-card hand, its rules written by hand: a word of bits a suit, the jokers in a fifth.
const PLAYS = Array.from({ length: 36 }, (_, card) => ({ suit: Math.floor(card / 9), bit: 1 << card % 9, high: false, named: -1 }));
const joker = (bit, high, named) => ({ suit: 4, bit, high, named });
const LED = [1, 2].map((bit) => [true, false].flatMap((high) => [0, 1, 2, 3].map((named) => joker(bit, high, named))));
const PLAYED = [1, 2].map((bit) => [joker(bit, true, -1), joker(bit, false, -1)]);

// The cards of one suit that a player has.
function add(found, suit, bits) {
  for (let rest = bits; rest !== 0; rest &= rest - 1) found.push(PLAYS[suit * 9 + 31 - Math.clz32(rest & -rest)]);
}

function legal(hand, trump, trick) {
  const found = [];
  const jokers = hand[4];
  if (trick.length === 0) {
    for (let suit = 0; suit < 4; suit++) add(found, suit, hand[suit]);
    if (jokers & 1) found.push(...LED[0]);
    if (jokers & 2) found.push(...LED[1]);
    return found;
  }
  const led = trick[0];
  const asked = led.suit === 4 ? led.named : led.suit;
  if (hand[asked] !== 0) add(found, asked, led.suit === 4 && led.high ? 1 << (31 - Math.clz32(hand[asked])) : hand[asked]);
  else if (trump >= 0 && hand[trump] !== 0) add(found, trump, hand[trump]);
  else if (jokers === 0 || (led.suit === 4 && led.high)) for (let suit = 0; suit < 4; suit++) add(found, suit, hand[suit]);
  if (jokers & 1) found.push(...PLAYED[0]);
  if (jokers & 2) found.push(...PLAYED[1]);
  return found;
}

function strength(play, place, asked, trump) {
  if (play.suit === 4) {
    if (!play.high) return place === 0 ? 0 : -1;
    if (place > 0) return 500 + place;
    return asked === trump ? 400 : 200;
  }
  if (play.suit === trump) return 300 + play.bit / 1024;
  return play.suit === asked ? 100 + play.bit / 1024 : -1;
}

function winner(trick, trump) {
  const asked = trick[0].suit === 4 ? trick[0].named : trick[0].suit;
  let best = -1;
  let place = 0;
  for (let i = 0; i < 4; i++) {
    const found = strength(trick[i], i, asked, trump);
    if (found > best) [best, place] = [found, i];
  }
  return place;
}

function points(bid, tricks) {
  if (bid === tricks) return bid === 9 ? 900 : 50 * bid + 50;
  return 10 * tricks;
}

export function player() {
  const deck = Array.from({ length: 38 }, (_, card) => card).filter((card) => card !== 0 && card !== 27);
  return (random) => {
    for (let last = 35; last > 0; last--) {
      const chosen = Math.floor(random() * (last + 1));
      [deck[last], deck[chosen]] = [deck[chosen], deck[last]];
    }
    const hands = [];
    for (let seat = 0; seat < 4; seat++) {
      const hand = [0, 0, 0, 0, 0];
      for (let i = 9 * seat; i < 9 * seat + 9; i++) hand[Math.floor(deck[i] / 9)] |= 1 << deck[i] % 9;
      hands.push(hand);
    }
    const trump = deck[35] < 36 ? Math.floor(deck[35] / 9) : -1;
    const bids = [];
    let said = 0;
    for (let seat = 0; seat < 4; seat++) {
      const closed = seat === 3 && said <= 9 ? 9 - said : -1;
      let bid = Math.floor(random() * (closed >= 0 ? 9 : 10));
      if (closed >= 0 && bid >= closed) bid++;
      bids.push(bid);
      said += bid;
    }
    const taken = [0, 0, 0, 0];
    let leader = 0;
    for (let number = 1; number <= 9; number++) {
      const trick = [];
      for (let i = 0; i < 4; i++) {
        const hand = hands[(leader + i) % 4];
        const plays = legal(hand, trump, trick);
        const play = plays[Math.floor(random() * plays.length)];
        hand[play.suit] ^= play.bit;
        trick.push(play);
      }
      leader = (leader + winner(trick, trump)) % 4;
      taken[leader]++;
    }
    let total = 0;
    for (let seat = 0; seat < 4; seat++) total += points(bids[seat], taken[seat]);
    return total;
  };
}

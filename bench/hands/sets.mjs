// A nine-card hand with cards as names in sets.
const SUITS = ["C", "D", "H", "S"];
const RANKS = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const OF_SUIT = new Map(SUITS.map((suit) => [suit, RANKS.map((rank) => rank + suit)]));
const JOKERS = ["JK1", "JK2"];
const ALL = [...SUITS.flatMap((suit) => OF_SUIT.get(suit)), ...JOKERS];
const isJoker = (card) => card.startsWith("JK");
const suitOf = (card) => (isJoker(card) ? null : card.at(-1));
const announced = (card, leading) =>
  [true, false].flatMap((high) => (leading ? SUITS : [null]).map((named) => ({ card, high, named })));

function playable(hand, trump, trick) {
  if (trick.length === 0) return hand;
  const lead = trick[0];
  const asked = isJoker(lead.card) ? lead.named : suitOf(lead.card);
  const jokers = JOKERS.filter((card) => hand.has(card));
  const suited = OF_SUIT.get(asked).filter((card) => hand.has(card));
  const trumps = (OF_SUIT.get(trump) ?? []).filter((card) => hand.has(card));
  if (isJoker(lead.card) && lead.high) {
    if (suited.length > 0) return new Set([suited.at(-1), ...jokers]);
    return trumps.length > 0 ? new Set([...trumps, ...jokers]) : hand;
  }
  if (suited.length > 0) return new Set([...suited, ...jokers]);
  if (trumps.length > 0) return new Set([...trumps, ...jokers]);
  return jokers.length > 0 ? new Set(jokers) : hand;
}

function plays(hand, trump, trick) {
  const allowed = playable(hand, trump, trick);
  return ALL.filter((card) => allowed.has(card)).flatMap((card) =>
    isJoker(card) ? announced(card, trick.length === 0) : [{ card, high: false, named: null }],
  );
}

function strength({ card, high }, place, asked, trump) {
  if (isJoker(card)) {
    if (!high) return place === 0 ? 0 : -1;
    if (place > 0) return 500 + place;
    return asked === trump ? 400 : 200;
  }
  const rank = RANKS.indexOf(card.slice(0, -1));
  if (suitOf(card) === trump) return 300 + rank;
  return suitOf(card) === asked ? 100 + rank : -1;
}

function winner(trick, trump) {
  const asked = isJoker(trick[0].card) ? trick[0].named : suitOf(trick[0].card);
  const strengths = trick.map((play, place) => strength(play, place, asked, trump));
  return strengths.indexOf(Math.max(...strengths));
}

const points = (bid, tricks) => (bid === tricks ? (bid === 9 ? 900 : 50 * bid + 50) : 10 * tricks);

export function player() {
  const deck = ALL.filter((card) => card !== "6C" && card !== "6S");
  return (random) => {
    for (let last = 35; last > 0; last--) {
      const chosen = Math.floor(random() * (last + 1));
      [deck[last], deck[chosen]] = [deck[chosen], deck[last]];
    }
    const hands = [0, 1, 2, 3].map((seat) => new Set(deck.slice(9 * seat, 9 * seat + 9)));
    const trump = suitOf(deck[35]);
    const bids = [];
    for (let seat = 0; seat < 4; seat++) {
      const said = bids.reduce((a, b) => a + b, 0);
      const legal = Array.from({ length: 10 }, (_, bid) => bid).filter((bid) => seat < 3 || said + bid !== 9);
      bids.push(legal[Math.floor(random() * legal.length)]);
    }
    const taken = [0, 0, 0, 0];
    let leader = 0;
    for (let number = 1; number <= 9; number++) {
      const trick = [];
      for (let i = 0; i < 4; i++) {
        const seat = (leader + i) % 4;
        const legal = plays(hands[seat], trump, trick);
        const play = legal[Math.floor(random() * legal.length)];
        hands[seat].delete(play.card);
        trick.push(play);
      }
      leader = (leader + winner(trick, trump)) % 4;
      taken[leader]++;
    }
    return bids.reduce((total, bid, seat) => total + points(bid, taken[seat]), 0);
  };
}

// A nine-card hand with cards as objects in arrays, as most programs keep them.
const SUITS = ["C", "D", "H", "S"];
const order = (a, b) => a.place - b.place;
const announced = (card, leading) =>
  [true, false].flatMap((high) => (leading ? SUITS : [null]).map((named) => ({ card, high, named })));

function playable(hand, trump, trick) {
  if (trick.length === 0) return hand;
  const lead = trick[0];
  const asked = lead.card.joker ? lead.named : lead.card.suit;
  const jokers = hand.filter((card) => card.joker);
  const suited = hand.filter((card) => card.suit === asked);
  const trumps = hand.filter((card) => card.suit === trump && !card.joker);
  if (lead.card.joker && lead.high) {
    if (suited.length > 0) return [suited.reduce((best, card) => (card.rank > best.rank ? card : best)), ...jokers];
    return trumps.length > 0 ? [...trumps, ...jokers] : hand;
  }
  if (suited.length > 0) return [...suited, ...jokers];
  if (trumps.length > 0) return [...trumps, ...jokers];
  return jokers.length > 0 ? jokers : hand;
}

const plays = (hand, trump, trick) =>
  [...playable(hand, trump, trick)]
    .sort(order)
    .flatMap((card) => (card.joker ? announced(card, trick.length === 0) : [{ card, high: false, named: null }]));

function strength({ card, high }, place, asked, trump) {
  if (card.joker) {
    if (!high) return place === 0 ? 0 : -1;
    if (place > 0) return 500 + place;
    return asked === trump ? 400 : 200;
  }
  if (card.suit === trump) return 300 + card.rank;
  return card.suit === asked ? 100 + card.rank : -1;
}

function winner(trick, trump) {
  const asked = trick[0].card.joker ? trick[0].named : trick[0].card.suit;
  const strengths = trick.map((play, place) => strength(play, place, asked, trump));
  return strengths.indexOf(Math.max(...strengths));
}

const points = (bid, tricks) => (bid === tricks ? (bid === 9 ? 900 : 50 * bid + 50) : 10 * tricks);

export function player() {
  const suited = SUITS.flatMap((suit, s) => Array.from({ length: 9 }, (_, rank) => ({ suit, rank, joker: false, place: 9 * s + rank })));
  const jokers = [36, 37].map((place) => ({ suit: null, rank: null, joker: true, place }));
  const deck = [...suited, ...jokers].filter(({ place }) => place !== 0 && place !== 27);
  return (random) => {
    for (let last = 35; last > 0; last--) {
      const chosen = Math.floor(random() * (last + 1));
      [deck[last], deck[chosen]] = [deck[chosen], deck[last]];
    }
    const hands = [0, 1, 2, 3].map((seat) => deck.slice(9 * seat, 9 * seat + 9));
    const trump = deck[35].suit ?? "none";
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
        hands[seat] = hands[seat].filter((card) => card !== play.card);
        trick.push(play);
      }
      leader = (leader + winner(trick, trump)) % 4;
      taken[leader]++;
    }
    return bids.reduce((total, bid, seat) => total + points(bid, taken[seat]), 0);
  };
}

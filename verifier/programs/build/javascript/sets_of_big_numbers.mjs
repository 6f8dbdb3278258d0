// A set is a BigInt: the pack has too many cards for two words.
const NO_CARDS = 0n;
const CARD = Array.from({ length: PACK_SIZE }, (_, card) => 1n << BigInt(card));
const BLOCKS = SUITS.map((_, suit) => ((1n << BigInt(BLOCK)) - 1n) << BigInt(suit * BLOCK));
const setOf = (cards) => cards.reduce((found, card) => found | CARD[card], 0n);
const both = (a, b) => a & b;
const either = (a, b) => a | b;
const without = (a, b) => a & ~b;
const any = (a) => a !== 0n;
const none = (a) => a === 0n;
const same = (a, b) => a === b;
const within = (a, b) => (a & ~b) === 0n;
const count = (a) => indices(a).length;
const length = (a) => BigInt(a === 0n ? 0 : a.toString(2).length);
const top = (a) => (a === 0n ? 0n : 1n << (length(a) - 1n));
const joined = (part) => BLOCKS.reduce((found, block) => found | part(block), 0n);
const highest = (a) => joined((block) => top(a & block));
const lowest = (a) => joined((block) => a & block & -(a & block));
const above = (a, b) => joined((block) => a & block & -(1n << length(b & block)));

// The cards of a set as numbers, in order.
function indices(set) {
  const found = [];
  for (let rest = set, card = 0; rest !== 0n; rest >>= 1n, card++) if (rest & 1n) found.push(card);
  return found;
}

// A set is one 32-bit word.
const NO_CARDS = 0;
const CARD = Array.from({ length: PACK_SIZE }, (_, card) => 1 << card);
const setOf = (cards) => cards.reduce((found, card) => found | CARD[card], 0);
const both = (a, b) => a & b;
const either = (a, b) => a | b;
const without = (a, b) => a & ~b;
const any = (a) => a !== 0;
const none = (a) => a === 0;
const same = (a, b) => a === b;
const within = (a, b) => (a & ~b) === 0;
const count = (a) => ones(a);
const highest = (a) => topOfEach(a, SUITED);
const lowest = (a) => bottomOfEach(a, SUITED);
const above = (a, b) => aboveInEach(a, b, SUITED);

// The cards of a set as numbers, in order.
function indices(set) {
  const found = [];
  for (let word = set; word !== 0; word &= word - 1) found.push(31 - Math.clz32(word & -word));
  return found;
}

// A set is two 32-bit words: the pack has too many cards for one, and BigInt is three times slower.
// Every suit lies in one word, so that the words can be looked at one by one.
const LOW_BITS = Math.min(Math.floor(31 / BLOCK), SUITS.length) * BLOCK;
const HIGH_SUITED = SUITED - LOW_BITS;
const set = (low, high) => ({ low, high });
const NO_CARDS = set(0, 0);
const CARD = Array.from({ length: PACK_SIZE }, (_, card) => (card < LOW_BITS ? set(1 << card, 0) : set(0, 1 << (card - LOW_BITS))));
const setOf = (cards) => cards.reduce((found, card) => either(found, CARD[card]), NO_CARDS);
const both = (a, b) => set(a.low & b.low, a.high & b.high);
const either = (a, b) => set(a.low | b.low, a.high | b.high);
const without = (a, b) => set(a.low & ~b.low, a.high & ~b.high);
const any = (a) => (a.low | a.high) !== 0;
const none = (a) => (a.low | a.high) === 0;
const same = (a, b) => a.low === b.low && a.high === b.high;
const within = (a, b) => ((a.low & ~b.low) | (a.high & ~b.high)) === 0;
const count = (a) => ones(a.low) + ones(a.high);
const highest = (a) => set(topOfEach(a.low, LOW_BITS), topOfEach(a.high, HIGH_SUITED));
const lowest = (a) => set(bottomOfEach(a.low, LOW_BITS), bottomOfEach(a.high, HIGH_SUITED));
const above = (a, b) => set(aboveInEach(a.low, b.low, LOW_BITS), aboveInEach(a.high, b.high, HIGH_SUITED));

// The cards of a set as numbers, in order.
function indices({ low, high }) {
  const found = [];
  for (let word = low; word !== 0; word &= word - 1) found.push(31 - Math.clz32(word & -word));
  for (let word = high; word !== 0; word &= word - 1) found.push(31 - Math.clz32(word & -word) + LOW_BITS);
  return found;
}

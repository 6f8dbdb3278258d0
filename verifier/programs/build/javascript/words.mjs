// ---- sets of cards: suits in blocks, low rank first, jokers on top; every set is a value and is never changed -------

const SUITED = SUITS.length * RANKS.length;
const PACK_SIZE = SUITED + JOKER_COUNT;

// The bits of one word of the set, a block of RANKS.length bits a suit.
const BLOCK = RANKS.length;
const BLOCK_MASK = BLOCK < 32 ? 2 ** BLOCK - 1 : -1;

// How many bits a word has.
function ones(word) {
  word -= (word >>> 1) & 0x55555555;
  word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
  return Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

// The top bit of each block below `end`.
function topOfEach(word, end) {
  let found = 0;
  for (let shift = 0; shift < end; shift += BLOCK) {
    const part = (word >>> shift) & BLOCK_MASK;
    if (part !== 0) found |= 1 << (31 - Math.clz32(part) + shift);
  }
  return found;
}

// The bottom bit of each block below `end`.
function bottomOfEach(word, end) {
  let found = 0;
  for (let shift = 0; shift < end; shift += BLOCK) {
    const part = (word >>> shift) & BLOCK_MASK;
    found |= (part & -part) << shift;
  }
  return found;
}

// The bits of each block below `end` that are higher than every bit of that block in `other`.
function aboveInEach(word, other, end) {
  let found = 0;
  for (let shift = 0; shift < end; shift += BLOCK) {
    const top = 32 - Math.clz32((other >>> shift) & BLOCK_MASK);
    found |= (((word >>> shift) & BLOCK_MASK) & (-1 << top)) << shift;
  }
  return found;
}

const ALL = setOf(Array.from({ length: PACK_SIZE }, (_, card) => card));
const JOKERS = setOf(Array.from({ length: JOKER_COUNT }, (_, joker) => SUITED + joker));
const SUIT_CARDS = SUITS.map((_, suit) => setOf(RANKS.map((_, rank) => suit * RANKS.length + rank)));
const suit = (number) => (number === null ? NO_CARDS : SUIT_CARDS[number]);

// ---- how cards and plays are written: `10H`, a joker `JK`, played `JK+S` (high, spades), `JK-` (low) ----------------

const LEVELS = { "+": "high", "-": "low" };
const MARKS = { high: "+", low: "-" };
const NAMES = [...LETTERS.flatMap((letter) => RANKS.map((rank) => rank + letter)), ...Array(JOKER_COUNT).fill("JK")];
const INDEX = new Map(NAMES.map((name) => [name, NAMES.indexOf(name)]));
const SUIT_NUMBER = new Map(LETTERS.map((letter, number) => [letter, number]));
const RANK = NAMES.map((_, card) => (card < SUITED ? 1 + (card % RANKS.length) : 0));
const SUIT_OF = NAMES.map((_, card) => (card < SUITED ? Math.floor(card / RANKS.length) : null));
const ANY_SUIT = [null, ...SUITS.keys()];

// A card on the table by its number; a joker with its level and the suit it names.
const play = (card, level = null, named = null) => ({ card, level, named });
const CARD_PLAYS = Array.from({ length: SUITED }, (_, card) => play(card));

// A set from its names with blanks between: each further `JK` is the next joker.
function cardSet(names) {
  const taken = new Set();
  for (const name of names.split(" ").filter(Boolean)) {
    let card = INDEX.get(name);
    while (taken.has(card)) card++;
    taken.add(card);
  }
  return setOf([...taken]);
}

// The cards of a set by their names, in order.
const namesOf = (set) => indices(set).map((card) => NAMES[card]);

// A play as cases have it.
function playName({ card, level, named }) {
  return level === null ? NAMES[card] : `JK${MARKS[level]}${named === null ? "" : LETTERS[named]}`;
}

// A play by its name; a joker is the first that is not in `taken`.
function readPlay(name, taken) {
  if (!name.startsWith("JK") || name.length === 2) return play(readCard(name, taken));
  return play(readCard("JK", taken), LEVELS[name[2]], name.length > 3 ? SUIT_NUMBER.get(name.slice(3)) : null);
}

// A card's number by its name; `JK` is the first joker that is not in `taken`. Undefined where there is none.
function readCard(name, taken) {
  let card = INDEX.get(name);
  while (card >= SUITED && card < PACK_SIZE && within(CARD[card], taken)) card++;
  return card < PACK_SIZE ? card : undefined;
}

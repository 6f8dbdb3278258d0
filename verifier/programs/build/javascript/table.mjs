// ---- the rules over numbers: what bots and simulations use ----------------------------------------------------------

/** Options that the rules do not have, or that are not chosen. */
export class WrongOptions extends Error {}

// The options of a family, every one chosen.
function checkedOptions(given) {
  const chosen = { ...given };
  for (const name of Object.keys(chosen))
    if (!Object.hasOwn(OPTIONS, name))
      throw new WrongOptions(`there is no option '${name}'; the options are ${Object.keys(OPTIONS).join(", ") || "none"}`);
  for (const [name, values] of Object.entries(OPTIONS)) {
    if (!Object.hasOwn(chosen, name)) throw new WrongOptions(`option '${name}' is not chosen; it is one of ${values.join(", ")}`);
    if (!values.includes(chosen[name]))
      throw new WrongOptions(`${JSON.stringify(chosen[name])} is not a value of option '${name}'; it is one of ${values.join(", ")}`);
  }
  return Object.freeze(chosen);
}

// The number of the first row that holds.
const firstOf = (results) => results.findIndex((result) => result !== null);
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const seats = () => Array.from({ length: PLAYERS }, (_, seat) => seat);

/** The rules in numbers: cards 0 up, sets of cards, suits 0 up and null. Nothing is checked here. */
class Table {
  constructor(options) {
    this.options = checkedOptions(options);
    const [decks, schedules] = [deckRows(this.options), scheduleRows(this.options)];
    this.deckRow = firstOf(decks);
    this.scheduleRow = firstOf(schedules);
    this.deckSet = decks[this.deckRow];
    this.sets = schedules[this.scheduleRow];
    const sizes = this.sets.flatMap((set, i) => set.map((cards) => ({ set_number: i + 1, cards })));
    this.hands = sizes.map((hand, i) => ({ number: i + 1, ...hand }));
    this.known = new Map();
  }

  /** Which row says how the trump is found, and how. */
  trumpRule(size, setNumber) {
    const results = trumpRows(size, PLAYERS, count(this.deckSet), setNumber, this.options);
    const row = firstOf(results);
    return [row, results[row]];
  }

  bidForbidden(bid, size, earlier, passes = 0) {
    return bidForbidden(bid, size, PLAYERS, earlier.length, sum(earlier), passes, this.options);
  }

  /** The bids that may be made after those made before. */
  bids(size, earlier, passes = 0) {
    const found = [];
    const total = sum(earlier);
    for (let bid = 0; bid <= size; bid++)
      if (!bidForbidden(bid, size, PLAYERS, earlier.length, total, passes, this.options)) found.push(bid);
    return found;
  }

  /** The cards of a hand that may be led (empty trick) or follow. */
  playable(hand, trump, trick, trickNumber = 1) {
    if (trick.length === 0) return cardsToLead(hand, trump, trickNumber, this.options);
    const { card, level, named } = trick[0];
    return level === null
      ? cardsToFollow(hand, trump, SUIT_OF[card], false, "low", PLAYED_MATTER ? onTable(trick) : NO_CARDS, CARD[card], this.options)
      : cardsToFollow(hand, trump, named, true, level, PLAYED_MATTER ? onTable(trick) : NO_CARDS, CARD[card], this.options);
  }

  /** How a joker may be announced: levels and suits. */
  calls(trump, trick) {
    return this._known(trump, trick).calls;
  }

  // The announcements of a moment, and each joker as a play with each of them: found once.
  _known(trump, trick) {
    const leading = trick.length === 0;
    const asked = askedSuit(trick);
    const key = ((trump ?? -1) + 1) * 1000 + (leading ? 0 : (asked ?? -1) + 2);
    let found = this.known.get(key);
    if (found === undefined) {
      const calls = everyCall().filter(([level, named]) => !callForbidden(leading, level, named, trump, asked, this.options));
      const plays = Array.from({ length: JOKER_COUNT }, (_, joker) => calls.map((call) => play(SUITED + joker, ...call)));
      found = { calls, plays };
      this.known.set(key, found);
    }
    return found;
  }

  /** The cards of a set as plays, a joker once for each announcement. */
  plays(set, trump, trick) {
    const found = [];
    for (const card of indices(set))
      if (card < SUITED) found.push(CARD_PLAYS[card]);
      else for (const joker of this._known(trump, trick).plays[card - SUITED]) found.push(joker);
    return found;
  }

  /** Every play that a hand may lead (empty trick) or follow with: `plays` of `playable`. */
  moves(hand, trump, trick, trickNumber = 1) {
    return this.plays(this.playable(hand, trump, trick, trickNumber), trump, trick);
  }

  /** How strong the card at a place of a trick is; -1 for one that never wins. */
  strengthAt(place, trump, trick) {
    const led = trick[0];
    const { card, level } = trick[place];
    const joker = led.level !== null;
    const asked = joker ? led.named : SUIT_OF[led.card];
    const others = OTHERS_MATTER ? without(onTable(trick), CARD[card]) : NO_CARDS;
    return strengthOf(CARD[card], RANK[card], level ?? "low", place, asked, trump, joker, led.level ?? "low", others, CARD[led.card], this.options);
  }

  /** The place of the winning card; null where the rules name none. */
  winning(trump, trick) {
    let best = -1;
    let place = null;
    for (let i = 0; i < trick.length; i++) {
      const strength = this.strengthAt(i, trump, trick);
      if (strength > best) {
        best = strength;
        place = i;
      } else if (strength === best) place = null;
    }
    return best < 0 ? null : place;
  }

  /** What a player's hand is worth. */
  points(size, bid, tricks, bidsTotal = 0, setNumber = 1, doubled = false) {
    return pointsOf(bid, tricks, size, bidsTotal, doubled, PLAYERS, setNumber, this.options);
  }

  /** One player's set: `me.best` and so on in the rules. */
  fields(bids, tricks, points) {
    const some = points.length > 1 ? points.slice(0, -1) : points;
    return {
      madeAll: bids.every((bid, hand) => bid === tricks[hand]),
      best: Math.max(...points),
      bestButLast: Math.max(...some),
      last: points[points.length - 1],
      total: sum(points),
      zeroBids: bids.filter((bid) => bid === 0).length,
    };
  }

  /** What each row of the premium adds to a seat; null where it does not hold. `sizes` are the cards of each hand. */
  premiumRows(players, seat, sizes, setNumber) {
    const makers = players.filter((player) => player.madeAll).length;
    const at = (steps) => players[(seat + steps + PLAYERS) % PLAYERS];
    const [me, left, across, right] = [at(0), at(1), at(Math.floor(PLAYERS / 2)), at(-1)];
    const run = [];
    while (run.length < PLAYERS - 1 && at(-1 - run.length).madeAll) run.push(at(-1 - run.length));
    const greatest = (field) => (run.length > 0 ? Math.max(...run.map((player) => player[field])) : 0);
    const [best, butLast] = [greatest("best"), greatest("bestButLast")];
    const [hands, largest, smallest] = [sizes.length, Math.max(...sizes), Math.min(...sizes)];
    return premiumRows(me, left, across, right, makers, run.length, best, butLast, hands, largest, smallest, setNumber, PLAYERS, this.options);
  }

  /** What the end of a set adds to a seat. */
  premium(players, seat, sizes, setNumber) {
    return sum(this.premiumRows(players, seat, sizes, setNumber).map((added) => added ?? 0));
  }

  /** Each seat's place, 1 for the winner. Partners sit opposite and have one place, by the sum of their totals. */
  places(totals) {
    const sides = FINISH.sides === "pairs" ? PLAYERS / 2 : PLAYERS;
    const sign = FINISH.wins === "lowest" ? -1 : 1;
    const sums = seats().slice(0, sides).map((side) => sign * sum(totals.filter((_, seat) => seat % sides === side)));
    const ahead = (other, one) => sums[other] > sums[one] || (FINISH.ties === "by_seat" && sums[other] === sums[one] && other < one);
    return seats().map((seat) => 1 + seats().filter((other) => ahead(other % sides, seat % sides)).length);
  }
}

// The cards of a trick as a set.
function onTable(trick) {
  let found = NO_CARDS;
  for (const { card } of trick) found = either(found, CARD[card]);
  return found;
}

// The suit to follow: the led card's, or the one that a led joker names; null for a lead.
function askedSuit(trick) {
  if (trick.length === 0) return null;
  return trick[0].level === null ? SUIT_OF[trick[0].card] : trick[0].named;
}

const everyCall = () => ["high", "low"].flatMap((level) => ANY_SUIT.map((named) => [level, named]));
const PLAYED_MATTER = READS.follow.includes("played");
const DOUBLED_MATTERS = READS.score.includes("doubled");
const OTHERS_MATTER = READS.strength.includes("others_played");

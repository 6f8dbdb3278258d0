// ---- questions: a situation in, the answer and the row that gave it out ---------------------------------------------

/** What is no case, or a situation that cannot arise. */
export class WrongCase extends Error {}

const QUESTIONS = {
  bids: ["cards", "earlier"],
  plays: ["hand", "trump", "trick"],
  calls: ["trump", "trick"],
  winner: ["trump", "trick"],
  score: ["cards", "bid", "tricks"],
  set: ["cards", "bids", "tricks"],
  trump: ["cards"],
  dealer: ["first", "hand"],
  cards: ["hand"],
};
const MAY_HAVE = ["passes_before", "passes", "seat", "trick_number", "bids_total", "set_number", "turned", "doubled"];
const NOTES = ["id", "source", "question", "answer", "row"];

function need(holds, message) {
  if (!holds) throw new WrongCase(message);
}

const has = (at, key) => Object.hasOwn(at, key);

// The fields that are there.
const given = (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));

// A whole number of the case, within bounds.
function whole(at, key, low, high) {
  const value = at[key];
  need(Number.isInteger(value), `'${key}' must be a whole number`);
  need(low <= value && value <= high, `'${key}' must lie between ${low} and ${high}`);
  return value;
}

// A list of whole numbers from 0 to a bound.
function wholes(value, what, high) {
  need(Array.isArray(value), `${what} must be a list`);
  for (const item of value)
    need(Number.isInteger(item) && 0 <= item && item <= high, `${what}: ${JSON.stringify(item)} is no number from 0 to ${high}`);
  return value;
}

// The one answer; a case that fits several moments of the game must have the same in all.
function agreed(found, leftOpen = "set_number") {
  const texts = new Set(found.map(({ answer }) => JSON.stringify(answer)));
  need(texts.size === 1, `the answer depends on something that the case leaves open: give '${leftOpen}'`);
  return found[0];
}

// What a player who names the trump chooses from, where one does (perhaps only after a joker was turned).
const choiceOf = (how) => how.choose ?? how.joker ?? null;

// Which row forbids: the first, or -1.
const forbidding = (rows) => rows.indexOf(true);

/** What the rules answer to a situation in the words of cases. Throws WrongCase for one that cannot arise. */
class Cases extends Table {
  /** The answer to a case. */
  answer(at) {
    need(at !== null && typeof at === "object" && !Array.isArray(at), "a case is an object");
    const { question } = at;
    const known = typeof question === "string" && has(QUESTIONS, question);
    need(known, `there is no question ${JSON.stringify(question)}; the questions are ${Object.keys(QUESTIONS).join(", ")}`);
    const needed = QUESTIONS[question];
    for (const key of needed) need(has(at, key), `a '${question}' case needs '${key}'`);
    for (const key of Object.keys(at))
      need([...needed, ...MAY_HAVE, ...NOTES].includes(key), `a '${question}' case has no key '${key}'`);
    return this[`_${question}`](at);
  }

  /** The cards that are played with. */
  deck() {
    return this._answered("deck", namesOf(this.deckSet), [this.deckRow]);
  }

  /** How many cards each hand has, a list a set. */
  schedule() {
    return this._answered("schedule", this.sets.map((sizes) => [...sizes]), [this.scheduleRow]);
  }

  /** The seat that deals a hand (from 1) where seat `first` dealt the first. */
  dealer({ first, hand }) {
    return this.answer({ question: "dealer", first, hand });
  }

  /** The seat that bids first in a hand and leads to its first trick. */
  leader({ first, hand }) {
    const found = this.dealer({ first, hand });
    return { ...found, answer: (found.answer + 1) % PLAYERS };
  }

  /** How many cards each player has in a hand (from 1). */
  cards({ hand }) {
    return this.answer({ question: "cards", hand });
  }

  /** How the trump of a hand is found: `turn`, `choose` or `fixed`. */
  trumpMethod({ cards, set_number = 1 }) {
    this._dealt(cards);
    const [row, how] = this.trumpRule(cards, set_number);
    return this._answered("trump", how, [row]);
  }

  /** The trump that a turned card shows, or that is fixed. */
  trump({ cards, turned, set_number }) {
    return this.answer(given({ question: "trump", cards, turned, set_number }));
  }

  /** The bids that may be made after those made before. */
  legalBids({ cards, earlier, passes_before }) {
    return this.answer(given({ question: "bids", cards, earlier, passes_before }));
  }

  /** The cards that may be led (empty trick) or follow. */
  legalPlays({ hand, trump, trick, trick_number }) {
    return this.answer({ ...given({ question: "plays", hand, trick, trick_number }), trump });
  }

  /** How a joker may be announced, led (empty trick) or following. */
  legalCalls({ trump, trick }) {
    return this.answer({ question: "calls", trump, trick });
  }

  /** The place in playing order of the winning card; null where the rules name none. */
  winner({ trump, trick }) {
    return this.answer({ question: "winner", trump, trick });
  }

  /** What a player's hand is worth. */
  score({ cards, bid, tricks, bids_total, set_number, doubled }) {
    return this.answer(given({ question: "score", cards, bid, tricks, bids_total, set_number, doubled }));
  }

  /** What each player makes in a set, premiums included: a list a hand, a number a player. */
  setTotals({ cards, bids, tricks, set_number }) {
    return this.answer(given({ question: "set", cards, bids, tricks, set_number }));
  }

  // --- one question each --------------------------------------------------------------------------------------------

  _answered(section, answer, numbers) {
    const rows = [...new Set(numbers)].map((row) => ROWS[section][row]);
    return { answer, row: rows.map((row) => row.name).join(", ") || null, rows };
  }

  _dealer(at) {
    const first = whole(at, "first", 0, PLAYERS - 1);
    const hand = whole(at, "hand", 1, this.hands.length);
    return this._answered("schedule", (first + hand - 1) % PLAYERS, []);
  }

  _cards(at) {
    const hand = whole(at, "hand", 1, this.hands.length);
    return this._answered("schedule", this.hands[hand - 1].cards, [this.scheduleRow]);
  }

  _bids(at) {
    const { size, earlier, passes } = this._bidding(at);
    return agreed(passes.map((made) => this._bidsAfter(size, earlier, made)), "passes_before");
  }

  _bidsAfter(size, earlier, passes) {
    const rows = Array.from({ length: size + 1 }, (_, bid) => forbidding(this._bidRows(bid, size, earlier, passes)));
    const allowed = [...rows.keys()].filter((bid) => rows[bid] < 0);
    return this._answered("bid", allowed, rows.filter((row) => row >= 0));
  }

  _bidRows(bid, size, earlier, passes) {
    return bidRows(bid, size, PLAYERS, earlier.length, sum(earlier), passes, this.options);
  }

  // Hand size, earlier bids, and the earlier passes (all that can be, where the case leaves them open).
  _bidding(at) {
    const size = this._dealt(at.cards);
    const earlier = wholes(at.earlier, "'earlier'", size);
    need(earlier.length < PLAYERS, `${earlier.length} bids were made before, and ${PLAYERS} play`);
    need((at.seat ?? earlier.length) === earlier.length, `seat ${at.seat} does not bid after ${earlier.length} others`);
    const most = Math.max(...this.hands.filter(({ cards }) => cards === size).map(({ number }) => number)) - 1;
    const every = READS.bid.includes("passes_before") ? Array.from({ length: most + 1 }, (_, made) => made) : [0];
    earlier.forEach((bid, i) => {
      const made = every.some((passes) => !this.bidForbidden(bid, size, earlier.slice(0, i), passes));
      need(made, `the bid ${bid} could not be made`);
    });
    const key = has(at, "passes") ? "passes" : "passes_before";
    return { size, earlier, passes: has(at, key) ? [whole(at, key, 0, most)] : every };
  }

  // A hand size that the schedule has.
  _dealt(size) {
    need(this.hands.some(({ cards }) => cards === size), `no hand of this game has ${JSON.stringify(size)} cards`);
    return size;
  }

  _plays(at) {
    const { hand, trump, trick, numbers } = this._playing(at);
    const found = numbers.map((number) => {
      const [section, rows] = this._playRows(hand, trump, trick, number);
      const row = firstOf(rows);
      return this._answered(section, [...new Set(namesOf(rows[row]))], [row]);
    });
    return agreed(found, "trick_number");
  }

  _playRows(hand, trump, trick, number) {
    if (trick.length === 0) return ["lead", leadRows(hand, trump, number, this.options)];
    const { level } = trick[0];
    return ["follow", followRows(hand, trump, askedSuit(trick), level !== null, level ?? "low", onTable(trick), CARD[trick[0].card], this.options)];
  }

  // Hand, trump, trick, and the trick's number (all that can be, where the case leaves it open).
  _playing(at) {
    need(Array.isArray(at.hand) && at.hand.length > 0, "'hand' must be a list of cards, and not empty");
    let hand = NO_CARDS;
    for (const name of at.hand) hand = either(hand, CARD[this._card(name, hand)]);
    const held = count(hand);
    const sizes = [...new Set(this.hands.map(({ cards }) => cards))].sort((a, b) => a - b);
    let numbers = sizes.filter((size) => size >= held).map((size) => size - held + 1);
    need(numbers.length > 0, `a hand of ${held} cards, and the largest of this game has ${sizes.at(-1)}`);
    if (has(at, "trick_number")) {
      const number = whole(at, "trick_number", 1, sizes.at(-1));
      need(numbers.includes(number), `nobody holds ${held} cards at trick ${number}`);
      numbers = [number];
    }
    const { trump, trick } = this._trick(at, hand);
    need(trick.length < PLAYERS, `${trick.length} cards lie on the table and ${PLAYERS} play`);
    const matters = trick.length === 0 && READS.lead.includes("trick_number");
    return { hand, trump, trick, numbers: matters ? numbers : numbers.slice(0, 1) };
  }

  // A card of the deck that is not among those taken.
  _card(name, taken) {
    need(INDEX.has(name), `${JSON.stringify(name)} is no card of this pack`);
    const card = readCard(name, either(taken, without(JOKERS, this.deckSet)));
    need(card !== undefined, `'${name}' stands here too often`);
    need(within(CARD[card], this.deckSet), `'${name}' is not among the cards that are played with`);
    need(!within(CARD[card], taken), `'${name}' stands here twice`);
    return card;
  }

  // Trump and trick of a case, every card in the deck and every joker announced as the rules allow.
  _trick(at, held) {
    const trump = this._suit(at.trump);
    need(Array.isArray(at.trick), "'trick' must be a list of plays");
    const trick = [];
    let taken = held;
    for (const name of at.trick) {
      const found = this._play(name, taken);
      taken = either(taken, CARD[found.card]);
      need(found.level === null || this._allowedCall(found, trump, trick), `'${name}' may not be announced here`);
      trick.push(found);
    }
    return { trump, trick };
  }

  _allowedCall({ level, named }, trump, trick) {
    return this.calls(trump, trick).some((call) => call[0] === level && call[1] === named);
  }

  // A suit that can be trump in this game.
  _suit(letter) {
    need(letter === null || SUIT_NUMBER.has(letter), `${JSON.stringify(letter)} is no suit`);
    const suit = letter === null ? null : SUIT_NUMBER.get(letter);
    need(this._trumps().has(suit), `${suit === null ? "no trump" : SUITS[suit]} is never trump in this game`);
    return suit;
  }

  // Every trump that a hand of the game may have.
  _trumps() {
    const found = new Set();
    for (const { cards, set_number } of this.hands) {
      const [, how] = this.trumpRule(cards, set_number);
      if (how.turn) for (const card of indices(how.joker ? without(this.deckSet, JOKERS) : this.deckSet)) found.add(SUIT_OF[card]);
      const letters = choiceOf(how)?.from ?? (how.turn ? [] : [how.fixed]);
      for (const letter of letters) found.add(letter === null ? null : SUIT_NUMBER.get(letter));
    }
    return found;
  }

  _play(name, taken) {
    need(typeof name === "string", `${JSON.stringify(name)} is no play`);
    if (!name.startsWith("JK")) return play(this._card(name, taken));
    const letter = name.slice(3);
    need(has(LEVELS, name.slice(2, 3)) && (letter === "" || SUIT_NUMBER.has(letter)), `'${name}' is no play of a joker`);
    return play(this._card("JK", taken), LEVELS[name[2]], letter === "" ? null : SUIT_NUMBER.get(letter));
  }

  _calls(at) {
    const { trump, trick } = this._calling(at);
    const calls = everyCall();
    const rows = calls.map(([level, named]) => forbidding(this._callRows(level, named, trump, trick)));
    const allowed = calls.filter((_, i) => rows[i] < 0).map(([level, named]) => playName(play(SUITED, level, named)));
    return this._answered("call", allowed, rows.filter((row) => row >= 0));
  }

  _calling(at) {
    const { trump, trick } = this._trick(at, NO_CARDS);
    need(any(without(both(this.deckSet, JOKERS), onTable(trick))), "no joker is left to be announced");
    need(trick.length < PLAYERS, `${trick.length} cards lie on the table and ${PLAYERS} play`);
    return { trump, trick };
  }

  _callRows(level, named, trump, trick) {
    return callRows(trick.length === 0, level, named, trump, askedSuit(trick), this.options);
  }

  _winner(at) {
    const { trump, trick } = this._trick(at, NO_CARDS);
    need(trick.length === PLAYERS, `a trick of ${trick.length} cards has no winner: ${PLAYERS} play`);
    const place = this.winning(trump, trick);
    return this._answered("strength", place, place === null ? [] : [this._strengthRow(trump, trick, place)]);
  }

  _strengthRow(trump, trick, place) {
    const { card, level } = trick[place];
    const led = trick[0].level;
    const others = without(onTable(trick), CARD[card]);
    const asked = askedSuit(trick);
    const own = level ?? "low";
    return firstOf(strengthRows(CARD[card], RANK[card], own, place, asked, trump, led !== null, led ?? "low", others, CARD[trick[0].card], this.options));
  }

  _score(at) {
    const size = this._dealt(at.cards);
    const bid = whole(at, "bid", 0, size);
    const tricks = whole(at, "tricks", 0, size);
    const stated = has(at, "bids_total");
    need(stated || !READS.score.includes("bids_total"), "in this game the score depends on all bids: give 'bids_total'");
    const total = stated ? whole(at, "bids_total", bid, size * PLAYERS) : 0;
    const sections = DOUBLED_MATTERS || has(at, "doubled") ? ["score", "trump"] : ["score"];
    const found = this._setNumbers(at, this._setsWith(size), ...sections).flatMap((number) =>
      this._doublings(at, size, number).map((doubled) => {
        const row = firstOf(scoreRows(bid, tricks, size, total, doubled, PLAYERS, number, this.options));
        return this._answered("score", this.points(size, bid, tricks, total, number, doubled), [row]);
      }),
    );
    need(found.length, `no hand of ${size} cards counts double in this game`);
    return agreed(found, DOUBLED_MATTERS && !has(at, "doubled") ? "doubled" : "set_number");
  }

  // Whether the hand may be doubled, as far as the case says and the score looks at it.
  _doublings(at, size, number) {
    const may = choiceOf(this.trumpRule(size, number)[1])?.again?.doubled ?? false;
    if (!has(at, "doubled")) return may && DOUBLED_MATTERS ? [false, true] : [false];
    need(typeof at.doubled === "boolean", "'doubled' must be true or false");
    return may || !at.doubled ? [at.doubled] : [];
  }

  _setsWith(size) {
    return this.hands.filter(({ cards }) => cards === size).map(({ set_number }) => set_number);
  }

  // The sets of the game that a case can belong to; one where the rules do not tell them apart.
  _setNumbers(at, fitting, ...sections) {
    const numbers = [...new Set(fitting)];
    if (has(at, "set_number")) {
      const number = whole(at, "set_number", 1, this.sets.length);
      need(numbers.includes(number), `set ${number} of this game does not have that`);
      return [number];
    }
    return sections.some((section) => READS[section].includes("set_number")) ? numbers : numbers.slice(0, 1);
  }

  _set(at) {
    const sizes = wholes(at.cards, "'cards'", PACK_SIZE);
    const numbers = [...this.sets.keys()].filter((i) => this.sets[i].join() === sizes.join()).map((i) => i + 1);
    need(numbers.length > 0, `the hands ${JSON.stringify(sizes)} are no set of this game`);
    const [bids, tricks] = ["bids", "tricks"].map((key) => this._bySeat(at, key, sizes));
    sizes.forEach((size, hand) => need(sum(tricks[hand]) === size, `${sum(tricks[hand])} tricks were taken in a hand of ${size}`));
    need(seats().some((first) => this._biddable(sizes, bids, first)), "these bids cannot be, whoever deals");
    return agreed(this._setNumbers(at, numbers, "score", "premium").map((number) => this._setAnswer(sizes, bids, tricks, number)));
  }

  _bySeat(at, key, sizes) {
    const table = at[key];
    need(Array.isArray(table) && table.length === sizes.length, `'${key}' must have a list for each of ${sizes.length} hands`);
    for (const [hand, row] of table.entries())
      need(wholes(row, `a hand of '${key}'`, sizes[hand]).length === PLAYERS, `a hand of '${key}' must have ${PLAYERS} numbers`);
    return table;
  }

  // Whether all bids of a set can be made where seat `first` deals its first hand.
  _biddable(sizes, bids, first) {
    const passes = seats().map(() => 0);
    for (const [hand, size] of sizes.entries()) {
      const order = seats().map((i) => (first + hand + 1 + i) % PLAYERS);
      for (const [i, seat] of order.entries()) {
        const earlier = order.slice(0, i).map((other) => bids[hand][other]);
        if (this.bidForbidden(bids[hand][seat], size, earlier, passes[seat])) return false;
      }
      for (const seat of seats()) passes[seat] += bids[hand][seat] === 0 ? 1 : 0;
    }
    return true;
  }

  _setAnswer(sizes, bids, tricks, number) {
    const points = sizes.map((size, h) => bids[h].map((bid, seat) => this.points(size, bid, tricks[h][seat], sum(bids[h]), number)));
    const players = seats().map((seat) => this.fields(...[bids, tricks, points].map((hands) => hands.map((hand) => hand[seat]))));
    const added = seats().map((seat) => this.premiumRows(players, seat, sizes, number));
    const totals = seats().map((seat) => players[seat].total + sum(added[seat].map((row) => row ?? 0)));
    return this._answered("premium", totals, added.flatMap((rows) => [...rows.keys()].filter((row) => rows[row] !== null)));
  }

  _trump(at) {
    const size = this._dealt(at.cards);
    const card = at.turned === undefined || at.turned === null ? null : this._card(at.turned, NO_CARDS);
    return agreed(
      this._setNumbers(at, this._setsWith(size), "trump").map((number) => {
        const [row, how] = this.trumpRule(size, number);
        need(!how.choose, `with ${size} cards a player names the trump, so no card shows it`);
        need(at.turned !== "JK" || !how.joker, "where a joker is turned a player names the trump, so no card shows it");
        need(Boolean(how.turn) === (card !== null), "a card that is turned goes with a row that turns one, and only with that");
        return this._answered("trump", how.turn ? letterOf(SUIT_OF[card]) : how.fixed, [row]);
      }),
    );
  }
}

const letterOf = (suit) => (suit === null ? null : LETTERS[suit]);

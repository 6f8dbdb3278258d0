// ---- a whole game: plain states, plain moves ------------------------------------------------------------------------

/** A move that the rules do not allow; `reason` says why. */
export class IllegalMove extends Error {
  constructor(why) {
    super(why.sentence.en + (why.row === null ? "" : ` (row: ${why.row})`));
    this.reason = why;
  }
}

const DUE = { deal: "deal", trump: "name", bid: "bid", play: "play" };
const zeros = () => seats().map(() => 0);

/**
 * A whole game as a reducer: `start`, then `step(state, move)`. States and moves are JSON.
 * Moves: {deal: [cards]}, {name: suit or null}, {again: true}, {bid: number}, {play: "JK+S"}; each may say its `seat`.
 */
export class Rules extends Reasons {
  /** A new game, seat `dealer` to deal first. */
  start(dealer = 0) {
    need(Number.isInteger(dealer) && 0 <= dealer && dealer < PLAYERS, `${dealer} is no seat from 0 to ${PLAYERS - 1}`);
    const { set_number, cards } = this.hands[0];
    return {
      rules: ABOUT.id, fingerprint: ABOUT.fingerprint, options: { ...this.options }, phase: "deal", turn: dealer,
      dealer, hand: 1, set: set_number, cards, hands: seats().map(() => []),
      rest: [], redeals: 0, trump: null, bids: [], leader: null, table: [], tricks: [], passes: zeros(),
      totals: zeros(), played: [], sets: [], places: null,
    };
  }

  /** Every move of the seat whose turn it is. A deal is any order of the deck, so it is not listed. */
  legal(state) {
    if (state.phase === "trump") {
      const { from, again } = this._choice(state);
      return [...from.map((name) => ({ name })), ...(again && state.redeals < again.at_most ? [{ again: true }] : [])];
    }
    if (state.phase === "bid") return this.bids(state.cards, state.bids, state.passes[state.turn]).map((bid) => ({ bid }));
    if (state.phase !== "play") return [];
    const { trump, trick, held } = this._numbers(state);
    const plays = this.moves(held, trump, trick, state.tricks.length + 1);
    return [...new Set(plays.map(playName))].map((name) => ({ play: name }));
  }

  /** Why a move is not allowed; null where it is. */
  whyMove(state, move) {
    const due = DUE[state.phase];
    if (due === undefined) return reason("game_over", null);
    if (has(move, "seat") && move.seat !== state.turn) return reason("other_seat", null, { turn: state.turn });
    if (due === "name" && has(move, "again") && this.legal(state).some(({ again }) => again))
      return move.again === true ? null : reason("other_move", null, { phase: due });
    if (!has(move, due)) return reason("other_move", null, { phase: due });
    if (due === "deal") return this._whyDeal(move.deal);
    if (due === "name") return this._whyName(state, move.name);
    if (due === "bid")
      return this.whyBid({ bid: move.bid, cards: state.cards, earlier: state.bids, passes_before: state.passes[state.turn] });
    return this._whyPlay(state, String(move.play));
  }

  _whyDeal(pack) {
    const fits = Array.isArray(pack) && [...pack].sort().join() === namesOf(this.deckSet).sort().join();
    return fits ? null : reason("wrong_deal", null, { count: count(this.deckSet) });
  }

  _whyName(state, suit) {
    const [row] = this.trumpRule(state.cards, state.set);
    const { from } = this._choice(state);
    if (from.includes(suit)) return null;
    return reason("only_trumps", ROWS.trump[row], { suits: from.map((letter) => letter ?? "-").join(", ") });
  }

  _whyPlay(state, card) {
    const [hand, trump, trick] = [state.hands[state.turn], state.trump.suit, state.table];
    const found = this.why({ card, hand, trump, trick, trick_number: state.tricks.length + 1 });
    return found === null && card === "JK" ? this.whyCall({ call: card, trump, trick }) : found;
  }

  /** The state after a move; the old one stays as it was. Throws IllegalMove. */
  step(state, move) {
    const refused = this.whyMove(state, move);
    if (refused !== null) throw new IllegalMove(refused);
    if (state.phase === "deal") return this._settled(this._dealtOut(state, move.deal));
    if (state.phase === "bid") return this._settled(this._afterBid(state, move.bid));
    if (state.phase === "play") return this._settled(this._afterPlay(state, move.play));
    return this._settled(this._afterChoice(state, move));
  }

  /** What a seat may know: its own cards (those it has seen), how many the others hold, and all that lies open. */
  view(state, seat) {
    const { hands, rest, ...seen } = state;
    const early = state.trump === null && ["trump", "bid"].includes(state.phase);
    const held = early ? hands[seat].slice(0, this._choice(state).after ?? undefined) : hands[seat];
    const played = state.played.map(({ rest: left, ...hand }) => hand);
    const legal = state.turn === seat ? this.legal(state) : [];
    return { ...seen, seat, held, counts: hands.map((hand) => hand.length), played, legal };
  }

  // --- steps --------------------------------------------------------------------------------------------------------

  _method(state) {
    return this.trumpRule(state.cards, state.set)[1];
  }

  // What the player who names the trump chooses from; after a joker was turned, that is another choice.
  _choice(state) {
    return choiceOf(this._method(state));
  }

  // Trump, trick and own cards in numbers.
  _numbers(state, hand = state.hands[state.turn]) {
    const held = cardSet(hand.join(" "));
    const trick = [];
    for (const name of state.table) trick.push(readPlay(name, either(held, onTable(trick))));
    const { suit: letter } = state.trump;
    return { trump: letter === null ? null : SUIT_NUMBER.get(letter), trick, held };
  }

  // Cards one by one from the top, the dealer's left first; then the trump, where a card shows it.
  _dealtOut(state, pack) {
    const { dealer, cards } = state;
    const dealt = cards * PLAYERS;
    if (dealt > pack.length) return stuck(state);
    const hands = seats().map((seat) => pack.slice(0, dealt).filter((_, i) => i % PLAYERS === (seat - dealer - 1 + 2 * PLAYERS) % PLAYERS));
    const next = { ...state, hands, rest: pack.slice(dealt) };
    const how = this._method(state);
    const first = (dealer + 1) % PLAYERS;
    if (!how.turn && !how.choose) return { ...next, trump: trumpOf(how.fixed), phase: "bid", turn: first };
    const shown = how.choose ? null : how.turn === "dealers_last_card" ? hands[dealer].at(-1) : next.rest[0];
    if (shown === undefined) return stuck(next);
    if (shown !== null && !(shown === "JK" && how.joker))
      return { ...next, trump: trumpOf(letterOf(SUIT_OF[INDEX.get(shown)]), shown), phase: "bid", turn: first };
    const { by, after_bids } = choiceOf(how);
    if (after_bids) return { ...next, phase: "bid", turn: first };
    return { ...next, phase: "trump", turn: by === "dealer" ? dealer : first };
  }

  // The trump is named; or the hand is dealt again, by the same dealer.
  _afterChoice(state, move) {
    if (has(move, "again")) {
      const gone = { hands: seats().map(() => []), rest: [], redeals: state.redeals + 1 };
      return { ...state, ...gone, phase: "deal", turn: state.dealer };
    }
    const { after_bids } = this._choice(state);
    const first = (state.dealer + 1) % PLAYERS;
    const trump = trumpOf(move.name, this._method(state).choose ? null : "JK", state.turn, after_bids);
    return after_bids ? { ...state, trump, phase: "play", leader: first, turn: first } : { ...state, trump, phase: "bid", turn: first };
  }

  _afterBid(state, bid) {
    const bids = [...state.bids, bid];
    const first = (state.dealer + 1) % PLAYERS;
    if (bids.length === PLAYERS && state.trump === null) {
      const chooser = this._choice(state).by === "highest_bidder" ? first + bids.indexOf(Math.max(...bids)) : first;
      return { ...state, bids, phase: "trump", turn: chooser % PLAYERS };
    }
    if (bids.length === PLAYERS) return { ...state, bids, phase: "play", leader: first, turn: first };
    return { ...state, bids, turn: (state.turn + 1) % PLAYERS };
  }

  _afterPlay(state, name) {
    const seat = state.turn;
    const table = [...state.table, name];
    const gone = state.hands[seat].indexOf(name.startsWith("JK") ? "JK" : name);
    const hands = state.hands.map((hand, i) => (i === seat ? hand.filter((_, at) => at !== gone) : hand));
    const next = { ...state, hands, table, turn: (seat + 1) % PLAYERS };
    return table.length < PLAYERS ? next : this._afterTrick(next);
  }

  _afterTrick(state) {
    const { trump, trick } = this._numbers(state, []);
    const place = this.winning(trump, trick);
    if (place === null) return stuck(state);
    const winner = (state.leader + place) % PLAYERS;
    const tricks = [...state.tricks, { leader: state.leader, plays: state.table, winner }];
    const next = { ...state, tricks, table: [], leader: winner, turn: winner };
    return tricks.length < state.cards ? next : this._afterHand(next);
  }

  _afterHand(state) {
    const bids = seats().map((seat) => state.bids[(seat - state.dealer - 1 + 2 * PLAYERS) % PLAYERS]);
    const taken = seats().map((seat) => state.tricks.filter(({ winner }) => winner === seat).length);
    // A hand that was dealt again counts double where the rules say so.
    const doubled = state.redeals > 0 && this._choice(state).again.doubled;
    const points = seats().map((seat) => this.points(state.cards, bids[seat], taken[seat], sum(bids), state.set, doubled));
    const { hand, set, cards, dealer, redeals, trump, tricks, rest } = state;
    const played = [...state.played, { hand, set, cards, dealer, redeals, trump, tricks, rest, bids, taken, points }];
    const totals = state.totals.map((total, seat) => total + points[seat]);
    const passes = state.passes.map((before, seat) => before + (bids[seat] === 0 ? 1 : 0));
    const next = { ...state, played, totals, passes, bids: [], tricks: [], leader: null, trump: null, rest: [], redeals: 0 };
    return this._nextHand(this.hands[hand]?.set_number === set ? next : this._afterSet(next));
  }

  _afterSet(state) {
    const hands = state.played.filter(({ set }) => set === state.set);
    const players = seats().map((seat) => this.fields(...["bids", "taken", "points"].map((key) => hands.map((hand) => hand[key][seat]))));
    const sizes = hands.map((hand) => hand.cards);
    const premiums = seats().map((seat) => this.premium(players, seat, sizes, state.set));
    const totals = state.totals.map((total, seat) => total + premiums[seat]);
    return { ...state, totals, sets: [...state.sets, { premiums, totals }] };
  }

  _nextHand(state) {
    const coming = this.hands[state.hand];
    if (coming === undefined) return { ...state, phase: "over", turn: null, places: this.places(state.totals) };
    const dealer = (state.dealer + 1) % PLAYERS;
    const { number: hand, set_number: set, cards } = coming;
    return { ...state, phase: "deal", turn: dealer, dealer, hand, set, cards };
  }

  // The state, or stuck where the rules leave nothing to do.
  _settled(state) {
    return ["deal", "over", "stuck"].includes(state.phase) || this.legal(state).length > 0 ? state : stuck(state);
  }
}

// The trump of a hand, and the card that showed it or the seat that named it, perhaps when everybody had bid.
const trumpOf = (suit, turned = null, named_by = null, after_bids = false) => ({ suit, turned, named_by, after_bids });

// The rules give out: no legal move, no winner, no card to turn.
const stuck = (state) => ({ ...state, phase: "stuck", turn: null });

// ---- chance is the caller's: any function that gives numbers from 0 up to 1 -----------------------------------------

/** The cards in another order, each order as likely as `random` is fair. */
export function shuffled(pack, random) {
  const found = [...pack];
  for (let last = found.length - 1; last > 0; last--) {
    const chosen = Math.floor(random() * (last + 1));
    [found[last], found[chosen]] = [found[chosen], found[last]];
  }
  return found;
}

/** Numbers from 0 up to 1 that follow from the seed, the same ones in every language. */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    for (const [shift, factor] of [[16, 0x21f0aaad], [15, 0x735a2d97]]) mixed = Math.imul(mixed ^ (mixed >>> shift), factor) >>> 0;
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4294967296;
  };
}

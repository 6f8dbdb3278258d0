// ---- why something is not allowed: the row, its source, and a sentence in three languages ---------------------------

/** Why a card, a bid, an announcement is not allowed; null where it is. */
class Reasons extends Cases {
  /** Why a card may not be played; a joker as `JK`, or with its announcement as `JK+S`. */
  why({ card, hand, trump, trick, trick_number }) {
    const asked = { ...given({ hand, trick, trick_number }), trump };
    const at = this._playing(asked);
    this._plays(asked);
    const [section, rows] = this._playRows(at.hand, at.trump, at.trick, at.numbers[0]);
    const row = firstOf(rows);
    const name = card.startsWith("JK") ? "JK" : card;
    if (!namesOf(at.hand).includes(name)) return reason("card_not_held", null, { card: cardText(card) });
    if (!namesOf(rows[row]).includes(name))
      return this._playReason(at.hand, at.trump, askedSuit(at.trick), rows[row], ROWS[section][row]);
    return name === "JK" && card.length > 2 ? this.whyCall({ call: card, trump, trick }) : null;
  }

  // The sentence follows from which cards are allowed, whatever the row is called.
  _playReason(held, trump, asked, allowed, row) {
    const suited = without(allowed, JOKERS);
    const joker = any(both(allowed, JOKERS)) ? "_or_joker" : "";
    for (const [number, key] of [[asked, "suit_held"], [trump, "trump_held"]])
      if (any(suited) && within(suited, suit(number))) {
        const all = same(suited, both(held, suit(number)));
        return reason((all ? key : "best_of_suit") + joker, row, { suit: number, cards: cardTexts(suited) });
      }
    const key = any(suited) ? "only_cards" : any(allowed) ? "joker_held" : "no_card";
    return reason(key, row, { cards: cardTexts(allowed) });
  }

  /** Why a joker may not be announced as `call` (`JK+S`, `JK-`). */
  whyCall({ call, trump, trick }) {
    const at = this._calling({ trump, trick });
    const allowed = this.calls(at.trump, at.trick).map(([level, named]) => playName(play(SUITED, level, named)));
    need(call.startsWith("JK"), `'${call}' is no joker`);
    const calls = allowed.map(cardText).join(", ");
    if (allowed.includes(call)) return null;
    if (call.length === 2) return reason("joker_unannounced", null, { calls });
    const { level, named } = this._play(call, NO_CARDS);
    const row = forbidding(this._callRows(level, named, at.trump, at.trick));
    let key = "only_calls";
    if (named === null && allowed.every((name) => name.length > 3)) key = "call_needs_suit";
    if (named !== null && allowed.every((name) => name.length === 3)) key = "call_without_suit";
    return reason(key, ROWS.call[row], { calls });
  }

  /** Why a bid may not be made. */
  whyBid({ bid, cards, earlier, passes_before }) {
    const { size, earlier: before, passes: possible } = this._bidding(given({ cards, earlier, passes_before }));
    agreed(possible.map((made) => this._bidsAfter(size, before, made)), "passes_before");
    const at = { size, earlier: before, passes: possible[0] };
    if (!Number.isInteger(bid) || bid < 0 || bid > at.size) return reason("bid_out_of_range", null, { size: at.size });
    const forbids = forbidding(this._bidRows(bid, at.size, at.earlier, at.passes));
    if (forbids < 0) return null;
    const row = ROWS.bid[forbids];
    const total = sum(at.earlier);
    const balances = ["bid", "earlier_total", "hand_size"].every((name) => row.reads.includes(name)) && total + bid === at.size;
    const key = balances ? "bid_balances" : row.reads.includes("passes_before") ? "bid_pass_limit" : "only_bids";
    const bids = this.bids(at.size, at.earlier, at.passes).join(", ");
    return reason(key, row, { bid, size: at.size, earlier: total, passes: at.passes, bids });
  }
}

// A sentence filled in, in every language.
function reason(key, row, parts = {}) {
  const filled = (text, language) =>
    text.replace(/\{(\w+)\}/g, (_, name) => (name === "suit" ? suitText(parts.suit, language) : String(parts[name])));
  const sentence = Object.fromEntries(Object.entries(SENTENCES[key]).map(([language, text]) => [language, filled(text, language)]));
  return { row: row === null ? null : row.name, rule: row, sentence };
}

// A suit's name in a language.
function suitText(number, language) {
  const word = number === null ? "no_trump" : SUITS[number];
  return WORDS[word]?.[language] ?? word;
}

// `9♥` for `9H`; a joker keeps its name, a suit it names becomes a sign.
function cardText(name) {
  const letter = name.slice(-1);
  return name !== "JK" && SUIT_NUMBER.has(letter) ? name.slice(0, -1) + SIGNS[SUIT_NUMBER.get(letter)] : name;
}

const cardTexts = (set) => namesOf(set).map(cardText).join(" ");

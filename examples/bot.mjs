// Four bots play one hand: legal cards at random, and for the first trick why each other card was refused.
//
//     jokeri build tvaladze --target javascript --out examples
//     node examples/bot.mjs 7
import { deck, legal, seeded, shuffled, start, step, view, whyMove } from "./rules.mjs";

const random = seeded(Number(process.argv[2] ?? 1));
const pick = (moves) => moves[Math.floor(random() * moves.length)];

// A bot knows what its seat may know, and nothing else.
function bot(seen) {
  if (seen.phase !== "bid") return pick(seen.legal);
  const strong = seen.held.filter((card) => /^(A|JK)/.test(card) || card.endsWith(seen.trump.suit)).length;
  const distance = ({ bid }) => Math.abs(bid - Math.round(strong / 2));
  return seen.legal.reduce((best, move) => (distance(move) < distance(best) ? move : best));
}

// The cards of a hand that may not be played now, each with the sentence and the row that says so.
function refused(state) {
  for (const card of state.hands[state.turn]) {
    const why = whyMove(state, { play: card });
    if (why?.rule) console.log(`    not ${card}: ${why.sentence.en} (${why.row}, ${why.rule.cite ?? why.rule.assumed})`);
  }
}

let state = start(0);
while (state.hand < 5) {
  if (state.phase === "deal") {
    state = step(state, { deal: shuffled(deck().answer, random) });
    continue;
  }
  const { turn, phase, hand, tricks } = state;
  const move = bot(view(state, turn));
  if (hand === 4) console.log(`seat ${turn}: ${JSON.stringify(move)}`);
  if (hand === 4 && phase === "play" && tricks.length === 0) refused(state);
  state = step(state, move);
}
const { trump, bids, taken, points } = state.played[3];
console.log(`trump ${trump.suit}, bids ${bids}, taken ${taken}, points ${points}`);

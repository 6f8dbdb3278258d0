// A game for boardgame.io: the rules come from a built module, so nothing of them is written here.
//
//     jokeri build tvaladze --target javascript --out examples
//
//     import { Client } from "boardgame.io/client";
//     import { Joker, whyNot } from "./boardgame.mjs";
//     const client = Client({ game: Joker, numPlayers: 4 });
//     client.start();
//     client.moves.bid(2);
import { ABOUT, deck, legal, start, step, view, whyMove } from "./rules.mjs";

const INVALID_MOVE = "INVALID_MOVE";
const seats = Array.from({ length: ABOUT.players }, (_, seat) => String(seat));

// The cards are dealt as soon as a hand is over; the chance is boardgame.io's, so that games can be replayed.
const dealt = (G, random) => (G.phase === "deal" ? step(G, { deal: random.Shuffle(deck().answer) }) : G);

// boardgame.io hands out drafts; a state is JSON, so a copy is the state.
const plain = (G) => JSON.parse(JSON.stringify(G));

// A move of boardgame.io from a move of the rules.
const by = (moveOf) => ({
  client: false,
  move: ({ G, playerID, random }, value) => {
    const [state, move] = [plain(G), { ...moveOf(value), seat: Number(playerID) }];
    return whyMove(state, move) === null ? dealt(step(state, move), random) : INVALID_MOVE;
  },
});

/** Why a move would be refused, in a language; null where it would not. */
export function whyNot(G, move, language = "en") {
  return whyMove(G, move)?.sentence[language] ?? null;
}

export const Joker = {
  name: ABOUT.id,
  minPlayers: ABOUT.players,
  maxPlayers: ABOUT.players,
  setup: ({ random }) => dealt(start(random.Die(ABOUT.players) - 1), random),
  moves: {
    name: by((name) => ({ name })),
    bid: by((bid) => ({ bid })),
    play: by((play) => ({ play })),
  },
  turn: {
    minMoves: 1,
    maxMoves: 1,
    order: {
      playOrder: () => seats,
      first: ({ G }) => G.turn ?? 0,
      next: ({ G }) => G.turn ?? 0,
    },
  },
  // On a server each player is sent what he may know.
  playerView: ({ G, playerID }) => (playerID == null ? { ...G, hands: [], rest: [] } : view(plain(G), Number(playerID))),
  endIf: ({ G }) => (G.places === null ? undefined : { places: G.places, totals: G.totals }),
  ai: { enumerate: (G) => legal(G).map((move) => ({ move: Object.keys(move)[0], args: Object.values(move) })) },
};

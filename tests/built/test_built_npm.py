"""The real TypeScript compiler and the real boardgame.io, where they are installed: see `.ci/run`. The bot needs Node alone."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from rulespec.pipeline import load
from tests.built.conftest import ROOT
from tests.built.node import binary
from verifier.programs.build import build

MODULES = os.environ.get("JOKERI_NODE_MODULES", "")
needs_npm = pytest.mark.skipif(not Path(MODULES, "typescript").is_dir() or not MODULES, reason="TypeScript and boardgame.io are not installed: see .ci/run")

USES = """
import { answer, deck, legal, legalPlays, rules, seeded, shuffled, start, step, view, why, whyBid, numbers, IllegalMove } from "./rules.mjs";
import type { Card, Move, Play, Reason, State, Trump, View } from "./rules.mjs";
import { withOptions } from "./family/rules.mjs";

const at: { hand: Card[]; trump: Trump; trick: Play[] } = { hand: ["AS", "7S", "JK"], trump: "H", trick: ["JK+S"] };
const found = legalPlays(at);
const cards: Card[] = found.answer;
const row: "best of the suit" | "trump to a high joker" | "anything to a high joker" | "follow suit" | "trump" | "joker before discard" | "discard" | "any card" = found.row;
const bids: number[] = answer({ question: "bids", cards: 5, earlier: [1, 2] }).answer;
const place: number | null = answer({ question: "winner", trump: null, trick: ["AS", "KS", "QS", "JS"] }).answer;
const reason: Reason | null = why({ ...at, card: "7S" });
const georgian: string | undefined = reason?.sentence.ka;
let state: State = step(start(0), { deal: shuffled(deck().answer, seeded(1)) });
const moves: Move[] = legal(state);
const seen: View = view(state, 1);
const held: Card[] = seen.held;
try { state = step(state, { bid: 1 }); } catch (error) { if (error instanceof IllegalMove) console.log(error.reason.sentence.en); }
const playable = rules.playable(numbers.cardSet("AS KS"), null, []);
const family = withOptions(OPTIONS);
const points: number = family.score({ cards: 9, bid: 1, tricks: 0 }).answer;

// @ts-expect-error there is no such card
legalPlays({ ...at, hand: ["1S"] });
// @ts-expect-error a joker on the table was announced
legalPlays({ ...at, trick: ["JK"] });
// @ts-expect-error there is no such question
answer({ question: "bid", cards: 5, earlier: [] });
// @ts-expect-error a question needs all its fields
answer({ question: "score", cards: 5, bid: 1 });
// @ts-expect-error there is no such value
withOptions({ pack: "forty" });
// @ts-expect-error a view does not show the others' hands
seen.hands;
// @ts-expect-error a set of cards is no number
rules.playable(5, null, []);
// @ts-expect-error there is no such move
step(state, { pass: true });
whyBid({ bid: 1, cards: 5, earlier: [] });
"""


@pytest.fixture
def app(tmp_path: Path) -> Path:
    """A folder of a program: both modules, the examples, and what npm has."""
    for folder, name in ((tmp_path, "tvaladze"), (tmp_path / "family", "georgian")):
        folder.mkdir(exist_ok=True)
        for file, text in build(load(name), "javascript").items():
            (folder / file).write_text(text, encoding="utf-8")
    for example in (ROOT / "examples").glob("*.mjs"):
        shutil.copy(example, tmp_path)
    if MODULES:
        (tmp_path / "node_modules").symlink_to(MODULES)
    return tmp_path


def node(folder: Path, *words: str) -> str:
    done = subprocess.run([binary(), *words], cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@needs_npm
def test_strict_typescript_takes_the_module_and_refuses_what_is_wrong(app: Path) -> None:
    chosen = {**load("tvaladze").chosen, "khishti_nine": -500}
    (app / "uses.mts").write_text(USES.replace("withOptions(OPTIONS)", f"withOptions({json.dumps(chosen)})"), encoding="utf-8")
    options = ["--strict", "--noEmit", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--module", "nodenext", "--target", "es2022"]
    node(app, str(Path(MODULES, "typescript", "bin", "tsc")), *options, "uses.mts")


GAME = """
import client from "boardgame.io/dist/cjs/client.js";
import { Joker, whyNot } from "./boardgame.mjs";
import { legal, seeded, view, start, step } from "./rules.mjs";

const { playerView, ...game } = Joker;
const one = client.Client({ game: { ...game, seed: "jokeri" }, numPlayers: 4, debug: false });
one.start();
const random = seeded(1);
let refused = 0;
while (!one.getState().ctx.gameover) {
  const { G, ctx } = one.getState();
  if (Number(ctx.currentPlayer) !== G.turn) throw new Error("another seat's turn");
  if (G.phase === "play") {
    const illegal = G.hands[G.turn].find((card) => card !== "JK" && whyNot(G, { play: card }) !== null);
    if (illegal !== undefined) {
      one.moves.play(illegal);
      if (one.getState().G !== G) throw new Error("an illegal move was made");
      refused++;
    }
  }
  const moves = legal(G);
  const [name, value] = Object.entries(moves[Math.floor(random() * moves.length)])[0];
  one.moves[name](value);
  if (one.getState().G === G) throw new Error(`refused: ${name} ${value}`);
}
const { G, ctx } = one.getState();
console.log(JSON.stringify({ refused, played: G.played.length, places: G.places, gameover: ctx.gameover, hidden: playerView({ G, ctx, playerID: null }).hands }));
"""


@needs_npm
def test_boardgame_io_plays_a_whole_game(app: Path) -> None:
    (app / "game.mjs").write_text(GAME, encoding="utf-8")
    lines = [line for line in node(app, "game.mjs").splitlines() if line.startswith("{")]
    found = json.loads(lines[-1])
    assert found["played"] == 24 and found["refused"] > 20 and sorted(found["places"])[0] == 1
    assert found["gameover"]["places"] == found["places"] and found["hidden"] == []


def test_the_bot_plays_a_hand_and_says_why_not(app: Path) -> None:
    told = node(app, "bot.mjs", "7")
    assert told == node(app, "bot.mjs", "7") != node(app, "bot.mjs", "8")
    assert "    not 9D: You hold spades: J♠. Only these may be played. (follow suit, guide 3)\n" in told
    assert told.count('"play"') == 16 and "points" in told.splitlines()[-1]


@pytest.mark.parametrize(("name", "most"), [("bot.mjs", 40), ("boardgame.mjs", 60)])
def test_an_example_is_short(name: str, most: int) -> None:
    assert len((ROOT / "examples" / name).read_text(encoding="utf-8").splitlines()) <= most

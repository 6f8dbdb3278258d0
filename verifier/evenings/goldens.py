"""What a rule set makes of seeded games, kept as files: a transcript and counts of legal sequences.

`python -m verifier.evenings.goldens` writes them for every shipped rule set that can be played, and with
`--check` it only says which are missing or stale. A change of a file is a change of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate
from pathlib import Path
from random import Random

import click

from rulespec import engine, library, pipeline, questions
from rulespec.game import Bid, Opening, PlayedHand
from rulespec.hand import PLAY, TRUMP, HandState
from rulespec.ir.cards import bits
from rulespec.ir.ruleset import RuleSet
from rulespec.perft import sequences
from rulespec.players import random_players
from rulespec.record_writer import write_record
from rulespec.rulebook import Rulebook, rulebook
from rulespec.tally import hand_answers
from rulespec.trump import open_hand
from verifier.output.writing import make_folder, write

SEED = 7
DEALS = {1: 8, 2: 12}  # seeded deals by hand size; larger hands have
OTHER_DEALS = 3
WHOLE_HAND = 8  # plays: a hand of so many is counted to its end, a longer one to
SHORT_DEPTH = 3


def playable_profiles() -> list[RuleSet]:
    """Every shipped rule set whose options are all settled."""
    return [ruleset for name in library.shipped() if not (ruleset := pipeline.load(name)).open_options]


# --- transcripts ----------------------------------------------------------------------------------


def transcript(ruleset: RuleSet) -> str:
    """The record of a seeded game, with the rows that decided as comments."""
    game = engine.play_game(ruleset, random_players(ruleset.players, SEED), SEED)
    return write_record(ruleset, game, notes=lambda hand: hand_notes(ruleset, hand))


def hand_notes(ruleset: RuleSet, hand: PlayedHand) -> list[str]:
    """For each trick the row and the number of legal acts of each play, then how it was won; then how it scored."""
    states = list(accumulate(engine.acts_of(hand), HandState.step, initial=open_hand(rulebook(ruleset), hand.opening, hand.deal)))
    plays = [f"{state.playable().row.name} {len(state.legal())}" for state in states if state.phase == PLAY]
    notes = []
    for i, trick in enumerate(hand.tricks):
        place = (trick.winner - trick.leader) % ruleset.players
        row = questions.standings(ruleset, hand.trump.suit, trick.plays)[place].row
        notes.append(f"{'; '.join(plays[i * ruleset.players : (i + 1) * ruleset.players])} -> {row.name}")
    answers = hand_answers(ruleset, hand.opening, hand.deal.size, hand.bids, hand.taken)
    return [*notes, "; ".join(answer.row.name for answer in answers)]


# --- counts ---------------------------------------------------------------------------------------


def counts(ruleset: RuleSet) -> str:
    """Legal sequences: of bids, which no card changes, and from seeded deals of plays after the lowest legal bids."""
    lines = [
        "# Legal sequences of 1, 2, 3, ... acts from seeded deals. Written by `python -m verifier.evenings.goldens`.",
        f"profile: {ruleset.id}",
        "deals:",
    ]
    return "\n".join([*lines, *(f"- {{{_flow(row)}}}" for row in count_rows(ruleset))]) + "\n"


def count_rows(ruleset: RuleSet) -> Iterator[dict[str, object]]:
    book = rulebook(ruleset)
    for size, set_number in sizes(book).items():
        for seed in range(1, DEALS.get(size, OTHER_DEALS) + 1):
            state = seeded(book, size, set_number, seed)
            row: dict[str, object] = {"cards": size, "seed": seed}
            if state.phase == TRUMP:
                row["trump"] = len(state.legal())
                state = state.step(state.legal()[0])
            if seed == 1:
                row["bids"] = [sequences(state, depth) for depth in range(1, book.players + 1)]
            row["plays"] = [sequences(lowest_bids(state), depth) for depth in range(1, depth_of(size * book.players) + 1)]
            yield row


def sizes(book: Rulebook) -> Mapping[int, int]:
    """The hand sizes to count, each with the first set that has it: the two smallest and the largest."""
    first: dict[int, int] = {}
    for number, played in enumerate(book.schedule, 1):
        for size in played:
            first.setdefault(size, number)
    chosen = sorted(first)
    return {size: first[size] for size in dict.fromkeys([*chosen[:2], chosen[-1]])}


def depth_of(plays: int) -> int:
    return plays if plays <= WHOLE_HAND else SHORT_DEPTH


def seeded(book: Rulebook, size: int, set_number: int, seed: int) -> HandState:
    """A hand dealt from a seed, the last seat dealing."""
    pack, dealer = list(bits(book.deck)), book.players - 1
    Random(seed).shuffle(pack)
    return open_hand(book, Opening(dealer, set_number=set_number), engine.deal(book, pack, size, dealer))


def lowest_bids(state: HandState) -> HandState:
    while isinstance(action := next(iter(state.legal()), None), Bid):
        state = state.step(action)
    return state


def _flow(row: Mapping[str, object]) -> str:
    return ", ".join(f"{key}: {value}" for key, value in row.items())


# --- files ----------------------------------------------------------------------------------------

KINDS: Mapping[str, tuple[str, Callable[[RuleSet], str]]] = {"playthroughs": (".txt", transcript), "counts": (".yaml", counts)}


def goldens(folder: Path) -> Iterator[tuple[Path, str]]:
    """Every file with the text it should have."""
    for ruleset in playable_profiles():
        for kind, (ending, make) in KINDS.items():
            yield folder / kind / f"{ruleset.id}{ending}", make(ruleset)


def stale(path: Path, text: str) -> str | None:
    """What is wrong with a file: missing or stale."""
    if not path.exists():
        return "missing"
    return None if path.read_text(encoding="utf-8") == text else "stale"


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(path_type=Path), default=Path("tests"))
@click.option("--check", is_flag=True, help="write nothing; exit 1 where a file is missing or stale")
def main(folder: Path, check: bool) -> None:
    found = [(path, text, why) for path, text in goldens(folder) if (why := stale(path, text)) is not None]
    for path, text, why in found:
        click.echo(f"{path}: {why}" if check else f"{path}: written")
        if not check:
            make_folder(path.parent)
            write(path, text, force=True)
    raise SystemExit(1 if check and found else 0)


if __name__ == "__main__":
    main()

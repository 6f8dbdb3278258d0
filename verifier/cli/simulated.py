"""What `simulate` prints of the games that were played."""

from __future__ import annotations

import time
from collections.abc import Sequence

from verifier.cli.common import document, emit, table
from verifier.cli.output import say
from verifier.evenings.many import Played
from verifier.evenings.met import Met
from verifier.evenings.simulate import Pair, Summary, pairs, summarize
from verifier.output.met_report import met_head, met_json, met_rows
from verifier.output.plots import picture
from verifier.output.simulate_report import (
    each_game,
    fired_rows,
    heading,
    method_json,
    pair_json,
    pair_rows,
    seats_rows,
    summary_json,
    written,
)
from verifier.proofs.verdict import HOLDS, REFUTED


def report(played: Sequence[Played], met: Sequence[Met], players: str, format_: str, jobs: int, start: float) -> int:
    if format_ == "csv":
        head, *rows = each_game(played)
        say(table(rows, list(map(str, head)), "csv"))
        return code_of(played)
    summaries, found = [summarize(one) for one in played], list(pairs(played))
    if format_ == "json":
        emit(as_json(played, summaries, found, met, players, jobs, time.perf_counter() - start))
    else:
        say("\n\n".join([*(one_text(one, played[0].seed) for one in summaries), *map(pair_text, found), *map(met_text, met)]))
    return code_of(played)


def drawn(played: Sequence[Played], kind: str) -> bytes:
    """The picture of the games."""
    return picture(played, list(pairs(played)), kind)


def code_of(played: Sequence[Played]) -> int:
    return HOLDS if all(one.whole.all() for one in played) else REFUTED


def as_json(played: Sequence[Played], summaries: Sequence[Summary], found: Sequence[Pair], met: Sequence[Met], players: str, jobs: int, seconds: float) -> dict[str, object]:
    games = len(played[0].ended)
    return document(
        "simulate", code_of(played), games=games, seed=played[0].seed, players=players.split(","),
        profiles=[summary_json(one) for one in summaries], pairs=[pair_json(pair) for pair in found],
        differences=[met_json(one) for one in met], method=method_json(),
        seconds=round(seconds, 3), jobs=jobs, rate=round(games * len(played) / seconds, 1),
    )  # fmt: skip


def one_text(summary: Summary, seed: int) -> str:
    parts = [heading(summary.ruleset, summary, seed)]
    if summary.games:
        parts += [table(*seats_rows(summary)), table(*fired_rows(summary))]
    if summary.stuck:
        parts.append(f"{summary.stuck.games} games cannot go on, the first of them that of seed {summary.stuck.seed}: {summary.stuck.why}")
    return "\n\n".join(parts)


def pair_text(pair: Pair) -> str:
    head = f"{pair.right.id} less {pair.left.id}, the same {pair.games} games; * where the interval does not hold 0"
    return "\n\n".join([head, table(*pair_rows(pair)), f"another winner in {written(pair.winner_differs, 1, percent=True)} of the games"])


def met_text(met: Met) -> str:
    return "\n\n".join([met_head(met), *([table(*met_rows(met))] if met.games else [])])

"""What `simulate` prints of the games that were played."""

from __future__ import annotations

import time
from collections.abc import Sequence

from verifier.cli.common import document, emit
from verifier.cli.output import say
from verifier.evenings.many import Played, cores
from verifier.evenings.met import Met
from verifier.evenings.simulate import Pair, Summary, pairs, summarize
from verifier.output import simulate_page
from verifier.output.formats import write
from verifier.output.met_report import met_json
from verifier.output.plots import picture
from verifier.output.simulate_report import method_json, pair_json, summary_json
from verifier.proofs.verdict import HOLDS, REFUTED


def report(played: Sequence[Played], met: Sequence[Met], players: str, format_: str, jobs: int | None, start: float) -> int:
    summaries, found, code = [summarize(one) for one in played], list(pairs(played)), code_of(played)
    data = as_json(played, summaries, found, met, players, jobs, time.perf_counter() - start)
    if format_ == "json":
        emit(data)
    else:
        say(write(simulate_page.report(played, summaries, found, met, data, code), format_))
    return code


def drawn(played: Sequence[Played], kind: str) -> bytes:
    """The picture of the games."""
    return picture(played, list(pairs(played)), kind)


def code_of(played: Sequence[Played]) -> int:
    return HOLDS if all(one.whole.all() for one in played) else REFUTED


def as_json(played: Sequence[Played], summaries: Sequence[Summary], found: Sequence[Pair], met: Sequence[Met], players: str, jobs: int | None, seconds: float) -> dict[str, object]:
    games = len(played[0].ended)
    return document(
        "simulate", code_of(played), games=games, seed=played[0].seed, players=players.split(","),
        profiles=[summary_json(one) for one in summaries], pairs=[pair_json(pair) for pair in found],
        differences=[met_json(one) for one in met], method=method_json(),
        seconds=round(seconds, 3), jobs=jobs or cores(), rate=round(games * len(played) / seconds, 1),
    )  # fmt: skip

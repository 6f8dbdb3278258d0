"""What `simulate` found as a report: each rule set's players and rows, each pair's differences, each class of differences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from verifier.evenings.many import Played
from verifier.evenings.met import Met
from verifier.evenings.simulate import Pair, Summary
from verifier.output.met_report import met_head, met_rows
from verifier.output.report import Block, Cell, Grid, Line, Note, Notes, Prose, Report, listed
from verifier.output.simulate_report import Rows, each_game, fired_rows, heading, pair_rows, seats_rows, written

STARRED = "* where the interval does not hold 0"


def report(
    played: Sequence[Played], summaries: Sequence[Summary], pairs: Sequence[Pair], met: Sequence[Met], data: Mapping[str, object], code: int
) -> Report:
    """For people; the flat table has a line a game and seat."""
    named = [one.ruleset.name for one in played]
    fields, *records = each_game(played)
    rules = Notes("Rules", tuple(Note(one.ruleset.name, f"rules {one.ruleset.fingerprint}") for one in played))
    blocks = [
        *(block for one in summaries for block in _summary(one, played[0].seed)), *(block for pair in pairs for block in _pair(pair)),
        *(block for one in met for block in _met(one)), rules,
    ]  # fmt: skip
    return Report(f"Games under {listed(named)}", tuple(blocks), tuple(map(str, fields)), tuple(map(tuple, records)), data, code)


def _grid(title: str, rows: Rows, head: Sequence[str], labels: int = 1) -> Grid:
    lines = (Line(tuple(map(str, row[:labels])), tuple(Cell(str(one)) for one in row[labels:])) for row in rows)
    return Grid(title, tuple(head[:labels]), "", tuple(head[labels:]), tuple(lines), numbers=True)


def _summary(summary: Summary, seed: int) -> Iterator[Block]:
    title = heading(summary.ruleset, summary, seed)
    if summary.games:
        yield _grid(title, *seats_rows(summary))
        yield _grid(f"{summary.ruleset.name}: rows that decided", *fired_rows(summary), labels=2)
    if summary.stuck:
        yield Prose(f"{summary.stuck.games} games cannot go on, the first of them that of seed {summary.stuck.seed}: {summary.stuck.why}")


def _pair(pair: Pair) -> Iterator[Block]:
    yield _grid(f"{pair.right.name} less {pair.left.name}, the same {pair.games} games; {STARRED}", *pair_rows(pair))
    yield Prose(f"another winner in {written(pair.winner_differs, 1, percent=True)} of the games")


def _met(met: Met) -> Iterator[Block]:
    yield from (Prose(line) for line in met_head(met).split("\n"))
    if met.games:
        yield _grid(met.wanted.says, *met_rows(met))

"""The scores of a rule set as a report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulespec.ir.expr import TRUE
from rulespec.ir.ruleset import AnyRow, RuleSet
from rulespec.ir.text import text
from verifier.output.report import NOTHING, Block, Cell, Grid, Line, Note, Notes, Report, listed, mark
from verifier.proofs.verdict import HOLDS
from verifier.tables import sources
from verifier.tables.scores import Kind, Shared, Worth, kinds, scores

MOST_SHOWN = 2  # numbers in a cell; of more only the first and the last


def score_report(ruleset: RuleSet) -> Report:
    """The rule set has settled its options."""
    shares = scores(ruleset)
    rows = sorted({row for shared in shares for row in shared.rows})
    blocks: list[Block] = []
    for shared in shares:
        blocks += list(blocks_of(ruleset, shared, alone=len(shares) == 1))
    blocks += [legend(ruleset, shares, rows), *sources.notes(ruleset, [ruleset.rows("score")[row] for row in rows])]
    fields, records = flat(ruleset)
    data = {
        "kind": "scores", "profile": sources.identity(ruleset), "rows": [row_record(ruleset, shares, row) for row in rows],
        "groups": [group_record(shared) for shared in shares],
        "results": [dict(zip(fields, record, strict=True)) for record in records],
    }  # fmt: skip
    return Report(f"{ruleset.name}: what a hand is worth", tuple(blocks), fields, records, data, HOLDS)


# --- the tables -------------------------------------------------------------------------------


def blocks_of(ruleset: RuleSet, shared: Shared, alone: bool) -> Iterator[Block]:
    """The table of some hands, and below it the points that go by the hand size."""
    which = f" {kinds_in_words(shared.kinds)}".rstrip()
    bids = sorted({bid for bid, _ in shared.cells})
    tricks = sorted({taken for _, taken in shared.cells})
    lines = [Line((str(bid),), tuple(cell(shared, bid, taken) for taken in tricks)) for bid in bids]
    title = f"Points in hands of {sizes_in_words(shared.sizes)}{which}, by bid and tricks taken"
    yield Grid(title, ("bid",), "tricks", tuple(map(str, tricks)), tuple(lines), numbers=True)
    if shared.sized:
        heads = tuple(map(str, shared.sizes))
        named = [sized_line(ruleset.rows("score")[row], shared, row) for row in shared.sized]
        yield Grid("Points by the cards of the hand, where the rule of that mark applies", ("rule",), "cards", heads, tuple(named), numbers=True)


def cell(shared: Shared, bid: int, taken: int) -> Cell:
    worths = shared.cells.get((bid, taken), ())
    plain = [worth for worth in worths if worth.row not in shared.sized]
    marks = "".join(dict.fromkeys(mark_of(shared, worth.row) for worth in worths if worth.row in shared.sized))
    if not worths:
        return Cell(NOTHING)
    return Cell(numbers(plain or worths), tone((plain or worths)[0].row), marks)


def numbers(worths: Sequence[Worth]) -> str:
    points = list(dict.fromkeys(str(worth.points) for worth in worths))
    return " / ".join(points) if len(points) <= MOST_SHOWN else f"{points[0]} to {points[-1]}"


def sized_line(row: AnyRow, shared: Shared, index: int) -> Line:
    """A row of the rules with its points for each size; none where it never answers."""
    points = shared.sized[index]
    cells = tuple(Cell(str(min(points[size])), tone(index)) if size in points else Cell(NOTHING) for size in shared.sizes)
    return Line((f"{mark_of(shared, index)} {row.name}",), cells)


def mark_of(shared: Shared, row: int) -> str:
    return mark(list(shared.sized).index(row))


def tone(row: int) -> str:
    return f"row{row % 8}"


# --- words ------------------------------------------------------------------------------------


def kinds_in_words(kinds_: Sequence[Kind]) -> str:
    """`of sets 1 and 3`, `whose bids together are 1 to 3 under the tricks`; nothing where all are alike."""
    sets = dict.fromkeys(str(kind.set_number) for kind in kinds_ if kind.set_number is not None)
    of_sets = f"of set{'s' if len(sets) > 1 else ''} {listed([*sets])}" if sets else ""
    return " ".join(filter(None, (of_sets, bids_in_words(sorted({kind.over for kind in kinds_ if kind.over is not None})))))


def bids_in_words(overs: Sequence[int]) -> str:
    under, over = sorted(-o for o in overs if o < 0), [o for o in overs if o > 0]
    ways = [*([f"{ranges(under)} under"] if under else []), *(["as many as"] if 0 in overs else []), *([f"{ranges(over)} over"] if over else [])]
    return f"whose bids together are {listed(ways, 'or')} the tricks" if ways else ""


def sizes_in_words(sizes: Sequence[int]) -> str:
    return f"{ranges(sizes)} card{'' if tuple(sizes) == (1,) else 's'}"


def ranges(values: Sequence[int]) -> str:
    """`1 to 4, 6 and 8`."""
    runs: list[list[int]] = []
    for value in values:
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    return listed([str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs])


def legend(ruleset: RuleSet, shares: Sequence[Shared], rows: Sequence[int]) -> Notes:
    """The rows of the rules that give points, in their order."""
    items = [Note(ruleset.rows("score")[row].name, says(ruleset, shares, row), tone(row)) for row in rows]
    return Notes("Rules: the first that applies gives the points", tuple(items))


def says(ruleset: RuleSet, shares: Sequence[Shared], index: int) -> str:
    row = ruleset.rows("score")[index]
    otherwise = "in every other case" if index else "always"
    when = otherwise if row.when == TRUE else f"where `{text(row.when, ruleset.pack)}`"
    return f"{when}: {points_in_words(ruleset, shares, index)}{sources.of_row(row)}"


def points_in_words(ruleset: RuleSet, shares: Sequence[Shared], index: int) -> str:
    """A number where the row always gives the same, otherwise its formula."""
    row = ruleset.rows("score")[index]
    given = {worth.points for shared in shares for worth in shared.worths.values() if worth.row == index}
    if len(given) == 1:
        return f"{min(given)} points"
    return f"`{text(row.result, ruleset.pack)}` points"


# --- the same as data -------------------------------------------------------------------------


def flat(ruleset: RuleSet) -> tuple[tuple[str, ...], tuple[tuple[object, ...], ...]]:
    """Every hand that can come up on a line of its own."""
    found = kinds(ruleset)
    with_set = any(kind.set_number is not None for kind in found)
    with_over = any(kind.over is not None for kind in found)
    fields = (*(["set"] if with_set else []), *(["bids_over"] if with_over else []), "cards", "bid", "tricks", "points", "row", "source")
    records: list[tuple[object, ...]] = []
    for kind, worths in found.items():
        start = (*([kind.set_number] if with_set else []), *([kind.over] if with_over else []))
        for result, worth in worths.items():
            row = ruleset.rows("score")[worth.row]
            records.append((*start, result.cards, result.bid, result.tricks, worth.points, row.name, row.cite or ""))
    return fields, tuple(records)


def row_record(ruleset: RuleSet, shares: Sequence[Shared], index: int) -> Mapping[str, object]:
    row = ruleset.rows("score")[index]
    when, points = text(row.when, ruleset.pack), text(row.result, ruleset.pack)
    return {"name": row.name, "when": when, "points": points, "cite": row.cite, "assumed": row.assumed}


def group_record(shared: Shared) -> Mapping[str, object]:
    sets = sorted({kind.set_number for kind in shared.kinds if kind.set_number is not None})
    overs = sorted({kind.over for kind in shared.kinds if kind.over is not None})
    return {"cards": list(shared.sizes), "sets": sets or None, "bids_over": overs or None}

"""Question `premium` in symbols: scope `set`, a finished set. Mirrors `rulespec/questions/premium.py`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import z3

from rulespec.ir.ruleset import RuleSet
from rulespec.ir.sections import seats
from rulespec.ir.types import Int
from rulespec.meanings.z3.ops import OPS
from rulespec.meanings.z3.values import Num, Term, Value, either, every, num, number, same, some, truth
from rulespec.questions import SetEnd
from rulespec.questions.ground import in_turn, reads
from verifier.symbolic.arithmetic import Number, between, how_many, plus
from verifier.symbolic.bid import legal_in_turn, zero_bids
from verifier.symbolic.score import within, worth
from verifier.symbolic.setting import Reader, Setting, Symbolic


@dataclass(frozen=True, slots=True, eq=False)
class SetShape:
    """A kind of set of the game: where it is, what its hands are, how often somebody can have passed before it.

    `where` are all the sets of the kind, each with the options under which the game has it.
    """

    condition: z3.BoolRef
    set_number: int
    sizes: tuple[int, ...]
    passes: int
    where: tuple[tuple[int, z3.BoolRef], ...]


@dataclass(frozen=True, slots=True, eq=False)
class SetTable:
    """The variables of a set: bids and tricks, one list a hand, one number a seat; who dealt; zero bids before; players' fields."""

    shape: SetShape
    bids: list[list[Num]]
    tricks: list[list[Num]]
    dealer: Num
    zeros: list[Num]
    fields: list[dict[str, Value]]
    counts_zeros: bool = False


def shapes(setting: Setting, numbered: bool | None = None) -> list[SetShape]:
    """The sets of the game that the rules can tell apart."""
    ruleset = setting.ruleset
    apart = "set_number" in reads(ruleset, "score") | reads(ruleset, "premium") if numbered is None else numbered
    found: dict[object, list[SetShape]] = {}
    for member in setting.members:
        for number_, dealt in enumerate(member.ground.sets, 1):
            sizes = tuple(one.hand.size for one in dealt)
            passes = dealt[0].passes if setting.passes_matter else 0
            key = (sizes, passes, number_ if apart else 0)
            found.setdefault(key, []).append(SetShape(member.condition, number_, sizes, passes, ((number_, member.condition),)))
    return [
        replace(alike[0], condition=some(*[one.condition for one in alike]), where=tuple(where for one in alike for where in one.where))
        for alike in found.values()
    ]


def groups(setting: Setting) -> list[partial[Symbolic[SetEnd]]]:
    """One group of situations for each different set of the game."""
    return [partial(finished_set, setting, shape) for shape in shapes(setting)]


def variables(setting: Setting, shape: SetShape) -> SetTable:
    """The variables of one set, scored by this rule set."""
    players = setting.ruleset.players
    bids = [[setting.num(f"bid{h}_{p}", Int(0, n)) for p in range(players)] for h, n in enumerate(shape.sizes)]
    tricks = [[setting.num(f"tricks{h}_{p}", Int(0, n)) for p in range(players)] for h, n in enumerate(shape.sizes)]
    return seen_by(setting, SetTable(shape, bids, tricks, setting.num("dealer", Int(0, players - 1)), [zero_bids(setting, f"passes{p}") for p in range(players)], [], setting.passes_matter))


def seen_by(setting: Setting, table: SetTable, shape: SetShape | None = None) -> SetTable:
    """The same bids and tricks with the points that a rule set gives them, in a set of its own where one is given."""
    shape = table.shape if shape is None else shape
    totals = [plus(*row) for row in table.bids]
    players = range(setting.ruleset.players)
    scores = [[_points(setting, table, h, p, totals[h], shape) for h in range(len(shape.sizes))] for p in players]
    fields = [player_fields([b[p] for b in table.bids], [t[p] for t in table.tricks], scores[p]) for p in players]
    return replace(table, shape=shape, fields=fields)


def _points(setting: Setting, table: SetTable, h: int, p: int, total: Num, shape: SetShape) -> Num:
    answer = worth(setting, shape.sizes[h], table.bids[h][p], table.tricks[h][p], total, shape.set_number)
    return num(answer.value)


def possible(setting: Setting, table: SetTable) -> list[tuple[str, z3.BoolRef]]:
    """What makes a set possible under this rule set."""
    shape = table.shape
    sound = [every(within((*b, *t), number(n)), same(plus(*t), number(n))) for b, t, n in zip(table.bids, table.tricks, shape.sizes, strict=True)]
    return [
        *setting.domains, ("the set is on the schedule", shape.condition),
        ("one player dealt first", between(0, table.dealer, setting.ruleset.players - 1)),
        ("so many zero bids can have been made before", every(*[between(0, p, shape.passes) for p in table.zeros])),
        ("the tricks add up", every(*sound)),
        ("the bids are legal", legal_whoever_deals(setting, table)),
    ]  # fmt: skip


def finished_set(setting: Setting, shape: SetShape) -> Symbolic[SetEnd]:
    """Every course of a set: legal bids whoever dealt first, tricks that add up."""
    table = variables(setting, shape)
    names = {**setting.options, **premium_names(setting.ruleset, table.fields, 0, set_names(shape))}
    rows = setting.holding("premium", names)
    names["premium"] = setting.total("premium", names)
    which, placed = which_set(setting, shape)
    names["set_number"] = which
    conditions, order = [*possible(setting, table), placed], [*objectives(table), which.term]
    return Symbolic(names, conditions, order, partial(read, table, which=which), rows, (names["premium"],), table)


def which_set(setting: Setting, shape: SetShape) -> tuple[Num, tuple[str, z3.BoolRef]]:
    """The number of the set, any that sets of the kind have: rules that tell them apart have a kind for each."""
    which = setting.num("set_number", Int(1, max(n for n, _ in shape.where)))
    return which, ("the set has this place in the game", some(*[every(condition, same(which, number(n))) for n, condition in shape.where]))


def objectives(table: SetTable) -> list[Term]:
    """Low bids and tricks first, hand by hand."""
    numbers = [v.term for b, t in zip(table.bids, table.tricks, strict=True) for v in (*b, *t)]
    return [*numbers, table.dealer.term, *(p.term for p in table.zeros)]


def read(table: SetTable, reader: Reader, which: Num | None = None) -> SetEnd:
    """The set of a model; `which` is its number where it may be one of several."""
    set_number = table.shape.set_number if which is None else reader.number(which)
    said, taken = (tuple(tuple(map(reader.number, row)) for row in rows) for rows in (table.bids, table.tricks))
    zeros = tuple(map(reader.number, table.zeros)) if table.counts_zeros else ()
    return SetEnd(set_number, table.shape.sizes, said, taken, reader.number(table.dealer), zeros)


def legal_whoever_deals(setting: Setting, table: SetTable) -> z3.BoolRef:
    """The bids of every hand are legal with the player `dealer` dealing the first, after these zero bids of each."""
    made = _zero_bids(setting, table)
    return every(*[z3.Implies(same(table.dealer, number(d)), _legal_from(setting, d, table, made)) for d in range(setting.ruleset.players)])


def _zero_bids(setting: Setting, table: SetTable) -> list[Sequence[Number]]:
    """Each player's zero bids before each hand; plain zeros where no rule looks at them."""
    if not setting.passes_matter:
        return [[0] * len(table.zeros) for _ in table.bids]
    found: list[list[Num]] = [list(table.zeros)]
    for row in table.bids[:-1]:
        found.append([plus(made, either(same(bid, number(0)), number(1), number(0))) for made, bid in zip(found[-1], row, strict=True)])
    return list(found)


def _legal_from(setting: Setting, dealer: int, table: SetTable, made: Sequence[Sequence[Number]]) -> z3.BoolRef:
    """The bids are legal where this player dealt the first hand and the deal goes round."""
    found = []
    for h, size in enumerate(table.shape.sizes):
        order = in_turn(dealer + h, setting.ruleset.players)
        found.append(legal_in_turn(setting, [table.bids[h][p] for p in order], size, [made[h][p] for p in order]))
    return every(*found)


def player_fields(bids: Sequence[Num], tricks: Sequence[Num], scores: Sequence[Num]) -> dict[str, Value]:
    """What `me.best` and its like stand for. Mirrors `PlayerSet.fields`."""
    return {
        "made_all": every(*[same(b, t) for b, t in zip(bids, tricks, strict=True)]),
        "best": OPS["max"](None, *scores),
        "best_but_last": OPS["max"](None, *(scores[:-1] or scores)),
        "last": scores[-1],
        "total": plus(*scores),
        "zero_bids": how_many([same(b, number(0)) for b in bids]),
    }


def premium_names(ruleset: RuleSet, fields: Sequence[dict[str, Value]], seat: int, of_set: dict[str, Value]) -> dict[str, Value]:
    """The names of `premium` seen from a seat; `of_set` are those of the set itself."""
    names: dict[str, Value] = {"players": number(ruleset.players), **of_set, **run_before(fields, seat)}
    names["makers"] = how_many([truth(f["made_all"]) for f in fields])
    for word, offset in seats(ruleset.players).items():
        names |= {f"{word}.{name}": value for name, value in fields[(seat + offset) % len(fields)].items()}
    return names


def set_names(shape: SetShape) -> dict[str, Value]:
    """What the names of `premium` say of the set itself."""
    return {
        "hands": number(len(shape.sizes)), "largest_hand": number(max(shape.sizes)), "smallest_hand": number(min(shape.sizes)),
        "set_number": number(shape.set_number),
    }  # fmt: skip


def run_before(fields: Sequence[dict[str, Value]], seat: int) -> dict[str, Value]:
    """The players just before a seat, one after the other, who made every bid. Mirrors `premium.run_before`."""
    names: dict[str, Value] = {"run_before": number(0), "run_best": number(0), "run_best_but_last": number(0)}
    found: list[tuple[z3.BoolRef, int, dict[str, Value]]] = []
    clean = z3.BoolVal(True)
    for length in range(1, len(fields)):
        clean = every(clean, truth(fields[(seat - length) % len(fields)]["made_all"]))
        players = [fields[(seat - step) % len(fields)] for step in range(1, length + 1)]
        found.append((clean, length, {name: OPS["max"](None, *(p[name] for p in players)) for name in ("best", "best_but_last")}))
    for holds, length, greatest in found:
        names["run_before"] = either(holds, number(length), names["run_before"])
        names |= {f"run_{name}": either(holds, value, names[f"run_{name}"]) for name, value in greatest.items()}
    return names

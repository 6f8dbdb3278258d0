"""Sections answered for all situations at once. Mirrors `../python/sections.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulespec.ir.expr import Expr
from rulespec.ir.ruleset import AnyRow, RuleSet
from rulespec.meanings.bdd.evaluate import Env, evaluate, holds
from rulespec.meanings.bdd.manager import Manager, Node
from rulespec.meanings.bdd.ops import OPS
from rulespec.meanings.bdd.values import Numbers, Value, either, fixed, node, numbers, table, vector


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """What a row says, and where it is the row that answers."""

    where: Node
    value: Value
    row: AnyRow


def answering(ruleset: RuleSet, section: str, env: Env, manager: Manager) -> list[tuple[AnyRow, Node]]:
    """Each row and where it is the first that holds."""
    found, open_ = [], manager.true
    for row, here in holding(ruleset, section, env, manager):
        found.append((row, open_ & here))
        open_ = open_ & ~here
    return found


def first(ruleset: RuleSet, section: str, env: Env, manager: Manager) -> list[Answer]:
    """Each row that may answer, with its value."""
    rows = answering(ruleset, section, env, manager)
    return [Answer(where, _result(row, env, manager), row) for row, where in rows if where != manager.false]


def _result(row: AnyRow, env: Env, manager: Manager) -> Value:
    assert isinstance(row.result, Expr)
    return evaluate(row.result, env, manager)


def holding(ruleset: RuleSet, section: str, env: Env, manager: Manager) -> list[tuple[AnyRow, Node]]:
    """Each row and where it holds."""
    return [(row, holds(row.when, env, manager)) for row in ruleset.rows(section)]


def forbidding(ruleset: RuleSet, section: str, env: Env, manager: Manager) -> list[tuple[AnyRow | None, Node]]:
    """Each row and where it is the first that forbids; None where it is allowed."""
    rows = answering(ruleset, section, env, manager)
    return [*rows, (None, ~manager.some(where for _, where in rows))]


def allowed(ruleset: RuleSet, section: str, env: Env, manager: Manager) -> Node:
    """Where no row forbids."""
    return ~manager.some(where for _, where in holding(ruleset, section, env, manager))


def total(ruleset: RuleSet, section: str, env: Env, manager: Manager) -> Numbers:
    """The sum of what every row that holds adds."""
    result: Numbers = fixed(0, manager)
    for row, where in holding(ruleset, section, env, manager):
        result = numbers(OPS["add"](manager, result, either(where, _result(row, env, manager), fixed(0, manager), manager)))
    return result


# --- a trick's winner -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """Where each row judges a card, whether it can win, and the tie-breaks of each class it may have."""

    rows: Sequence[tuple[AnyRow, Node]]
    can_win: Node
    classes: Numbers
    ties: Mapping[int, Sequence[Numbers]]


def standing(ruleset: RuleSet, env: Env, manager: Manager) -> Standing:
    """How strong a card is in its trick. `env` has the names of `strength`."""
    rows = answering(ruleset, "strength", env, manager)
    claims = [(row.result, row.then, where) for row, where in rows if isinstance(row.result, int)]
    ties = {class_: [tie_break(word, env, manager) for word in then] for class_, then, _ in claims}
    classes = table(((class_, where) for class_, _, where in claims), manager)
    return Standing(rows, manager.one_of(classes), classes, ties)


def tie_break(word: str, env: Env, manager: Manager) -> Numbers:
    """A number that grows with the card's claim."""
    card, position = vector(env["card"]), numbers(env["position"])
    match word:
        case "rank":
            ranks = [manager.pack.rank_of(i) for i in range(manager.pack.size)]
            return table(((-1 if rank is None else rank, where) for rank, where in zip(ranks, card, strict=True)), manager)
        case "later":
            return position
        case "earlier":
            return numbers(OPS["neg"](manager, position))
        case _:
            raise AssertionError(word)


def beats(a: Standing, b: Standing, manager: Manager) -> Node:
    """Where card `a`, which can win, is stronger than card `b`."""
    higher = node(OPS["gt"](manager, a.classes, b.classes))
    level = [(here & b.classes[class_], class_) for class_, here in a.classes.items() if class_ in b.classes]
    ties = [both & _stronger(a.ties[class_], b.ties[class_], manager) for both, class_ in level if both != manager.false]
    return ~b.can_win | manager.some([higher, *ties])


def _stronger(a: Sequence[Numbers], b: Sequence[Numbers], manager: Manager) -> Node:
    """Lexicographic: the first tie-break that tells the cards apart decides."""
    if not a:
        return manager.false
    rest = _stronger(a[1:], b[1:], manager)
    higher = node(OPS["gt"](manager, a[0], b[0]))
    return higher if rest == manager.false else higher | (node(OPS["eq"](manager, a[0], b[0])) & rest)


def winners(standings: Sequence[Standing], manager: Manager) -> list[Node]:
    """For each place where its card wins; nowhere at once for two, and for none where none can win or two are equal."""
    return [
        one.can_win & manager.every(beats(one, other, manager) for other in standings if other is not one)
        for one in standings
    ]

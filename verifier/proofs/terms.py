"""The solver's formulas looked into: which variables they have, and their truth for every value of a few of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import product
from math import prod
from operator import and_, or_

import z3

Axis = tuple[z3.ExprRef, Sequence[z3.ExprRef]]
Worth = dict[int, int]  # each value that a term has, with the combinations under which it has it, one bit each


class Constants:
    """The free variables of formulas by their ids. The formulas must be kept by others while this is used."""

    def __init__(self, formulas: Iterable[z3.ExprRef], known: Constants | None = None) -> None:
        self.found: dict[int, z3.ExprRef] = {} if known is None else dict(known.found)
        self._seen: set[int] = set() if known is None else set(known._seen)
        for formula in formulas:
            self._look(formula)

    def _look(self, formula: z3.ExprRef) -> None:
        """By the library's own functions: the objects around them take most of the time. What is borrowed lives as long as the formula."""
        context = formula.ctx_ref()
        stack = [formula.as_ast()]
        while stack:
            node = stack.pop()
            if (key := z3.Z3_get_ast_id(context, node)) in self._seen:
                continue
            self._seen.add(key)
            if z3.Z3_get_ast_kind(context, node) != z3.Z3_APP_AST:
                continue
            app = z3.Z3_to_app(context, node)
            parts = z3.Z3_get_app_num_args(context, app)
            stack += [z3.Z3_get_app_arg(context, app, i) for i in range(parts)]
            if not parts and z3.Z3_get_decl_kind(context, z3.Z3_get_app_decl(context, app)) == z3.Z3_OP_UNINTERPRETED:
                self.found[key] = _variable(node, formula.ctx)


class Grid:
    """All combinations of the values of a few variables, one bit each; those of the last variable lie side by side.

    A formula over these variables alone is worked out for all of them at once. And, or, not, if and equality are
    done here; what other operators make of values is asked of the solver's simplifier.
    """

    def __init__(self, axes: Sequence[Axis]) -> None:
        self.size = width = prod(len(values) for _, values in axes)
        self.all = (1 << self.size) - 1
        self._worth: dict[int, Worth] = {}
        self._alive: list[z3.ExprRef] = []  # an id stands for its term only as long as that is there
        for variable, values in axes:
            once = sum(1 << start for start in range(0, self.size, width))
            width //= len(values)
            column = (1 << width) - 1
            self._keep(variable, {_plain(value): once * (column << i * width) for i, value in enumerate(values)})

    def holds(self, formula: z3.BoolRef) -> int:
        """The combinations under which a formula holds."""
        return self.worth(formula).get(True, 0)

    def worth(self, node: z3.ExprRef) -> Worth:
        """The values of a term."""
        known = self._worth.get(node.get_id())
        return self._keep(node, self._worked_out(node)) if known is None else known

    def _keep(self, node: z3.ExprRef, worth: Worth) -> Worth:
        self._alive.append(node)
        self._worth[node.get_id()] = worth
        return worth

    def _worked_out(self, node: z3.ExprRef) -> Worth:
        if _is_value(node):
            return {_plain(node): self.all}
        kind, parts = node.decl().kind(), [self.worth(part) for part in node.children()]
        match kind:
            case z3.Z3_OP_AND:
                return self._truth(reduce(and_, [part.get(True, 0) for part in parts], self.all))
            case z3.Z3_OP_OR:
                return self._truth(reduce(or_, [part.get(True, 0) for part in parts], 0))
            case z3.Z3_OP_NOT:
                return self._truth(parts[0].get(False, 0))
            case z3.Z3_OP_EQ:
                return self._truth(reduce(or_, [here & parts[1].get(value, 0) for value, here in parts[0].items()], 0))
            case z3.Z3_OP_ITE:
                return _either(parts[0], parts[1], parts[2])
            case _:
                return self._applied(node, parts)

    def _truth(self, holds: int) -> Worth:
        return {True: holds, False: self.all ^ holds}

    def _applied(self, node: z3.ExprRef, parts: Sequence[Worth]) -> Worth:
        """Any other operator, for each combination of values that comes up."""
        if not parts:
            raise ValueError(f"`{node}` is none of the variables")
        found: Worth = {}
        sorts = [part.sort() for part in node.children()]
        for values in product(*[part.items() for part in parts]):
            here = reduce(and_, [mask for _, mask in values])
            if here:
                given = [_term(value, sort) for (value, _), sort in zip(values, sorts, strict=True)]
                value = _plain(z3.simplify(z3.substitute(node, *zip(node.children(), given, strict=True))))
                found[value] = found.get(value, 0) | here
        return found


def _either(condition: Worth, then: Worth, otherwise: Worth) -> Worth:
    ways = [(value, here & condition.get(True, 0)) for value, here in then.items()]
    ways += [(value, here & condition.get(False, 0)) for value, here in otherwise.items()]
    found: Worth = {}
    for value, here in ways:
        if here:
            found[value] = found.get(value, 0) | here
    return found


def _variable(node: z3.Ast, context: z3.Context) -> z3.ExprRef:
    """A borrowed variable as a term of its own sort."""
    sort = z3.Z3_get_sort_kind(context.ref(), z3.Z3_get_sort(context.ref(), node))
    return z3.BitVecRef(node, context) if sort == z3.Z3_BV_SORT else z3.BoolRef(node, context)


def _is_value(node: z3.ExprRef) -> bool:
    return bool(z3.is_true(node) or z3.is_false(node) or z3.is_bv_value(node))


def _plain(value: z3.ExprRef) -> int:
    """A truth value or a bit-vector as a number."""
    if not _is_value(value):
        raise ValueError(f"`{value}` is no value")
    return int(value.as_long()) if z3.is_bv_value(value) else bool(z3.is_true(value))


def _term(value: int, sort: z3.SortRef) -> z3.ExprRef:
    return z3.BitVecVal(value, sort.size()) if z3.is_bv_sort(sort) else z3.BoolVal(bool(value))

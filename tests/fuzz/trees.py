"""Trees of lists and mappings changed in one place: what stands there gives way to what stands elsewhere under the same key."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

from tests.fuzz.texts import NUMBERS, other_word

Tree: TypeAlias = Any  # None, bool, int, float, str, list of trees, dict of trees
Place: TypeAlias = tuple[list[Tree] | dict[str, Tree], int | str, str]  # what holds a node, where, and the nearest key above
Kin: TypeAlias = Mapping[str, Sequence[Tree]]

STRANGE: Sequence[Tree] = (None, True, 0, -1, 1.5, 1 << 60, "", "x", "no", [], {}, [[]], {"a": 1}, [None], "9" * 50, "\x1b[31m", "é\u202e")


def places(tree: Tree, key: str = "") -> Iterator[Place]:
    """Every node but the top."""
    entries = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for at, node in entries:
        above = at if isinstance(at, str) else key
        yield tree, at, above
        yield from places(node, above)


def kin(trees: Sequence[Tree]) -> Kin:
    """What stands under each key anywhere, each thing once."""
    found: dict[str, dict[str, Tree]] = {}
    for tree in trees:
        for holder, at, key in places(tree):
            found.setdefault(key, {})[json.dumps(holder[at], sort_keys=True, default=str)] = holder[at]  # type: ignore[index]
    return {key: list(nodes.values()) for key, nodes in found.items()}


def changed(tree: Tree, rng: Random, known: Kin) -> Tree:
    """One change; mostly to something that could stand there."""
    found = list(places(tree))
    if not found:
        return rng.choice(STRANGE)
    holder, at, key = rng.choice(found)
    node = holder[at]  # type: ignore[index]
    match rng.choices(("kin", "word", "number", "out", "twice", "order", "key", "strange"), (40, 12, 10, 8, 6, 6, 3, 5))[0]:
        case "kin":
            like = [one for one in known.get(key, ()) if type(one) is type(node) and one != node]
            _put(holder, at, json.loads(json.dumps(rng.choice(like or [node]))))
        case "word":
            _put(holder, at, other_word(node, rng) if isinstance(node, str) and node else node)
        case "number":
            _put(holder, at, _number(node, rng) if type(node) is int else node)
        case "out":
            del holder[at]  # type: ignore[arg-type]
        case "twice" if isinstance(holder, list):
            holder.insert(rng.randrange(len(holder) + 1), node)
        case "order" if isinstance(holder, list):
            other = rng.randrange(len(holder))
            holder[at], holder[other] = holder[other], node  # type: ignore[call-overload]
        case "key" if isinstance(holder, dict):
            del holder[at]  # type: ignore[arg-type]
            holder[rng.choice([*known, other_word(f"{at} {rng.choice([*known] or [key])}", rng)])] = node
        case _:
            _put(holder, at, rng.choice(STRANGE))
    return tree


def _put(holder: list[Tree] | dict[str, Tree], at: int | str, node: Tree) -> None:
    holder[at] = node  # type: ignore[index, call-overload]


def _number(node: int, rng: Random) -> int:
    edge = rng.choice(NUMBERS[:10])
    return rng.choice((node + 1, node - 1, -node, int(float(edge))))

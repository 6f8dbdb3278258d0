"""Question `bid` as diagrams. Mirrors `rulespec/questions/bid.py`."""

from __future__ import annotations

from rulespec.meanings.bdd.evaluate import Env
from rulespec.meanings.bdd.manager import Manager, Node
from rulespec.meanings.bdd.ops import OPS
from rulespec.meanings.bdd.sections import allowed
from rulespec.meanings.bdd.values import Numbers, fixed, node, numbers
from rulespec.questions import BID
from rulespec.rulebook import Rulebook
from verifier.diagrams.setting import Diagrams, Ground, by_table, constants


def bid(manager: Manager, ground: Ground) -> Diagrams:
    """Hand size, the bids made before, the bid; and how often the bidder has passed, where a row asks for it.

    Each bid made before was legal under every rule set, for some number of zero bids before it.
    """
    size, possible = ground.hand_size(manager)
    most = max(size)
    seat = manager.table("seat", list(range(ground.players)))
    bids = [manager.table(f"bid {i}", list(range(most + 1))) for i in range(ground.players - 1)]
    own = manager.table("bid", list(range(most + 1)))
    passes, passed = _passes(manager, ground, size) if "passes_before" in ground.reads("bid") else (fixed(0, manager), manager.true)
    total: Numbers = fixed(0, manager)
    possible &= manager.one_of(seat) & passed
    for i, earlier in enumerate(bids):
        made = node(OPS["gt"](manager, seat, fixed(i, manager)))
        env = {"bid": earlier, "hand_size": size, "seat": fixed(i, manager), "earlier_total": total}
        legal = manager.every(_could_bid(manager, ground, book, env, size) for book in ground.books)
        possible &= manager.ite(made, node(OPS["le"](manager, earlier, size)) & legal, earlier[0])
        total = numbers(OPS["add"](manager, total, earlier))
    names = {"bid": own, "hand_size": size, "seat": seat, "earlier_total": total, "passes_before": passes}
    possible &= ground.conditions(manager, "bid", BID.conditions[:1], names)
    return Diagrams([names], possible, by_table(manager, size))


def _could_bid(manager: Manager, ground: Ground, book: Rulebook, env: Env, size: Numbers) -> Node:
    """Where some number of zero bids before makes a bid legal."""
    ruleset, sizes = book.ruleset, ground.sizes()
    most = max((ground.passes(book, n) for n in sizes), default=0) if book.passes.read else 0
    found = []
    for made in range(most + 1):
        here = manager.some(size[n] for n in sizes if made <= ground.passes(book, n))
        names = {**env, "passes_before": fixed(made, manager), **constants(ruleset, manager)}
        found.append(here & allowed(ruleset, "bid", names, manager))
    return manager.some(found)


def _passes(manager: Manager, ground: Ground, size: Numbers) -> tuple[Numbers, Node]:
    """How often a player has passed, and where he can have passed so often."""
    most = {n: min(ground.passes(book, n) for book in ground.books) for n in ground.sizes()}
    passes = manager.table("passes_before", list(range(1 + max(most.values(), default=0))))
    return passes, manager.some(size[n] & _up_to(manager, passes, limit) for n, limit in most.items())


def _up_to(manager: Manager, passes: Numbers, limit: int) -> Node:
    return manager.some(passes[i] for i in range(limit + 1))

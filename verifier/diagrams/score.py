"""Question `score` as diagrams. Mirrors `rulespec/questions/score.py`."""

from __future__ import annotations

from rulespec.meanings.bdd.manager import Manager, Node
from rulespec.meanings.bdd.values import Numbers, fixed
from rulespec.questions import SCORE
from rulespec.rulebook import Rulebook
from verifier.diagrams.setting import Diagrams, Ground, by_table


def score(manager: Manager, ground: Ground) -> Diagrams:
    """Hand size, bid, tricks; and the set, any sum that the bids of all can have, whether the hand is doubled, where a row asks for it."""
    read = ground.reads("score")
    size, number, possible = ground.hand_of_set(manager, "set_number" in read)
    own, tricks = manager.tables(["bid", "tricks"], list(range(max(size) + 1)))
    summed = "bids_total" in read
    total: Numbers = manager.table("bids_total", list(range(ground.players * max(size) + 1))) if summed else fixed(0, manager)
    twice = manager.bit("doubled") if "doubled" in read else ~manager.true
    names = {"bid": own, "tricks": tricks, "hand_size": size, "bids_total": total, "set_number": number}
    possible &= ground.conditions(manager, "score", SCORE.conditions, names)
    for book in ground.books:
        possible &= _bid(manager, book, names, summed, "set_number" in read)
        possible &= ~twice | _may_double(manager, book, size, number if "set_number" in read else None)
    return Diagrams([{**names, "doubled": twice}], possible, by_table(manager, size))


def _may_double(manager: Manager, book: Rulebook, size: Numbers, number: Numbers | None) -> Node:
    """The hands that can be dealt again and then count double."""
    hands = {(dealt.hand.size, dealt.hand.set_number) for dealt in book.ground.dealt if dealt.may_double}
    return manager.some(size[n] if number is None else size[n] & number[s] for n, s in hands if n in size and (number is None or s in number))


def _bid(manager: Manager, book: Rulebook, names: dict[str, Numbers], summed: bool, numbered: bool) -> Node:
    """Where a player can have made the bid, and all together so many."""
    found: dict[tuple[int, int], set[tuple[int, int]]] = {}
    for dealt in book.ground.dealt:
        results = book.results(dealt)
        key = (dealt.hand.size, dealt.hand.set_number if numbered else 1)
        found.setdefault(key, set()).update(results if summed else {(bid, 0) for bid, _ in results})
    return manager.some(
        names["hand_size"][size] & names["set_number"][number] & names["bid"][bid] & names["bids_total"][total]
        for (size, number), results in found.items()
        if size in names["hand_size"] and number in names["set_number"]
        for bid, total in results
    )

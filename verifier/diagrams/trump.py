"""Question `trump` as diagrams. Mirrors `rulespec/questions/trump.py`."""

from __future__ import annotations

from rulespec.meanings.bdd.manager import Manager
from verifier.diagrams.setting import Diagrams, Ground, by_table


def trump(manager: Manager, ground: Ground) -> Diagrams:
    """Hand size; and the set, where a row asks for it."""
    size, number, possible = ground.hand_of_set(manager, "set_number" in ground.reads("trump"))
    return Diagrams([{"hand_size": size, "set_number": number}], possible, by_table(manager, size))

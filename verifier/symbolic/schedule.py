"""Questions `deck` and `schedule` in symbols: scope `game`, the game as a whole."""

from __future__ import annotations

from rulespec.meanings.z3.values import Value, number
from rulespec.questions.schedule import GameShape
from verifier.symbolic.setting import Setting, Symbolic


def game(setting: Setting) -> Symbolic[GameShape]:
    """The one game, or the games of all open options."""
    names: dict[str, Value] = {
        **setting.options, "players": number(setting.ruleset.players),
        "deck_size": setting.game_number(lambda g: g.deck.bit_count()),
        "hands": setting.game_number(lambda g: len(g.dealt)),
        "sets": setting.game_number(lambda g: len(g.sets)),
        "largest_hand": setting.game_number(lambda g: g.sizes[-1]),
    }  # fmt: skip
    rows = tuple(row for section in ("schedule", "deck") for row in setting.answering(section, {}))
    return Symbolic(names, list(setting.domains), [], lambda reader: GameShape(), rows)

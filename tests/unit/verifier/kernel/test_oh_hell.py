"""Oh Hell in lock-step with OpenSpiel: legal acts, turns and returns equal at every step. Needs the extra `peers`."""

from __future__ import annotations

from pathlib import Path

import pytest

import variants
from verifier.kernel.peer import SEVERAL, Apart, Parameters, play

pytest.importorskip("pyspiel", reason="the extra `peers` is not installed: no games against OpenSpiel")

FILE = str(Path(__file__).parents[4] / "examples" / "oh-hell-parameters.yaml")
WRITTEN = (Path(FILE), variants.PROFILES / "oh-hell.yaml")  # the parameters, and the rules that they are laid over
GAMES = 300


@pytest.mark.parametrize("parameters", SEVERAL, ids=lambda p: f"{p.players}-{p.cards_per_suit}-{p.tricks}-{p.penalty}-{p.points}")
def test_oh_hell_random_games_are_the_same_step_by_step(parameters: Parameters) -> None:
    acts = [play(FILE, parameters, seed) for seed in range(GAMES // len(SEVERAL) + 1)]
    assert min(acts) >= 2 * parameters.players and len(set(acts)) > (1 if parameters.tricks < 0 else 0)


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("earlier_total + bid == hand_size", "earlier_total + bid == hand_size + 1", "legal acts"),
        ("- {name: follow suit, when: any(hand & suit(asked)), play: hand & suit(asked), cite: openspiel play}\n", "", "legal acts"),
        ("class: 2, then: rank", "class: 0, then: rank", "legal acts|whose turn|returns"),
        ("points_per_trick * tricks + 10", "points_per_trick * tricks + 11", "returns"),
    ],
)
def test_oh_hell_other_rules_part_from_it(old: str, new: str, what: str, tmp_path: Path) -> None:
    texts = {path.name: path.read_text() for path in WRITTEN}  # side by side: what extends finds its neighbour first
    assert [old in text for text in texts.values()].count(True) == 1
    for name, text in texts.items():
        (tmp_path / name).write_text(text.replace(old, new))
    with pytest.raises(Apart, match=what):
        for seed in range(40):
            play(str(tmp_path / Path(FILE).name), SEVERAL[1], seed)

"""Compiled games: the reference plays them again act by act, Python runs the same text to the same numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulespec.hand import NoWinner, Stuck
from rulespec.library import shipped
from rulespec.pipeline import load
from verifier.evenings.kinds import RANDOM as PARTS
from verifier.evenings.many import CHUNK, COUNTED, module_of, play
from verifier.kernel import replayed
from verifier.kernel.source import interpreted

ROOT = Path(__file__).parents[4]
HOUSES = [str(ROOT / path) for path in ("examples/three-hands.yaml", "tests/check/odd-house.yaml", "tests/language/good/every-trump.yaml", "examples/pass-limit.yaml")]
SETTLED = [name for name in shipped() if not load(name).open_options]


@pytest.mark.parametrize("name", [*SETTLED, *HOUSES], ids=lambda name: Path(name).stem)
def test_the_reference_plays_the_same_games(name: str) -> None:
    """Every act is legal there, every trick is taken by the same seat, and the totals are the same."""
    ruleset = load(name)
    module: Any = interpreted(ruleset, PARTS)
    for seed in range(1 if ruleset.facts.hands.high > 8 else 4):
        assert replayed.game(ruleset, module, seed).seed == seed


def test_compiled_games_are_those_of_the_text() -> None:
    """Every count of every seat, and how often each row decided."""
    ruleset, found = load("skill-games"), []
    for module in (interpreted(ruleset, PARTS), module_of(ruleset, PARTS)):
        assert len(COUNTED) == module.COUNTS
        sizes = (module.GAME_WORK, module.SCORE_ROWS + module.PREMIUM_ROWS, 4 * module.PLAYERS * module.COUNTS, 4)
        work, rows, out, ended = (module.table([0] * size) for size in sizes)
        module.many_games(work, rows, out, ended, 3, 4)
        found.append([[*map(int, numbers)] for numbers in (work, rows, out, ended)])
    assert found[0] == found[1] and found[0][3] == [0] * 4
    totals = [replayed.game(ruleset, interpreted(ruleset, PARTS), seed).totals for seed in range(3, 7)]
    assert [total for game in totals for total in game] == found[0][2][:: len(COUNTED)]


def test_a_trick_that_nobody_takes_ends_the_game_in_both() -> None:
    ruleset = load("tvaladze+low_lead=never_wins")
    module: Any = interpreted(ruleset, PARTS)
    ended = 0
    for seed in range(12):
        out = [0] * (module.PLAYERS * module.COUNTS)
        state = module.one_game(module.table([0] * module.GAME_WORK), out, 0, seed)
        if state == module.GOES_ON:
            replayed.game(ruleset, module, seed)
        else:
            ended += 1
            assert state & 255 == module.NO_TAKER
            with pytest.raises(NoWinner, match=f"hand {state >> 8}: the rules name no winner of JK-"):
                replayed.game(ruleset, module, seed)
    assert 0 < ended < 12


def test_a_player_without_a_legal_bid_ends_the_game() -> None:
    ruleset = load(str(ROOT / "examples" / "pass-limit.yaml"))
    module: Any = interpreted(ruleset, PARTS)
    work = module.table([0] * module.GAME_WORK)
    for passes, stuck in (([0, 0, 0, 4], True), ([0, 0, 0, 0], False)):
        states = set()
        for i in range(60):
            work[module.PASSES : module.PASSES + 4] = module.table(passes)
            states.add(module.random_hand(work, 1, 1, 3, module.stream(3, i), module.stream(4, i)))
        assert (module.NO_BID in states) == stuck and module.GOES_ON in states


def test_a_difference_would_be_seen() -> None:
    """The games of one account are not legal under another."""
    module: Any = interpreted(load("skill-games"), PARTS)
    with pytest.raises((replayed.Parted, Stuck)):
        for seed in range(20):
            replayed.game(load("tvaladze"), module, seed)


def test_games_do_not_hang_on_how_many_play_them() -> None:
    ruleset, number = load(HOUSES[0]), 2 * CHUNK + 7
    one, three = (play(ruleset, number, 5, jobs) for jobs in (1, 3))
    assert (one.counts == three.counts).all() and (one.ended == three.ended).all() and one.rows == three.rows
    late = play(ruleset, 10, 5 + CHUNK, 1)
    assert (late.counts == one.counts[CHUNK : CHUNK + 10]).all()
    assert (one.counts[:10] != late.counts).any()


def test_two_rule_sets_with_one_pack_are_dealt_the_same() -> None:
    left, right = (interpreted(load(name), PARTS) for name in ("tvaladze", "web-225"))
    for hand in (0, 5, 9):
        works = [module.table([0] * module.WORK) for module in (left, right)]
        for module, work in zip((left, right), works, strict=True):
            module.random_hand(work, int(left.SIZES[hand]), 1, 2, module.stream(9, hand), module.stream(8, hand))
        at = slice(left.CARDS, left.CARDS + left.DECK_SIZE)
        assert works[0][at] == works[1][at]


def test_without_numba_python_plays_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    from verifier.evenings import many
    from verifier.kernel import kept

    ruleset, notes = load(HOUSES[0]), []
    fast = play(ruleset, 4, 1, 1)
    kept._loaded.clear()
    monkeypatch.setattr(kept, "find_spec", lambda name: None)
    monkeypatch.setattr(many, "FEW", 0)
    slow = play(ruleset, 4, 1, 1, note=notes.append)
    assert (fast.counts == slow.counts).all() and fast.rows == slow.rows
    assert len(notes) == 1 and "install the extra `speed`" in notes[0]

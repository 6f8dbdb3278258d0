"""A class of differences in play: counted again moment by moment by the reference, and what it cost, hand by hand."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from rulespec import pipeline, questions, tally
from rulespec.game import Game, PlayedHand, PlayedSet
from rulespec.ir.ruleset import Row, RuleSet
from rulespec.meanings.python import sections as plain
from rulespec.questions.follow import follow_names
from verifier.cli import main
from verifier.evenings import kinds
from verifier.evenings.classes import SECTIONS, Class, read
from verifier.evenings.estimates import Estimate, ratios
from verifier.evenings.many import Table
from verifier.evenings.met import Meetings, look, with_section
from verifier.evenings.pieces import Here
from verifier.kernel import replayed
from verifier.kernel.source import interpreted
from verifier.work.tasks import packed

HOUSE = str(Path(__file__).parents[3] / "examples" / "three-hands.yaml")
OTHER = {
    "bid": "bid:\n  - {name: the last does not pass, forbid: is_dealer and bid == 0, assumed: mine}\n  - {name: no one bids four, forbid: bid == 4, assumed: mine}",
    "lead": "lead:\n  - {name: no trump first, when: trick_number == 1 and any(hand - suit(trump)), play: hand - suit(trump), assumed: mine}\n  - {name: any card, play: hand, assumed: mine}",
    "call": "call:\n  - {name: only low, forbid: leading and level == high, assumed: mine}\n  - {name: names a suit, forbid: leading and not names_suit, assumed: mine}\n  - {name: names none, forbid: not leading and names_suit, assumed: mine}",
}  # fmt: skip
SETTINGS = {"follow": "void_with_joker=must_play", "strength": "high_lead=trump_beats", "score": "khishti_short=0", "premium": "premium=bonus"}
GAMES = {"bid": 6, "lead": 6, "follow": 14, "call": 8, "strength": 14, "score": 10, "premium": 50}
Found = dict[tuple[str | None, str | None], Counter[tuple[int, int, int]]]


def pair(section: str, folder: Path) -> tuple[RuleSet, RuleSet]:
    """Two rule sets that differ in a section."""
    if section in SETTINGS:
        return pipeline.load(HOUSE), pipeline.load(f"{HOUSE}+{SETTINGS[section]}")
    path = folder / "other.yaml"
    path.write_text(f"rulespec: 1\nid: other\nname: Other\nextends: {HOUSE}\n{OTHER[section]}\n")
    return pipeline.load(HOUSE), pipeline.load(str(path))


# --- the reference ------------------------------------------------------------------------------------


def name(row: Row | None) -> str | None:
    return None if row is None else row.name


def moments(section: str, left: RuleSet, right: RuleSet, hand: PlayedHand, passes: tuple[int, ...]) -> Iterator[tuple[int, str | None, str | None]]:
    """Who is concerned, and by which rows, wherever the two answer otherwise in a hand; a moment once a class."""
    players, pack, dealer = left.players, left.pack, hand.opening.dealer
    if section == "bid":
        made: list[int] = []
        for seat in ((dealer + 1 + i) % players for i in range(players)):
            found = set()
            for bid in range(hand.deal.size + 1):
                rows = [questions.bid_forbidden(side, bid, hand.deal.size, made, passes[seat]) for side in (left, right)]
                found |= {(name(rows[0]), name(rows[1]))} if (rows[0] is None) != (rows[1] is None) else set()
            yield from ((seat, *one) for one in found)
            made.append(hand.bids[seat])
    if section == "score":
        answers = [tally.hand_answers(side, hand.opening, hand.deal.size, hand.bids, hand.taken) for side in (left, right)]
        yield from ((s, name(a.row), name(b.row)) for s, (a, b) in enumerate(zip(*answers, strict=True)) if a.value != b.value)
    held = [sum(1 << card for card in cards) for cards in hand.deal.hands]
    for number, trick in enumerate(hand.tricks, 1):
        for place, play in enumerate(trick.plays):
            seat, table = (trick.leader + place) % players, trick.plays[:place]
            names = follow_names(pack, held[seat], hand.trump.suit, table) if table else {"hand": held[seat], "trump": hand.trump.suit, "trick_number": number}
            kind = "follow" if table else "lead"
            both = [plain.first(side, kind, names) for side in (left, right)]
            if section == kind and both[0].value != both[1].value:
                yield seat, name(both[0].row), name(both[1].row)
            if section == "call" and int(both[0].value or 0) & pack.jokers_mask:
                pairs = [[questions.call_forbidden(side, level, named, hand.trump.suit, table) for side in (left, right)] for level, named in questions_calls(pack)]
                yield from {(seat, name(a), name(b)) for a, b in pairs if (a is None) != (b is None)}
            held[seat] &= ~(1 << play.card)
        if section == "strength":
            takers = [questions.winner(side, hand.trump.suit, trick.plays) for side in (left, right)]
            if takers[0] != takers[1]:
                rows = [None if t is None else questions.standings(side, hand.trump.suit, trick.plays)[t].row for side, t in zip((left, right), takers, strict=True)]
                yield trick.winner, name(rows[0]), name(rows[1])


def questions_calls(pack: Any) -> list[tuple[str, int | None]]:
    from rulespec.questions.announcing import every_call

    return every_call(pack)


def at_set_end(left: RuleSet, right: RuleSet, played: PlayedSet) -> Iterator[tuple[int, str | None, str | None]]:
    results = tally.players_of(played.hands)
    paid = [questions.premiums(side, results) for side in (left, right)]
    for seat in range(left.players):
        if paid[0][seat] != paid[1][seat]:
            rows = [" + ".join(row.name for row in questions.premium_rows(side, results, seat)) or None for side in (left, right)]
            yield seat, rows[0], rows[1]


def reference(section: str, left: RuleSet, right: RuleSet, games: list[Game]) -> Found:
    """How often each class came up, by game, hand or set, and seat."""
    found: Found = {}
    for number, game in enumerate(games):
        if section == "premium":
            units: list[Iterator[tuple[int, str | None, str | None]]] = [at_set_end(left, right, one) for one in game.sets]
        else:
            passes = [tuple(sum(h.bids[s] == 0 for h in game.hands[:i]) for s in range(left.players)) for i in range(len(game.hands))]
            units = [moments(section, left, right, hand, before) for hand, before in zip(game.hands, passes, strict=True)]
        for unit, one in enumerate(units):
            for seat, *rows in one:
                found.setdefault((rows[0], rows[1]), Counter())[number, unit, seat] += 1
    return found


def paid(section: str, game: Game) -> list[tuple[int, ...]]:
    return [one.premiums for one in game.sets] if section == "premium" else [hand.points for hand in game.hands]


@pytest.mark.parametrize("section", SECTIONS)
def test_a_class_comes_up_as_often_and_costs_as_much_as_by_the_reference(tmp_path: Path, section: str) -> None:
    left, right = pair(section, tmp_path)
    mixed, number = with_section(left, right, section), GAMES[section]
    games, others = ([replayed.game(side, interpreted(side, kinds.RANDOM), seed) for seed in range(number)] for side in (left, mixed))
    found = reference(section, left, mixed, games)
    assert found, "these games show nothing"
    classes = {Class(section, rows[0] or "no row", rows[1] or "no row"): came for rows, came in found.items()}
    if section not in ("bid", "call"):  # where a moment may be of several classes
        classes[Class(section)] = sum(found.values(), Counter())
    for wanted, came in classes.items():
        if wanted.left:
            assert read(wanted.says, left, right) == wanted
        counts = Meetings(packed(left), packed(right), wanted).ready(1, lambda text: None)(0, number).counts
        by_seat = counts[:, :-1].reshape(number, left.players, 3)
        for g in range(number):
            gaps = np.array(paid(section, others[g])) - np.array(paid(section, games[g]))
            for seat in range(left.players):
                units = {u: n for (game, u, s), n in came.items() if (game, s) == (g, seat)}
                assert by_seat[g, seat].tolist() == [sum(units.values()), len(units), sum(int(gaps[u][seat]) for u in units)], (wanted, g, seat)
            assert counts[g, -1] == len({u for game, u, _ in came if game == g})


@pytest.mark.parametrize("section", ["score", "follow"])
def test_thinking_players_are_looked_through_too(tmp_path: Path, section: str) -> None:
    left, right = pair(section, tmp_path)
    table = Table(("easy", "random", "random", "easy"))
    work = Meetings(packed(left), packed(right), Class(section), table)
    module = interpreted(left, kinds.parts(table.kinds))
    games = [replayed.game(left, module, seed, table) for seed in range(3)]
    came = sum(reference(section, left, with_section(left, right, section), games).values(), Counter())
    modules = [interpreted(side, work.parts, more) for side, more in zip(work.sides, work.more, strict=True)]
    counts = work.piece(modules, 0, 3).counts
    assert [int(counts[g, :-1].reshape(4, 3)[:, 0].sum()) for g in range(3)] == [sum(n for (game, _, _), n in came.items() if game == g) for g in range(3)]


def test_rivals_for_a_trick_leave_it_to_nobody(tmp_path: Path) -> None:
    """The second rule set names no winner; its own games end at once, and the tricks of the first are counted all the same."""
    path = tmp_path / "alike.yaml"
    path.write_text(f"rulespec: 1\nid: alike\nname: Alike\nextends: {HOUSE}\nstrength:\n  - {{name: all alike, class: 1, assumed: mine}}\n")
    left, right = pipeline.load(HOUSE), pipeline.load(str(path))
    games = [replayed.game(left, interpreted(left, kinds.RANDOM), seed) for seed in range(3)]
    found = reference("strength", left, right, games)
    assert {rows[1] for rows in found} == {None} and sum(map(len, found.values())) > 9
    for rows, came in found.items():
        counts = Meetings(packed(left), packed(right), Class("strength", str(rows[0]), "no row")).ready(1, lambda text: None)(0, 3).counts
        assert counts[:, :-1].reshape(3, 4, 3)[:, :, 0].tolist() == [[sum(n for (g, _, s), n in came.items() if (g, s) == (game, seat)) for seat in range(4)] for game in range(3)]


# --- classes as people write them ----------------------------------------------------------------------


def test_a_class_is_read_as_diff_shows_it(tmp_path: Path) -> None:
    left, right = pair("follow", tmp_path)
    assert read("follow: discard / joker before discard", left, right) == Class("follow", "discard", "joker before discard")
    assert read(" follow ", left, right) == Class("follow")
    assert read("bid: no row / the dealer may not balance", left, right) == Class("bid", "no row", "the dealer may not balance")
    renamed = replace(left, sections={**left.sections, "follow": replace(left.sections["follow"], rows=tuple(replace(r, name="a / b") for r in left.rows("follow")))})
    assert read("follow: a / b / discard", renamed, right) == Class("follow", "a / b", "discard")


@pytest.mark.parametrize(("text", "said"), [
    ("deck", "no section `deck` whose differences come up in play"), ("folow: x / y", "there is no section `folow`"),
    ("follow: discart / discard", "did you mean `discard`?"), ("follow: discard", "write them as `LEFT ROW / RIGHT ROW`"),
])  # fmt: skip
def test_what_is_no_class_is_told(tmp_path: Path, text: str, said: str) -> None:
    assert said in read(text, *pair("follow", tmp_path))  # type: ignore[operator]
    found = CliRunner().invoke(main, ["simulate", HOUSE, f"{HOUSE}+void_with_joker=must_play", "--difference", text])
    assert (found.exit_code, found.stdout) == (2, "") and "RV140" in found.stderr and said in " ".join(found.stderr.split())


@pytest.mark.parametrize(("other", "said"), [("tvaladze", "have other hands to deal"), (f"{HOUSE}+pack=thirty_eight", "are played with other cards")])
def test_rule_sets_that_are_dealt_other_cards_have_no_classes_in_play(other: str, said: str) -> None:
    assert said in read("follow", pipeline.load(HOUSE), pipeline.load(other))  # type: ignore[operator]


def test_one_rule_set_has_no_differences() -> None:
    found = CliRunner().invoke(main, ["simulate", HOUSE, "--difference", "follow"])
    assert found.exit_code == 2 and "one rule set has no differences: name two" in found.stderr


def test_the_command_tells_what_came_up(tmp_path: Path) -> None:
    args = ["simulate", HOUSE, f"{HOUSE}+khishti_short=0", "--games", "60", "--difference", "score: khishti / khishti", "--difference", "follow"]
    first, again = (json.loads(CliRunner().invoke(main, [*args, "--format", "json", "--store", str(tmp_path / "x.db"), "--jobs", jobs]).stdout) for jobs in "12")
    khishti, follow = first["differences"]
    assert again["differences"] == first["differences"]
    assert (khishti["section"], khishti["left_row"], khishti["right_row"], khishti["any_rows"]) == ("score", "khishti", "khishti", False)
    assert [seat["name"] for seat in khishti["seats"]] == ["North", "East", "South", "West", "all"]
    assert [seat["points_of_such_a_hand"] for seat in khishti["seats"]] == [[200.0] * 3] * 5  # a khishti of a short hand costs 200 on the left
    assert follow["games_with_it"][0] == 0 and follow["any_rows"] and follow["seats"][4]["points_of_such_a_hand"] == [None] * 3
    text = CliRunner().invoke(main, args).stdout
    assert "score: khishti / khishti, three-hands (left) and three-hands+khishti_short=0 (right): in " in " ".join(text.split()) and "200.0 (200.0 to 200.0) *" in text


def test_games_that_cannot_go_on_are_left_out() -> None:
    left, right = pipeline.load(HOUSE), pipeline.load(f"{HOUSE}+low_lead=never_wins")
    met = look(left, right, Class("strength"), 60, 0, Here(1))
    assert met.stuck and met.games + met.stuck == 60
    assert look(right, left, Class("strength"), 60, 0, Here(1)).stuck == met.stuck


def test_the_ratio_of_sums_covers_a_known_one() -> None:
    """Units come up in some games only, and what they bring lies askew: 300 a unit."""
    rng, hits, tries = np.random.default_rng(7), 0, 50
    for _ in range(tries):
        units = rng.poisson(0.7, (300, 6))
        brings = (rng.gamma(np.maximum(units, 1e-9), 300) * (units > 0)).astype(np.int64)
        hits += sum((one.low or 0) <= 299.5 <= (one.high or 0) for one in ratios(brings, units))
    assert 0.91 < hits / (6 * tries) < 0.98


def test_too_few_units_have_no_interval() -> None:
    none, one = np.zeros((50, 1), np.int64), np.zeros((50, 1), np.int64)
    one[3] = 1
    assert ratios(none, none) == [Estimate(None)] and ratios(7 * one, one) == [Estimate(7.0)] and ratios(7 * one[3:4], one[3:4]) == [Estimate(7.0)]
    assert ratios(np.full((50, 1), 6), np.full((50, 1), 2)) == [Estimate(3.0, 3.0, 3.0)]

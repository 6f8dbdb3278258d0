"""The table of led jokers, replayed by the reference meaning on tricks of every class."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from rulespec import questions
from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load, load_text, setting
from rulespec.plays import Play, Trick
from rulespec.questions import WholeTrick
from verifier.cli import main
from verifier.output.formats import names, write
from verifier.output.report import Grid, Notes, Prose
from verifier.proofs.verdict import Proved, Refuted, Unknown, Unreached, Vacuous
from verifier.tables.lead_proofs import Claim, Survey, answer
from verifier.tables.lead_report import lead_report
from verifier.tables.lead_table import LeadTable, Limits, all_leads, lead_tables
from verifier.tables.leads import QUESTIONS, WINNERS, Formulas, Lead
from verifier.witness.witness import Witness
from verifier.work import workers
from verifier.work.outcome import Done, Outcome, TimedOut

BARE = "rulespec: 1\nid: bare\nname: Bare\nextends: tvaladze\nschedule:\n  - sets: [[1, 2, 3]]\n"
NO_JOKER = BARE + "cards: {suits: [clubs, diamonds, hearts, spades], ranks: [6, 7, 8, 9, 10, J, Q, K, A], jokers: 0}\n"
ONE_TURNED = BARE + "players: 3\ncards: {suits: [clubs, hearts, spades], ranks: [7, 8, 9, A], jokers: 1}\ndeck:\n  - {cards: all}\n"
ONE_JOKER = ONE_TURNED + "trump:\n  - {choose: {by: left_of_dealer, from: [suits, no_trump]}}\n"
"""The joker need not be turned for no trump, so it can be led then."""
ACES = ONE_JOKER + """
strength:
  - {name: ace, when: 'joker_led and level_led == high and card in suit(trump) & cards("AC AH AS")', class: 6}
  - {name: led high, when: joker and level == high, class: 5}
  - {name: trump, when: card in suit(trump), class: 3, then: rank}
  - {name: suit, when: card in suit(asked), class: 1, then: rank}
  - {name: led low, when: joker and leading, class: 0}
  - {name: cannot win, class: never}
"""
UPSIDE_DOWN = ONE_JOKER + """
strength:
  - {name: led high, when: joker and level == high, class: 9}
  - {name: lowest trump, when: 'card in lowest((others_played | only(card)) & suit(trump))', class: 2}
  - {name: neither, when: 'not joker and not card in suit(trump) and not card in suit(asked)', class: 1, then: [rank, later]}
  - {name: cannot win, class: never}
"""


NAMES = ["tvaladze", "web-225-nines", "skill-games", "never_wins", "one joker", "aces", "upside down"]


def told(rule: Callable[[Any, float], Outcome]) -> Callable[..., None]:
    """Workers whose every outcome comes from a rule, in this process."""

    def run(tasks: Sequence[Any], call: str, jobs: int, timeout: float, on_done: Callable[[int, Outcome], None], **more: object) -> None:
        for index, task in enumerate(tasks):
            on_done(index, rule(task, timeout))

    return run


here = told(lambda task, timeout: Done(answer(task), 0.0))
"""As the workers do."""


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "run", here)


@pytest.fixture(scope="module")
def tables() -> dict[str, LeadTable]:
    """Those of rule sets that differ, made once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workers, "run", here)
        never = load("tvaladze", setting("low_lead=never_wins"))
        rulesets = [load("tvaladze"), load("web-225-nines"), load("skill-games"), never, load_text(ONE_JOKER), load_text(ACES), load_text(UPSIDE_DOWN)]
        return dict(zip(NAMES, lead_tables(rulesets), strict=True))


def winners(table: LeadTable) -> dict[Lead, tuple[str, ...]]:
    return {line.lead: line.winners for line in table.lines}


# --- what is proved ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_random_tricks_of_every_class_agree(tables: dict[str, LeadTable], name: str) -> None:
    table = tables[name]
    ruleset, expected, formulas = table.ruleset, winners(table), Formulas(table.ruleset)
    assert all(isinstance(line.verdict, Proved) for line in table.lines)
    rng, seen = Random(name), dict.fromkeys(expected, 0)
    for _ in range(3000):
        lead, winner = formulas.judged(random_trick(ruleset, rng))  # asserts that each question has one answer
        assert lead is not None
        assert winner in expected[lead]
        seen[lead] += 1
        if min(seen.values()) >= 2:
            return
    raise AssertionError("some class was never met")


def random_trick(ruleset: RuleSet, rng: Random) -> Witness:
    """A trick led with a joker; suits are rare or frequent together, so that rare classes come up."""
    pack = ruleset.pack
    trump = rng.choice(sorted(questions.ground(ruleset).trumps, key=str))
    jokers = [i for i in range(pack.size) if pack.jokers_mask >> i & 1]
    rng.shuffle(jokers)
    calls = questions.legal_calls(ruleset, trump, [])
    level, named = rng.choice(calls)
    trick = [Play(jokers.pop(), level, trump if rng.random() < 0.2 and (level, trump) in calls else named)]
    suits = rng.sample(range(len(pack.suits)), rng.randint(1, len(pack.suits)))
    deck = [i for i in range(pack.suited) if questions.deck_of(ruleset) >> i & 1 and pack.suit_of(i) in suits]
    others = [Play(card) for card in rng.sample(deck, ruleset.players - 1)]
    if jokers and rng.random() < 0.6:
        level, named = rng.choice(questions.legal_calls(ruleset, trump, trick))
        others[rng.randrange(len(others))] = Play(jokers.pop(), level, named)
    return Witness("trick", some_trick(ruleset, trump, (*trick, *others)))


def some_trick(ruleset: RuleSet, trump: int | None, trick: Trick) -> WholeTrick:
    """The trick in the first hand that can have this trump."""
    hand = next(one.hand for one in questions.ground(ruleset).dealt if trump in one.trumps)
    return WholeTrick(hand, trump, tuple(trick))


def test_the_accounts_differ_where_a_high_lead_is_trumped(tables: dict[str, LeadTable]) -> None:
    guide, site, skill = (winners(tables[name]) for name in ("tvaladze", "web-225-nines", "skill-games"))
    assert guide == site
    differ = {lead for lead in guide if guide[lead] != skill[lead]}
    assert differ == {("high", "plain", supplied, "yes", other) for supplied in ("yes", "no") for other in ("absent", "low")}
    assert {guide[lead] for lead in differ} == {("highest-trump",)}
    assert {skill[lead] for lead in differ} == {("leader",)}


KNOWN = [  # guide 4
    (("high", "trump", "yes", "no", "absent"), "leader"),
    (("high", "plain", "yes", "no", "high"), "other-joker"),
    (("low", "plain", "yes", "yes", "absent"), "highest-trump"),
    (("low", "plain", "yes", "no", "low"), "highest-of-suit"),
    (("low", "plain", "no", "no", "absent"), "leader"),
    (("low", "no-trump", "no", "no", "high"), "other-joker"),
]


@pytest.mark.parametrize(("lead", "winner"), KNOWN)
def test_known_lines(tables: dict[str, LeadTable], lead: Lead, winner: str) -> None:
    assert winners(tables["tvaladze"])[lead] == (winner,)


def test_nobody_wins_a_low_lead_that_never_wins(tables: dict[str, LeadTable]) -> None:
    nobody = {lead for lead, who in winners(tables["never_wins"]).items() if who == ("nobody",)}
    assert nobody == {lead for lead in winners(tables["tvaladze"]) if lead[0] == "low" and lead[2:4] == ("no", "no") and lead[4] != "high"}


def test_what_cannot_happen_is_left_out(tables: dict[str, LeadTable]) -> None:
    leads = winners(tables["tvaladze"])
    assert len(leads) == 48
    assert not [lead for lead in leads if lead[1] == "nothing"]
    assert not [lead for lead in leads if lead[1] in ("trump", "no-trump") and lead[3] == "yes"]
    assert {lead[4] for lead in winners(tables["one joker"])} == {"absent"}


def test_a_class_with_several_winners_lists_them_with_tricks(tables: dict[str, LeadTable]) -> None:
    table = tables["aces"]
    several = [line for line in table.lines if len(line.winners) > 1]
    trumped = [("high", "plain", "yes", "yes", "absent"), ("high", "plain", "no", "yes", "absent"), ("high", "trump", "yes", "no", "absent")]
    assert [line.lead for line in several] == trumped
    formulas = Formulas(table.ruleset)
    for line in several:
        assert sorted(line.winners) == ["highest-trump", "leader"]
        assert [formulas.winner_of(trick) for trick in line.examples] == [*line.winners]
        assert {formulas.lead_of(trick) for trick in line.examples} == {line.lead}
    assert table.exit_code == 0
    text = write(lead_report(table), "text")
    assert "depends (1)" in text
    assert "proved: never another" in text


def test_the_same_winner_of_another_suit_is_told_apart(tables: dict[str, LeadTable]) -> None:
    met = {winner for who in winners(tables["upside down"]).values() for winner in who}
    assert {"lower-trump", "highest-trump", "other-suit", "nobody"} <= met


def test_winners_exclude_each_other_but_for_the_trump_suit() -> None:
    ruleset = load("tvaladze")
    formulas, rng = Formulas(ruleset), Random(1)
    for _ in range(300):
        witness = random_trick(ruleset, rng)
        env = formulas._env(witness)
        fitting = [id_ for id_, formula in formulas.of_winner.items() if formulas._holds(formula, env)]
        assert len(fitting) == 1 or (fitting == ["highest-trump", "highest-of-suit"] and formulas.lead_of(witness)[1] == "trump")  # type: ignore[index]


def test_a_trick_without_a_led_joker_is_in_no_class() -> None:
    trick: Trick = (Play(0), Play(1), Play(2), Play(36, "high"))
    assert Formulas(load("tvaladze")).lead_of(Witness("trick", some_trick(load("tvaladze"), None, trick))) is None


# --- honest endings ---------------------------------------------------------------------------


def test_no_joker_nothing_shown(in_process: None) -> None:
    (table,) = lead_tables([load_text(NO_JOKER)])
    report = lead_report(table)
    assert (table.lines, report.exit_code) == ((), 0)
    assert isinstance(report.blocks[0], Prose)


def test_killed_workers_leave_everything_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "run", told(lambda task, timeout: TimedOut(timeout)))
    (table,) = lead_tables([load("tvaladze")], Limits(timeout=7))
    assert [line.lead for line in table.lines] == all_leads()
    assert all(line.verdict == Unknown("no answer within 7 s") for line in table.lines)
    report = lead_report(table)
    assert report.exit_code == 3
    assert "unknown" in write(report, "text")
    assert [note.says for block in report.blocks if isinstance(block, Notes) for note in block.items][:1] == ["not settled: no answer within 7 s"]
    assert {line["verdict"] for line in report.data["lines"]} == {"unknown"}  # type: ignore[attr-defined]


def stubbed(rule: Callable[[Any], Outcome | None]) -> Callable[..., None]:
    """Workers of which some answers are replaced."""
    return told(lambda task, timeout: rule(task) or Done(answer(task), 0.0))


def test_what_is_too_slow_together_is_tried_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Surveys with proofs and claims of several classes end at the limit, and so does one class alone."""
    slow = ("low", "plain", "no", "no", "absent")

    def rule(task: Any) -> Outcome | None:
        too_slow = task.decide if isinstance(task, Survey) else len(task.leads) > 1 or task.leads == (slow,)
        return TimedOut(1) if too_slow else None

    monkeypatch.setattr(workers, "run", stubbed(rule))
    (table,) = lead_tables([load_text(ONE_JOKER)])
    assert [line.lead for line in table.lines if not isinstance(line.verdict, Proved)] == [slow]
    assert (len(table.lines), table.exit_code) == (16, 3)
    assert "15 of 16 entries are proved" in write(lead_report(table), "text").replace("\n", " ")


def test_a_trick_that_no_game_has_settles_nothing(in_process: None) -> None:
    """Where the only joker is turned for no trump, nobody can lead it; the situations do not know which card was turned."""
    (table,) = lead_tables([load_text(ONE_TURNED)])
    unreached = [line for line in table.lines if isinstance(line.verdict, Unreached)]
    assert {line.lead[1] for line in unreached} == {"no-trump"} == {line.lead[1] for line in table.lines if not isinstance(line.verdict, Proved)}
    report = lead_report(table)
    assert (table.exit_code, report.exit_code) == (3, 3)
    assert "no game was found with such a trick" in write(report, "text").replace("\n", " ")
    reasons = {line["reason"] for line in report.data["lines"] if line["verdict"] == "unreached"}  # type: ignore[attr-defined]
    assert reasons and all("Witness" not in reason for reason in reasons)


@pytest.mark.parametrize("lie", [Vacuous("nothing at all"), Refuted("no trick")])
def test_a_solver_that_contradicts_known_tricks_is_a_bug(monkeypatch: pytest.MonkeyPatch, lie: object) -> None:
    rule: Callable[[Any], Outcome | None] = lambda task: Done(lie, 0.0) if isinstance(task, Claim) else None  # noqa: E731

    def undecided(task: Any) -> Outcome | None:
        return TimedOut(1) if isinstance(task, Survey) and task.decide else rule(task)

    monkeypatch.setattr(workers, "run", stubbed(undecided))
    (table,) = lead_tables([load_text(ONE_JOKER)])
    assert table.exit_code == 4
    assert "disagreement" in write(lead_report(table), "text")


# --- formats ----------------------------------------------------------------------------------


def test_formats(tables: dict[str, LeadTable]) -> None:
    for table in tables.values():
        report = lead_report(table)
        grid = next(block for block in report.blocks if isinstance(block, Grid))
        assert sum(cell.text != "–" for line in grid.lines for cell in line.cells) == len(table.lines)
        assert max(map(len, write(report, "text").split("\n"))) <= 100
        words = {part.words for part in WINNERS for line in table.lines if part.id in line.winners and len(line.winners) == 1}
        for format_ in names():
            if format_ != "csv":
                assert all(word in write(report, format_) for word in words)
        rows = list(csv.DictReader(io.StringIO(write(report, "csv"))))
        assert {tuple(row[q.id] for q in QUESTIONS) for row in rows} == {line.lead for line in table.lines}


def test_command_with_workers_gives_smallest_tricks_as_cases() -> None:
    """The one test here that starts real workers."""
    result = CliRunner().invoke(main, ["table", "joker-leads", "skill-games+bonus-only", "--examples", "--format", "json"])
    document = json.loads(result.stdout)
    assert result.exit_code == document["exit_code"] == 0
    lines = document["table"]["lines"]
    assert len(lines) == 48
    first = lines[0]
    assert (first["level"], first["named"], first["supplied"], first["winner"]) == ("high", "plain", True, "leader")
    assert first["examples"] == [{"question": "winner", "trump": "C", "trick": ["JK+D", "7C", "8C", "6D"], "answer": 0}]


def test_examples_stand_below_the_table(in_process: None) -> None:
    (table,) = lead_tables([load_text(ONE_JOKER)], Limits(examples=True))
    text = write(lead_report(table, examples=True), "text")
    assert "A trick of each kind" in text
    assert "trump clubs; joker (high, hearts), 7♣, 7♥" in text


def test_a_family_has_its_table() -> None:
    """Each line says under which options it holds."""
    family = Path(__file__).parents[2] / "families" / "documented.yaml"
    result = CliRunner().invoke(main, ["table", "joker-leads", str(family)])
    assert result.exit_code == 0 and "low_lead" in result.stdout, result.output

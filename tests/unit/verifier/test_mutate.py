"""`mutate` on a very small game whose mutants can be counted by hand, and its parts one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from rulespec import formula
from rulespec import questions as rules
from rulespec.diagnostics import Faults
from rulespec.ir.cards import Pack, bits
from rulespec.ir.ruleset import Option, RuleSet
from rulespec.questions.trump import trump_row
from rulespec.spans import Source, Span
from rulespec.yaml_tree import Scalar
from verifier.output import mutate_report
from verifier.watch.mutate import Mutant, Mutation, Request, mutate
from verifier.watch.mutate.examples import Noticing
from verifier.watch.mutate.formulas import Words, changes
from verifier.watch.mutate.judge import EQUIVALENT, INVALID, KILLED, SURVIVED, UNKNOWN, Some, Task, notice, noticed_any
from verifier.watch.mutate.study import Subject, study
from verifier.work.settings import loaded
from verifier.work.tasks import Limits, packed

HOUSE = Path(__file__).parents[2] / "lint" / "house.yaml"
PACK = Pack(("hearts", "spades"), ("J", "Q", "K"), 1)
WORDS = Words(
    {"bid": "Int", "tricks": "Int", "hand": "Cards", "asked": "Suit", "trump": "Suit", "joker_led": "Bool", "level": "Level"},
    {"void": Option("void", ("free", "trump_first"))}, PACK,
)  # fmt: skip


def edits_of(text: str) -> set[str]:
    at = Scalar(text, Span(Source("<test>", text), 0, len(text)))
    return {change.text for change in changes(formula.parse(at), WORDS)}


@pytest.mark.parametrize(
    ("text", "edited"),
    [
        ("bid == tricks", {"bid != tricks", "tricks == tricks", "bid == bid"}),
        ("bid < 2", {"bid <= 2", "bid >= 2", "tricks < 2", "bid < 3", "bid < 1"}),
        ("joker_led", {"not joker_led"}),
        ("not joker_led", {"joker_led", "not (not joker_led)"}),
        ("level == high", {"level != high", "level == low"}),
        ("asked == trump", {"asked != trump", "trump == trump", "asked == asked"}),
        ("asked == hearts", {"asked != hearts", "trump == hearts", "asked == spades"}),
        ("void == free", {"void != free", "void == trump_first"}),
        ("any(hand)", {"none(hand)"}),
        ("highest(hand)", {"lowest(hand)", "hand"}),
        ("max(bid, 0)", {"min(bid, 0)", "bid", "0", "max(tricks, 0)", "max(bid, 1)", "max(bid, -1)"}),
        ("-200", {"-199", "-201"}),
        ("-bid", {"bid", "-tricks"}),
        ("hand & jokers", {"hand | jokers", "hand - jokers", "hand", "jokers"}),
        ("1 if joker_led else 2", {"1", "2", "1 if not joker_led else 2", "2 if joker_led else 2", "0 if joker_led else 2", "1 if joker_led else 3", "1 if joker_led else 1"}),
        ('cards("JH")', {"cards('')", "cards('JS')", "cards('QH')"}),
    ],
)
def test_edits_of_an_expression(text: str, edited: set[str]) -> None:
    found = edits_of(text)
    assert {one for one in edited if "not (not" not in one} <= found
    assert text not in found


def test_a_part_of_a_condition_is_left_out_negated_and_joined_otherwise() -> None:
    assert {"joker_led", "bid == 0", "bid == 0 or joker_led", "not (bid == 0 and joker_led)", "bid == 0 and (not joker_led)"} <= edits_of("bid == 0 and joker_led")


@pytest.fixture(scope="module")
def mutation() -> Mutation:
    return mutate(Request(str(HOUSE), limits=Limits(120)))


def test_a_mutant_is_another_rule_set(mutation: Mutation) -> None:
    assert mutation.count(INVALID) > 0 and mutation.count(EQUIVALENT) > 0 and mutation.count(KILLED) > 0
    assert len({(m.section, m.row, m.edit, m.at) for m in mutation.mutants}) == len(mutation.mutants)


def by_edit(mutation: Mutation, row: str, edit: str) -> Mutant:
    return next(m for m in mutation.mutants if m.row == row and m.edit == edit)


@pytest.mark.parametrize(
    ("row", "edit", "verdict", "by"),
    [
        ("exact", "`10 + bid` becomes `10 - bid`", KILLED, "exact-one"),
        ("exact", "`bid == tricks` becomes `bid != tricks`", KILLED, "exact-one"),
        ("missed", "`tricks` becomes `-(tricks)`", KILLED, "one-of-two"),
        ("the dealer may not balance", "is left out", KILLED, "dealer-may-not-balance"),
        ("the suit asked for", "`1` becomes `0`", INVALID, ""),
        ("cannot win", "is left out", INVALID, ""),
        ("high joker", "`3` becomes `4`", EQUIVALENT, ""),
        ("low joker led", "is left out", KILLED, "low-lead-by-default"),
        ("ties", "`shared` becomes `by_seat`", SURVIVED, ""),
    ],
)
def test_what_becomes_of_a_mutant(mutation: Mutation, row: str, edit: str, verdict: str, by: str) -> None:
    found = by_edit(mutation, row, edit)
    assert (found.verdict, found.by[:1]) == (verdict, (by,) if by else ())


def test_what_nobody_watches_survives(mutation: Mutation) -> None:
    survivors = {(m.row, m.edit) for m in mutation.mutants if m.verdict == SURVIVED}
    assert survivors >= {
        ("trump 1", "`next_card` becomes `dealers_last_card`"),
        ("bonus", "`me.best` becomes `me.best_but_last`"),
        ("ties", "`shared` becomes `by_seat`"),
    }


def test_the_score_leaves_out_what_means_the_same(mutation: Mutation) -> None:
    counted = [m for m in mutation.mutants if m.verdict in (KILLED, SURVIVED)]
    assert mutation.score == pytest.approx(100 * mutation.count(KILLED) / len(counted))


def answers(ruleset: RuleSet) -> Iterator[object]:
    """Every answer of a two-player game to whatever can be asked of it but whole sets, by the reference."""
    deck, trumps = list(bits(rules.deck_of(ruleset))), (None, 0, 1)
    for size, number in ((1, 1), (2, 1), (2, 2), (1, 2)):
        yield trump_row(ruleset, size, number, len(deck)).result
        for earlier in ((), *((bid,) for bid in range(size + 1))):
            yield rules.legal_bids(ruleset, size, earlier)
        yield from (rules.points(ruleset, size, bid, taken, bid, number).value for bid in range(size + 1) for taken in range(size + 1))
    for trump in trumps:
        yield from (rules.playable(ruleset, hand, trump, ()).value for hand in hands(deck))
        for lead in rules.plays_of(ruleset, sum(1 << card for card in deck), trump, ()):
            rest = [card for card in deck if card != lead.card]
            yield from (rules.playable(ruleset, hand, trump, (lead,)).value for hand in hands(rest))
            for answer in rules.plays_of(ruleset, sum(1 << card for card in rest), trump, (lead,)):
                yield answer, rules.winner(ruleset, trump, (lead, answer))


def hands(cards: list[int]) -> Iterator[int]:
    yield from (1 << card for card in cards)
    yield from (1 << one | 1 << other for one, other in combinations(cards, 2))


def test_what_is_proved_equivalent_answers_alike_by_enumeration(mutation: Mutation) -> None:
    subject = study(Subject(str(HOUSE)))
    numbers = {edit.id: index for index, edit in enumerate(subject.edits)}
    expected = list(answers(subject.ruleset))
    equivalent = [m for m in mutation.mutants if m.verdict == EQUIVALENT]
    assert [m.id for m in equivalent if list(answers(subject.mutant(numbers[m.id]))) != expected] == []
    assert len(equivalent) > 10 and len(expected) > 900


def test_survivors_say_what_they_change(mutation: Mutation) -> None:
    assert all(m.why and not m.by for m in mutation.mutants if m.verdict == SURVIVED)
    assert all(m.by for m in mutation.mutants if m.verdict == KILLED)


def test_examples_that_notice_a_mutant_are_named_where_it_is_asked_for() -> None:
    subject = study(Subject(str(HOUSE)))
    one = next(one for one in subject.different if one.edit.row == "exact" and one.edit.says == "`10 + bid` becomes `10 - bid`")
    assert one.patch is not None
    noticing = Noticing(subject.ruleset, subject.examples)
    assert set(noticing.by(subject.mutant(one.number), one.patch.touched(subject.ruleset))) >= {"exact-one", "clean-set"}


def test_a_property_notices_what_breaks_it_and_is_hollow_where_nothing_does() -> None:
    """By the situation that shows an edit where it can, else by the solver; and edits that it cannot see do not count."""
    subject = study(Subject(str(HOUSE)))
    rules_, known = packed(subject.ruleset), {one.id: one for one in subject.properties}
    one = next(one for one in subject.different if one.edit.row == "follow suit" and one.edit.says == "is left out")
    other = next(one for one in subject.different if one.edit.section == "score")
    assert one.patch is not None and other.patch is not None
    assert notice(Task(rules_, one.patch, (known["must-follow-suit"],))).by == ("must-follow-suit",)
    assert notice(Task(rules_, other.patch, (known["must-follow-suit"],))).by == ()
    assert noticed_any(Some(rules_, known["every-score-defined"], (other.patch,))).hollow
    assert not noticed_any(Some(rules_, known["must-follow-suit"], (other.patch, one.patch))).hollow


def test_progress_comes_before_anything_is_proved() -> None:
    heard: list[tuple[int, int]] = []
    mutate(Request(str(HOUSE), limits=Limits(120)), lambda done, of: heard.append((done, of)))
    assert len(heard) > 20 and all(done <= of for done, of in heard)


@pytest.mark.parametrize(
    ("verdicts", "code"),
    [((KILLED,) * 19 + (SURVIVED,), 0), ((KILLED,) * 18 + (SURVIVED,) * 2, 1), ((EQUIVALENT, INVALID), 3), ((KILLED,) * 99 + (UNKNOWN,), 3), ((KILLED, "disagreement"), 4), ((), 3)],
)
def test_exit_codes(verdicts: tuple[str, ...], code: int) -> None:
    mutants = tuple(Mutant(f"m{i}", "follow", "row", "edit", "f:1:1", verdict) for i, verdict in enumerate(verdicts))
    assert Mutation(loaded("tvaladze", ()), mutants, (), 95.0, 1.0).exit_code == code


def test_a_family_is_refused() -> None:
    with pytest.raises(Faults) as faults:
        mutate(Request("georgian"))
    assert [d.code for d in faults.value.diagnostics] == ["RV121"]


def test_rules_that_do_not_pass_are_refused() -> None:
    with pytest.raises(Faults) as faults:
        mutate(Request(str(HOUSE.with_name("examples.yaml"))))
    assert {d.code for d in faults.value.diagnostics} == {"RV122"}


def test_the_report_has_every_mutant_and_tells_the_survivors(mutation: Mutation) -> None:
    document = mutate_report.payload(mutation)
    assert document["killed"] == mutation.count(KILLED) and len(document["mutants"]) == len(mutation.mutants)  # type: ignore[arg-type]
    text = "\n".join(mutate_report.lines(mutation))
    assert all(m.id in text for m in mutation.mutants if m.verdict == SURVIVED)

"""What is judged of a program, asked in this process: a program here is a function from a case to a reply."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from rulespec.cases import answer
from rulespec.diagnostics import Faults
from rulespec.ir.ruleset import RuleSet
from rulespec.pipeline import load, load_text
from verifier.programs.foreign.findings import Findings
from verifier.programs.foreign.fit import fits
from verifier.programs.foreign.judge import Limits, judge
from verifier.programs.foreign.process import Program
from verifier.programs.foreign.put import CaseRecord
from verifier.programs.foreign.replies import Replied
from verifier.watch.mutate.wider import scalar

CLUB = Path(__file__).parents[3] / "cli" / "club.yaml"
SETTINGS = {"zero": scalar("allowed"), "miss": scalar("-10")}
Reply = Callable[[dict[str, Any]], Any]


class Function:
    """A program that is a function; `memory` lives until it is started anew."""

    def __init__(self, reply: Reply) -> None:
        self.reply, self.memory = reply, list[dict[str, Any]]()

    def ask(self, line: str) -> str:
        case = json.loads(line)
        del case["id"]
        self.memory.append(case)
        return json.dumps(self.reply(case))

    def kill(self) -> None:
        self.memory.clear()


def rules(*changes: tuple[str, str]) -> RuleSet:
    """The club's rules with other words."""
    text = CLUB.read_text(encoding="utf-8")
    for before, after in changes:
        assert text.count(before) == 1
        text = text.replace(before, after)
    return load_text(text, settings=SETTINGS)


CLUBS = load(f"{CLUB}+zero=allowed+miss=-10")


def right(ruleset: RuleSet) -> Reply:
    """A program that answers as a rule set does, and refuses what cannot arise."""

    def reply(case: Mapping[str, object]) -> object:
        try:
            return {"answer": answer(ruleset, case).answer}
        except Faults as faults:
            return {"error": faults.diagnostics[0].message}

    return reply


def but(ruleset: RuleSet, question: str, other: Reply) -> Reply:
    """Right, but for one question; `other` is given the case with its right answer."""
    known = right(ruleset)

    def reply(case: dict[str, Any]) -> object:
        said = known(case)
        return other({**case, **said}) if case["question"] == question else said

    return reply


def judged(ruleset: RuleSet, reply: Reply, *cases: CaseRecord, sections: Sequence[str] = ()) -> Findings:
    program = cast(Program, Function(reply))
    asked: Sequence[CaseRecord] = cases or [{"question": "cards", "hand": 1}, {"question": "dealer", "first": 0, "hand": 2}]
    known = [{**case, "answer": (found := answer(ruleset, case)).answer, "row": found.row} for case in asked]
    return judge(ruleset, program, known, Limits(0, 60, sections=sections), lambda text: None)


def broken(findings: Findings) -> set[str]:
    return {finding.section for finding in findings.broken_rows}


def test_a_right_program_is_right() -> None:
    found = judged(CLUBS, right(CLUBS))
    assert (found.exit_code, broken(found), found.silent) == (0, set(), [])
    assert set(found.by_section) == {"schedule", "dealer", "trump", "bid", "lead", "call", "follow", "strength", "score", "premium"}


def test_followers_who_name_a_suit_are_asked() -> None:
    """Their jokers are written as they are announced, in questions and in answers."""
    naming = rules(("  - {name: a follower names none, forbid: not leading and names_suit, cite: book 4}\n", ""))
    cases = [
        {"question": "calls", "trump": "H", "trick": ["9C"]},
        {"question": "plays", "hand": ["9H", "JK"], "trump": "H", "trick": ["9C", "JK-H"]},
        {"question": "winner", "trump": "H", "trick": ["9C", "JK+H", "9H"]},
    ]
    found = judged(naming, right(naming), *cases)
    assert found.exit_code == 0
    assert any("JK+H" in put.asked.right for put in found.puts if put.asked.question == "calls" and put.asked.case["trick"])  # type: ignore[operator]
    assert any(str(play)[:2] == "JK" and len(str(play)) > 3 for put in found.puts for play in put.asked.case.get("trick", [])[1:])  # type: ignore[index]
    silent = judged(naming, right(CLUBS), cases[0], sections=("call",))
    assert broken(silent) == {"call"} and silent.exit_code == 1


def test_two_jokers_in_one_trick_are_told_apart_by_their_places() -> None:
    trick = {"question": "winner", "trump": "H", "trick": ["9C", "JK+", "JK+"]}
    assert answer(CLUBS, trick).answer == 2

    def first_wins(case: dict[str, Any]) -> Any:
        """The first of two high jokers; with one joker all is right."""
        return {"answer": case["trick"].index("JK+") if case["trick"].count("JK+") == 2 else case["answer"]}

    found = judged(CLUBS, but(CLUBS, "winner", first_wins), trick, sections=("strength",))
    (finding,) = found.broken_rows
    assert finding.section == "strength" and finding.smallest is not None
    assert finding.smallest.asked.case["trick"].count("JK+") == 2  # type: ignore[attr-defined]


def test_a_wrong_score_is_told_once() -> None:
    """Sets are judged by the program's own scores of their hands."""
    found = judged(CLUBS, right(rules(("points: 10 + bid", "points: 11 + bid"))))
    assert broken(found) == {"score"} and found.own


def test_a_question_that_was_never_answered_settles_nothing() -> None:
    found = judged(CLUBS, but(CLUBS, "set", lambda case: {"unsupported": True}))
    assert (found.exit_code, found.silent) == (3, ["set"]) and found.unsupported["set"]
    assert judged(CLUBS, but(CLUBS, "set", lambda case: {"unsupported": True}), sections=("bid", "follow")).exit_code == 0


@pytest.mark.parametrize("question", ["calls", "trump", "cards", "dealer"])
def test_other_questions_may_be_declined(question: str) -> None:
    found = judged(CLUBS, but(CLUBS, question, lambda case: {"unsupported": True}))
    assert found.exit_code == 0 and found.unsupported[question]


def test_what_an_answer_hangs_on_is_said() -> None:
    program = Function(right(CLUBS))
    upright = program.reply

    def astray(case: dict[str, Any]) -> Any:
        asked = any(one["question"] == "calls" for one in program.memory)
        return {"answer": [0]} if case["question"] == "bids" and asked else upright(case)

    program.reply = astray
    cases: list[dict[str, Any]] = [{"question": "calls", "trump": "H", "trick": []}, {"question": "bids", "cards": 2, "earlier": []}]
    known = [{**case, "answer": answer(CLUBS, case).answer, "row": "x"} for case in cases]
    found = judge(CLUBS, cast(Program, program), known, Limits(0, 60, sections=("call", "bid")), lambda text: None)
    assert found.broken_rows and not any(finding.alone for finding in found.broken_rows)
    assert all(case["question"] == "calls" for finding in found.broken_rows for case in finding.after[:1])


def test_what_it_plays_is_told_by_different_answers() -> None:
    """The same answer given a hundred times counts once."""
    other = load(f"{CLUB}+zero=forbidden+miss=0")
    often = [{"question": "score", "cards": 2, "bid": 1, "tricks": 1}] * 100
    found = judged(CLUBS, right(other), *often)
    told = fits(CLUBS, [CLUBS], found).best
    assert told is not None and dict(told.changed) == {"zero": "forbidden", "miss": 0} and told.exceptions == ()
    score = next(one for one in told.sections if one.section == "score")
    asked = {json.dumps(put.asked.case) for put in found.puts if put.asked.section == "score" and isinstance(put.reply, Replied) and not put.reply.refused}
    assert score.of == len(asked) < 100


def test_nothing_is_played_where_little_was_right() -> None:
    first = {"bids": [0], "plays": ["JK"], "calls": ["JK+"], "winner": 0, "score": 0, "set": [0, 0, 0], "trump": None, "dealer": 0, "cards": 1}
    found = judged(CLUBS, lambda case: {"answer": first[case["question"]]})
    assert fits(CLUBS, [CLUBS], found).best is None

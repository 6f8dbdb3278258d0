"""What is known of small rule sets: differences with their numbers and swings, verdicts, conditions of families, values of expressions."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
import z3

from rulespec.meanings.bdd.evaluate import evaluate as by_diagrams
from rulespec.meanings.bdd.manager import Manager
from rulespec.meanings.bdd.values import constant as diagram
from rulespec.meanings.bdd.values import same as same_diagram
from rulespec.meanings.python.evaluate import evaluate
from rulespec.meanings.z3.evaluate import evaluate as by_solver
from rulespec.meanings.z3.values import constant, same
from tests.laws.asked import asked
from tests.laws.known import Known, claim, known, listed, rules, sides
from tests.laws.test_claims import check
from tests.laws.test_edits import told_apart
from tests.semantics.strategies import NAMES, SMALL, read, scope_of
from verifier.compare import diff
from verifier.compare.model import DIFFERENT, SectionDiff
from verifier.proofs.family import prove_family
from verifier.proofs.prove import prove
from verifier.proofs.verdict import Proved, word
from verifier.small_game import SmallGame
from verifier.work.settings import assumption
from verifier.work.tasks import packed

TOLD = ("verdict", "rows", "relation", "count", "of", "gaps", "swings")


def is_edit(one: Known) -> bool:
    """Whether the two sides differ in the section alone, and their games are few: those of three are too many."""
    others = ({name: rows for name, rows in one[side].items() if name != one["section"]} for side in ("left", "right"))
    return one["base"] != "three" and next(others) == next(others)


PLAYED = [entry for entry in listed("differences") if is_edit(entry.values[0])]


@pytest.mark.parametrize("one", listed("differences"))
def test_difference(one: Known) -> None:
    """The verdict, and what else is said there of rows, numbers and largest gaps; numbers and classes fit each other."""
    left, right = sides(one)
    found = diff.counted_whole(left, right, one["section"])
    assert told(found, one) == {key: one[key] for key in TOLD if key in one}, found
    assert diff.diff_section(left, right, one["section"]) == diff.diff_section(right, left, one["section"]).mirrored()


def told(found: SectionDiff, one: Known) -> dict[str, object]:
    every = {
        "verdict": found.verdict, "rows": sorted([list(c.key) for c in found.classes], key=str), "relation": found.relation, "count": found.count, "of": found.of,
        "gaps": [c.gap for c in found.classes], "swings": [swing.gap for swing in found.swings],
    }  # fmt: skip
    return {key: value for key, value in every.items() if key in one}


@pytest.mark.parametrize("one", PLAYED)
def test_every_game_shows_the_difference(one: Known) -> None:
    left, right = (SmallGame(side) for side in sides(one))
    met = [asked(game, one["section"]) for game in (left, right)]
    shown = told_apart(left, met[0], right, one["section"]) or told_apart(right, met[1], left, one["section"])
    assert shown == (one["verdict"] == DIFFERENT)


@pytest.mark.parametrize("one", listed("claims"))
def test_claim(one: Known) -> None:
    found = prove(rules(one, one.get("chosen", {})), claim(one))
    assert word(found) == one["verdict"], found
    assert not isinstance(found, Proved) or found.idle == one.get("idle")


@pytest.mark.parametrize("one", [entry for entry in listed("claims") if entry.values[0]["base"] != "three" and not {"needs", "kind", "idle"} & set(entry.values[0])])
def test_every_game_says_so(one: Known) -> None:
    check(SmallGame(rules(one, one.get("chosen", {}))), claim(one))


@pytest.mark.parametrize("one", listed("families"))
def test_family(one: Known) -> None:
    ruleset = rules(one, one["chosen"])
    found = prove_family(ruleset, claim(one), assumption(ruleset, one.get("assume")))
    verdict = one.get("verdict", "refuted" if one["fails"] else "proved")
    assert (word(found.verdict), found.fails, found.combinations) == (verdict, one["fails"], one["combinations"]), found
    assert (found.fails_when, found.vacuous_when) == (one.get("fails_when"), one.get("vacuous_when"))


@pytest.mark.parametrize("one", listed("open"))
def test_open_options(one: Known) -> None:
    left, right = sides(one)
    found = diff.compare(diff.Comparison(packed(left), packed(right), one["section"], count=False))
    assert (found.verdict, found.differs_when) == (one.get("verdict", DIFFERENT), one.get("differs_when")), found


@pytest.mark.parametrize(("text", "value", "env"), [(*one, {})[:3] for one in known()["expressions"]])
def test_expression(text: str, value: str, env: Mapping[str, int]) -> None:
    """Numbers are names: what is written as a number is worked out when it is read."""
    scope = scope_of(NAMES, SMALL, {})
    expr, wanted = read(text, scope), evaluate(read(value, scope), {}, SMALL)
    assert evaluate(expr, env, SMALL) == wanted
    symbols = {name: constant(one, NAMES[name], SMALL) for name, one in env.items()}
    assert z3.is_true(z3.simplify(same(by_solver(expr, symbols, SMALL), constant(wanted, expr.type, SMALL))))
    manager = Manager(SMALL)
    nodes = {name: diagram(one, NAMES[name], manager) for name, one in env.items()}
    assert same_diagram(by_diagrams(expr, nodes, manager), diagram(wanted, expr.type, manager), manager) == manager.true

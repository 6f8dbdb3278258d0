"""Second and third opinions: they agree where all is well, on odd rules too, and dissent where an answer is wrong."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import z3
from click.testing import CliRunner

from rulespec.pipeline import load
from verifier.cli import main
from verifier.proofs import crosscheck
from verifier.proofs import property as properties
from verifier.proofs.crosscheck import FIRST, SECOND, THIRD, Opinions, answer, decide_twice
from verifier.proofs.decide import decide
from verifier.proofs.export import scripts
from verifier.proofs.obligation import Obligation
from verifier.proofs.outcomes import Decided, FamilyVerdict
from verifier.proofs.property import Property
from verifier.proofs.verdict import Proved, Refuted, Vacuous, Verdict
from verifier.work.tasks import packed

HERE = Path(__file__).parent
HOUSE = HERE / "odd-house.yaml"
DOCUMENTED = str(HERE.parent / "families" / "documented.yaml")
ODD = {p.id: p for p in properties.read(HERE / "odd-properties.yaml")}
FAMILY = {p.id: p for p in (*properties.shipped(), *properties.read(HERE / "family-properties.yaml"))}
FALSE = ("odd-2", "odd-5", "odd-6", "odd-8", "odd-9", "odd-10")


def asked(profile: str, property_: Property) -> Obligation:
    return Obligation(packed(load(profile)), property_)


@pytest.mark.parametrize("id_", ODD)
def test_all_agree_about_odd_rules(id_: str) -> None:
    found = decide_twice(asked(str(HOUSE), ODD[id_]))
    assert isinstance(found.verdict, Refuted if id_ in FALSE else Proved), found.verdict
    if id_ == "odd-12":
        assert (found.opinions, found.unheard) == ((FIRST, SECOND), ("not enumerated: the rules name 3 suits, more than a small pack has",))
    else:
        assert (found.opinions, found.unheard) == ((FIRST, SECOND, THIRD), ())


ONE_A_SCOPE = ["dealers-equal", "deal-fits-pack", "bids-never-balance", "legal-move-exists", "high-lead-takes-best", "highest-trump-wins", "someone-misses", "strike-never-helps"]


@pytest.mark.parametrize("id_", ONE_A_SCOPE)
def test_all_agree_about_shipped_claims_on_odd_rules(id_: str) -> None:
    found = decide_twice(asked(str(HOUSE), FAMILY[id_]))
    assert isinstance(found.verdict, Proved | Refuted | Vacuous), found.verdict
    assert found.opinions == (FIRST, SECOND, THIRD)


@pytest.mark.parametrize(("id_", "worlds"), [("premium-costs-nothing", 1), ("never-below-zero", 1), ("short-khishti-costs", 1), ("next-card-shows-trump", 3), ("never-true", 1)])
def test_all_agree_about_families(id_: str, worlds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In few small games; `.ci/cross-check` asks of as many as there are to be."""
    monkeypatch.setattr(crosscheck, "WORLDS", worlds)
    found = decide_twice(asked(DOCUMENTED, FAMILY[id_]))
    assert isinstance(found.verdict, Proved | Refuted)
    assert found.family is not None
    assert found.opinions == (FIRST, SECOND, THIRD)


# --- answers that are wrong ---------------------------------------------------------------------


@pytest.fixture
def no_third(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the second opinion says of wrong answers is looked at; going through small games as well would take most of the time."""
    monkeypatch.setattr(Opinions, "enumerate_all", lambda self, combinations: None)


WRONG_VERDICTS = [
    ("must-trump", Refuted(None), "z3 says refuted, bitwuzla says proved"),
    ("must-trump", Vacuous(""), "z3 says vacuous, bitwuzla says proved"),
    ("void-may-keep-joker", Proved(""), "z3 says proved, bitwuzla says refuted"),
]


@pytest.mark.usefixtures("no_third")
@pytest.mark.parametrize(("id_", "verdict", "dissent"), WRONG_VERDICTS)
def test_a_wrong_verdict_meets_dissent(id_: str, verdict: Verdict, dissent: str) -> None:
    opinions = Opinions(load("tvaladze"), FAMILY[id_])
    opinions.on(Decided(verdict))
    assert any(dissent in one for one in opinions.dissent), opinions.dissent


WRONG_CONDITIONS = [
    ("void_with_joker == may_discard", "bitwuzla says proved where void_with_joker == may_discard"),
    ("void_with_joker == must_play and pack == thirty_six", "says refuted where not void_with_joker == must_play and pack == thirty_six"),
]


@pytest.mark.usefixtures("no_third")
@pytest.mark.parametrize(("when", "dissent"), WRONG_CONDITIONS)
def test_a_wrong_condition_of_a_family_meets_dissent(when: str, dissent: str) -> None:
    right = decide(asked(DOCUMENTED, FAMILY["void-may-keep-joker"]))
    assert right.family is not None
    failure = replace(right.family.failures[0], when=when)
    wrong = replace(right.family, fails_when=when, failures=(failure,))
    opinions = Opinions(load(DOCUMENTED), FAMILY["void-may-keep-joker"])
    opinions.on(Decided(right.verdict, wrong))
    assert any(dissent in one for one in opinions.dissent), opinions.dissent


@pytest.mark.usefixtures("no_third")
def test_a_family_that_is_said_to_be_proved_meets_dissent() -> None:
    opinions = Opinions(load(DOCUMENTED), FAMILY["void-may-keep-joker"])
    opinions.on(Decided(Proved(""), FamilyVerdict(Proved(""), 2592)))
    assert any("z3 says proved, bitwuzla says refuted" in one for one in opinions.dissent)


# --- scripts ------------------------------------------------------------------------------------

EXPORTED = ["must-trump", "legal-move-exists", "one-winner", "strike-never-helps", "dealers-equal", "void-may-keep-joker"]


@pytest.mark.parametrize("id_", EXPORTED)
def test_scripts_mean_the_same_to_both_solvers(id_: str) -> None:
    found = list(scripts(load("tvaladze"), FAMILY[id_]))
    assert len({script.name for script in found}) == len(found)
    for script in found:
        assert "(set-logic QF_BV)" in script.text
        solver = z3.Solver()
        solver.from_string(script.text)
        assert answer(script.text) == str(solver.check())
    violated = [answer(script.text) for script in found if script.asks == "violation"]
    assert ("sat" in violated) == (id_ == "void-may-keep-joker")


def test_export_prints_and_writes(tmp_path: Path) -> None:
    args = ["export", "smt2", "tvaladze", "-p", "legal-move-exists"]
    shown = CliRunner().invoke(main, args)
    written = CliRunner().invoke(main, [*args, "--out", str(tmp_path / "deep" / "er")])
    assert (shown.exit_code, written.exit_code) == (0, 0)
    files = sorted((tmp_path / "deep" / "er").iterdir())
    assert [path.name for path in files] == [f"tvaladze-legal-move-exists-{s}-1-{q}.smt2" for s in ("follow", "lead") for q in ("moment", "violation")]
    assert all(path.read_text() in shown.stdout for path in files)


def test_export_under_an_assumption(tmp_path: Path) -> None:
    args = ["export", "smt2", "georgian", "-p", "one-winner", "--force", "--out", str(tmp_path), "--assume"]
    found = []
    for assume in ("low_lead == wins_by_default", "low_lead == never_wins"):
        assert CliRunner().invoke(main, [*args, assume]).exit_code == 0
        found.append(answer((tmp_path / "georgian-one-winner-trick-1-violation.smt2").read_text()))
    assert found == ["unsat", "sat"]


FAULTS = [(["tvaladze", "-p", "must-trum"], "RV106"), (["tvalaze", "-p", "must-trump"], "RS310"), (["tvaladze", "-p", "must-trump", "--out", "/dev/null/x"], "RV112")]


@pytest.mark.parametrize(("args", "code"), FAULTS)
def test_faults_of_export(args: list[str], code: str) -> None:
    result = CliRunner().invoke(main, ["export", "smt2", *args])
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"error[{code}]" in result.stderr

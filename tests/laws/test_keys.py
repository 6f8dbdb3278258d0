"""What kept answers are found by: everything that an answer hangs on is in its name, and a kept refutation is played again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rulespec.ir.expr import TRUE
from rulespec.ir.ruleset import RuleSet
from tests.laws.known import claim, known, rules
from verifier.compare import diff
from verifier.proofs import obligation
from verifier.proofs.obligation import Obligation
from verifier.proofs.outcomes import Decided
from verifier.proofs.property import Property
from verifier.proofs.prove import prove
from verifier.proofs.replayed import still_refuted
from verifier.proofs.verdict import Proved, Refuted, Unknown
from verifier.work import cache, disk
from verifier.work.cache import Answers
from verifier.work.disk import Store
from verifier.work.settings import assumption

BASE: Mapping[str, Any] = {"base": "two", "scope": "trick", "holds": "has_winner"}
FAMILY = {"family": True, "options": {"stake": {"values": [0, 7]}}, "score": [{"name": "a", "points": "stake"}]}
MORE = {"family": True, "options": {"stake": {"values": [0, 7, 9]}}, "score": [{"name": "a", "points": "stake"}]}
RULES = {
    "as they are": {}, "three players": {"players": 3}, "other cards": {"cards": {"suits": ["clubs", "spades"], "ranks": [7, 8], "jokers": 0}},
    "other ties": {"strength": [{"name": "any", "class": 1, "then": "later"}]}, "no ties": {"strength": [{"name": "any", "class": 1, "then": "earlier"}]},
    "a family": FAMILY, "a larger family": MORE,
}  # fmt: skip


def key(ruleset: RuleSet, asked: Property, **how: Any) -> str:
    return obligation.key(ruleset, Obligation(b"", asked, **how), False)


def test_other_rules_have_other_keys() -> None:
    found = {name: key(rules(BASE, changes), claim(BASE)) for name, changes in RULES.items()}
    assert len(set(found.values())) == len(found)


def test_another_number_of_players_is_another_key() -> None:
    """Also where no row of the sections that are seen says how many play."""
    asked = claim({**BASE, "scope": "lead", "holds": "any(hand)"})
    assert key(rules(BASE, RULES["other ties"]), asked) != key(rules(BASE, {**RULES["other ties"], "players": 3}), asked)


def test_what_a_claim_needs_is_part_of_its_key() -> None:
    """Also where the rules have it: of a family only some combinations may."""
    jokers, asked = rules(BASE, {"cards": {"suits": ["clubs", "spades"], "ranks": [7, 8], "jokers": 1}}), claim(BASE)
    assert key(jokers, asked) != key(jokers, replace(asked, needs=("jokers",)))


def test_another_way_of_asking_has_another_key() -> None:
    family, asked = rules(BASE, FAMILY), claim(BASE)
    claims = [asked, replace(asked, kind="possible"), replace(asked, needs=("jokers",)), claim({**BASE, "given": "has_winner"})]
    ways: list[dict[str, Any]] = [{"assume": TRUE}, {"assume": assumption(family, "stake == 7")}, {"example": True}, {"witnesses": 2}]
    found = [*(key(family, one) for one in claims), *(key(family, asked, **how) for how in ways[1:])]
    assert len(set(found)) == len(found) and key(family, asked, **ways[0]) == found[0]


def test_what_a_claim_cannot_see_is_not_in_its_key() -> None:
    other = rules(BASE, {"premium": [{"name": "none", "add": "0"}]})
    assert key(rules(BASE, {}), claim(BASE)) == key(other, claim(BASE))


def test_comparisons_have_keys_of_their_own() -> None:
    one, other = rules(BASE, {}), rules(BASE, {"premium": []})
    found = [diff.key(*pair, section, count) for pair in ((one, other), (other, one), (one, one)) for section in ("bid", "premium") for count in (True, False)]
    assert len(set(found)) == len(found)


def test_the_program_and_the_solver_are_part_of_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [Answers(Store(tmp_path)).name("question")]
    monkeypatch.setattr(cache, "solver_versions", lambda *names: dict.fromkeys(names, "another"))
    found.append(Answers(Store(tmp_path)).name("question"))
    monkeypatch.setattr(disk, "code_version", lambda: "another")
    found.append(Answers(Store(tmp_path)).name("question"))
    assert len(set(found)) == 3


def test_only_what_is_settled_is_kept(tmp_path: Path) -> None:
    answers = Answers(Store(tmp_path))
    for name, decided in {"unknown": Decided(Unknown("x")), "partly": Decided(Proved(""), notes=("x",))}.items():
        answers.put(name, decided, 1.0)
    assert not list(tmp_path.rglob("*.json"))
    answers.put("proved", Decided(Proved("all")), 1.0)
    assert answers.get("proved") == (Decided(Proved("all")), 1.0)


def test_a_kept_refutation_is_played_again() -> None:
    one = next(one for one in known()["claims"] if one["id"] == "a player who passed twice")
    ruleset = rules(one, {})
    verdict = prove(ruleset, claim(one))
    assert isinstance(verdict, Refuted)
    assert still_refuted(ruleset, claim(one), Decided(verdict))
    assert not still_refuted(ruleset, claim({**one, "holds": "legal_bids < 3"}), Decided(verdict))
    assert not still_refuted(ruleset, claim({**one, "given": "passes_before == 1"}), Decided(verdict))

"""What is asked of everything that is shipped: each rule set once, those that cannot be said left out."""

from __future__ import annotations

import json

from click.testing import CliRunner

from rulespec.library import known, shipped, unsupported
from rulespec.pipeline import load
from verifier.cli import main
from verifier.programs.examples import examples_of


def test_check_all_asks_every_rule_set() -> None:
    found = CliRunner().invoke(main, ["check", "--all", "-p", "dealers-equal", "--no-cache", "--format", "json"])
    document = json.loads(found.stdout)
    assert [profile["id"] for profile in document["profiles"]] == [*shipped()]
    verdicts = {profile["id"]: profile["results"][0]["verdict"] for profile in document["profiles"]}
    assert {name for name, verdict in verdicts.items() if verdict == "refuted"} == {"georgian", "exact-three"}
    assert found.exit_code == 0  # refuted as promised


def test_every_worked_example_agrees() -> None:
    found = CliRunner().invoke(main, ["conform", "--all", "--format", "json"])
    document = json.loads(found.stdout)
    playable = {name for name in shipped() if not load(name).open_options}
    assert found.exit_code == 0 and {one["profile"] for one in document["profiles"]} == playable
    assert sum(one["checked"] for one in document["profiles"]) >= sum(len(examples_of(name)) for name in playable)
    assert all(one["differ"] == 0 for one in document["profiles"])


def test_one_rule_set_or_all_of_them() -> None:
    assert CliRunner().invoke(main, ["conform", "tvaladze", "--all"]).exit_code == 2
    assert CliRunner().invoke(main, ["conform"]).exit_code == 2


def test_list_says_what_cannot_be_said() -> None:
    document = json.loads(CliRunner().invoke(main, ["list", "--format", "json"]).stdout)
    assert {profile["id"] for profile in document["profiles"]} == set(shipped())
    assert set(document["unsupported"]) == unsupported() == set(known()) - set(shipped())

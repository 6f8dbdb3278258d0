"""Why a move is refused: only what is refused has a reason, and it names the row, its source and the cards, in three languages."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from bench.agreement import Built, playable, random_of
from rulespec.pipeline import load
from rulespec.questions import bid_forbidden
from rulespec.rulebook import rulebook
from tests.built.conftest import Modules

SETTLED = [name for name in playable() if not load(name).open_options]
LANGUAGES = {"en", "ka", "ru"}
GEORGIAN, RUSSIAN = re.compile("[ა-ჰ]"), re.compile("[а-я]")


def both(one: Built, function: tuple[str, str], arguments: list[dict[str, Any]]) -> list[Any]:
    """The reasons that Python gives, after JavaScript gave the same."""
    python = [getattr(one.python, function[0])(**argument) for argument in arguments]
    assert [found.get("value") for found in one.node.calls(f"{one.name}.{function[1]}", [[a] for a in arguments])] == python
    return python


def is_told(reason: dict[str, Any]) -> None:
    """Three sentences, nothing left to fill in; the row's source where it cites one."""
    assert set(reason["sentence"]) == LANGUAGES
    assert not any("{" in text or "None" in text or "undefined" in text for text in reason["sentence"].values())
    assert GEORGIAN.search(reason["sentence"]["ka"]) and RUSSIAN.search(reason["sentence"]["ru"])
    if reason["rule"] is not None:
        rule = reason["rule"]
        assert rule["name"] == reason["row"] and (rule["assumed"] or (rule["cite"] and rule["source"])) and re.fullmatch(r"[\w-]+\.yaml:\d+", rule["at"])


@pytest.mark.parametrize("name", SETTLED)
def test_a_card_has_a_reason_exactly_where_it_may_not_be_played(name: str, modules: Modules) -> None:
    one = modules(name)
    refused = 0
    for case in random_of(one.ruleset, "plays", 60, 21):
        at = {key: case[key] for key in ("hand", "trump", "trick")}
        cards = sorted(set(case["hand"]))
        for card, reason in zip(cards, both(one, ("why", "why"), [{**at, "card": card} for card in cards]), strict=True):
            assert (reason is None) is (card in case["answer"])
            if reason is not None:
                refused += 1
                is_told(reason)
                assert reason["row"] == case["row"]
                assert all(_names(one, allowed) in reason["sentence"]["ka"] for allowed in case["answer"] if allowed != "JK")
    assert refused > 20


def _names(one: Built, card: str) -> str:
    return str(one.python.card_text(card))


def test_a_refusal_names_the_cards_that_bind(modules: Modules) -> None:
    why = modules("tvaladze").python.why
    found = why("7C", hand=["9H", "KH", "7C"], trump="S", trick=["AH"])
    assert found["row"] == "follow suit" and found["rule"]["cite"] == "guide 3"
    assert found["sentence"] == {
        "en": "You hold hearts: 9♥ K♥. Only these may be played.",
        "ka": "თქვენ გაქვთ გული: 9♥ K♥. მხოლოდ მათი ჩამოსვლა შეიძლება.",
        "ru": "У вас есть червы: 9♥ K♥. Играть можно только ими.",
    }
    assert why("7C", hand=["6D", "JK", "7C"], trump="D", trick=["AH"])["sentence"]["en"] == "You hold trumps: 6♦. Only these or a joker may be played."
    assert why("9D", hand=["9D", "JK"], trump=None, trick=["AH"])["sentence"]["en"] == "You hold a joker, and nothing else may be played."
    assert why("9H", hand=["9H", "KH"], trump="S", trick=["JK+H"])["sentence"]["en"] == "Of your hearts only this may be played: K♥."
    assert why("8H", hand=["9H", "KH"], trump="S", trick=["JK+H"])["sentence"]["en"] == "You do not hold 8♥."
    assert why("JK+", hand=["JK"], trump="S", trick=[])["row"] == "a led joker names a suit"
    assert why("JK+H", hand=["JK"], trump="S", trick=[]) is None


@pytest.mark.parametrize("name", ["tvaladze", "examples/pass-limit.yaml"])
def test_a_bid_has_a_reason_exactly_where_it_may_not_be_made(name: str, modules: Modules) -> None:
    one, rng, kinds = modules(name), Random(3), set()
    book = rulebook(one.ruleset)
    for case in random_of(one.ruleset, "bids", 80, 22):
        size, earlier, passes = case["cards"], case["earlier"], rng.choice([0, 3, 4, 5])
        arguments = [{"bid": bid, "cards": size, "earlier": earlier, "passes_before": passes} for bid in range(size + 2)]
        for bid, reason in enumerate(both(one, ("why_bid", "whyBid"), arguments)):
            row = None if bid > size else bid_forbidden(book.ruleset, bid, size, earlier, passes)
            assert (reason is None) is (row is None and bid <= size)
            if reason is not None:
                is_told(reason)
                assert reason["row"] == (None if row is None else row.name)
                kinds.add(reason["sentence"]["en"].split(" ")[1])
    assert len(kinds) == (2 if name == "tvaladze" else 3)


@pytest.mark.parametrize("name", ["tvaladze", "small skill-games"])
def test_an_announcement_has_a_reason_exactly_where_it_may_not_be_made(name: str, modules: Modules) -> None:
    one = modules(name)
    letters = one.ruleset.pack.letters
    calls = ["JK", *(f"JK{sign}{letter}" for sign in "+-" for letter in ("", *letters))]
    for case in random_of(one.ruleset, "calls", 30, 23):
        at = {key: case[key] for key in ("trump", "trick")}
        for call, reason in zip(calls, both(one, ("why_call", "whyCall"), [{**at, "call": call} for call in calls]), strict=True):
            assert (reason is None) is (call in case["answer"])
            if reason is not None:
                is_told(reason)
                assert (reason["row"] is None) is (call == "JK")


def test_every_sentence_is_used_and_complete(modules: Modules) -> None:
    """The same places to fill in, in every language; and no sentence that nothing says."""
    from verifier.programs.build.data import sentences
    from verifier.programs.build.module import template

    code = template("python/reasons.py.txt") + template("python/game.py.txt")
    for key, texts in sentences()[1].items():
        assert set(texts) == LANGUAGES
        places = [sorted(re.findall(r"\{(\w+)\}", text)) for text in texts.values()]
        assert places[0] == places[1] == places[2], key
        assert f'"{key.removesuffix("_or_joker")}"' in code, key

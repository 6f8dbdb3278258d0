"""`jokeri list`: the rule sets that are shipped."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import replace

import click

from rulespec.diagnostics import Faults
from rulespec.ir.ruleset import RuleSet
from rulespec.library import shipped, unsupported
from verifier.cli.common import document, emit, format_option, language_option, load, load_all, table
from verifier.cli.output import say
from verifier.proofs.verdict import HOLDS, NOT_SETTLED

HEADERS = ("id", "name", "family", "players", "hands", "options", "offers", "fingerprint")


@click.command("list")
@language_option
@format_option("text", "json", "markdown", "csv", "html", "latex")
def command(lang: str, format_: str) -> int:
    """The rule sets that are shipped."""
    from verifier.output.names import name

    rulesets = [one if lang == "en" else replace(one, name=name("profiles", one.id, lang)) for one in load_all([*shipped()])]
    code = HOLDS if rulesets else NOT_SETTLED
    match format_:
        case "json":
            emit(document("list", code, profiles=[record(ruleset) for ruleset in rulesets], unsupported=unsayable()))
        case "text":
            say("\n".join([*as_text(rulesets), *(textwrap.fill(why, 100) for why in unsayable().values())]))
        case _:
            say(table([cells(ruleset) for ruleset in rulesets], [name("heads", head, lang) for head in HEADERS], format_))
    return code


def unsayable() -> dict[str, str]:
    """The shipped rule sets of which the language cannot say all, with what it lacks."""
    found: dict[str, str] = {}
    for name in sorted(unsupported()):
        try:
            load(name)
        except Faults as faults:
            found[name] = "; ".join(fault.message for fault in faults.diagnostics)
    return found


def record(ruleset: RuleSet) -> dict[str, object]:
    """A rule set in numbers and names. A family's open options have the list of their values."""
    return {
        "id": ruleset.id, "name": ruleset.name, "family": ruleset.family, "is_family": bool(ruleset.open_options),
        "players": ruleset.players, "hands": [ruleset.facts.hands.low, ruleset.facts.hands.high],
        "options": dict(ruleset.chosen), "open": {name: list(ruleset.options[name].values) for name in ruleset.open_options},
        "offers": {name: dict(offer) for name, offer in ruleset.offers.items()}, "fingerprint": ruleset.fingerprint,
        "file": ruleset.path,
    }  # fmt: skip


def cells(ruleset: RuleSet) -> list[object]:
    offers = ", ".join(ruleset.offers)
    return [ruleset.id, ruleset.name, ruleset.family or "", ruleset.players, hands(ruleset), options(ruleset), offers, ruleset.fingerprint]


def hands(ruleset: RuleSet) -> str:
    low, high = ruleset.facts.hands.low, ruleset.facts.hands.high
    return str(low) if low == high else f"{low}-{high}"


def options(ruleset: RuleSet) -> str:
    """`option=value`, and for an open one all it can be."""
    chosen = [f"{name}={ruleset.chosen[name]}" for name in ruleset.options if name in ruleset.chosen]
    return ", ".join([*chosen, *(f"{name}={'|'.join(map(str, ruleset.options[name].values))}" for name in ruleset.open_options)])


def as_text(rulesets: Sequence[RuleSet]) -> list[str]:
    """Two lines or more for each: what it is, then its options."""
    width = max((len(ruleset.id) for ruleset in rulesets), default=0) + 2
    lines: list[str] = []
    for ruleset in rulesets:
        kind = "a family" if ruleset.open_options else f"{hands(ruleset)} hands, {ruleset.players} players"
        lines.append(f"{ruleset.id:{width}}{ruleset.name} ({kind}; {ruleset.fingerprint})")
        more = [options(ruleset), *(f"offers `{ruleset.id}+{offer}`" for offer in ruleset.offers)]
        for text in filter(None, more):
            lines += textwrap.wrap(text, 100 - width, initial_indent=" " * width, subsequent_indent=" " * width)
    return lines

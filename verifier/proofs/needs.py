"""What a claim needs of a rule set, decided from the pack and the table of hands alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rulespec.ir.ruleset import RuleSet, doubles
from rulespec.questions.ground import Ground, TooMany, table
from verifier.proofs.property import Property


@dataclass(frozen=True, slots=True)
class Need:
    """Something a game may lack: what is said where it does, and whether a table of hands has it."""

    lacking: str
    met: Callable[[Ground], bool]


def jokers(ground: Ground) -> int:
    """How many jokers are played with."""
    return (ground.deck & ground.pack.jokers_mask).bit_count()


NEEDS: Mapping[str, Need] = {
    "jokers": Need("no jokers", lambda ground: jokers(ground) > 0),
    "two_jokers": Need("fewer than two jokers", lambda ground: jokers(ground) > 1),
    "trump": Need("no trump", lambda ground: any(trump is not None for trump in ground.trumps)),
    "four_players": Need("not four players", lambda ground: ground.players == 4),
}
"""The words of `needs:` in a property; `settled` is one more, of claims that are asked only of rules with all options chosen."""

OPEN = "options that are not chosen"


DOUBLED = "the end of a set or of a game some hands of which count double"


def beyond(ruleset: RuleSet, property_: Property) -> bool:
    """Whether the claim is about sets or games whose hands may count double, of which nothing is proved."""
    return bool({"set", "match"} & set(property_.scopes)) and doubles(ruleset.rows("trump"))


def missing(ruleset: RuleSet, property_: Property) -> str:
    """What the rule set lacks under every combination of its options; nothing where the claim applies. Raises TooMany."""
    grounds = [member.ground for member in table(ruleset)]
    lacking = [NEEDS[word].lacking for word in property_.needs if word in NEEDS and not any(NEEDS[word].met(ground) for ground in grounds)]
    opened = [OPEN] if "settled" in property_.needs and ruleset.open_options else []
    return ", ".join([*opened, *lacking])


def speaks(ruleset: RuleSet, property_: Property) -> bool:
    """Whether the claim is about such a rule set at all, so that its formulas must mean something there."""
    try:
        return not missing(ruleset, property_)
    except TooMany:
        return True

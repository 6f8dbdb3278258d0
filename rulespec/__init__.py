"""What a rule set means: read, checked, played, asked. `load`, `answer` and `play` are the way in from Python."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulespec.cases.case import Answered
    from rulespec.evening import PlayedGame
    from rulespec.ir.ruleset import RuleSet

__all__ = ["answer", "load", "play"]


def load(name_or_path: str, **options: str | int) -> RuleSet:
    """The rule set of that id or file, with these options chosen.

    `+offer` and `+option=value` may stand behind the name. Raises `rulespec.diagnostics.Faults` with
    everything that is wrong in the file or the options.
    """
    from rulespec.pipeline import load as load_
    from rulespec.pipeline import setting

    settings = [setting(f"{option}={value}", "option") for option, value in options.items()]
    return load_(name_or_path, {key: value for one in settings for key, value in one.items()})


def answer(rules: RuleSet, case: Mapping[str, object]) -> Answered:
    """What settled rules answer to a case, as JSON would give it: `.value`, and `.row`, the name of the row that decided.

    Raises Faults for what is no case, or cannot arise under these rules.
    """
    from rulespec.cases.answers import answer as answer_

    return answer_(rules, case)


def play(rules: RuleSet, seed: int = 0) -> PlayedGame:
    """A whole game of players who take any legal action: `.totals` and `.places` by seat, `.record` as text, `.game` as data.

    The same seed gives the same game on every machine. Raises Faults for rules with open options.
    """
    from rulespec.evening import play as play_

    return play_(rules, seed)

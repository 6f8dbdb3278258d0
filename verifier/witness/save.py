"""A witness kept as files: a case, and the game that leads to it as a record."""

from __future__ import annotations

import json
import re
from pathlib import Path

from rulespec.cases import answer
from rulespec.diagnostics import Faults
from rulespec.ir.ruleset import RuleSet
from rulespec.library import shipped
from rulespec.pipeline import load
from verifier.witness.played import Played, case_of
from verifier.witness.record import record


def files(told: Played, name: str, says: str, folder: Path) -> dict[Path, str]:
    """The files of a witness: NAME.jsonl where the situation is a case, NAME.txt where a game leads to it.

    The case has the answer of the rules as they are: it fails as soon as they answer otherwise.
    """
    stem = re.sub(r"[^\w.+=-]+", "-", name)
    texts = {".jsonl": case_line(told, name), ".txt": record_text(told, says)}
    return {folder / f"{stem}{ending}": text for ending, text in texts.items() if text is not None}


def case_line(told: Played, name: str) -> str | None:
    """The moment as a line of a case file; None where no question of cases fits it."""
    case = case_of(told)
    if case is None:
        return None
    written: dict[str, object] = {"id": name, **case}
    try:
        answered = answer(told.ruleset, case)
        written |= {"answer": answered.answer, "row": answered.row}
    except (Faults, StopIteration):  # such a moment may be one that the rules have no answer to
        pass
    return json.dumps(written, ensure_ascii=False) + "\n"


def record_text(told: Played, says: str) -> str | None:
    """The game as a record; None where there is none."""
    if not told.hands:
        return None
    return record(profile_name(told.ruleset), told.hands, told.names, [f"breaks: {says}"])


def profile_name(ruleset: RuleSet) -> str:
    """What loads the rules again: the id or the file, with the options that are chosen otherwise than there."""
    is_shipped = ruleset.id in shipped() and Path(ruleset.path) == shipped()[ruleset.id]
    base = ruleset.id if is_shipped or not ruleset.path else ruleset.path
    try:
        written = load(base).chosen
    except Faults:  # rules that were never a file of their own
        return ruleset.id
    return "+".join([base, *(f"{option}={value}" for option, value in ruleset.chosen.items() if written.get(option) != value)])

"""`check` in every format it is printed in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from verifier.output import VERSION, check_text
from verifier.output.paths import near_text
from verifier.proofs.check import Checked, Request

FORMATS = ("text", "json", "markdown", "junit", "sarif", "github")


def printed(format_: str, found: Sequence[Checked]) -> str:
    """The results in a format that is text; paths as they are seen from here."""
    if format_ == "text":
        return near_text("\n".join(check_text.lines(found)))
    from verifier.output import check_notices, junit
    from verifier.output.notices import github

    match format_:
        case "markdown":
            lines = list(check_notices.as_markdown(found))
        case "junit":
            lines = [junit.document(check_notices.suites(found))]
        case "github":
            lines = [*github(list(check_notices.notices(found)), check_notices.unheard(found)), *check_text.ending(found)]
        case _:
            raise ValueError(format_)
    return near_text("\n".join(lines))


def document(format_: str, request: Request, found: Sequence[Checked], exit_code: int) -> dict[str, Any] | None:
    """The results in a format that is JSON; None for the others. SARIF has its own envelope."""
    match format_:
        case "json":
            from verifier.output import check_json

            return {"command": "check", "version": VERSION, "exit_code": exit_code, **check_json.payload(request, found)}
        case "sarif":
            from verifier.output import check_notices
            from verifier.output.notices import sarif

            return sarif(list(check_notices.notices(found)), exit_code, check_notices.unheard(found), check_notices.kept(found))
        case _:
            return None


def saved(found: Sequence[Checked], folder: Path, force: bool = False) -> list[Path]:
    """Every witness written there: as a case where it is one, as a record where a game leads to it. Raises Faults."""
    from verifier.output.tellings import tellings
    from verifier.output.writing import make_folder, write_all
    from verifier.witness.save import files

    written: dict[Path, str] = {}
    named: Counter[str] = Counter()
    for one in found:
        for result in one.results:
            for told in tellings(one.ruleset, result):
                name = f"{one.ruleset.id}-{result.property.id}"
                named[name] += 1
                number = f"-{named[name]}" if named[name] > 1 else ""
                written |= files(told.story, f"{name}{number}", result.property.says, folder)
    if written:
        make_folder(folder)
    write_all(written, force)
    return list(written)

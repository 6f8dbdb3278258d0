"""Coverage-guided fuzzing of everything people and programs hand in: only Faults may come of it.

    pip install atheris
    python tests/fuzz/fuzz_inputs.py -max_total_time=120

Not part of the test suite: it runs as long as it is let. Seeds are the shipped files, read at the start. A crash leaves
a file `crash-...`; give it as an argument to see it again, and make its kind a test.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

with atheris.instrument_imports(include=["rulespec", "verifier"]):
    from rulespec.cases.read import read_case
    from rulespec.diagnostics import Faults
    from rulespec.pipeline import load, load_text
    from rulespec.record_reader import read_record
    from rulespec.rulebook import rulebook
    from rulespec.sheet_reader import read_sheet
    from rulespec.spans import Source
    from verifier.evenings.replay import judge
    from verifier.programs.foreign.replies import read_reply

RULES = load("tvaladze")
BOOK = rulebook(RULES)


def ruleset(text: str) -> None:
    load_text(text)


def case(text: str) -> None:
    read_case(Source("<fuzz>", text), BOOK)


def record(text: str) -> None:
    judge(read_record(Source("<fuzz>", text)), RULES)


def sheet(text: str) -> None:
    read_sheet(Source("<fuzz>", text))


def reply(text: str) -> None:
    read_reply("plays", 1, text)


TARGETS = (ruleset, case, record, sheet, reply)


def one(data: bytes) -> None:
    """The first byte chooses what the rest is handed to."""
    if not data:
        return
    target = TARGETS[data[0] % len(TARGETS)]
    try:
        target(data[1:].decode("utf-8", "replace"))
    except Faults:
        return


def seeds(folder: Path) -> None:
    """One file a shipped text, with the byte of its target before it."""
    found = [(0, p) for p in [*(ROOT / "variants" / "profiles").glob("*.yaml"), *(ROOT / "tests" / "language" / "good").glob("*.yaml")]]
    found += [(2, p) for p in (ROOT / "examples").glob("*.txt")] + [(3, p) for p in (ROOT / "examples").glob("*.csv")]
    for number, (target, path) in enumerate(found):
        (folder / f"seed-{number}").write_bytes(bytes([target]) + path.read_bytes())
    for number, line in enumerate((ROOT / "tests" / "cases" / "tvaladze.jsonl").read_text().splitlines()[:40]):
        (folder / f"case-{number}").write_bytes(bytes([1]) + line.encode())
    for number, text in enumerate(['{"answer": [1]}', '{"unsupported": true}']):
        (folder / f"reply-{number}").write_bytes(bytes([4]) + text.encode())


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as corpus:
        seeds(Path(corpus))
        atheris.Setup([sys.argv[0], corpus, "-max_len=4096", "-timeout=20", *sys.argv[1:]], one)
        atheris.Fuzz()

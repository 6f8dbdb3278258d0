"""Files of properties: a bad one has exactly the faults that its comments expect, in the order of its lines.

`# expect: CODE @ LINE:COLUMN "text"`, the text being what is underlined. A file with a line `# house` is a rule set.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulespec.diagnostics import Diagnostic, Faults
from verifier.cli import main
from verifier.proofs.check import Request, check
from verifier.proofs.property import Property, of
from verifier.work.settings import loaded

HERE = Path(__file__).parent
BAD = HERE / "bad"
EXPECTED = re.compile(r'# expect: (\w+ @ \d+:\d+ ".*")')


def found(diagnostic: Diagnostic) -> str:
    span = diagnostic.span
    return f'{diagnostic.code} @ {span.line}:{span.column} "{span.text.splitlines()[0]}"'


@pytest.mark.parametrize("path", sorted(BAD.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_bad_file_has_exactly_the_faults_it_expects(path: Path) -> None:
    text = path.read_text()
    wanted = EXPECTED.findall(text)
    assert wanted, "a bad file says what it expects"
    request = Request((str(path),)) if "\n# house\n" in text else Request(("tvaladze",), files=(str(path),))
    with pytest.raises(Faults) as caught:
        check(request)
    told = caught.value.diagnostics
    assert sorted(map(found, told)) == sorted(wanted)
    places = [(d.span.line, d.span.column) for d in told]
    assert places == sorted(places)


HINTS = [
    ("hand", "pionts > 3", "did you mean `points`?"),
    ("trick", "bid == 3", "it means something in scope `bidding` and `hand`"),
    ("trick", "legal_bids > 0", "it means something in scope `bidding`"),
]


@pytest.mark.parametrize(("scope", "holds", "hint"), HINTS)
def test_hints(tmp_path: Path, scope: str, holds: str, hint: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(f"properties:\n  - {{id: mine, scope: {scope}, says: x, holds: '{holds}'}}\n")
    with pytest.raises(Faults) as caught:
        check(Request(("tvaladze",), files=(str(path),)))
    assert [d.help for d in caught.value.diagnostics] == [hint]


def test_two_files_may_not_share_an_id(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("properties:\n  - {id: mine, scope: hand, says: x, holds: points <= 900}\n")
    with pytest.raises(Faults) as caught:
        of(loaded("tvaladze", ()), [str(path), str(path)])
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.code, diagnostic.span.text) == ("RS102", "mine")
    assert [text for text, _ in diagnostic.related] == ["the first one stands here"]


def test_faults_of_all_files_and_rule_sets_at_once(tmp_path: Path) -> None:
    files = ["--properties", str(BAD / "none.yaml"), "--properties", str(BAD / "no-key.yaml"), "--properties", str(tmp_path / "not-there.yaml")]
    result = CliRunner().invoke(main, ["check", "tvaladze", "web-225", *files, "--assume", "pack = 3"])
    assert result.exit_code == 2
    assert result.stdout == ""
    assert re.findall(r"error\[(\w+)\]", result.stderr).count("RV101") == 2
    assert {"RS001", "RV101"} < set(re.findall(r"error\[(\w+)\]", result.stderr))


def test_properties_are_read_with_their_places(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("properties:\n  - {id: mine, scope: [hand, set], kind: trait, says: so it is, given: seat == 0, holds: me.best > 0}\n")
    *_, mine = of(loaded("tvaladze", ()), [str(path)])
    assert isinstance(mine, Property)
    assert (mine.id, mine.kind, mine.scopes, mine.says) == ("mine", "trait", ("hand", "set"), "so it is")
    assert (mine.span.line, mine.span.column, mine.span.source.name) == (2, 10, str(path))

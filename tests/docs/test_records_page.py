"""The worked examples on the page about records are the files it names."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("kind", "file"), [("record", "three-hands.txt"), ("sheet", "evening.csv")])
def test_the_page_shows_the_file(kind: str, file: str) -> None:
    (block,) = re.findall(rf"```{kind}\n(.*?)```", PAGE, re.S)
    assert f"`examples/{file}`" in PAGE
    assert block == (ROOT / "examples" / file).read_text(encoding="utf-8")


def test_every_line_of_a_record_has_its_place_in_the_table() -> None:
    lines = (ROOT / "examples" / "three-hands.txt").read_text(encoding="utf-8").splitlines()
    words = {line.split()[0].rstrip(":") for line in lines if line and not line.startswith("#")}
    described = set(re.findall(r"^\| `(\w+)", PAGE, re.M))
    assert words <= described and described - words == {"unfinished"}

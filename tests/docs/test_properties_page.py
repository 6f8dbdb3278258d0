"""The properties shown on the page are those of the example files."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SHOWN = re.findall(r"```yaml\nproperties:\n(.*?)```", (ROOT / "docs" / "properties.md").read_text(), re.S)
EXAMPLES = [path.read_text() for path in sorted((ROOT / "examples").glob("*.yaml"))]


def test_shown_properties_are_in_the_examples() -> None:
    assert len(SHOWN) >= 2
    for block in SHOWN:
        assert any(block in text for text in EXAMPLES), block

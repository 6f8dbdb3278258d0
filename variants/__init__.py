"""The rule sets people play, as data: `profiles/` in the rule language, `sources/` and `examples/`."""

from pathlib import Path

HERE = Path(__file__).parent
PROFILES = HERE / "profiles"
SOURCES = HERE / "sources"
EXAMPLES = HERE / "examples"
NAMES = HERE / "names.yaml"

"""JUnit XML, as continuous integration reads it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal
from xml.etree import ElementTree

_FOREIGN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # to XML


@dataclass(frozen=True, slots=True)
class Test:
    """One line of the report. `ending` is None where it passed; `text` says more."""

    name: str
    ending: Literal["failure", "error", "skipped"] | None = None
    message: str = ""
    text: str = ""
    file: str | None = None
    line: int | None = None
    seconds: float = 0.0
    cached: bool = False  # an answer of an earlier run


@dataclass(frozen=True, slots=True)
class Suite:
    """The lines that belong together, under a name."""

    name: str
    tests: tuple[Test, ...]


def junit(suite: str, tests: Sequence[Test]) -> str:
    """A whole document with one suite."""
    return document([Suite(suite, tuple(tests))])


def document(suites: Sequence[Suite]) -> str:
    """A whole document."""
    root = ElementTree.Element("testsuites")
    for suite in suites:
        kinds = ("failure", "error", "skipped")
        counts = {f"{kind}s".replace("skippeds", "skipped"): str(sum(t.ending == kind for t in suite.tests)) for kind in kinds}
        element = ElementTree.SubElement(root, "testsuite", {"name": _clean(suite.name), "tests": str(len(suite.tests)), **counts})
        for test in suite.tests:
            _add(element, suite.name, test)
    ElementTree.indent(root, " ")
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode")


def _add(element: ElementTree.Element, suite: str, test: Test) -> None:
    attributes = {"classname": _clean(suite), "name": _clean(test.name), "time": f"{test.seconds:.3f}"}
    if test.file is not None:
        attributes["file"] = _clean(test.file)
    if test.line is not None:
        attributes["line"] = str(test.line)
    case = ElementTree.SubElement(element, "testcase", attributes)
    if test.cached:
        properties = ElementTree.SubElement(case, "properties")
        ElementTree.SubElement(properties, "property", name="cached", value="true")
    if test.ending is not None:
        ElementTree.SubElement(case, test.ending, message=_clean(test.message)).text = _clean(test.text)


def _clean(text: str) -> str:
    return _FOREIGN.sub("\ufffd", text)

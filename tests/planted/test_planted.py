"""Every planted fault can be planted: its text stands where it is said, and the tests that are to find it are there."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.planted.plant import ROOT, Fault, faults

MOST_AT_ONCE = 60  # faults of one topic


@pytest.mark.parametrize("fault", faults(), ids=lambda fault: f"{fault.topic}/{fault.id}")
def test_the_fault_can_be_planted(fault: Fault) -> None:
    assert fault.stands(ROOT) == 1, f"`{fault.before}` in {fault.file}"
    assert fault.before != fault.after and fault.says and fault.tests
    assert all(there(test) for test in fault.tests), fault.tests


def there(test: str) -> bool:
    """Whether a test can be meant by this: its file is there, and in it its name, and the entry of the data that it is about."""
    file, *names = re.sub(r"\[.*\]$", "", test).split("::")
    path, entry = ROOT / file, re.search(r"\[(.*)\]$", test)
    if not path.is_file():
        return False
    text = path.read_text(encoding="utf-8")
    data = "".join(other.read_text(encoding="utf-8") for other in path.parent.glob("*.yaml"))
    return all(f"def {name}(" in text for name in names) and (entry is None or "test_known" not in file or entry[1].split("-")[0] in data)


def test_there_are_enough_and_no_two_of_one_name() -> None:
    every = Counter(fault.id for fault in faults())
    assert max(every.values()) == 1 and len(every) >= 53

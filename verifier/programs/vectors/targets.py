"""Vectors as tests for other people's test runners: one file with its data, and a short adaptor to fill in."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from verifier.programs.vectors.chosen import Vectors

PYTEST = '''"""Cases of the rule set {profile} ({fingerprint}) as tests; run them with `pytest {file}`."""

import json

import pytest


def answer(case):
    """Fill in: what your program answers to a case. Raise NotImplementedError for questions that it does not have."""
    raise NotImplementedError(case["question"])


CHOICES = ("bids", "plays", "calls")  # a set of choices: the order says nothing
CASES = [json.loads(line) for line in r"""
{cases}
""".strip().splitlines()]


@pytest.mark.parametrize("case", CASES, ids=[f"{{n}}-{{c['question']}}" for n, c in enumerate(CASES, 1)])
def test_case(case):
    asked = {{key: value for key, value in case.items() if key not in ("answer", "row")}}
    try:
        found = answer(asked)
    except NotImplementedError:
        pytest.skip(f"no answer to {{case['question']}}")
    expected = case["answer"]
    if case["question"] in CHOICES:
        found, expected = sorted(set(found)), sorted(expected)
    assert found == expected, f"{{asked}}: {{case['row']}}"
'''

NODE = '''// Cases of the rule set {profile} ({fingerprint}) as tests; run them with `node --test {file}`.
import assert from "node:assert/strict";
import test from "node:test";

// Fill in: what your program answers to a case. Return undefined for questions that it does not have.
function answer(question) {{
  return undefined;
}}

const CHOICES = ["bids", "plays", "calls"]; // a set of choices: the order says nothing
const CASES = [
{cases}
];

const inOrder = (list) => [...new Set(list)].map(String).sort();

CASES.forEach(({{ answer: expected, row, ...asked }}, index) => {{
  test(`${{index + 1}} ${{asked.question}}`, (t) => {{
    const found = answer(asked);
    if (found === undefined) return t.skip(`no answer to ${{asked.question}}`);
    const why = `${{JSON.stringify(asked)}}: ${{row}}`;
    if (CHOICES.includes(asked.question)) assert.deepEqual(inOrder(found), inOrder(expected), why);
    else assert.deepEqual(found, expected, why);
  }});
}});
'''


def as_pytest(found: Vectors) -> str:
    """A test file for pytest."""
    lines = "\n".join(json.dumps(case) for case in found.cases)
    return PYTEST.format(profile=found.profile, fingerprint=found.fingerprint, file=f"test_{found.profile.replace('-', '_')}.py", cases=lines)


def as_node(found: Vectors) -> str:
    """A test file for the test runner of Node."""
    lines = ",\n".join(f"  {json.dumps(case)}" for case in found.cases)
    return NODE.format(profile=found.profile, fingerprint=found.fingerprint, file=f"{found.profile}.test.mjs", cases=lines)


TARGETS: Mapping[str, Callable[[Vectors], str]] = {"pytest": as_pytest, "node": as_node}
"""What `--target` offers; each of them is run by the tests against a right and a wrong engine."""

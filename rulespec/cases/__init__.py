"""Cases: one situation of a game a line, as JSON, so that any program in any language can read them.

    text ── json_tree ── fields ── read ── questions ──> Case ── answer ──> Answered

`read_case` gives a situation that can arise under the rule set, `answer` what the rules say of it.
What cannot arise (a card held twice, a trick that breaks the rules, bids that balance) is a fault
at its own column, never an answer.
"""

from rulespec.cases.answers import answer
from rulespec.cases.case import Answered, Case, write
from rulespec.cases.expected import expected, read_answer, same
from rulespec.cases.files import file_lines, lines
from rulespec.cases.read import read_case, read_object
from rulespec.questions import Answer, Situation

__all__ = [
    "Answer", "Answered", "Case", "Situation", "answer", "expected", "file_lines", "lines", "read_answer", "read_case",
    "read_object", "same", "write",
]  # fmt: skip

"""What the YAML parser complains of, in words an author of rules can use.

PyYAML has two parsers that word the same complaint differently; both are recognised by the part
their wordings share.
"""

from __future__ import annotations

from rulespec.diagnostics import Diagnostic
from rulespec.spans import Source, Span

QUOTES = "put the value in quotes"
FLOW = "in `{...}` and `[...]` an expression with a comma, a colon or a `#` must stand in quotes"
INDENT = "look at the indentation; a value that begins with a quote or a bracket ends where that one closes"

Complaint = tuple[str, str, str, str | None]
COMPLAINTS: tuple[Complaint, ...] = (  # part of the context, part of the problem, message, help
    ("", "tab character", "a tab cannot indent", "use spaces"),
    ("", "alues are not allowed", "a value cannot hold another `:` followed by a space", QUOTES),
    ("", "ntries are not allowed", "a list cannot begin on the line of its key", "begin it on the next line, or write `[...]`"),
    ("flow", "expected ','", "the bracket is not closed before this", FLOW),
    ("quoted scalar", "unexpected end", "the quote opened here is never closed", None),
    ("quoted scalar", "unknown escape", "a backslash before this character means nothing", "use single quotes, or no backslash"),
    ("simple key", "expected ':'", "this line has no `key:`", INDENT),
    ("block scalar", "line break", "nothing may follow `|` or `>` on the line", QUOTES),
    ("", "incompatible", "this version of YAML is not known here", "take the line away"),
    ("alias", "", "a value that begins with `*` is an alias", QUOTES),
    ("anchor", "", "a value that begins with `&` is an anchor", QUOTES),
    ("tag", "", "a value that begins with `!` is a tag", QUOTES),
    ("", "node content", "a value is missing before this", None),
    ("block", "", "this does not fit what stands above", INDENT),
)
AT_CONTEXT = ("quoted scalar", "simple key")  # the fault is where it began, not where the text ran out


def yaml_fault(source: Source, error: object) -> Diagnostic:
    """The diagnostic for an error of the YAML parser."""
    context, problem = (str(getattr(error, name, None) or "") for name in ("context", "problem"))
    start = _place(source, error, context, problem)
    span = Span(source, start, start + 1)
    if "cannot start any token" in problem:
        return _odd_character(span)
    for where, what, message, help_ in COMPLAINTS:
        if where in context and what in problem:
            return Diagnostic("RS004", message, span, help_)
    return Diagnostic("RS004", "this is not YAML", span)


def _place(source: Source, error: object, context: str, problem: str) -> int:
    names = ("problem_mark", "context_mark")
    if any(word in context for word in AT_CONTEXT) and "escape" not in problem:
        names = ("context_mark", "problem_mark")
    marks = [mark for name in names if (mark := getattr(error, name, None)) is not None]
    return min(marks[0].index, max(len(source.text) - 1, 0)) if marks else 0


def _odd_character(span: Span) -> Diagnostic:
    if span.text == "\t":
        return Diagnostic("RS004", "a tab cannot indent", span, "use spaces")
    return Diagnostic("RS004", f"a value cannot begin with `{span.text}`", span, QUOTES)

"""Whether an installation works: libraries, shipped rule sets, their examples, the operators' own examples."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version

import variants
from rulespec import formula, pipeline
from rulespec.cases import file_lines
from rulespec.check.bounds import settled
from rulespec.check.scope import base_scope
from rulespec.check.typecheck import Checker
from rulespec.diagnostics import Faults
from rulespec.ir import ops
from rulespec.ir.cards import Pack
from rulespec.library import shipped
from rulespec.meanings.python.evaluate import Value, evaluate
from rulespec.rulebook import rulebook
from rulespec.spans import Source, Span
from rulespec.yaml_tree import Scalar
from verifier.programs.conform import conform

OLDEST = (3, 11)
LIBRARIES = (
    ("click", "click", None),
    ("dd", "dd", None),
    ("pyyaml", "yaml", None),
    ("tabulate", "tabulate", None),
    ("z3-solver", "z3", None),
    ("bitwuzla", "bitwuzla", "cross-check"),
)
CATALOGUE_PACK = Pack(("clubs", "diamonds", "hearts", "spades"), ("6", "7", "8", "9", "10", "J", "Q", "K", "A"), 2)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. `ok` is None for something that is not there and need not be."""

    what: str
    ok: bool | None
    detail: str


def examine() -> Iterator[Finding]:
    """Everything, one after another; what goes wrong in one does not stop the next."""
    yield Finding("python", sys.version_info >= OLDEST, sys.version.split()[0])
    yield from (library(*library_) for library_ in LIBRARIES)
    for name in shipped():
        yield attempt(f"rule set {name}", lambda name=name: loaded(name))  # type: ignore[misc]
    yield attempt("operators", operators)


def attempt(what: str, look: Callable[[], tuple[bool, str]]) -> Finding:
    try:
        return Finding(what, *look())
    except Faults as faults:
        return Finding(what, False, "; ".join(d.message for d in faults.diagnostics))
    except Exception as error:  # whatever it is, the report is the place to say it
        return Finding(what, False, f"{type(error).__name__}: {error}")


def library(name: str, module: str, extra: str | None) -> Finding:
    """A distribution that is needed, or that an extra of this one brings."""
    try:
        import_module(module)
        return Finding(name, True, version(name) + (f" (for `{extra}`)" if extra else ""))
    except (ImportError, PackageNotFoundError) as error:
        missing = f"not there; `pip install 'jokeri[{extra}]'` brings it" if extra else f"cannot be used: {error}"
        return Finding(name, None if extra else False, missing)


def loaded(name: str) -> tuple[bool, str]:
    """A shipped rule set loads, and answers its examples rightly."""
    ruleset = pipeline.load(name)
    path = variants.EXAMPLES / f"{name}.jsonl"
    if ruleset.open_options or not path.exists():
        return True, ruleset.fingerprint
    report = conform(rulebook(ruleset), file_lines(path))
    wrong = len(report.differences) + len(report.faults)
    right = f"{ruleset.fingerprint}, {len(report.checked)} examples"
    return not wrong and bool(report.checked), f"{wrong} examples are answered otherwise" if wrong else right


def operators() -> tuple[bool, str]:
    """Every operator does to its examples in the catalogue what the catalogue says."""
    examples = [example for op in ops.OPS for example in op.examples]
    wrong = [written for written, result in examples if value(written) != value(result)]
    return not wrong, f"wrong: {', '.join(wrong)}" if wrong else f"{len(examples)} examples"


def value(written: str) -> Value:
    at = Scalar(written, Span(Source("<catalogue>", written), 0, len(written)))
    parsed, scope = formula.parse(at), base_scope(CATALOGUE_PACK, "the catalogue", {}, {})
    expr = Checker(parsed, scope, []).expr(parsed.tree)
    assert expr is not None, written
    return evaluate(settled(expr), {}, CATALOGUE_PACK)

"""The pages that a program writes: what each is made of, and whether the ones that are kept are fresh.

A page is made whole, or only the parts of it between `<!-- begin NAME -->` and `<!-- end NAME -->`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from textwrap import dedent

from rulespec import schema
from rulespec.diagnostics.explain import codes, page, title
from rulespec.ir import ops
from rulespec.ir.ruleset import Facts
from rulespec.ir.sections import ANY, FIRST, SEATS, SECTIONS, SUM, SectionKind
from rulespec.ir.types import Int, in_words
from verifier.output import limits, schemas
from verifier.output.writing import make_folder
from verifier.output.writing import write as write_file
from verifier.proofs.property import shipped
from verifier.proofs.scopes import SCOPES, Scope
from verifier.tables import dashboard
from verifier.tables import pages as tables
from verifier.watch.lint import codes as findings
from verifier.watch.lint.finding import KINDS as FINDINGS

ROOT = Path(__file__).parents[1]
PART = re.compile(r"(<!-- begin (?P<name>[a-z-]+) -->\n).*?(<!-- end (?P=name) -->)", re.S)
SOME = Int(1, 9)
FACTS = Facts(4, SOME, SOME, SOME, SOME, SOME)  # any will do: only the kinds of the names are shown
HITS = {FIRST: "the first row that holds answers", ANY: "any row that holds forbids", SUM: "every row that holds adds"}
KINDS = {"Bool": "condition", "Int": "number", "Cards": "cards", "Card": "card", "Suit": "suit", "T": "same kind", "...": "..."}


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table in Markdown."""
    lines = [[*heads], *map(list, rows)]
    shown = ["| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines]
    return "\n".join([shown[0], "|" + "---|" * len(lines[0]), *shown[1:]]) + "\n"


def operators() -> str:
    """Every operator with what it takes, gives and means, and one example."""
    return table(
        ("operator", "takes", "gives", "meaning", "example"),
        (
            (f"`{op.written}`", ", ".join(KINDS[p] for p in op.params), KINDS[op.result], op.says, _example(op))
            for op in ops.OPS
        ),
    )


def _example(op: ops.Op) -> str:
    return f"`{op.examples[0][0]}` is `{op.examples[0][1]}`" if op.examples else ""


def sections() -> str:
    """Every section: when it is asked, what a row gives, which row counts."""
    rows = ((f"`{s.name}`", s.says, s.asked, " or ".join(f"`{key}`" for key in s.result), HITS[s.hit]) for s in SECTIONS)
    return table(("section", "question", "asked", "result", "rows"), rows)


def names() -> str:
    """The names that the expressions of each section know."""
    parts = [f"`{section.name}`\n\n{_names_of(section)}" for section in SECTIONS if section.names]
    return "\n".join(parts)


def scopes() -> str:
    """What a property may speak of."""
    return table(("scope", "speaks of", "depends on"), ((f"`{s.name}`", s.says, ", ".join(f"`{one}`" for one in s.sections)) for s in SCOPES))


def scope_names() -> str:
    """The names that the formulas of each scope know."""
    return "\n".join(f"`{scope.name}`, {scope.says}\n\n{_names_of(scope)}" for scope in SCOPES)


def shipped_properties() -> str:
    """Every property that comes with the program."""
    return table(("property", "kind", "scope", "says"), ((f"`{p.id}`", p.kind, ", ".join(f"`{s}`" for s in p.scopes), p.says) for p in shipped()))


def bounds() -> str:
    """What is bounded, by how much, and what happens past it."""
    rows = {title: ((one.what, one.most, one.past) for one in found) for title, found in limits.SECTIONS}
    return "\n".join(f"## {title}\n\n{table(('what is bounded', 'the most', 'past it'), found)}" for title, found in rows.items())


def _names_of(section: SectionKind | Scope) -> str:
    rows = []
    for name in section.names:
        if name.name.split(".")[0] in SEATS[1:]:
            continue  # as for `me`, which the text around the table says
        kind = in_words(name.type(FACTS)).split(" ", 1)[1]
        rows.append((f"`{name.name}`", kind, name.says.removesuffix(": the player") + (f"; short for `{name.is_}`" if name.is_ else "")))
    return table(("name", "kind", "meaning"), rows)


def documents() -> str:
    """Every JSON document as its description says it, and the types that they share."""
    text = schemas.DESCRIPTION.read_text(encoding="utf-8")
    types, listed = text.split("\ntypes:\n")[1].split("\ndocuments:\n")
    parts = [f"## {name}\n\n{says.capitalize()}.\n\n```yaml\n{_written(listed, name)}```\n" for name, says in schemas.names().items()]
    return "\n".join([*parts, f"## Types\n\n```yaml\n{dedent(types)}```\n"])


def _written(listed: str, name: str) -> str:
    """What the description says of one document, as it stands there."""
    found = re.search(rf"^  {name}:\n    says: .*\n((?:    .*\n)+)", f"{listed}\n", re.M)
    assert found is not None, name
    return dedent(found[1])


PARTS: dict[str, Callable[[], str]] = {
    "operators": operators, "sections": sections, "names": names, "scopes": scopes, "scope-names": scope_names,
    "shipped-properties": shipped_properties, "documents": documents, "bounds": bounds,
}  # fmt: skip


def filled(path: str) -> str:
    """A page as it stands, its generated parts made anew."""
    text = (ROOT / path).read_text(encoding="utf-8")
    return PART.sub(lambda match: f"{match[1]}{PARTS[match['name']]()}{match[3]}", text)


def diagnostics() -> str:
    """All codes of faults with their pages, one under the other, and those of what `lint` finds."""
    index = table(("code", "name"), ((f"[{code}](#{code.lower()}-{title(code)})", title(code)) for code in codes()))
    pages = (re.sub(r"^# ", "## ", page(code) or "", count=1) for code in codes())
    head = "# What each error means\n\n`jokeri explain CODE` prints the page of one code. This page is made of them.\n"
    found = ((code, findings.title(code), FINDINGS[code].severity, FINDINGS[code].help) for code in findings.codes())
    return "\n".join([head, index, *pages, "## What `jokeri lint` finds\n", table(("code", "what", "how grave", "what to do"), found)])


GENERATED: dict[str, Callable[[], str]] = {
    "docs/rulespec.schema.json": schema.text,
    "docs/diagnostics.md": diagnostics,
    "docs/language.md": lambda: filled("docs/language.md"),
    "docs/json.md": lambda: filled("docs/json.md"),
    "docs/limits.md": lambda: filled("docs/limits.md"),
    "docs/properties.md": lambda: filled("docs/properties.md"),
    dashboard.PAGE: lambda: dashboard.dashboard(ROOT),
    **tables.pages(),
}
"""Every generated page by its path from the root of the project, with what makes it."""


def stale(paths: Iterable[str] = ()) -> dict[str, str]:
    """The pages that are not what would be made now, with what they should be."""
    made = {path: GENERATED[path]() for path in (paths or GENERATED)}
    return {path: text for path, text in made.items() if not (ROOT / path).exists() or (ROOT / path).read_text(encoding="utf-8") != text}


def write(pages: dict[str, str]) -> None:
    for path, text in pages.items():
        make_folder((ROOT / path).parent)
        write_file(ROOT / path, text, force=True)

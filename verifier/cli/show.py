"""`jokeri show PROFILE`: a rule set in full, each row as written with its source and place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict

import click

from rulespec.ir.facts import reachable
from rulespec.ir.ruleset import AnyRow, RuleSet
from rulespec.ir.sections import BY_NAME, FIRST, SECTIONS
from rulespec.standalone import standalone
from rulespec.written import row_text
from verifier.cli.common import (
    LANGUAGES,
    document,
    emit,
    format_option,
    language_option,
    load,
    place,
    profile_argument,
    settings_option,
)
from verifier.cli.list import hands, record
from verifier.cli.output import markdown_table, say
from verifier.cli.telling import cited, row_record
from verifier.output.escape import code, markdown
from verifier.proofs.verdict import HOLDS

ANSWERS = {"first": "the first row that holds answers", "any": "every row that holds counts", "sum": "the rows that hold add up"}


@click.command("show")
@profile_argument
@settings_option
@language_option
@format_option("text", "json", "markdown", "yaml")
def command(profile: str, settings: Sequence[str], lang: str, format_: str) -> int:
    """All rules of a rule set, with their sources.

    With `--format yaml` the rules come as one complete file that needs no other.
    """
    ruleset = load(profile, settings)
    match format_:
        case "json":
            emit(document("show", HOLDS, profile=as_record(ruleset)))
        case "yaml":
            say(standalone(ruleset), nl=False)
        case "markdown":
            say("\n".join(as_markdown(ruleset, lang)))
        case _:
            say("\n".join(as_text(ruleset, lang)))
    return HOLDS


def live(ruleset: RuleSet, section: str) -> list[AnyRow]:
    """The rows of a section that may hold under the options."""
    rows = ruleset.rows(section)
    return reachable(rows) if BY_NAME[section].hit == FIRST else [row for row in rows if reachable([row])]


def head(ruleset: RuleSet) -> str:
    kind = "a family" if ruleset.open_options else f"of the family {ruleset.family}" if ruleset.family else "of no family"
    return f"{kind}, {ruleset.players} players, {hands(ruleset)} hands, fingerprint {ruleset.fingerprint}"


def value(ruleset: RuleSet, option: str, lang: str) -> str:
    """The value of an option, an open one's all, each by its name with the id beside it."""
    one = ruleset.chosen.get(option)
    return " or ".join(told("values", str(each), lang) for each in (ruleset.options[option].values if one is None else [one]))


def called(ruleset: RuleSet, lang: str) -> str:
    """The name of a rule set; of a shipped one in the language."""
    from verifier.output.names import entries, name

    return ruleset.name if lang == LANGUAGES[0] or ruleset.id not in entries("profiles") else name("profiles", ruleset.id, lang)


def told(part: str, id_: str, lang: str) -> str:
    from verifier.output import names

    return names.told(part, id_, lang)


def finish(ruleset: RuleSet) -> str:
    ranked, ties = ruleset.finish, "share the place" if ruleset.finish.ties == "shared" else "are placed by seat"
    sides = "; opposite seats are partners and add up" if ranked.sides == "pairs" else ""
    wins = ", the lowest first" if ranked.wins == "lowest" else ""
    return f"the places go by {', '.join(ranked.rank_by)}{wins}; equal ones {ties}{sides}"


def start(ruleset: RuleSet) -> str:
    return "by lot" if ruleset.start.rank is None else f"whoever is dealt the first {ruleset.start.rank}"


# --- text -------------------------------------------------------------------------------------


def as_text(ruleset: RuleSet, lang: str) -> Iterator[str]:
    pack = ruleset.pack
    yield f"{ruleset.id}: {called(ruleset, lang)}"
    yield f"  {head(ruleset)}"
    options = [(f"{told('options', name, lang)} = {value(ruleset, name, lang)}", option.says) for name, option in ruleset.options.items()]
    yield from block(told("heads", "options", lang), options)
    yield from unread(ruleset)
    yield from block(told("heads", "sources", lang), [(name, source.get("title", "")) for name, source in ruleset.sources.items()])
    yield f"\ncards: {', '.join(pack.suits)}; {' '.join(pack.ranks)}, low to high; {pack.jokers} jokers"
    for section in SECTIONS:
        if ruleset.rows(section.name):
            yield f"\n{told('heads', section.name, lang)}: {section.says}; {ANSWERS[section.hit]}"
            fires = live(ruleset, section.name)
            for row in ruleset.rows(section.name):
                yield from row_lines(ruleset, row, row in fires)
    if ruleset.start.rank is not None:
        yield f"\nfirst dealer: {start(ruleset)}"
    yield f"\n{told('heads', 'finish', lang)}: {finish(ruleset)}"


def unread(ruleset: RuleSet) -> Iterator[str]:
    """Options that are declared and not in force."""
    if ruleset.unread:
        yield f"\nno row reads {', '.join(ruleset.unread)}: as the sections are written here, these options decide nothing"


def block(title: str, lines: Sequence[tuple[str, str]]) -> Iterator[str]:
    if lines:
        width = max(len(left) for left, _ in lines)
        yield f"\n{title}"
        yield from (f"  {left:{width}}  {right}".rstrip() for left, right in lines)


def row_lines(ruleset: RuleSet, row: AnyRow, fires: bool) -> Iterator[str]:
    yield f"  {row.name}, {place(row.span)}" + ("" if fires else " (never, with these options)")
    yield from (f"      {key}: {value}" for key, value in row_text(row, ruleset.pack).items())
    yield from (f"      {note}" for note in origin(ruleset, row))


def origin(ruleset: RuleSet, row: AnyRow) -> list[str]:
    """Where a row comes from, in words."""
    notes = [f"source: {cited(ruleset, row.cite)}"] if row.cite else []
    return [*notes, f"assumed: {row.assumed}"] if row.assumed else notes


# --- markdown and JSON ------------------------------------------------------------------------


def as_markdown(ruleset: RuleSet, lang: str) -> Iterator[str]:
    yield f"# {markdown(called(ruleset, lang))}\n"
    yield f"`{ruleset.id}`: {head(ruleset)}."
    if ruleset.options:
        rows = [(coded("options", name, lang), coded_value(ruleset, name, lang), markdown(option.says)) for name, option in ruleset.options.items()]
        yield f"\n## {told('heads', 'options', lang).capitalize()}\n\n" + markdown_table(rows, heads(("option", "value", "what it says"), lang))
    if ruleset.unread:
        yield f"\nNo row reads {', '.join(map(code, ruleset.unread))}: as the sections are written here, these options decide nothing."
    for section in SECTIONS:
        if ruleset.rows(section.name):
            cells = [markdown_cells(ruleset, row) for row in live(ruleset, section.name)]
            yield f"\n## {told('heads', section.name, lang).capitalize()}\n\n{section.says.capitalize()}; {ANSWERS[section.hit]}.\n"
            yield markdown_table(cells, heads(("row", "when", "result", "source"), lang))
    if ruleset.start.rank is not None:
        yield f"\n## First dealer\n\n{start(ruleset).capitalize()}."
    yield f"\n## {told('heads', 'finish', lang).capitalize()}\n\n{finish(ruleset).capitalize()}."


def heads(words: Sequence[str], lang: str) -> list[str]:
    from verifier.output.names import name

    return [name("heads", word, lang) for word in words]


def coded(part: str, id_: str, lang: str) -> str:
    """An id as code, in another language behind its name."""
    from verifier.output.names import name

    named = id_ if lang == LANGUAGES[0] else name(part, id_, lang)
    return code(id_) if named == id_ else f"{markdown(named)} {code(id_)}"


def coded_value(ruleset: RuleSet, option: str, lang: str) -> str:
    one = ruleset.chosen.get(option)
    values = ruleset.options[option].values if one is None else [one]
    if lang == LANGUAGES[0]:
        return code(" or ".join(map(str, values)))
    return " / ".join(coded("values", str(each), lang) for each in values)


def markdown_cells(ruleset: RuleSet, row: AnyRow) -> list[str]:
    written = row_text(row, ruleset.pack)
    result = "; ".join(f"{key}: {code(value)}" for key, value in written.items() if key != "when")
    when = code(written["when"]) if "when" in written else ""
    return [markdown(row.name), when, result, markdown("; ".join(origin(ruleset, row)))]


def as_record(ruleset: RuleSet) -> dict[str, object]:
    sections = [
        {"section": section.name, "asks": section.says, "hit": section.hit, "rows": row_records(ruleset, section.name)}
        for section in SECTIONS
    ]
    return {
        **record(ruleset), **({"unread": list(ruleset.unread)} if ruleset.unread else {}), "sources": {name: dict(source) for name, source in ruleset.sources.items()},
        "expect": dict(ruleset.expect), "sections": sections,
        "start": asdict(ruleset.start), "finish": {**asdict(ruleset.finish), "rank_by": list(ruleset.finish.rank_by)},
    }  # fmt: skip


def row_records(ruleset: RuleSet, section: str) -> list[dict[str, object]]:
    fires = live(ruleset, section)
    return [row_record(ruleset, row) | {"may_hold": row in fires} for row in ruleset.rows(section)]

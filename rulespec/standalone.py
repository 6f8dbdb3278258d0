"""A rule set as one complete file that needs no other and means the same."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping

from rulespec.check.data import DEAL_AGAIN, NO_TRUMP
from rulespec.ir.cards import Pack
from rulespec.ir.expr import TRUE, Expr
from rulespec.ir.ruleset import AnyRow, Choose, Fixed, RuleSet, Section, Turn
from rulespec.ir.sections import ANY, BY_NAME, FIRST
from rulespec.ir.text import text

PLAIN = re.compile(r"[A-Za-z0-9_(][A-Za-z0-9_ .()+*<>=|&/%-]*[A-Za-z0-9_)]|[A-Za-z0-9_]")


def standalone(ruleset: RuleSet) -> str:
    """The text of the file. Options that are settled are gone into the rows; open ones are declared."""
    return "\n".join(_lines(ruleset)) + "\n"


def _lines(ruleset: RuleSet) -> Iterator[str]:
    yield "rulespec: 1"
    yield f"id: {scalar(ruleset.id)}"
    yield f"name: {scalar(ruleset.name)}"
    if ruleset.open_options:
        yield "family: true"
    yield f"players: {ruleset.players}"
    yield from _mappings("sources", ruleset.sources)
    yield from _options(ruleset)
    yield from _cards(ruleset.pack)
    for section in ruleset.sections.values():
        yield from _section(section, ruleset.pack)
    start, finish = ruleset.start, ruleset.finish
    if start.rank is not None:
        yield f"\nstart: {{dealer: {start.dealer}, rank: {start.rank}}}"
    yield f"\nfinish: {{rank_by: {_flow(finish.rank_by)}, ties: {finish.ties}, wins: {finish.wins}, sides: {finish.sides}}}"
    if ruleset.expect:
        yield "\nexpect:"
        yield from (f"  {scalar(name)}: {verdict}" for name, verdict in ruleset.expect.items())


def _mappings(key: str, mappings: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    if mappings:
        yield f"{key}:"
        for name, values in mappings.items():
            yield f"  {scalar(name)}: {{{', '.join(f'{k}: {scalar(v, flow=True)}' for k, v in values.items())}}}"


def _options(ruleset: RuleSet) -> Iterator[str]:
    if ruleset.open_options:
        yield "\noptions:"
    for name in ruleset.open_options:
        option = ruleset.options[name]
        says = f", says: {scalar(option.says, flow=True)}" if option.says else ""
        yield f"  {name}: {{values: {_flow(option.values)}{says}}}"


def _cards(pack: Pack) -> Iterator[str]:
    yield "\ncards:"
    yield f"  suits: {_flow(pack.suits)}"
    yield f"  ranks: {_flow(pack.ranks)}"
    yield f"  jokers: {pack.jokers}"


def _section(section: Section, pack: Pack) -> Iterator[str]:
    if not section.rows:
        return
    yield f"\n{section.name}:"
    for row in section.rows:
        last = row is section.rows[-1]
        for i, (key, value) in enumerate(_row(section.name, row, last, pack)):
            yield f"{'    ' if i else '  - '}{key}: {value}"


def _row(section: str, row: AnyRow, last: bool, pack: Pack) -> Iterator[tuple[str, str]]:
    yield "name", scalar(row.name)
    hit = BY_NAME[section].hit
    if hit == ANY:
        yield "forbid", scalar(text(row.when, pack))
    elif row.when != TRUE or (hit == FIRST and not last):
        yield "when", scalar(text(row.when, pack))
    yield from _result(section, row, pack)
    for key, note in (("cite", row.cite), ("assumed", row.assumed)):
        if note is not None:
            yield key, scalar(note)


def _result(section: str, row: AnyRow, pack: Pack) -> Iterator[tuple[str, str]]:
    key, result = BY_NAME[section].result[0], row.result
    match result:
        case Turn(card, joker):
            yield "turn", card
            if pack.jokers:
                yield "joker", _choose(joker, pack) if isinstance(joker, Choose) else joker
        case Choose():
            yield "choose", _choose(result, pack)
        case Fixed(suit):
            yield "fixed", _suit(suit, pack)
        case tuple():
            yield key, _flow(_flow(sizes) for sizes in result)
        case int():
            yield key, str(result)
        case None if section == "strength":
            yield key, "never"
        case None:
            return
        case _:
            assert isinstance(result, Expr)
            yield key, scalar(text(result, pack))
    if row.then:
        yield "then", _flow(row.then)


def _choose(choice: Choose, pack: Pack) -> str:
    seen = "" if choice.after is None else f"after: {choice.after}, "
    calls, more = [_suit(suit, pack) for suit in choice.calls], ""
    if choice.again is not None:
        calls, more = [*calls, DEAL_AGAIN], f", at_most: {choice.again.at_most}, doubled: {str(choice.again.doubled).lower()}"
    return f"{{by: {choice.by}, {seen}from: {_flow(calls)}{more}}}"


def _suit(suit: int | None, pack: Pack) -> str:
    return NO_TRUMP if suit is None else pack.suits[suit]


def _flow(items: Iterable[object]) -> str:
    return f"[{', '.join(map(str, items))}]"


def scalar(value: str, flow: bool = False) -> str:
    """A text as YAML writes it: plain where nothing in it could be taken for something else."""
    if PLAIN.fullmatch(value) and not (flow and "," in value):
        return value
    if '"' in value and "'" not in value and value.isprintable():
        return f"'{value}'"
    return json.dumps(value, ensure_ascii=False)

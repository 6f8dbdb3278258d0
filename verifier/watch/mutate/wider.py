"""Mistakes wider than one word: a duty added or left out, a condition kept to one kind of lead, place or hand.

They are written in the rule language over the names of a section alone, so they fit any rule set.
An edit that means nothing there, or nothing new, falls out where edits are applied.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from rulespec.ir.ruleset import Facts
from rulespec.ir.sections import ANY, FIRST, SUM, SectionKind, seats
from rulespec.spans import Source, Span
from rulespec.surface import WrittenRow
from rulespec.yaml_tree import Scalar

Rows = tuple[WrittenRow, ...]
LEADS = ("high_joker_led", "low_joker_led", "not joker_led")
ASKED = ("trump == none", "asked == trump")

SHORTER: Mapping[str, str] = {
    "no jokers": "({0}) - jokers", "jokers only": "({0}) & jokers", "the highest of each suit": "highest({0})",
    "the highest of each suit and jokers": "highest({0}) | (({0}) & jokers)", "the lowest of each suit": "lowest({0})",
    "no trumps": "({0}) - suit(trump)", "trumps and jokers only": "({0}) & (suit(trump) | jokers)",
}  # fmt: skip
"""Parts of the cards that a row lets be played, which a program may take for all of them where there are some."""

OVER: Mapping[str, str] = {
    "only cards over those on the table": "above({0}, played)",
    "only trumps over those on the table": "above(({0}) & suit(trump), played)",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Wide:
    """An edit of a section's rows: in words, the row it belongs to, all rows as they are then."""

    says: str
    row: int
    rows: Rows
    condition: bool = False


def scalar(text: str) -> Scalar:
    """A text that stands in no file."""
    return Scalar(text, Span(Source("<edit>", text), 0, len(text)))


def wider(kind: SectionKind, rows: Rows, facts: Facts) -> Iterator[Wide]:
    """Every wider edit of a section."""
    for i, row in enumerate(rows):
        for says, edited in (*_kept_to(kind, row, facts), *_shorter(kind, row), *_paid(kind, row, facts)):
            yield Wide(says, i, (*rows[:i], edited, *rows[i + 1 :]), "when" in edited.values and edited.values.get("when") is not row.values.get("when"))
    if kind.hit == FIRST:
        yield from _moved(rows)
    if kind.name == "strength":
        yield from _levels(rows)
    if rows or kind.hit != FIRST:
        yield from _added(kind, rows, facts)


def _with(row: WrittenRow, key: str, text: str) -> WrittenRow:
    return replace(row, values={**row.values, key: scalar(text)})


# --- conditions -----------------------------------------------------------------------------------


def conditions(kind: SectionKind, facts: Facts) -> Iterator[str]:
    """What a row may wrongly be kept to, or forgotten for."""
    sizes = range(facts.hand_size.low, facts.hand_size.high + 1)
    match kind.name:
        case "follow":
            yield from (*LEADS, *ASKED, *(f"count(played) == {n}" for n in range(1, facts.players)))
        case "strength":
            yield from ("leading", "joker", *LEADS, *ASKED, "any(others_played & jokers)", *(f"position == {n}" for n in range(1, facts.players)))
        case "lead":
            yield from ("trick_number == 1", "trump == none", "any(hand & jokers)")
        case "call":
            yield from ("leading", "level == high", "named == trump", *ASKED)
        case "bid":
            yield from ("bid == 0", "bid == hand_size", "earlier_total == 0", "earlier_total > hand_size")
            yield from (f"seat == {n}" for n in range(facts.players))
            yield from (f"{name} == {n}" for n in sizes for name in ("hand_size", "bid", "earlier_total"))
        case "score":
            yield from ("tricks == hand_size", "bid == hand_size", "bid > tricks", "bid < tricks", "bid == 0", "tricks == 0")
            yield from (f"{name} == {n}" for n in range(1, facts.hand_size.high + 1) for name in ("bid", "tricks"))
            yield from (f"hand_size == {n}" for n in sizes)
        case "premium":
            yield from ("me.zero_bids == 0", "me.best < 0", "me.last == me.best", "me.zero_bids == hands")
            yield from (f"makers == {n}" for n in range(facts.players + 1))
            yield from (f"{seat}.made_all" for seat in list(seats(facts.players))[1:])
        case "trump":
            yield from (f"hand_size == {n}" for n in sizes)


def _kept_to(kind: SectionKind, row: WrittenRow, facts: Facts) -> Iterator[tuple[str, WrittenRow]]:
    key = "forbid" if kind.hit == ANY else "when"
    condition = row.values.get(key)
    if not isinstance(condition, Scalar) and kind.hit != SUM:
        return
    for other in conditions(kind, facts):
        before = f"({condition.text}) and " if isinstance(condition, Scalar) else ""
        yield f"holds only where `{other}`", _with(row, key, f"{before}({other})")
        yield f"does not hold where `{other}`", _with(row, key, f"{before}not ({other})")


# --- results --------------------------------------------------------------------------------------


def _shorter(kind: SectionKind, row: WrittenRow) -> Iterator[tuple[str, WrittenRow]]:
    """Fewer of the cards, or any, for every lead or one kind of lead."""
    result = row.values.get("play")
    if kind.name not in ("lead", "follow") or not isinstance(result, Scalar):
        return
    text, when = result.text, row.values.get("when")
    words = when.text if isinstance(when, Scalar) else ""
    leads = () if kind.name == "lead" or "led" in words else LEADS
    for says, other in _other_cards(kind, text):
        yield f"{says}", _with(row, "play", other)
        yield from ((f"{says} where `{lead}`", _with(row, "play", f"({other}) if {lead} else ({text})")) for lead in leads)


def _other_cards(kind: SectionKind, text: str) -> Iterator[tuple[str, str]]:
    for says, shape in SHORTER.items():
        part = shape.format(text)
        yield says, f"({part}) if any({part}) else ({text})"
    if kind.name == "follow":
        yield "any card", "hand"
        for says, shape in OVER.items():
            part = shape.format(text)
            yield says, f"({part} | (({text}) & jokers)) if any({part}) else ({text})"


def _paid(kind: SectionKind, row: WrittenRow, facts: Facts) -> Iterator[tuple[str, WrittenRow]]:
    """Other points in some cases; another player's or another hand's points for the premium."""
    key = {"score": "points", "premium": "add"}.get(kind.name)
    result = row.values.get(key or "")
    if key is None or not isinstance(result, Scalar):
        return
    text = result.text
    for other in conditions(kind, facts):
        yield f"pays 10 more where `{other}`", _with(row, key, f"({text}) + 10 if {other} else ({text})")
    yield "never pays less than nothing", _with(row, key, f"max({text}, 0)")
    yield "never pays more than nothing", _with(row, key, f"min({text}, 0)")
    yield "pays twice", _with(row, key, f"2 * ({text})")
    if kind.name == "premium":
        yield from _other_points(row, key, text, facts)


def _other_points(row: WrittenRow, key: str, text: str, facts: Facts) -> Iterator[tuple[str, WrittenRow]]:
    fields = ("best", "best_but_last", "last", "total")
    names = [f"{seat}.{field}" for seat in seats(facts.players) for field in fields]
    for was in (name for name in names if name in text):
        for becomes in names:
            if becomes != was:
                yield f"`{was}` becomes `{becomes}`", _with(row, key, text.replace(was, becomes))
    for field in fields:
        if text != f"me.{field}":
            yield f"pays `me.{field}`", _with(row, key, f"me.{field}")


# --- rows -----------------------------------------------------------------------------------------


def _moved(rows: Rows) -> Iterator[Wide]:
    """A row at another place; the last one answers everything else and stays last."""
    last = len(rows) - 1
    for i in range(last):
        for j in range(last):
            if j not in (i, i + 1, i - 1):
                rest = (*rows[:i], *rows[i + 1 :])
                yield Wide(f"stands as number {j + 1}", i, (*rest[:j], rows[i], *rest[j:]))


def _levels(rows: Rows) -> Iterator[Wide]:
    """Two rows with one class, or with their classes exchanged."""
    for i, j in combinations(range(len(rows)), 2):
        a, b = rows[i].values.get("class"), rows[j].values.get("class")
        if not isinstance(a, Scalar) or not isinstance(b, Scalar) or a.text == b.text:
            continue
        yield Wide(f"exchanges its class with {_called(rows, j)}", i, _replaced(rows, {i: replace(rows[i], values={**rows[i].values, "class": b}), j: replace(rows[j], values={**rows[j].values, "class": a})}))
        for one, other in ((i, j), (j, i)):
            values = {key: value for key, value in rows[one].values.items() if key not in ("class", "then")}
            same = {key: rows[other].values[key] for key in ("class", "then") if key in rows[other].values}
            yield Wide(f"has the class of {_called(rows, other)}", one, _replaced(rows, {one: replace(rows[one], values={**values, **same})}))


def _called(rows: Rows, index: int) -> str:
    name = rows[index].scalar("name")
    return f"`{name.text}`" if name else f"row {index + 1}"


def _replaced(rows: Rows, others: Mapping[int, WrittenRow]) -> Rows:
    return tuple(others.get(i, row) for i, row in enumerate(rows))


FORBIDDEN: Mapping[str, Sequence[str]] = {
    "bid": (
        "bid == 0", "bid == hand_size", "earlier_total + bid == hand_size", "is_dealer and bid == 0", "is_dealer and bid == earlier_total",
        "is_dealer and earlier_total + bid > hand_size", "is_dealer and earlier_total + bid < hand_size", "is_dealer and earlier_total == hand_size and bid > 0",
        "not is_dealer and earlier_total + bid == hand_size", "earlier_total + bid > hand_size", "hand_size == 1 and bid == 1", "seat == 0 and bid == 0",
    ),
    "call": ("leading and level == low", "leading and named == trump", "not leading and level == high", "not leading and level == low", "leading and named != trump"),
}  # fmt: skip
STRUCK = (
    ("makers == 1 and not me.made_all", "-max(me.best, 0)"), ("makers > 0 and not me.made_all", "-max(me.best, 0)"),
    ("left.made_all and not me.made_all", "-max(me.best, 0)"), ("right.made_all and not me.made_all", "-max(me.best, 0)"),
    ("makers == 1 and not me.made_all", "-me.best"), ("me.zero_bids > 0", "-10"), ("makers == 0", "me.best"), ("not me.made_all", "10"),
)  # fmt: skip


def _added(kind: SectionKind, rows: Rows, facts: Facts) -> Iterator[Wide]:
    """A rule that the section does not have."""
    at = max(0, len(rows) - 1)
    span = rows[at].span if rows else Span(Source("<edit>", ""), 0, 0)
    for text in FORBIDDEN.get(kind.name, ()):
        yield Wide(f"`{text}` is forbidden too", at, (*rows, WrittenRow(kind.name, {"name": scalar("added"), "forbid": scalar(text)}, "forbid", span)))
    for when, add in STRUCK if kind.name == "premium" else ():
        values = {"name": scalar("added"), "when": scalar(when), "add": scalar(add)}
        yield Wide(f"`{add}` is added where `{when}`", at, (*rows, WrittenRow("premium", values, "add", span)))
    if kind.name == "follow" and rows:
        yield from _duties(rows, span)


DUTIES = (
    ("any(above(hand & suit(asked), played))", "above(hand & suit(asked), played) | (hand & jokers)"),
    ("any(hand & jokers) and joker_led", "hand & jokers"), ("any(hand & suit(trump))", "hand & suit(trump)"), ("any(hand & jokers)", "hand & jokers"),
)  # fmt: skip


def _duties(rows: Rows, span: Span) -> Iterator[Wide]:
    """A duty at every place of the list."""
    for i in range(len(rows)):
        for when, play in DUTIES:
            values = {"name": scalar("added"), "when": scalar(when), "play": scalar(play)}
            yield Wide(f"before it `{play}` where `{when}`", i, (*rows[:i], WrittenRow("follow", values, "play", span), *rows[i:]))

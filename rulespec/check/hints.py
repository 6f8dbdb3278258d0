"""What to do about a name or a kind that does not fit, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rulespec.ir.sections import NEIGHBOURS, SEATS, SECTIONS, ScopeName
from rulespec.ir.types import Choice, Type, kind

LONGEST = 60  # characters of an expression that is written out again in a hint

MENDS: Mapping[tuple[str, str], str] = {  # what is wanted, what is given, and what makes the one of the other
    ("Bool", "Cards"): "any({})", ("Bool", "Int"): "{} > 0", ("Bool", "Suit"): "{} != none", ("Bool", "Level"): "{} == high",
    ("Bool", "Card"): "{} in jokers", ("Int", "Cards"): "count({})", ("Cards", "Suit"): "suit({})", ("Cards", "Card"): "only({})",
    ("Int", "Bool"): "1 if {} else 0",
}  # fmt: skip
LOOSE = ("|", " if ", " and ", " or ", " not ", "==", "<", ">", " in ")  # in brackets beside another operator


def mend(wanted: str, type_: Type, written: str) -> str | None:
    """How a part of one kind becomes the kind that is needed, where there is one usual way."""
    if isinstance(type_, Choice) and wanted == "Bool":
        return f"compare it: `{written} == {type_.values[0]}`" if len(written) <= LONGEST else None
    pattern = MENDS.get((wanted, kind(type_)))
    if pattern is None or written.strip("-() ").isdigit():
        return None
    text = " ".join(written.split())
    if len(text) > LONGEST:
        text = "..."
    called = pattern.endswith("({})")
    return f"write `{pattern.format(text if called or not any(sign in f' {text}' for sign in LOOSE) else f'({text})')}`"


def in_other_sections(name: str, what: str, own: Sequence[ScopeName]) -> str | None:
    """Where else a name means something, and what is known here instead."""
    homes = [kind.name for kind in SECTIONS if any(one.name == name for one in kind.names)]
    return f"it means something in {_joined(homes)}; {known_here(what, own)}" if homes else None


def known_here(what: str, own: Sequence[ScopeName]) -> str:
    """The names of a section; those of the players once for all seats."""
    plain = [f"`{one.name}`" for one in own if "." not in one.name]
    seats = list(dict.fromkeys(one.name.split(".")[0] for one in own if "." in one.name))
    fields = dict.fromkeys(one.name.split(".")[1] for one in own if "." in one.name)
    if seats:
        plain.append(f"and of {_joined(seats, 'or')} {', '.join(f'`.{field}`' for field in fields)}")
    return f"{what} knows {', '.join(plain)}" if plain else f"{what} knows the options and no other names"


def of_absent_seat(name: str, players: int) -> str | None:
    """Why a seat's name means nothing for this number of players."""
    seat = name.split(".")[0]
    if seat not in SEATS or seat in NEIGHBOURS:
        return None
    return f"with {players} players nobody sits `{seat}`; a player's neighbours are `left` and `right`, also called {_joined(NEIGHBOURS)}"


def _joined(words: Iterable[str], word: str = "and") -> str:
    marked = [f"`{one}`" for one in words]
    return marked[0] if len(marked) == 1 else f"{', '.join(marked[:-1])} {word} {marked[-1]}"

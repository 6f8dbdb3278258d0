"""The keys of a rule set file, part by part, and what to say of a key that stands where it means nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches

from rulespec.cut_values import cut_values
from rulespec.diagnostics import Diagnostic
from rulespec.diagnostics.faults import did_you_mean, near
from rulespec.ir.sections import ANY, NAMES, SECTIONS, RowKeys, SectionKind
from rulespec.yaml_tree import Mapping as Tree
from rulespec.yaml_tree import Scalar

TOP_KEYS = (
    "rulespec", "id", "name", "status", "missing", "family", "extends", "players", "sources", "options", "offers", "cards", *NAMES,
    "start", "finish", "expect", "properties",
)  # fmt: skip
EXTRA_ROW_KEYS: Mapping[str, tuple[str, ...]] = {"trump": ("joker",), "strength": ("then",)}
SOURCE_KEYS = ("title", "file", "url", "note")
OPTION_KEYS = ("values", "says", "default")
START_KEYS = ("dealer", "rank")
FINISH_KEYS = ("rank_by", "ties", "wins", "sides")
CARDS_KEYS = ("suits", "ranks", "jokers")
CHOOSE_KEYS = ("by", "after", "from", "at_most", "doubled")
PARTS: Mapping[str, tuple[str, ...]] = {
    "`cards`": CARDS_KEYS, "`start`": START_KEYS, "`finish`": FINISH_KEYS, "an option": OPTION_KEYS, "a source": SOURCE_KEYS, "`choose`": CHOOSE_KEYS,
}  # fmt: skip
"""The parts of a file with keys of their own."""
PART_OF = {key: part for part, keys in PARTS.items() for key in keys}
LISTS = tuple(part for part in PARTS if part.startswith("`"))  # whose values are words, numbers and lists of them
WHOLE = "a rule set"
CLOSE = 0.8  # how alike a key is to one that was meant although it is another part's


def row_keys(kind: SectionKind) -> tuple[str, ...]:
    """The keys a row of a section may have."""
    notes = tuple(key for key in RowKeys().notes if key != "when" or kind.hit != ANY)
    return (*notes, *kind.result, *EXTRA_ROW_KEYS.get(kind.name, ()))


def commas(mapping: Tree, keys: Iterable[str], listed: bool = False) -> Iterator[Diagnostic]:
    """A fault for each value in `{...}` that a comma cut in pieces; `listed` where a value may be a list and never a sentence."""
    for span in cut_values(mapping, keys):
        help_ = f"a list stands in brackets: `[{span.text}]`" if listed else f"put it in quotes: {_quoted(span.text)}"
        yield Diagnostic("RS111", "a comma ends this value", span, help_)


def unknown_keys(mapping: Tree, keys: Iterable[str], what: str) -> Iterator[tuple[Scalar | None, Diagnostic]]:
    """A fault for each key that is none, with the key; none with it for a value that a comma cut, whose pieces look like keys."""
    names = tuple(keys)
    cut = list(commas(mapping, names, what in LISTS))
    yield from ((None, one) for one in cut)
    for key, _ in mapping.entries:
        piece = any(one.span.start <= key.span.start < one.span.end for one in cut)
        if key.text not in names and not piece:
            yield key, Diagnostic("RS103", f"{what} has no key `{key.text}`", key.span, _help(key.text, names, what))


def _help(key: str, names: tuple[str, ...], what: str) -> str:
    """Where the key belongs, or a near one that may have been meant, or all there are."""
    homes = list(_homes(key, what))
    if homes and (close := get_close_matches(key, names, n=1, cutoff=CLOSE)):
        homes.insert(0, f"did you mean `{close[0]}`?")
    if not near(key, names) and not any(key in part for part in PARTS.values()):
        homes += [f"did you mean `{word}`? it{_in_part(word, PART_OF[word])}" for word in near(key, PART_OF) if PART_OF[word] != what]
    return "; or ".join(homes).replace("?; or ", "? if not, ") or did_you_mean(key, names) or "it may have " + ", ".join(f"`{name}`" for name in names)


def _homes(key: str, what: str) -> Iterator[str]:
    """The places where a key means something, other than this one."""
    yield from [f"`{key}`{_in_part(key, name)}" for name, keys in PARTS.items() if key in keys and name != what][:1]
    if key in TOP_KEYS and what != WHOLE:
        yield f"`{key}` belongs at the top of the file"
    rows = [kind.name for kind in SECTIONS if key in row_keys(kind) and key not in RowKeys().notes]
    if rows:
        yield f"`{key}` belongs to a row of {' or '.join(f'`{row}`' for row in rows)}"


def _in_part(key: str, part: str) -> str:
    return f" belongs to {part}" + (f": `{part.strip('`')}: {{{key}: ...}}`" if part in LISTS else "")


def _quoted(text: str) -> str:
    """The text in the kind of quotes that it does not hold itself."""
    return f"'{text}'" if '"' in text else f'"{text}"'

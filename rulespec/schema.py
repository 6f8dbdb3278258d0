"""The shape of a rule set file as a JSON Schema, for editors: the right keys, and what may stand behind them.

Made from the same lists that the reader checks against. Every scalar may also come as its text, since
that is how the reader takes it; what only the checker can see (names, kinds, gaps) is not in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from rulespec.check.data import CHOOSERS, MAX_AGAIN, MAX_HANDS, MAX_SETS, NO_TRUMP, TURNED, TURNED_JOKER
from rulespec.check.options import MAX_VALUES
from rulespec.check.pack import MAX_JOKERS, MAX_PLAYERS, RANK
from rulespec.check.resolve import EXPECTED, FINISH_WORDS, FIRST_DEALERS, RANK_BY
from rulespec.ir.sections import FIRST, SECTIONS, TIE_BREAKERS, SectionKind
from rulespec.keys import CARDS_KEYS, CHOOSE_KEYS, FINISH_KEYS, OPTION_KEYS, SOURCE_KEYS, START_KEYS, TOP_KEYS, row_keys
from rulespec.surface import IDENTIFIER, STATUSES, VERSION, WORD

Schema = dict[str, object]
NUMBER = "0|-?[1-9][0-9]{0,8}"
LARGEST = 999_999_999
SAYS = {
    "rulespec": "the version of the language", "id": "the name of the rule set in commands", "name": "its name for people",
    "status": "whether the language can say all of it", "missing": "what it cannot say", "family": "whether options may stay open", "extends": "the rule set this one changes: an id, or a path",
    "players": "how many play", "sources": "where the rules come from; the first word of a row's `cite`",
    "options": "options declared (`values`, `says`) or chosen", "offers": "choices that are laid over with `+NAME`",
    "cards": "all cards there are, ranks low to high", "start": "who deals first", "finish": "how a game is ranked",
    "expect": "how properties must come out", "properties": "properties of its own",
    "cite": "the source of the row and the place in it", "assumed": "why the row is as it is where no source says",
    "when": "the condition of the row", "then": "how cards of one class are compared",
    "joker": "what a joker that is turned means",
}  # fmt: skip


def text() -> str:
    """The schema as it is committed."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def schema() -> Schema:
    parts = {**_head(), **{kind.name: _section(kind) for kind in SECTIONS}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "jokeri rule set",
        **_mapping({key: parts[key] for key in TOP_KEYS}, required=("rulespec", "id")),
        "$defs": {"text": _TEXT, "word": _WORD, "expression": {**_TEXT, "description": "an expression of the rule language"}},
    }


_TEXT: Schema = {"type": ["string", "number", "boolean"], "pattern": r"\S"}
_WORD: Schema = {"type": ["string", "boolean"], "pattern": f"^({WORD.pattern})$"}


def _ref(name: str, says: str = "") -> Schema:
    return {"$ref": f"#/$defs/{name}", **({"description": says} if says else {})}


def _number(low: int, high: int) -> Schema:
    return {"type": ["integer", "string"], "minimum": low, "maximum": high, "pattern": f"^({NUMBER})$"}


def _choice(words: Iterable[str]) -> Schema:
    return {"enum": [*words]}


def _list(items: Schema, most: int | None = None, least: int = 1) -> Schema:
    return {"type": "array", "items": items, "minItems": least, **({"maxItems": most} if most else {})}


def _mapping(parts: dict[str, Schema], required: Iterable[str] = ()) -> Schema:
    described = {key: {**part, **({"description": SAYS[key]} if key in SAYS and "description" not in part else {})} for key, part in parts.items()}
    return {"type": "object", "properties": described, "additionalProperties": False, **({"required": [*required]} if required else {})}


def _named(value: Schema, names: str | None = None) -> Schema:
    return {"type": "object", "additionalProperties": value, **({"propertyNames": {"pattern": f"^({names})$"}} if names else {})}


def _head() -> dict[str, Schema]:
    words = _ref("text")
    value: Schema = {"anyOf": [_ref("word"), _number(-LARGEST, LARGEST)]}
    option = _mapping(dict(zip(OPTION_KEYS, (_list(value, MAX_VALUES), words, value), strict=True)), ("values",))
    cards = (_list(_ref("word")), _list({"type": ["integer", "string"], "pattern": f"^({RANK.pattern})$"}), _number(0, MAX_JOKERS))
    finish: list[Schema] = [{"anyOf": [_choice(RANK_BY), _list(_choice(RANK_BY))]}, *[_choice(FINISH_WORDS[key]) for key in FINISH_KEYS[1:]]]
    start: list[Schema] = [_choice(FIRST_DEALERS), {"type": ["integer", "string"], "pattern": f"^({RANK.pattern})$"}]
    return {
        "rulespec": {"enum": [int(VERSION), VERSION]},
        "id": {"type": "string", "pattern": f"^({IDENTIFIER.pattern})$"},
        "name": words,
        "status": _choice(STATUSES),
        "missing": words,
        "family": {"enum": [True, False, "true", "false"]},
        "extends": words,
        "players": _number(2, MAX_PLAYERS),
        "sources": _named(_mapping(dict.fromkeys(SOURCE_KEYS, words))),
        "options": _named({"anyOf": [words, option]}, WORD.pattern),
        "offers": _named(_named(words)),
        "cards": _mapping(dict(zip(CARDS_KEYS, cards, strict=True)), CARDS_KEYS[:2]),
        "start": _mapping(dict(zip(START_KEYS, start, strict=True))),
        "finish": _mapping(dict(zip(FINISH_KEYS, finish, strict=True))),
        "expect": _named(_choice(EXPECTED)),
        "properties": _list({"type": "object"}, least=0),
    }


def _section(kind: SectionKind) -> Schema:
    values = {**_values(), **{key: _ref("expression", kind.says) for key in kind.result if kind.gives}}
    keys = {key: values[key] for key in row_keys(kind)}
    if "when" in keys and kind.names:
        keys["when"] = _ref("expression", f"{SAYS['when']}; it knows {', '.join(name.name for name in kind.names)}")
    row = _mapping(keys)
    results: list[Schema] = [{"required": [key]} for key in kind.result]
    return {**_list({**row, **(results[0] if len(results) == 1 else {"oneOf": results})}, least=int(kind.hit == FIRST)), "description": kind.says}


def _values() -> dict[str, Schema]:
    """What may stand behind each key of a row."""
    tie = _choice(TIE_BREAKERS)
    trump: dict[str, Schema] = {
        "by": _choice(CHOOSERS), "after": _number(0, 110), "from": _list(_ref("word")), "at_most": _number(1, MAX_AGAIN),
        "doubled": {"enum": [True, False, "true", "false"]},
    }  # fmt: skip
    choose = _mapping({key: trump[key] for key in CHOOSE_KEYS}, ("by", "from"))
    sets = _list(_list(_number(1, 110), MAX_HANDS), MAX_SETS)
    return {
        "name": _ref("text"), "cite": _ref("text"), "assumed": _ref("text"), "when": _ref("expression"), "forbid": _ref("expression"),
        "sets": sets, "turn": _choice(TURNED), "joker": {"anyOf": [_choice(TURNED_JOKER), choose]}, "fixed": {"anyOf": [_choice((NO_TRUMP,)), _ref("word")]},
        "choose": choose,
        "class": {"anyOf": [_choice(("never",)), _number(0, 1000)]}, "then": {"anyOf": [tie, _list(tie, least=0)]},
    }  # fmt: skip

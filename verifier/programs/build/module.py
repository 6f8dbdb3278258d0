"""A module's parts put together in order. The same text for the same rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any

from rulespec.diagnostics import fault
from rulespec.ir.cards import Pack
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.sections import NAMES
from rulespec.meanings.text import javascript, python
from rulespec.meanings.text.sections import section_text
from rulespec.meanings.text.values import JAVASCRIPT, PYTHON, Language
from verifier.programs.build import data
from verifier.programs.build.declarations import declarations

HERE = Path(__file__).parent
PARTS = ("table", "cases", "reasons", "game")
FILES: Mapping[str, tuple[str, ...]] = {"javascript": ("rules.mjs", "rules.d.mts"), "python": ("rules.py",)}
FLAT = (
    "answer", "deck", "schedule", "dealer", "leader", "cards", "trump", "trump_method", "legal_bids", "legal_plays", "legal_calls",
    "winner", "score", "set_totals", "places", "why", "why_bid", "why_call", "start", "legal", "why_move", "step", "view",
)  # fmt: skip
"""What a module of settled rules offers by name."""
PROFILE, CHOSEN, LONGEST_HEAD = "profile ", "Chosen:", 20_000  # how the head of a file is written
WORD = 31  # bits of a word that JavaScript handles fast


def build(ruleset: RuleSet, target: str) -> dict[str, str]:
    """The files of a target by their names."""
    if target == "python":
        return {"rules.py": python_module(ruleset)}
    return {"rules.mjs": javascript_module(ruleset), "rules.d.mts": declarations(ruleset, template("javascript/rules.d.mts"), comment_head(ruleset), FLAT)}


def target_of(file: str) -> str | None:
    """The target that has a file of this name's kind."""
    return next((target for target, files in FILES.items() if any(file.endswith(Path(f).suffix) for f in files)), None)


def of_file(text: str, path: str, settings: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The rule set that a built file says it comes from, and the options chosen there. Raises Faults."""
    lines = [line.removeprefix("//").strip() for line in text[:LONGEST_HEAD].splitlines()]
    named = next((line.removeprefix(PROFILE).strip() for line in lines if line.startswith(PROFILE)), None)
    if named is None:
        raise fault("RS001", f"`{path}` does not say which rule set it comes from", help="name the rule set before `--check`")
    start = lines.index(CHOSEN) + 1 if CHOSEN in lines else len(lines)
    chosen = [line.replace(": ", "=", 1) for line in takewhile(bool, lines[start:]) if ": " in line]
    return named, (*chosen, *settings)


def python_module(ruleset: RuleSet) -> str:
    parts = [
        f'"""{docstring(head(ruleset, "python"))}\n"""\n\n{template("python/head.py.txt")}',
        constants(ruleset, lambda name, value: f"{name}: {PYTHON_TYPES.get(name, 'Any')} = {python_literal(value)}"),
        *sets(ruleset.pack, PYTHON),
        literals(data.literals(ruleset.pack, data.expressions(ruleset)), PYTHON),
        "# ---- the rules: a function a row " + "-" * 84,
        *(python.section(section(ruleset, name, PYTHON)) for name in NAMES),
        *(template(f"python/{part}.py.txt") for part in PARTS),
        python_exports(ruleset),
    ]
    return "\n\n\n".join(part.strip("\n") for part in parts if part.strip()) + "\n"


def javascript_module(ruleset: RuleSet) -> str:
    parts = [
        comment_head(ruleset),
        constants(ruleset, lambda name, value: f"{'export ' if name in PUBLIC else ''}const {name} = {javascript_literal(value)};"),
        *sets(ruleset.pack, JAVASCRIPT),
        literals(data.literals(ruleset.pack, data.expressions(ruleset)), JAVASCRIPT),
        "// ---- the rules: a function a row " + "-" * 83,
        *(javascript.section(section(ruleset, name, JAVASCRIPT)) for name in NAMES),
        *(template(f"javascript/{part}.mjs") for part in PARTS),
        javascript_exports(ruleset),
    ]
    return "\n\n".join(part.strip("\n") for part in parts if part.strip()) + "\n"


PUBLIC = ("ABOUT", "OPTIONS", "ROWS")
PYTHON_TYPES = {"ABOUT": "Dict[str, Any]", "OPTIONS": "Dict[str, List[Union[str, int]]]", "ROWS": "Dict[str, List[Row]]", "SENTENCES": "Dict[str, Dict[str, str]]", "WORDS": "Dict[str, Dict[str, str]]", "SIGNS": "List[str]", "FINISH": "Dict[str, str]", "READS": "Dict[str, List[str]]", "PLAYERS": "int", "SUITS": "List[str]", "LETTERS": "List[str]", "RANKS": "List[str]", "JOKER_COUNT": "int"}  # fmt: skip


def head(ruleset: RuleSet, target: str) -> list[str]:
    """What the file is, for a reader who opens it."""
    chosen = [f"    {name}: {value}" for name, value in ruleset.chosen.items()]
    left = [f"    {name}: {' | '.join(map(str, ruleset.options[name].values))}" for name in ruleset.open_options]
    return [
        f"{' '.join(ruleset.name.split())}: the rules as a module.", "",
        f"{PROFILE:13}{ruleset.id}", f"fingerprint  {ruleset.fingerprint}", f"licence      {data.licence(ruleset)}", "",
        f"Printed by `jokeri build {ruleset.id} --target {target}` from the rules themselves. Change the rules and",
        "build again, not this file; `jokeri build --check FILE` says whether it still is what they give.",
        *(["", CHOSEN, *chosen] if chosen else []), *(["", "Left to the caller:", *left] if left else []),
    ]  # fmt: skip


def comment_head(ruleset: RuleSet) -> str:
    return "\n".join(f"// {line}".rstrip() for line in head(ruleset, "javascript"))


def docstring(lines: Sequence[str]) -> str:
    return "\n".join(lines).replace("\\", "\\\\").replace('"', "'")


def section(ruleset: RuleSet, name: str, language: Language) -> Any:
    return section_text(ruleset, name, language, partial(data.notes, ruleset))


def constants(ruleset: RuleSet, written: Callable[[str, object], str]) -> str:
    words, sentences = data.sentences()
    used = {suit: words[suit] for suit in (*ruleset.pack.suits, "no_trump", "joker") if suit in words}
    named = {"ABOUT": data.about(ruleset), **data.constants(ruleset), "ROWS": data.rows(ruleset), "READS": data.reads(ruleset), "WORDS": used, "SENTENCES": sentences}
    return "\n".join(written(name, value) for name, value in named.items())


def literals(found: Iterable[tuple[str, str | list[int]]], language: Language) -> str:
    """The constants of the sets of cards that the rules name."""
    named, numbered = LITERALS[language]
    return "\n".join((named if isinstance(value, str) else numbered).format(name, value) for name, value in found)


LITERALS = {PYTHON: ("{} = card_set({!r})", "{} = set_of({})"), JAVASCRIPT: ('const {} = cardSet("{}");', "const {} = setOf({});")}


def sets(pack: Pack, language: Language) -> list[str]:
    """The text about sets of cards, and about their names."""
    if language is PYTHON:
        return [template("python/sets.py.txt"), template("python/cards.py.txt")]
    return [template(f"javascript/{part}.mjs") for part in ("words", f"sets_of_{kind_of_sets(pack)}", "cards")]


def kind_of_sets(pack: Pack) -> str:
    """How JavaScript holds a set: one word, two words with whole suits in each, or a number of any length."""
    if pack.size <= WORD:
        return "one_word"
    low = min(WORD // len(pack.ranks), len(pack.suits)) * len(pack.ranks)
    return "two_words" if low and pack.size - low <= WORD else "big_numbers"


def python_exports(ruleset: RuleSet) -> str:
    if ruleset.open_options:
        return template("python/family.py.txt")
    names = "\n".join(f"{name} = RULES.{name}" for name in FLAT)
    return f"# ---- these rules, ready to be asked {'-' * 83}\n\nRULES = Rules()\n{names}"


def javascript_exports(ruleset: RuleSet) -> str:
    numbers = template("javascript/numbers.mjs")
    if ruleset.open_options:
        return f"{numbers}\n{template('javascript/family.mjs')}"
    names = [JAVASCRIPT.word(name) for name in FLAT]
    flat = "\n".join(f"export const {name} = rules.{name}.bind(rules);" for name in names)
    return f"{numbers}\n// ---- these rules, ready to be asked {'-' * 82}\n\nexport const rules = new Rules();\n{flat}"


# --- literals -----------------------------------------------------------------------------------


def python_literal(value: object) -> str:
    return spread(value, repr, "{}: {}")


def javascript_literal(value: object) -> str:
    return spread(value, javascript.data, "{}: {}")


def spread(value: Any, written: Callable[[Any], str], pair: str, indent: int = 0) -> str:
    """Data as a literal, large parts an entry a line."""
    one_line, pad = written(value), " " * (indent + 4)
    flat = isinstance(value, Mapping) and "section" in value  # a row of the rules
    if flat or len(one_line) <= 90 or not isinstance(value, Mapping | list):
        return one_line
    if isinstance(value, Mapping):
        entries = [pair.format(written(key), spread(item, written, pair, indent + 4)) for key, item in value.items()]
        return "{\n" + "".join(f"{pad}{entry},\n" for entry in entries) + " " * indent + "}"
    return "[\n" + "".join(f"{pad}{spread(item, written, pair, indent + 4)},\n" for item in value) + " " * indent + "]"


def template(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")

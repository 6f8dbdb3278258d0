"""What a shell offers when a word is half typed: rule sets, options with their values, properties, sections.

Formats and other closed lists need nothing here. A rule set that cannot be read offers nothing, and says nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class, split_arg_string

from rulespec.diagnostics import Faults
from rulespec.ir.ruleset import Option, RuleSet

FILES = CompletionItem("", type="file")


def profiles(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Shipped rule sets and files; behind a `+` what can be laid over the rule set before it."""
    from rulespec.library import shipped

    base, plus, last = incomplete.rpartition("+")
    if not plus:
        return [*_items(shipped(), incomplete), FILES]
    found = _loaded([base])
    words = [word for one in found for word in (*one.offers, *_chosen_by(one.options.values(), last))]
    return [CompletionItem(f"{base}+{word.value}") for word in _items(words, last)]


def settings(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """`OPTION=`, then its values: of the rule sets that are named, or of all."""
    from rulespec.library import shipped

    found = _loaded(_named()) or _loaded(shipped())
    return _items(_chosen_by((option for one in found for option in one.options.values()), incomplete), incomplete)


def properties(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Those that are shipped, those of the files that are given and the own ones of the rule sets that are named."""
    from verifier.proofs.property import every, shipped

    known = {one.id: one.says for one in shipped()}
    for ruleset in _loaded(_named()):
        known |= {one.id: one.says for one in every(ruleset, ctx.params.get("files") or ())[0]}
    return [CompletionItem(id_, help=says) for id_, says in sorted(known.items()) if id_.startswith(incomplete)]


def sections(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Sections of the language; in a list that commas separate, the next one. Whole games too, where they can be compared."""
    from rulespec.ir.sections import NAMES

    before, comma, last = incomplete.rpartition(",")
    known = [*NAMES, *(["match"] if ctx.info_name in ("diff", "whatif") else [])]
    return [CompletionItem(before + comma + item.value) for item in _items(known, last)]


def _items(words: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(word) for word in dict.fromkeys(words) if word.startswith(incomplete)]


def _chosen_by(options: Iterable[Option], incomplete: str) -> Iterator[str]:
    """Names of options with a sign that a value is to follow; once it can be only one, with the values."""
    name, sign, _ = incomplete.partition("=")
    found = {option.name: option for option in options if (option.name == name if sign else option.name.startswith(name))}
    for option in found.values():
        yield from [f"{option.name}={value}" for value in option.values] if len(found) == 1 else [f"{option.name}="]


def _named() -> list[str]:
    """The rule sets on the command line so far, by what they look like: an option that waits for its value hides them from the parser."""
    from rulespec.library import is_path, known

    words = split_arg_string(os.environ.get("COMP_WORDS", ""))[1:]
    return [word for word in words if word.partition("+")[0] in known() or (is_path(word) and os.path.isfile(word))]


def _loaded(names: Iterable[str]) -> list[RuleSet]:
    """Those of the rule sets that can be read."""
    from rulespec import pipeline

    found = []
    for name in names:
        try:
            found.append(pipeline.load(name))
        except Faults:
            continue
    return found


class Bash(BashComplete):
    """Bash takes `a=b` for three words, and puts what it is offered in the place of the last."""

    def get_completion_args(self) -> tuple[list[str], str]:
        words, number = split_arg_string(os.environ["COMP_WORDS"]), int(os.environ["COMP_CWORD"])
        before, last = words[1:number], words[number] if number < len(words) else ""
        whole = glued([*before, last])
        value = whole[-1].partition("=")[2] if whole[-1].startswith("-") else whole[-1]
        self.kept = len(value) - len("" if last == "=" else last)  # letters that bash does not want again
        return whole[:-1], whole[-1]

    def format_completion(self, item: CompletionItem) -> str:
        cut = item if item.type == "file" else CompletionItem(item.value[self.kept :], item.type)
        return super().format_completion(cut)


def glued(words: Sequence[str]) -> list[str]:
    """The words as they were typed: those around a `=` are one again."""
    found: list[str] = []
    for i, word in enumerate(words):
        joins = found and (word == "=" or (i and words[i - 1] == "="))
        found[-1:] = [found[-1] + word] if joins else [*found[-1:], word]
    return found


def ready() -> None:
    """What must be known before a shell's question is answered."""
    add_completion_class(Bash)

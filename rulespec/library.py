"""Which file a profile's name stands for: a path, or the id of a shipped rule set; and which files of a folder are rule sets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from os.path import exists, isdir, isfile, relpath  # False for a name no file can have, where Path raises
from pathlib import Path
from typing import Final

import variants
from rulespec.diagnostics import Faults, fault
from rulespec.diagnostics.faults import did_you_mean
from rulespec.reading import contents
from rulespec.spans import NOWHERE, Span

ENDINGS = (".yaml", ".yml")
MOST_READ: Final = 1 << 20  # bytes of a file that is looked at for the key of rule sets
KEY: Final = re.compile(rb"^[\"']?rulespec[\"']?[ \t]*:", re.MULTILINE)


@cache
def shipped() -> dict[str, Path]:
    """The ids of the shipped rule sets and their files, in order of their names."""
    return {name: path for name, path in known().items() if name not in unsupported()}


@cache
def known() -> dict[str, Path]:
    """The same with those of which the language cannot say all."""
    return {path.stem: path for path in sorted(variants.PROFILES.glob("*.yaml"))}


@cache
def unsupported() -> frozenset[str]:
    """The rule sets whose file says that the language cannot say all of them."""
    return frozenset(name for name, path in known().items() if "\nstatus: unsupported\n" in path.read_text(encoding="utf-8"))


def is_path(name: str) -> bool:
    return "/" in name or "\\" in name or name.endswith(ENDINGS) or name in (".", "..")


def locate(name: str, beside: Path | None = None, span: Span = NOWHERE) -> Path:
    """The file of an id or a path. Raises Faults.

    `beside` is the folder of a file that extends: its neighbours come before the shipped ones.
    """
    if is_path(name):
        return (beside / name) if beside is not None else Path(name)
    if beside is not None and isfile(beside / f"{name}.yaml"):
        return beside / f"{name}.yaml"
    found = known().get(name)
    if found is not None:
        return found
    if exists(name) and beside is None:
        return Path(name)
    raise _unknown(name, span)


def seen_from(name: str, folder: Path) -> str:
    """A name as a file in `folder` must write it, so that it is found from there: a path is seen from its folder."""
    if not is_path(name):
        return name
    path = relpath(name, folder)
    return path if is_path(path) else f"./{path}"


def written_in(name: str, folder: Path) -> str:
    """A name as a file in `folder` writes it, perhaps with `+` and more behind: what stands beside the file comes first."""
    pieces = name.split("+")
    for end in range(len(pieces), 0, -1):
        base = "+".join(pieces[:end])
        beside = folder / (base if is_path(base) else f"{base}{ENDINGS[0]}")
        if base and isfile(beside):
            return "+".join([str(beside), *pieces[end:]])
    return name


def _unknown(name: str, span: Span) -> Faults:
    code = "RS310" if span is NOWHERE else "RS302"
    listed = "the shipped ones are " + ", ".join(f"`{n}`" for n in shipped())
    return fault(code, f"there is no rule set `{name}`", span, did_you_mean(name, shipped()) or f"{listed}; a file needs its path")


def rule_files(folder: Path) -> list[str]:
    """The paths of a folder's own rule sets, by name. Raises Faults for a folder that cannot be read."""
    try:
        found = sorted(path for path in folder.iterdir() if path.suffix in ENDINGS)
    except OSError as error:
        raise fault("RS001", f"`{folder}` cannot be read: {(error.strerror or str(error)).lower()}") from None
    return [str(path) if is_path(str(path)) else f"./{path}" for path in found if _is_rule_set(path)]


def _is_rule_set(path: Path) -> bool:
    """Whether a file has the key that rule sets begin with, sound or not."""
    try:
        return KEY.search(contents(path, MOST_READ)) is not None
    except Faults:
        return False


def with_folders(names: Iterable[str]) -> Iterator[str]:
    """The names, a folder's by the rule sets in it. Raises Faults for a folder without any."""
    for name in names:
        if name in known() or not isdir(name):
            yield name
            continue
        found = rule_files(Path(name))
        if not found:
            raise fault("RS001", f"`{name}` is a folder without a rule set", help="a rule set is a YAML file that begins with `rulespec: 1`")
        yield from found

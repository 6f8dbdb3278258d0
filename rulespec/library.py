"""Which file a profile's name stands for: a path, or the id of a shipped rule set."""

from __future__ import annotations

from functools import cache
from os.path import exists, isfile, relpath  # False for a name no file can have, where Path raises
from pathlib import Path

import variants
from rulespec.diagnostics import Faults, fault
from rulespec.diagnostics.faults import did_you_mean
from rulespec.spans import NOWHERE, Span

ENDINGS = (".yaml", ".yml")


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

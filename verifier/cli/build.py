"""`jokeri build PROFILE --target javascript|python`: the rules as a module for other programs."""

from __future__ import annotations

from pathlib import Path

import click

from rulespec.diagnostics import fault
from rulespec.diagnostics.faults import did_you_mean
from verifier.cli.common import document, emit, format_option, load, near, profile_argument, settings_option
from verifier.proofs.verdict import HOLDS, REFUTED

MOST = 1 << 24  # bytes of a file that is checked


@click.command("build")
@profile_argument
@click.option("--target", metavar="javascript|python", help="The language: `rules.mjs` with `rules.d.mts`, or `rules.py`.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=Path(), metavar="DIR", help="The folder to write to; this one, where none is named.")
@click.option("--check", "check", type=click.Path(path_type=Path), metavar="FILE", help="Write nothing: say whether FILE still is what the rules give.")
@settings_option
@format_option("text", "json")
def command(profile: str, target: str | None, out: Path, check: Path | None, settings: tuple[str, ...], format_: str) -> int:
    """The rules as one readable module without dependencies.

    A family is built with its open options as an argument. The same rules give the same text, byte for byte. With
    `--check` the exit code is 0 where the file is up to date and 1 where it is not.
    """
    from verifier.programs.build import build, target_of

    ruleset = load(profile, settings)
    wanted = known_target(target or (target_of(check.name) if check else None))
    files = build(ruleset, wanted)
    if check is not None:
        return checked(check, files, wanted, format_)
    paths = [write(out / name, text) for name, text in files.items()]
    if format_ == "json":
        emit(document("build", HOLDS, profile=ruleset.id, fingerprint=ruleset.fingerprint, target=wanted, files=[near(str(path)) for path in paths]))
    else:
        click.echo("\n".join(near(str(path)) for path in paths))
    return HOLDS


def known_target(target: str | None) -> str:
    """The target that is meant. Raises Faults for none."""
    from verifier.programs.build import TARGETS

    if target is None:
        raise fault("RV112", "which language shall the module be in?", help=f"add `--target {TARGETS[0]}` or `--target {TARGETS[1]}`")
    if target not in TARGETS:
        raise fault("RV112", f"there is no target `{target}`", help=did_you_mean(target, TARGETS) or f"the targets are {', '.join(TARGETS)}")
    return target


def checked(path: Path, files: dict[str, str], target: str, format_: str) -> int:
    """Whether the file is one of those that the rules give."""
    text = read(path)
    fresh = text in files.values()
    code = HOLDS if fresh else REFUTED
    if format_ == "json":
        emit(document("build", code, target=target, file=near(str(path)), fresh=fresh))
    else:
        click.echo(f"{near(str(path))} is {'up to date' if fresh else 'stale: build it again'}")
    return code


def read(path: Path) -> str:
    """Raises Faults for a file that cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(MOST).decode("utf-8", "replace")
    except OSError as error:
        raise fault("RS001", f"`{path}` cannot be read: {(error.strerror or str(error)).lower()}") from None


def write(path: Path, text: str) -> Path:
    """Writes a file, its folder where need be. Raises Faults."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8"))
    except OSError as error:
        raise fault("RV112", f"`{path}` cannot be written: {(error.strerror or str(error)).lower()}") from None
    return path

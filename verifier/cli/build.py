"""`jokeri build PROFILE --target javascript|python`: the rules as a module for other programs."""

from __future__ import annotations

from pathlib import Path

import click

from rulespec.diagnostics import Faults
from rulespec.reading import contents
from verifier.cli.common import complete_profiles, document, emit, format_option, load, near, settings_option
from verifier.cli.output import say
from verifier.output.writing import STDOUT, make_folder, write_all
from verifier.proofs.verdict import HOLDS, REFUTED

MOST = 1 << 24  # bytes of a file that is checked


@click.command("build")
@click.argument("profile", required=False, shell_complete=complete_profiles)
@click.option("--target", type=click.Choice(["javascript", "python"]), help="The language: `rules.mjs` with `rules.d.mts`, or `rules.py`.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=Path(), metavar="DIR", help="The folder to write to; this one, where none is named. `-` prints the module alone.")
@click.option("--force", is_flag=True, help="Overwrite files of the same names that were not built from rules.")
@click.option("--check", "check", type=click.Path(path_type=Path), metavar="FILE", help="Write nothing: say whether FILE still is what the rules give.")
@settings_option
@format_option("text", "json")
def command(profile: str | None, target: str | None, out: Path, force: bool, check: Path | None, settings: tuple[str, ...], format_: str) -> int:
    """The rules as a module for other programs, with a reason for every refusal.

    The module is one readable file without dependencies. A family is built with its open options as an argument. The same rules give the same text, byte for byte. With
    `--check` the exit code is 0 where the file is up to date and 1 where it is not; without a PROFILE it is held against
    the rule set that its own head names.
    """
    from verifier.programs.build import build, of_file, target_of

    text = None if check is None else read(check)
    if profile is None and text is not None:
        profile, settings = of_file(text, str(check), settings)
    wanted = target or (target_of(check.name) if check else None)
    if profile is None or wanted is None:
        missing = "a rule set" if profile is None else "`--target javascript` or `--target python`"
        raise click.UsageError(f"name {missing}", click.get_current_context())
    ruleset = load(profile, settings)
    files = build(ruleset, wanted)
    if text is not None:
        return checked(near(str(check)), text in files.values(), wanted, format_)
    if out == Path(STDOUT):
        return alone(next(iter(files.values())), format_)
    written = {out / name: text for name, text in files.items()}
    make_folder(out)
    write_all(written, force or all(built(path) for path in written if path.exists()))
    paths = [near(str(path)) for path in written]
    if format_ == "json":
        emit(document("build", HOLDS, profile=ruleset.id, fingerprint=ruleset.fingerprint, target=wanted, files=paths))
    else:
        say("\n".join(paths))
    return HOLDS


def alone(text: str, format_: str) -> int:
    """Prints the module, without the types that a folder has beside it."""
    if format_ != "text":
        raise click.UsageError("a module and a report cannot both go to standard output")
    say(text, nl=False)
    return HOLDS


def checked(path: str, fresh: bool, target: str, format_: str) -> int:
    """Says whether the file is one of those that the rules give."""
    code = HOLDS if fresh else REFUTED
    if format_ == "json":
        emit(document("build", code, target=target, file=path, fresh=fresh))
    else:
        say(f"{path} is {'up to date' if fresh else 'stale: build it again'}")
    return code


def read(path: Path) -> str:
    """Raises Faults for a file that cannot be read."""
    return contents(path, MOST).decode("utf-8", "replace")


def built(path: Path) -> bool:
    """Whether a file is one that was built before, and so can be built again."""
    from verifier.programs.build import of_file

    try:
        of_file(read(path), str(path), ())
    except Faults:
        return False
    return True

"""What is bounded, by how much, and what happens past it: the one table of limits, which `docs/limits.md` holds.

The numbers are the constants themselves. The tests go past every line of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulespec import compose, formula, reading, record, record_lines, scan, yaml_tree
from rulespec.cases import fields, files, json_tree
from rulespec.check import bounds, data, options, pack, typecheck
from rulespec.diagnostics import faults
from rulespec.diagnostics.render import MOST as MOST_SHOWN
from rulespec.meanings.kernel import values as kernel
from rulespec.questions.ground import MOST_COMBINATIONS as MOST_GROUNDS
from verifier.compare import count, families, revision
from verifier.programs import conform
from verifier.programs.foreign import findings, judge, keeper, process
from verifier.programs.vectors import chosen
from verifier.proofs import family
from verifier.small_game import game
from verifier.watch.parting import pool
from verifier.work import disk, workers


@dataclass(frozen=True, slots=True)
class Bound:
    """One line: what is bounded, the most there may be, and what happens past it; `code` is the fault's, where there is one."""

    id: str
    what: str
    most: str
    past: str
    code: str = ""


def refused(code: str, more: str = "") -> tuple[str, str]:
    return f"refused at its place, {code}{more}; exit code 2", code


def size(count: int) -> str:
    """Bytes as people say them."""
    for bits, unit in ((30, "GiB"), (20, "MiB"), (10, "KiB")):
        if count >= 1 << bits:
            return f"{count >> bits} {unit}"
    return f"{count} bytes"


READ = (
    Bound("file", "a file of rules, properties or a game", size(yaml_tree.MAX_BYTES), *refused("RS002")),
    Bound("no-file", "a pipe, a device or a socket where a file should be", "none", "refused before it is opened, RS001; exit code 2", "RS001"),
    Bound("slow-file", "the time to read a file", f"{reading.TIME_LIMIT:g} s", "given up, RS001; exit code 2", "RS001"),
    Bound("values", "values in a YAML file", f"{yaml_tree.MAX_NODES:,}", *refused("RS005")),
    Bound("depth", "lists and mappings within each other in a YAML file", f"{yaml_tree.MAX_DEPTH} levels", *refused("RS005")),
    Bound("lineage", "rule sets that extend each other", f"{compose.MAX_LINEAGE}", *refused("RS301")),
    Bound("faults", "faults of one file", f"{faults.ENOUGH:,}", f"no more are looked for; {MOST_SHOWN} are shown, then their number"),
    Bound("message", "a message", f"{faults.LONGEST} characters", "its middle is left out"),
    Bound("neighbours", "rule set files beside one at a git revision", f"{revision.MOST_NEIGHBOURS:,}", "the others are not there to be extended"),
    Bound("git", "the time git has for an answer", f"{revision.TIMEOUT} s", "given up, RV105; exit code 2", "RV105"),
)  # fmt: skip

RULES = (
    Bound("expression", "an expression", f"{formula.MAX_LENGTH:,} characters", *refused("RS106")),
    Bound("operations", "operations within each other in an expression", f"{formula.MAX_DEPTH}", *refused("RS106")),
    Bound("brackets", "brackets within each other in an expression", f"{scan.MAX_BRACKETS}", *refused("RS106")),
    Bound("steps", "steps that an expression stands for", f"{typecheck.MAX_STEPS:,}", *refused("RS106")),
    Bound("numbers", "a number, and all that it may grow to", f"{bounds.LIMIT:,}", *refused("RS205")),
    Bound("options", "options of a rule set", f"{options.MAX_OPTIONS}", *refused("RS110")),
    Bound("option-values", "values of an option", f"{options.MAX_VALUES}", *refused("RS110")),
    Bound("cards", "cards in the pack", f"{pack.MAX_CARDS}", *refused("RS110")),
    Bound("jokers", "jokers", f"{pack.MAX_JOKERS}", *refused("RS110")),
    Bound("players", "players", f"2 to {pack.MAX_PLAYERS}", *refused("RS110")),
    Bound("sets", "sets of a game", f"{data.MAX_SETS}", *refused("RS101")),
    Bound("hands", "hands of a set", f"{data.MAX_HANDS}", *refused("RS101")),
    Bound("new-deals", "new deals of a hand (`at_most`)", f"{data.MAX_AGAIN}", *refused("RS110")),
)  # fmt: skip

GAMES = (
    Bound("case-line", "a line of a case file", size(files.MAX_LINE), "an error for this line, RS402, and the next ones are read; exit code 2", "RS402"),
    Bound("endless-line", "a line that does not end", size(files.MAX_SKIPPED), "nothing after it is read, RS402; exit code 2", "RS402"),
    Bound("case-file", "a case file", size(reading.MAX_STREAMED), "refused, RS002; standard input has no limit; exit code 2", "RS002"),
    Bound("case-depth", "lists and objects within each other in a case", f"{json_tree.MAX_DEPTH} levels", *refused("RS402")),
    Bound("case-digits", "digits of a number in a case", f"{json_tree.MAX_DIGITS}", *refused("RS402")),
    Bound("case-items", "parts of a list in a case", f"{fields.MAX_ITEMS}", *refused("RS402")),
    Bound("case-faults", "faulty cases that are kept to be shown", f"{conform.MOST_FAULTS}", "counted; exit code 2"),
    Bound("record-faults", "faults of a record or a sheet", f"{record_lines.MOST_FAULTS}", "reading stops; exit code 2"),
    Bound("player-names", "a player's name", f"{record_lines.LONGEST_NAME} characters", *refused("RS422", ", in a sheet RS430")),
    Bound("record-players", "players of a record or a sheet", f"{record.FEWEST_PLAYERS} to {record.MOST_PLAYERS}", *refused("RS422", ", in a sheet RS430")),
    Bound("compiled-cards", "cards in the pack of a compiled game", f"{kernel.MOST_CARDS}", "`simulate` refuses the rules with the reason; exit code 2"),
)  # fmt: skip

PROOFS = (
    Bound("task", "the time for a claim, a section or a group of edits", "`--timeout`", "the worker is killed with all that it started; unknown, exit code 3"),
    Bound("worker", "the time a worker has to start", f"{workers.START_LIMIT:g} s", "tried once more, then unknown, exit code 3"),
    Bound("worker-deaths", "times a worker dies of a task, as where the memory is over", "2", "unknown, exit code 3"),
    Bound("ground", "combinations of the options that the cards and the schedule depend on", f"{MOST_GROUNDS:,}", "unsupported with the reason, exit code 3"),
    Bound("combinations", "combinations of the options that a claim depends on", f"{family.MOST:,}", "unsupported with the reason, exit code 3"),
    Bound("comparisons", "combinations of the options that a section is compared under", f"{families.MOST:,}", "`diff` names the options that are open; exit code 2", "RV123"),
    Bound("counted-tricks", "cards of a trick in a count of tricks", f"{count.MOST_CARDS_IN_A_TRICK}", "no count, with the reason; the comparison is made all the same"),
    Bound("small-game", "steps of exploring every game of a small pack", f"{game.LIMIT:,}", "this opinion of `--cross-check` is not heard, and that is said"),
    Bound("vectors", "cases of `vectors`", f"{chosen.MOST:,}", "those that catch no edit by themselves are left out"),
    Bound("situations", "situations of a section that are looked at one by one", f"{pool.MOST_RESULTS:,} results, {pool.MOST_BIDS:,} biddings", "the solver looks at the others"),
    Bound("kept", "a kept answer", size(disk.MAX_ENTRY), "not used, with a note"),
    Bound("kept-place", "who else may write where answers are kept", "nobody", "nothing is kept or used, with a note"),
)  # fmt: skip

PROGRAMS = (
    Bound("answer", "the time for an answer of a program", "`--timeout`", "it is killed with everybody it started, and started anew: `slow`"),
    Bound("first-answer", "the same for the first answer", f"{process.START_LIMIT:g} s more", "the same"),
    Bound("reply", "an answer, in one line", size(process.MAX_REPLY), "killed and started anew: `flood`"),
    Bound("noise", "what is kept of its standard error", size(process.MAX_STDERR), "the end of it; it is read on and never waited for"),
    Bound("never", "programs that never answered in time", "1 question", "given up; exit code 3"),
    Bound("slow", "answers that were too slow", f"{findings.MOST_SLOW}", "given up; exit code 3, or 1 where a fault was found"),
    Bound("breakdowns", "other breakdowns", f"{findings.MOST_BREAKDOWNS}", "given up; exit code 3, or 1 where a fault was found"),
    Bound("nonsense", "lines that are no answers", f"{findings.MOST_NONSENSE}", "given up; exit code 3, or 1 where a fault was found"),
    Bound("asking", "the time for all questions", "`--seconds`", "no further question; exit code 3, or 1 where a fault was found"),
    Bound("tracing", "the time to narrow faults down", f"what is left, or {judge.TRACING:g} s, and at most {judge.MOST_TRACING:g} s", "the smallest case so far is told"),
    Bound("farewell", "the time to end everybody a program started", f"{keeper.PATIENCE:g} s", "its own group is killed, and jokeri ends"),
)  # fmt: skip

OUTPUT = (
    Bound("unwritable", "output that cannot be written: a full disk, a closed stream", "none", "one line on standard error; exit code 2, whatever the answer was"),
    Bound("gone", "a reader that went away", "none", "no word; exit code 141, as of a program that SIGPIPE ended"),
    Bound("overwriting", "another file in the place of the one that is written", "none", "nothing is written, RV112 (RV132 of a record), but with `--force`; exit code 2", "RV112"),
    Bound("half-written", "a file that is written in part", "none", "it is written beside its place, and put there when it is whole"),
    Bound("shortage", "memory, processes or files that the system does not give", "what there is", "one line, RV115; exit code 2; in a worker unknown, exit code 3"),
    Bound("interrupt", "an interrupt, or a request to end", "at any moment, as soon as Python itself has started", "no trace; 130, or the signal's own end; nobody is left behind"),
    Bound("letters", "control characters and turned text in what others wrote", "none", "a sign in their place, in every format"),
    Bound("number-options", "numbers of options", "the range in `--help`", "refused, what is no number too; exit code 2"),
)  # fmt: skip

SECTIONS: Sequence[tuple[str, Sequence[Bound]]] = (
    ("What is read", READ), ("Rules", RULES), ("Cases, records, sheets and games", GAMES), ("Proofs, comparisons and vectors", PROOFS),
    ("Other people's programs", PROGRAMS), ("Output and endings", OUTPUT),
)  # fmt: skip
BOUNDS = tuple(bound for _, found in SECTIONS for bound in found)

"""Every line of docs/limits.md: at the bound nothing is said of it, and past it happens what stands there."""

from __future__ import annotations

import importlib
import io
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import pytest

from rulespec import reading, yaml_tree
from rulespec.cases import fields, files, json_tree
from rulespec.cases.asking import asked
from rulespec.check import data, options, pack
from rulespec.diagnostics import Diagnostic, Faults, render
from rulespec.diagnostics.faults import ENOUGH, LONGEST
from rulespec.diagnostics.render import MOST
from rulespec.pipeline import load, load_text
from rulespec.record_lines import LONGEST_NAME, MOST_FAULTS
from rulespec.record_reader import read_record
from rulespec.rulebook import rulebook
from rulespec.sheet_reader import read_sheet
from rulespec.spans import Source
from verifier.compare import count, families, revision
from verifier.output.limits import BOUNDS
from verifier.programs.conform import conform
from verifier.programs.foreign import findings, judge, process
from verifier.programs.foreign.process import Breakdown, Program
from verifier.programs.foreign.put import of_case
from verifier.programs.vectors import chosen
from verifier.proofs import family
from verifier.proofs.property import known
from verifier.proofs.verdict import NOT_SETTLED, Unknown, Unsupported
from verifier.small_game.game import SmallGame
from verifier.small_game.hand import TooLarge
from verifier.watch.parting import pool
from verifier.watch.parting.whole import Partings
from verifier.work import workers
from verifier.work.tasks import meaning

from . import (
    test_bounds,
    test_endings,
    test_foreign_processes,
    test_kept_answers,
    test_names,
    test_revisions,
    test_special_files,
    test_written_files,
)

BY_ID = {bound.id: bound for bound in BOUNDS}
ROOT = Path(__file__).parents[2]
SMALLEST = ROOT / "tests" / "language" / "good" / "smallest.yaml"
CHILD = "rulespec: 1\nid: x\nextends: tvaladze\n"
M = yaml_tree.MAX_BYTES

# --- what the rule language reads: a text at the bound, one past it, and a word of the fault ------------------------

Pair = tuple[str, str, str]


def forbidding(expression: str) -> str:
    return f"{CHILD}bid:\n  - {{forbid: '{expression}', assumed: a test}}\n"


def doubled(times: int) -> str:
    """Each time twice the steps."""
    return "(" * times + "is_dealer" + " in (True, False))" * times


def dealt(sets: object) -> str:
    return f"{CHILD}schedule:\n  - {{sets: {sets}, assumed: a test}}\n"


def cards(ranks: int, jokers: int) -> str:
    return f"{CHILD}cards: {{suits: [clubs, diamonds, hearts, spades], ranks: {[*range(2, 2 + ranks)]}, jokers: {jokers}}}\n"


def many_options(number: int) -> str:
    own = number - len(load("georgian").options)
    return "rulespec: 1\nid: x\nfamily: true\nextends: georgian\noptions:\n" + "".join(f"  o{i}: {{values: [a, b]}}\n" for i in range(own))


def again(number: int) -> str:
    return f"{CHILD}trump:\n  - {{choose: {{by: dealer, from: [suits, deal_again], at_most: {number}}}, assumed: a test}}\n"


def values_of_an_option(number: int) -> str:
    return f"{CHILD}family: true\noptions:\n  own: {{values: {[f'v{i}' for i in range(number)]}}}\n"


TEXTS: dict[str, Pair] = {
    "values": ("[" + "a," * (yaml_tree.MAX_NODES - 1) + "]", "[" + "a," * yaml_tree.MAX_NODES + "]", "values in a file"),
    "depth": ("[" * 41 + "]" * 41, "[" * 42 + "]" * 42, "deeper"),
    "expression": (forbidding("bid == 0" + " " * 1_992), forbidding("bid == 0" + " " * 1_993), "characters"),
    "operations": (forbidding("not " * 57 + "(bid == 0)"), forbidding("not " * 61 + "(bid == 0)"), "operations nested"),
    "brackets": (forbidding("(" * 40 + "bid == 0" + ")" * 40), forbidding("(" * 41 + "bid == 0" + ")" * 41), "brackets nested"),
    "steps": (forbidding(doubled(8)), forbidding(doubled(9)), "steps"),
    "numbers": (forbidding("bid == 1073741824"), forbidding("bid == 1073741825"), "greater than"),
    "options": (many_options(options.MAX_OPTIONS), many_options(options.MAX_OPTIONS + 1), "options, more than"),
    "option-values": (values_of_an_option(options.MAX_VALUES), values_of_an_option(options.MAX_VALUES + 1), "values, more than"),
    "cards": (cards(27, 2), cards(27, 3), f"more than {pack.MAX_CARDS}"),
    "jokers": (cards(9, pack.MAX_JOKERS), cards(9, pack.MAX_JOKERS + 1), "`jokers` must lie"),
    "players": (f"{CHILD}players: {pack.MAX_PLAYERS}\n", f"{CHILD}players: {pack.MAX_PLAYERS + 1}\n", "`players` must lie"),
    "sets": (dealt([[1]] * data.MAX_SETS), dealt([[1]] * (data.MAX_SETS + 1)), "`sets` is a list of 1 to"),
    "hands": (dealt([[1] * data.MAX_HANDS]), dealt([[1] * (data.MAX_HANDS + 1)]), "a set is a list"),
    "new-deals": (again(data.MAX_AGAIN), again(data.MAX_AGAIN + 1), "new deals"),
}  # fmt: skip


def faults_of(read: Callable[..., object], *given: object) -> Sequence[Diagnostic]:
    try:
        read(*given)
    except Faults as faults:
        return faults.diagnostics
    return ()


def said(read: Callable[..., object], id_: str, word: str, *given: object) -> bool:
    """Whether the bound's own fault is among those that come of it."""
    return any(one.code == BY_ID[id_].code and word in one.message for one in faults_of(read, *given))


@pytest.mark.parametrize("id_", TEXTS)
def test_rules(id_: str) -> None:
    at, past, word = TEXTS[id_]
    assert not said(lambda: load_text(at), id_, word)
    assert said(lambda: load_text(past), id_, word)


def file(tmp_path: Path) -> None:
    path, text = tmp_path / "x.yaml", SMALLEST.read_text()
    for more, refused in ((0, False), (1, True)):
        path.write_text(text + "#" * (M - len(text.encode()) + more))
        assert said(lambda: load(str(path)), "file", "larger than") is refused


def no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x.yaml")
    assert said(lambda: load(str(tmp_path / "x.yaml")), "no-file", "pipe")


def slow_file(tmp_path: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(reading, "TIME_LIMIT", -1)
    assert said(lambda: load(str(SMALLEST)), "slow-file", "took more than")


def lineage(tmp_path: Path) -> None:
    for number, base in enumerate(["tvaladze", *(f"./x{i}.yaml" for i in range(15))]):
        (tmp_path / f"x{number}.yaml").write_text(f"rulespec: 1\nid: x{number}\nextends: {base}\n")
    assert not faults_of(lambda: load(str(tmp_path / "x13.yaml")))  # with tvaladze and georgian sixteen
    assert said(lambda: load(str(tmp_path / "x14.yaml")), "lineage", "extend each other")


def many_faults(tmp_path: Path) -> None:
    found = faults_of(lambda: load_text(CHILD + "".join(f"k{i}: 1\n" for i in range(2_000))))
    assert ENOUGH / 2 < len(found) <= ENOUGH + 1 or len(found) == 2_000 and render(found).endswith(f"and {2_000 - MOST:,} more")
    assert render(found).count("error[") == MOST


def message(tmp_path: Path) -> None:
    assert len(Diagnostic("RS001", "a" * LONGEST).message) == LONGEST
    assert Diagnostic("RS001", "a" * 5_000).message.count("a") == LONGEST


def git_is_slow(tmp_path: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(revision, "TIMEOUT", 1e-6)
    assert said(lambda: revision.at_revision("HEAD:x").__enter__(), "git", "git cannot be asked")


def neighbours(tmp_path: Path, patch: pytest.MonkeyPatch) -> None:
    for name in "abc":
        (tmp_path / f"{name}.yaml").write_text(f"rulespec: 1\nid: {name}\nextends: tvaladze\n")
    test_revisions.git(tmp_path, "init", "-q")
    test_revisions.git(tmp_path, "add", "-A")
    test_revisions.git(tmp_path, "commit", "-qm", "first")
    patch.chdir(tmp_path)
    patch.setattr(revision, "MOST_NEIGHBOURS", 1)
    with revision.at_revision("HEAD:c.yaml") as (path, _):
        assert sorted(one.name for one in Path(path).parent.iterdir()) == ["a.yaml", "c.yaml"]


# --- cases, records, sheets ---------------------------------------------------------------------------

CASE = '{"question":"score","cards":5,"bid":3,"tricks":4}'


def answered(*lines: str) -> list[str]:
    """What comes of lines: a code, or nothing."""
    book = rulebook(load("tvaladze"))
    found = asked(book, files.lines(io.BytesIO("\n".join(lines).encode() + b"\n"), "x"))
    return [one.faults[0].code if one.faults else "" for one in found]


def case_line(tmp_path: Path) -> None:
    assert answered(CASE.ljust(files.MAX_LINE), CASE.ljust(files.MAX_LINE + 1), CASE) == ["", "RS402", ""]


def endless_line(tmp_path: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(files, "MAX_SKIPPED", 4 * files.MAX_LINE)
    assert answered("{" * 10 * files.MAX_LINE, CASE) == ["RS402", "RS402"]


def case_file(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    for more, refused in ((0, False), (1, True)):
        with path.open("wb") as sparse:
            sparse.truncate(reading.MAX_STREAMED + more)
        assert said(lambda: reading.stream(path).close(), "case-file", "larger than") is refused


def case_depth(tmp_path: Path) -> None:
    deep = [json_tree.MAX_DEPTH, json_tree.MAX_DEPTH + 1]
    assert [said(lambda n=n: json_tree.parse(Source("x", "[" * n + "]" * n)), "case-depth", "deeper") for n in deep] == [False, True]


def case_digits(tmp_path: Path) -> None:
    long = ["9" * json_tree.MAX_DIGITS, "9" * (json_tree.MAX_DIGITS + 1)]
    assert [said(lambda n=n: json_tree.parse(Source("x", n)), "case-digits", "digits") for n in long] == [False, True]


def case_items(tmp_path: Path) -> None:
    bids = [[0] * fields.MAX_ITEMS, [0] * (fields.MAX_ITEMS + 1)]
    lines = [f'{{"question":"bids","cards":1,"earlier":{one}}}' for one in bids]
    book = rulebook(load("tvaladze"))
    found = [[one.code for one in next(asked(book, [Source("x", line)])).faults] for line in lines]
    assert "RS402" not in found[0] and "RS402" in found[1]


def case_faults(tmp_path: Path) -> None:
    report = conform(rulebook(load("tvaladze")), [Source("x", "{", n) for n in range(1, 102)])
    assert (len(report.faults), report.faulty, report.exit_code) == (100, 101, 2)


PLAYERS = "record: 1\nplayers: {}\n"


def record_faults(tmp_path: Path) -> None:
    text = PLAYERS.format("A, B, C, D") + "hand 1: 1 card, dealer A\n" + "deal A: XX\n" * 200
    assert 0 < len(faults_of(lambda: read_record(Source("x", text)))) <= MOST_FAULTS


def player_names(tmp_path: Path) -> None:
    for more, refused in ((0, False), (1, True)):
        name = "a" * (LONGEST_NAME + more)
        assert said(read_record, "player-names", str(LONGEST_NAME), Source("x", PLAYERS.format(f"{name}, B"))) is refused
        sheet = Source("x", f"hand,cards,{name} bid,{name} tricks,B bid,B tricks\n1,1,0,1,0,0\n")
        assert any(one.code == "RS430" for one in faults_of(read_sheet, sheet)) is refused


def record_players(tmp_path: Path) -> None:
    for number, refused in ((1, True), (2, False), (8, False), (9, True)):
        names = [f"P{i}" for i in range(number)]
        assert said(read_record, "record-players", "players", Source("x", PLAYERS.format(", ".join(names)))) is refused
        sheet = Source("x", ",".join(["hand", "cards", *names]) + "\n1,1," + "0/0," * number)
        assert any("players" in one.message for one in faults_of(read_sheet, sheet)) is refused


def compiled_cards(tmp_path: Path, jokeri: Callable[..., object]) -> None:
    (tmp_path / "x.yaml").write_text(cards(15, 3) + f"deck:\n  - {{cards: all, assumed: a test}}\n{dealt([[1]]).removeprefix(CHILD)}")
    assert not faults_of(lambda: load(str(tmp_path / "x.yaml")))
    result = jokeri("simulate", "x.yaml")
    assert result.exit_code == 2 and "62 bits" in result.stderr  # type: ignore[attr-defined]


# --- proofs, comparisons, vectors -----------------------------------------------------------------------


def unknown(outcome: workers.Outcome, word: str) -> bool:
    found = meaning(outcome, int).result
    return isinstance(found, Unknown) and word in found.reason


def task(tmp_path: Path) -> None:
    assert unknown(workers.run([60], "time:sleep", 1, 0.2)[0], "no answer within")


def worker(tmp_path: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(workers, "START_LIMIT", 0.001)
    assert unknown(workers.run([4], "math:sqrt", 1, 30)[0], "did not start within")


def worker_deaths(tmp_path: Path) -> None:
    assert unknown(workers.run([7], "os:_exit", 1, 30)[0], "exit code 7")


def unsupported(word: str) -> bool:
    rules = load("georgian")
    found = family.prove_family(rules, known(rules, ())["one-winner"]).verdict
    return isinstance(found, Unsupported) and word in found.what


def ground_options(tmp_path: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(importlib.import_module("rulespec.questions.ground"), "MOST_COMBINATIONS", 1)  # its name is a function's too
    assert unsupported("depend on more than 1 combinations")


def combinations(tmp_path: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(family, "MOST", 1)
    assert unsupported("depends on more than 1 combinations")


def comparisons(tmp_path: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(families, "MOST", 1)
    assert said(lambda: families.relevant(load("georgian"), load("tvaladze"), ["follow"]), "comparisons", "would have to be compared")


def counted_tricks(tmp_path: Path) -> None:
    six = load_text(f"{CHILD}players: 6\n{dealt([[1]]).removeprefix(CHILD)}")
    assert count.count_section(six, six, "strength") == "tricks of more than 5 cards are not counted"


def small_game(tmp_path: Path) -> None:
    with pytest.raises(TooLarge):
        assert SmallGame(load(str(SMALLEST)), 10).reached


def most_vectors(tmp_path: Path, patch: pytest.MonkeyPatch) -> None:
    choice = chosen.Choice(load("tvaladze"), Partings(), ("schedule", "score"), "normal")
    assert len(list(choice.cases())) > 3
    patch.setattr(chosen, "MOST", 3)
    assert len(list(choice.cases())) == 3


def situations(tmp_path: Path, patch: pytest.MonkeyPatch) -> None:
    book = rulebook(load("tvaladze"))
    patch.setattr(pool, "MOST_RESULTS", 5)
    patch.setattr(pool, "MOST_BIDS", 5)
    for section in ("score", "bid"):
        found = pool.pool(book, section)
        assert (len(found.situations), found.complete) == (5, False)


# --- programs -------------------------------------------------------------------------------------------


def reply(tmp_path: Path) -> None:
    for more, kind in ((0, str), (1, Breakdown)):
        writes = f"import sys; sys.stdin.readline(); print('a' * {process.MAX_REPLY + more}, flush=True); sys.stdin.readline()"
        with Program([sys.executable, "-c", writes], 20) as running:
            found = running.ask("{}")
        assert isinstance(found, kind) and (not more or found.kind == "flood")  # type: ignore[union-attr]


def given_up_after(kind: str, most: int) -> None:
    book = rulebook(load("tvaladze"))
    found = findings.Findings()
    question = of_case(book, {"question": "score", "cards": 5, "bid": 3, "tricks": 4, "answer": 40, "row": "missed"})
    found.add(findings.Put(question, findings.Replied(40)))
    for number in range(1, most + 1):
        assert found.given_up is None, number
        found.add(findings.Put(question, Breakdown(kind, "did so")))  # type: ignore[arg-type]
    assert found.given_up is not None and found.exit_code == NOT_SETTLED
    found.add(findings.Put(question, findings.Replied(41)))
    assert found.exit_code == 1


class Slow(Program):
    """Answers everything wrongly after a while."""

    def ask(self, line: str) -> str | Breakdown:
        time.sleep(max(0, min(0.1, self.end - time.monotonic())))
        return '{"answer": 7}'

    def kill(self) -> None:
        """There is no process."""


def timed(tmp_path: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(judge, "TRACING", 0.3)
    cases = [{"question": "score", "cards": 5, "bid": bid, "tricks": 4, "answer": 40, "row": "missed"} for bid in (0, 1, 2, 3, 5)] * 5
    begun = time.monotonic()
    found = judge.judge(load("tvaladze"), Slow(["x"], 5), cases, judge.Limits(3, 0.5, sections=("score",)), lambda text: None)
    assert time.monotonic() - begun < 5 and not found.finished and found.exit_code == 1


def programs(name: str, kind: str, most: int) -> Callable[[Path], None]:
    return lambda tmp_path: given_up_after(kind, most)


TRIED: dict[str, Callable[..., None]] = {
    "file": file, "no-file": no_file, "slow-file": slow_file, "lineage": lineage, "faults": many_faults, "message": message, "git": git_is_slow,
    "neighbours": neighbours, "case-line": case_line, "endless-line": endless_line, "case-file": case_file, "case-depth": case_depth,
    "case-digits": case_digits, "case-items": case_items, "case-faults": case_faults, "record-faults": record_faults,
    "player-names": player_names, "record-players": record_players, "compiled-cards": compiled_cards, "task": task, "worker": worker,
    "worker-deaths": worker_deaths, "ground": ground_options, "combinations": combinations, "comparisons": comparisons,
    "counted-tricks": counted_tricks, "small-game": small_game, "vectors": most_vectors, "situations": situations, "reply": reply,
    "slow": programs("slow", "slow", findings.MOST_SLOW), "breakdowns": programs("breakdowns", "died", findings.MOST_BREAKDOWNS),
    "nonsense": programs("nonsense", "nonsense", findings.MOST_NONSENSE), "asking": timed, "tracing": timed,
}  # fmt: skip

ELSEWHERE: dict[str, Callable[..., None]] = {
    "kept": test_kept_answers.test_an_entry_that_is_no_small_file_of_the_users_own_is_not_used,
    "kept-place": test_kept_answers.test_a_folder_that_others_can_write_to_is_not_used,
    "answer": test_foreign_processes.test_noise_and_silence_are_bounded,
    "first-answer": test_foreign_processes.test_a_first_answer_may_take_longer_once,
    "noise": test_foreign_processes.test_noise_and_silence_are_bounded,
    "never": test_foreign_processes.test_a_program_that_never_answers_is_given_up_soon,
    "farewell": test_foreign_processes.test_nobody_is_left_of_those_who_multiply,
    "unwritable": test_endings.test_output_that_cannot_be_written_is_no_answer,
    "gone": test_endings.test_a_reader_that_went_away,
    "overwriting": test_written_files.test_every_command_that_writes,
    "half-written": test_written_files.test_a_full_disk_takes_nothing_away,
    "shortage": test_endings.test_too_little_memory,
    "interrupt": test_endings.test_a_run_that_is_ended_leaves_nobody_behind,
    "letters": test_names.test_no_output_carries_a_name_further_than_as_text,
    "number-options": test_bounds.test_what_is_no_number_of_seconds,
}  # fmt: skip


@pytest.mark.parametrize("id_", TRIED)
def test_past_the_bound(id_: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jokeri: Callable[..., object]) -> None:
    function = TRIED[id_]
    given = {"tmp_path": tmp_path, "patch": monkeypatch, "jokeri": jokeri}
    function(**{name: given[name] for name in _names(function)})


def _names(function: Callable[..., None]) -> Iterable[str]:
    return function.__code__.co_varnames[: function.__code__.co_argcount]


def test_every_line_is_tried() -> None:
    assert len(BY_ID) == len(BOUNDS)
    assert sorted([*TEXTS, *TRIED, *ELSEWHERE]) == sorted(BY_ID)
    assert test_special_files.COMMANDS  # what is no file, command by command


def test_every_bound_on_what_is_read_stands_there() -> None:
    """Whoever bounds something new says so on the page, or here why not."""
    named = {name for folder in ("rulespec", "verifier") for path in (ROOT / folder).rglob("*.py") for name in re.findall(r"^(MAX_[A-Z]+)\b", path.read_text(), re.M)}
    page = (ROOT / "verifier" / "output" / "limits.py").read_text()
    also = {name for path in (ROOT / "rulespec" / "check").glob("*.py") for name in re.findall(r"^MAX_[A-Z]+, (MAX_[A-Z]+)", path.read_text(), re.M)}
    assert {name for name in named | also if name not in page} == set()

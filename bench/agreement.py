"""Built modules held to the rules: do JavaScript and Python answer, play and keep records as the reference does?

    python bench/agreement.py                     every shipped rule set and the family; writes bench/agreement.json
    python bench/agreement.py --cases 2000 --games 5 --out /tmp/agreement.json tvaladze

For each rule set: the adequate vectors, so many random situations of each question, all situations of a small pack, and
so many whole games in lock-step with the engine: turns, legal moves, views and the record must be equal. A family is
asked through its `answer(case, options)` for combinations drawn at random.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bench.told_games import alike, engine_game, record, script, shown  # noqa: E402
from rulespec.cases import answer as reference  # noqa: E402
from rulespec.diagnostics import Faults  # noqa: E402
from rulespec.game import Action, DealAgain, Game  # noqa: E402
from rulespec.hand import Stuck  # noqa: E402
from rulespec.ir.cards import Pack  # noqa: E402
from rulespec.ir.ruleset import RuleSet  # noqa: E402
from rulespec.library import shipped  # noqa: E402
from rulespec.meanings.python.sections import first_row  # noqa: E402
from rulespec.pipeline import load, load_text  # noqa: E402
from rulespec.players import View  # noqa: E402
from rulespec.questions import QUESTIONS, SPELLED, spelled  # noqa: E402
from rulespec.rulebook import rulebook  # noqa: E402
from tests.built.node import Node, node  # noqa: E402
from verifier.programs.build import build  # noqa: E402

Case = dict[str, Any]
BATCH = 500
SEEDS = 20  # times as many games are begun at most as are wanted: under some options the rules leave a game without a way on
MEMBERS = 10  # of a family, drawn at random; its cases and games are shared among them


# --- the two modules --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Built:
    """A rule set as a module in both languages, loaded. `options` are what a family is asked with."""

    ruleset: RuleSet
    python: Any
    node: Node
    name: str
    options: Mapping[str, str | int] | None = None

    def answers(self, cases: Sequence[Case]) -> list[tuple[Any, Any]]:
        """What each language says to each case: a value, or the name of what it raises."""
        arguments = [[case] for case in cases]
        found = self.node.calls(f"{self.name}.answer", arguments)
        return [(self.in_python(case), one.get("value", one.get("error"))) for case, one in zip(cases, found, strict=True)]

    def in_python(self, case: Case) -> Any:
        try:
            return self.python.answer(case)
        except ValueError as error:
            return type(error).__name__


def built(ruleset: RuleSet, running: Node, folder: Path, name: str = "R") -> Built:
    """Both modules of a rule set, loaded from files as a program would."""
    for target in ("python", "javascript"):
        for file, text in build(ruleset, target).items():
            (folder / file).write_text(text, encoding="utf-8")
    running.load(folder / "rules.mjs", name)
    return Built(ruleset, python_module(folder / "rules.py"), running, name)


def python_module(path: Path) -> ModuleType:
    module = ModuleType("rules")
    sys.modules["rules"] = module  # named tuples look themselves up
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), module.__dict__)
    return module


def with_options(family: Built, member: RuleSet, name: str) -> Built:
    """A family's modules with the options that a member has chosen."""
    options = {option: member.chosen[option] for option in family.ruleset.open_options}
    family.node.ask("make", maker=family.name, options=options, **{"as": name})
    return Built(member, family.python.with_options(options), family.node, name, options)


# --- cases -------------------------------------------------------------------------------------------


def differences(one: Built, cases: Iterable[Case]) -> Iterator[tuple[Case, Any]]:
    """Cases (with the right `answer` and `row`) to which a module says something else."""
    every = iter(cases)
    while batch := list(islice(every, BATCH)):
        for case, found in zip(batch, one.answers(batch), strict=True):
            if any(not isinstance(said, dict) or (said["answer"], said["row"]) != (case["answer"], case["row"]) for said in found):
                yield case, found


def answered(ruleset: RuleSet, cases: Iterable[Case]) -> Iterator[Case]:
    """The cases that can arise, with the reference's answers."""
    for case in cases:
        try:
            found = reference(ruleset, case)
        except Faults:
            continue
        yield {**case, "answer": found.answer, "row": found.row}


def about_hands(ruleset: RuleSet) -> Iterator[Case]:
    """Who deals each hand, whoever dealt the first, and how many cards it has: counted here from the schedule alone."""
    book = rulebook(ruleset)
    row = first_row(ruleset, "schedule", {}).name
    for number, size in enumerate([size for sizes in book.schedule for size in sizes], 1):
        yield {"question": "cards", "hand": number, "answer": size, "row": row}
        for first in range(book.players):
            yield {"question": "dealer", "first": first, "hand": number, "answer": (first + number - 1) % book.players, "row": None}


SMALL = """
cards: {{suits: [clubs, spades], ranks: [{ranks}], jokers: {jokers}}}
deck: [{{name: all, cards: all}}]
schedule: [{{name: short, sets: [[1, 2], [1, 1]]}}]
"""


def small(profile: str) -> RuleSet:
    """The rules of a profile on a pack of eight or nine cards, with no more jokers than it has, in hands of one and two."""
    jokers = min(2, load(profile).pack.jokers)
    pack = SMALL.format(ranks="Q, K, A" if jokers == 2 else "J, Q, K, A", jokers=jokers)
    return load_text(f"rulespec: 1\nid: small\nname: small\nextends: {profile}\n{pack}")


def small_cases(ruleset: RuleSet, most: int | None) -> Iterator[Case]:
    """Every situation of a small pack, as cases with the reference's answers; at most so many of a question."""
    book = rulebook(ruleset)
    for question in QUESTIONS:
        yield from (replied(ruleset, question, at) for at in islice(question.every(book), most))


def replied(ruleset: RuleSet, question: Any, at: Any) -> Case:
    """A situation as a case, with the reference's answer."""
    book = rulebook(ruleset)
    reply = question.reply(book, at)
    return {**question.write(book, at), "answer": reply.answer, "row": ", ".join(dict.fromkeys(row.name for row in reply.rows)) or None}


# --- games -------------------------------------------------------------------------------------------


def replay_in_python(rules: Any, dealer: int, moves: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """As `replayed` of the Node session."""
    state = rules.start(dealer)
    steps = []
    for one in moves:
        view = {key: value for key, value in rules.view(state, state["turn"]).items() if key not in ("played", "sets")}
        steps.append({"phase": state["phase"], "turn": state["turn"], "legal": rules.legal(state), "view": view})
        state = rules.step(state, one)
    return {"steps": steps, "state": state}


def game_differences(one: Built, seed: int) -> list[str]:
    """Where a module does not play a game as the engine does; nothing where all is equal."""
    pack = one.ruleset.pack
    game, seen = engine_game(one.ruleset, seed)
    moves, dealer = script(one.ruleset, game), game.hands[0].opening.dealer
    replays = {
        "python": replay_in_python(one.python, dealer, moves),
        "javascript": one.node.ask("replay", dealer=dealer, moves=moves, **{"as": one.name}),
    }
    wrong = [f"{language}: {what}" for language, played in replays.items() for what in _unlike(pack, played, game, seen)]
    return wrong + (["the languages differ"] if replays["python"] != replays["javascript"] else [])


def _unlike(pack: Pack, played: Mapping[str, Any], game: Game, seen: Sequence[tuple[View, Action]]) -> Iterator[str]:
    steps = [step for step in played["steps"] if step["phase"] != "deal"]
    if len(steps) != len(seen):
        yield f"{len(steps)} moves, not {len(seen)}"
    for number, (step, (view, act)) in enumerate(zip(steps, seen, strict=False)):
        expected = shown(pack, view)
        if step["turn"] != view.seat or step["legal"] != expected["legal"]:
            yield f"move {number}: {step['turn']} {step['legal']}, not {view.seat} {expected['legal']}"
        if not isinstance(act, DealAgain) and alike({key: step["view"][key] for key in expected}) != alike(expected):
            yield f"move {number}: the view is another"
    for key, value in record(pack, game).items():
        if played["state"][key] != value:
            yield f"{key}: {played['state'][key]}, not {value}"


# --- the command ---------------------------------------------------------------------------------------


def vectors_of(ruleset: RuleSet) -> Iterator[Case]:
    """The adequate vectors, as the command gives them; rows are added."""
    done = subprocess.run([sys.executable, "-m", "verifier.cli", "vectors", ruleset.id], capture_output=True, text=True, check=False, cwd=ROOT)
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.strip()]
    yield from answered(ruleset, ({key: value for key, value in case.items() if key not in ("answer", "row")} for case in lines))


def random_of(ruleset: RuleSet, name: str, number: int, seed: int = 1) -> Iterator[Case]:
    """So many random situations of a question that can arise; of `plays` half are leads."""
    book, rng = rulebook(ruleset), Random(seed)
    asked = spelled(name)
    for question in asked:
        yield from (replied(ruleset, question, at) for at in question.samples(book, rng, -(-number // len(asked))))


def checks(one: Built, cases: int, vectors: bool) -> Iterator[tuple[str, Callable[[], Iterable[Case]]]]:
    ruleset = one.ruleset
    if one.options is None and vectors:
        yield "vectors", lambda: vectors_of(ruleset)
    yield "dealer and cards", lambda: about_hands(ruleset)
    for question in SPELLED:
        yield f"random {question}", lambda question=question: random_of(ruleset, question, cases)  # type: ignore[misc]


def counted(cases: Iterable[Case], counter: Counter[str], key: str) -> Iterator[Case]:
    for case in cases:
        counter[key] += 1
        yield case


def hold(one: Built, cases: int, games: int, vectors: bool, say: Callable[[str], None]) -> dict[str, Any]:
    """All checks of one rule set: how many were made, and what differs."""
    made: Counter[str] = Counter()
    wrong: list[Any] = []
    for name, draw in checks(one, cases, vectors):
        wrong += [[case, found] for case, found in differences(one, counted(draw(), made, name))]
        say(f"{one.ruleset.id}: {name} {made[name]:,}")
    for seed in range(SEEDS * games):
        if made["games"] == games:
            break
        try:
            wrong += [f"game {seed}: {what}" for what in game_differences(one, seed)]
            made["games"] += 1
        except Stuck:
            made["games without a way on"] += 1
    say(f"{one.ruleset.id}: {made['games']} games")
    return {"checked": dict(made), "differences": len(wrong), "first": wrong[:3]}


def members(family: RuleSet, number: int, seed: int = 1) -> list[RuleSet]:
    """Members of a family by options drawn at random."""
    rng = Random(seed)
    drawn = [[f"{name}={rng.choice(family.options[name].values)}" for name in family.open_options] for _ in range(number)]
    return [load("+".join([family.id, *chosen])) for chosen in drawn]


def playable() -> list[str]:
    """The shipped rule sets that the language can say."""
    found = []
    for name in shipped():
        try:
            found.append(load(name).id)
        except Faults:
            continue
    return found


def hold_all(names: Sequence[str], cases: int, games: int, vectors: bool, most: int | None, say: Callable[[str], None], keep: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    """All rule sets one after the other; what was found is kept after each."""
    report: dict[str, Any] = {}
    with node() as running, tempfile.TemporaryDirectory() as folder:
        for name in names:
            ruleset, start = load(name), time.perf_counter()
            one = built(ruleset, running, Path(folder))
            if ruleset.open_options:
                each = [with_options(one, member, f"M{i}") for i, member in enumerate(members(ruleset, MEMBERS))]
                found = [hold(member, -(-cases // MEMBERS), -(-games // MEMBERS), False, say) for member in each]
                report[name] = {"members": found, "differences": sum(member["differences"] for member in found)}
            else:
                report[name] = hold(one, cases, games, vectors, say)
                tiny, made = built(small(name), running, Path(folder), "S"), Counter[str]()
                wrong = list(differences(tiny, counted(small_cases(tiny.ruleset, most), made, "small")))
                report[name]["checked"]["small pack"] = made["small"]
                report[name]["differences"] += len(wrong)
                say(f"{name}: small pack {made['small']:,}")
            report[name]["seconds"] = round(time.perf_counter() - start)
            keep(report)
    return report


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", default=playable())
    parser.add_argument("--cases", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--small", type=int, metavar="N", help="at most so many situations of a question of the small pack; all, where nothing is said")
    parser.add_argument("--vectors", action=argparse.BooleanOptionalAction, default=True, help="ask the adequate vectors too, which takes minutes")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_suffix(".json"))
    given = parser.parse_args()

    def keep(report: dict[str, Any]) -> None:
        found = {"cases": given.cases, "games": given.games, "vectors": given.vectors, "small": given.small or "all", "rule_sets": report}
        given.out.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")

    report = hold_all(given.names, given.cases, given.games, given.vectors, given.small, lambda text: print(text, file=sys.stderr, flush=True), keep)
    return 1 if any(one["differences"] for one in report.values()) else 0


if __name__ == "__main__":
    sys.exit(main())

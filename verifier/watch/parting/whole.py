"""Every edit of a rule set: which situations part it from the rules, or that none does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rulespec.ir.expr import Expr
from rulespec.ir.ruleset import AnyRow, RuleSet
from rulespec.ir.sections import NAMES
from rulespec.ir.text import text
from rulespec.questions import Scheduled, Situation, deck_of, sets_of
from rulespec.questions.ground import hands_of
from rulespec.rulebook import rulebook
from verifier.compare import plain
from verifier.compare.model import SAME
from verifier.watch.mutate.apply import Patch
from verifier.watch.mutate.edits import FINISH
from verifier.watch.parting.section import PART, Edited, Parted, Parting, rewritten
from verifier.watch.parting.table import ANSWERS
from verifier.work.tasks import Limits, Progress, Worked, packed, work

CAUGHT, EQUIVALENT, UNASKED, OPEN = "caught", "equivalent", "unasked", "open"
CHUNKS: Mapping[str, int] = {"strength": 40, "follow": 60, "premium": 25, "bid": 60}  # edits of one task
MANY = 150
SLOW_FIRST = ("premium", "strength", "follow", "bid", "lead", "score", "call", "trump")


@dataclass(frozen=True, slots=True)
class Target:
    """Two rule sets to be told apart: the rules and an edit of them, or two edits where `other` is given."""

    number: int
    patch: Patch
    other: Patch | None = None


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of an edit. `unasked`: it changes what no case asks about; the reason is for people."""

    verdict: str
    why: str = ""


@dataclass
class Partings:
    """For each target its fate; the situations of each section with the targets that they part."""

    fates: dict[int, Fate] = field(default_factory=dict)
    situations: dict[str, dict[Situation, tuple[int, ...]]] = field(default_factory=dict)

    def count(self, verdict: str) -> int:
        return sum(fate.verdict == verdict for fate in self.fates.values())


def partings(
    ruleset: RuleSet, targets: Sequence[Target], limits: Limits, times: int = 1, features: bool = False, progress: Progress | None = None
) -> Partings:
    """Situations that part every target, as far as some do."""
    whole = Whole(ruleset, targets)
    tasks = list(whole.tasks(times, features))
    done = 0

    def on_done(index: int, worked: Worked[Parted]) -> None:
        nonlocal done
        done += len(tasks[index].edits)
        if progress is not None:
            progress(done, sum(len(task.edits) for task in tasks))

    for task, worked in zip(tasks, work(tasks, PART, Parted, limits, on_done, [task.section for task in tasks]), strict=True):
        whole.hear(task, worked)
    return whole.result()


class Whole:
    """Targets by the sections that they touch, and what is known of each there."""

    def __init__(self, ruleset: RuleSet, targets: Sequence[Target]) -> None:
        self.ruleset, self.targets = ruleset, targets
        self.parts: dict[int, list[Fate]] = {target.number: [] for target in targets}
        self.situations: dict[str, dict[Situation, list[int]]] = {}
        self.asked: dict[str, list[Edited]] = {}
        for target in targets:
            self._sort(target)

    def _sort(self, target: Target) -> None:
        sides = [target.patch, target.other]
        touched = {name for side in sides if side is not None for name in side.touched(self.ruleset)}
        left, right = (None if side is None else side.on(self.ruleset, f"side {i}") for i, side in enumerate(sides))
        base = self.ruleset if right is None else right
        assert left is not None
        for section in (*NAMES, FINISH):
            if section not in touched or _alike(base, left, section):
                continue
            if section in ANSWERS:
                other = None if right is None else rewritten(self.ruleset, section, right.rows(section))
                self.asked.setdefault(section, []).append(Edited(target.number, rewritten(self.ruleset, section, left.rows(section)), other))
            else:
                self.parts[target.number].append(self._plain(target.number, section, base, left))

    def _plain(self, number: int, section: str, base: RuleSet, edited: RuleSet) -> Fate:
        """Sections of the game as a whole."""
        if section == "deck":
            return Fate(EQUIVALENT) if deck_of(base) == deck_of(edited) else Fate(UNASKED, "which cards are played with")
        if section == FINISH:
            return Fate(UNASKED, "how totals become places")
        before, after = list(hands_of(sets_of(base))), list(hands_of(sets_of(edited)))
        if sets_of(base) == sets_of(edited):
            return Fate(EQUIVALENT)
        known = {hand.number: hand.size for hand in after}
        own = rulebook(self.ruleset).ground.hands
        for hand in before[: len(own)]:
            if known.get(hand.number) != hand.size:
                self.situations.setdefault("schedule", {}).setdefault(Scheduled(own[hand.number - 1]), []).append(number)
                return Fate(CAUGHT)
        return Fate(UNASKED, "which sets the hands belong to, or hands after the last")

    def tasks(self, times: int, features: bool) -> Iterator[Parting]:
        """The tasks, slow sections first; the first task of a section adds what exercises its rows."""
        rules = packed(self.ruleset)
        for section in SLOW_FIRST:
            edits = self.asked.get(section, [])
            chunk = CHUNKS.get(section, MANY)
            for start in range(0, len(edits), chunk):
                yield Parting(rules, section, tuple(edits[start : start + chunk]), times, features and start == 0)

    def hear(self, task: Parting, worked: Worked[Parted]) -> None:
        match worked.result:
            case Parted() as found:
                self._take(found)
            case failure:
                why = str(getattr(failure, "reason", None) or getattr(failure, "details", failure)).strip()
                for edited in task.edits:
                    self.parts[edited.number].append(Fate(OPEN, why))

    def _take(self, found: Parted) -> None:
        kept = self.situations.setdefault(found.section, {})
        for at, numbers in found.situations:
            kept.setdefault(at, []).extend(numbers)
            for number in numbers:
                self.parts[number].append(Fate(CAUGHT))
        for number in found.equivalent:
            self.parts[number].append(self._really(number, found.section))
        for number, why in found.left_open:
            self.parts[number].append(Fate(OPEN, f"`{found.section}`: {why}"))

    def _really(self, number: int, section: str) -> Fate:
        """Of the trump a case shows only a part: who names it, and after how many cards, is never asked."""
        if section != "trump":
            return Fate(EQUIVALENT)
        target = next(one for one in self.targets if one.number == number)
        left = target.patch.on(self.ruleset, "left")
        right = self.ruleset if target.other is None else target.other.on(self.ruleset, "right")
        pair = [replace(self.ruleset, sections={**self.ruleset.sections, "trump": one.sections["trump"]}) for one in (left, right)]
        return Fate(EQUIVALENT) if plain.trump(pair[0], pair[1]).verdict == SAME else Fate(UNASKED, "who names the trump, and when")

    def result(self) -> Partings:
        fates = {number: together(parts) for number, parts in self.parts.items()}
        situations = {section: {at: tuple(dict.fromkeys(numbers)) for at, numbers in found.items()} for section, found in self.situations.items()}
        return Partings(fates, situations)


def together(parts: Sequence[Fate]) -> Fate:
    """The fate of an edit from those of the sections that it touches; where it touches none, it changes nothing."""
    for verdict in (CAUGHT, OPEN, UNASKED):
        found = next((part for part in parts if part.verdict == verdict), None)
        if found is not None:
            return found
    return Fate(EQUIVALENT)


def _alike(left: RuleSet, right: RuleSet, section: str) -> bool:
    """Whether a section says the same on both sides, bounds of its names aside."""
    if section == FINISH:
        return left.finish == right.finish
    one, other = left.rows(section), right.rows(section)
    return len(one) == len(other) and all(a is b or _row(left, a) == _row(right, b) for a, b in zip(one, other, strict=True))


def _row(ruleset: RuleSet, row: AnyRow) -> object:
    result = text(row.result, ruleset.pack) if isinstance(row.result, Expr) else repr(row.result)
    return text(row.when, ruleset.pack), result, row.then

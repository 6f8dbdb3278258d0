"""What a comparison ends with. Plain data: it travels between processes and becomes JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from rulespec.ir.ruleset import RuleSet
from rulespec.questions import Answer, Case, Moment, Situation
from verifier.witness.witness import Game

SAME, DIFFERENT, UNREACHED, UNKNOWN, VACUOUS = "same", "different", "unreached", "unknown", "vacuous"
DISAGREEMENT, NOT_APPLICABLE = "disagreement", "not-applicable"
STRICTER_LEFT, STRICTER_RIGHT, INCOMPARABLE = "left stricter", "right stricter", "incomparable"
MORE_LEFT, MORE_RIGHT = "left pays more", "left pays less"
Told: TypeAlias = Answer | list[list[int]] | dict[str, object]
"""What a side says: an answer as cases have it, or a schedule, a way to find the trump, an end in words."""

MIRROR = {STRICTER_LEFT: STRICTER_RIGHT, STRICTER_RIGHT: STRICTER_LEFT, MORE_LEFT: MORE_RIGHT, MORE_RIGHT: MORE_LEFT}


@dataclass(frozen=True, slots=True)
class RowRef:
    """A row by name and place; a place is `file:line`."""

    name: str
    at: str
    cite: str | None = None


@dataclass(frozen=True, slots=True)
class Example:
    """A smallest situation, with what each side answers in the words of cases."""

    case: Case | None
    left: Told
    right: Told
    moment: Moment | Situation | None = None


@dataclass(frozen=True, slots=True)
class DiffClass:
    """All situations in which these two rows answer, and differently. No row: nothing forbids, nobody wins."""

    left_row: RowRef | None
    right_row: RowRef | None
    relation: str
    example: Example
    counter: Example | None = None  # the other way round, where neither side is stricter
    gap: int | None = None
    count: int | None = None
    reachable: bool | str | None = None  # True, or in words why no game was found; None where the game as a whole is meant
    game: Game = ()  # the game that leads there, under the left rule set

    @property
    def key(self) -> tuple[str | None, str | None]:
        return (self.left_row.name if self.left_row else None, self.right_row.name if self.right_row else None)

    def mirrored(self) -> DiffClass:
        return replace(
            self, left_row=self.right_row, right_row=self.left_row, relation=MIRROR.get(self.relation, self.relation),
            example=turned(self.example), counter=turned(self.counter) if self.counter else None,
            gap=-self.gap if self.gap is not None else None,
        )  # fmt: skip


def turned(example: Example) -> Example:
    return replace(example, left=example.right, right=example.left)


@dataclass(frozen=True, slots=True)
class Swing:
    """The furthest the first player's total of one set lies apart, left less right, with a set that shows it."""

    gap: int
    example: Example
    game: Game = ()  # a game that ends with the set, under the left rule set

    def mirrored(self) -> Swing:
        return replace(self, gap=-self.gap, example=turned(self.example))


@dataclass(frozen=True, slots=True)
class SectionDiff:
    """One section compared. `why` says what an answer other than same and different rests on."""

    section: str
    verdict: str
    relation: str | None = None
    classes: tuple[DiffClass, ...] = ()
    count: int | None = None
    of: int | None = None
    by_cards: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    by_player: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    not_counted: str = ""  # why there are no numbers, and no swings
    no_swings: str = ""
    why: str = ""
    seconds: float = 0.0
    swings: tuple[Swing, ...] = ()  # of a set's total, told with its premium
    cached: bool = False  # from an earlier run, which took the seconds
    differs_when: str | None = None  # where options are open: the condition on them, and for how many combinations
    combinations: tuple[int, int] | None = None

    def mirrored(self) -> SectionDiff:
        relation = MIRROR.get(self.relation, self.relation) if self.relation else None
        classes, swings = tuple(c.mirrored() for c in self.classes), tuple(s.mirrored() for s in reversed(self.swings))
        return replace(self, relation=relation, classes=classes, swings=swings)


def ref(ruleset: RuleSet, section: str, index: int | None) -> RowRef | None:
    """A row of a section, to be cited; None for none."""
    if index is None:
        return None
    row = ruleset.rows(section)[index]
    return RowRef(row.name, row.span.file_line, row.cite)


def overall(relations: Sequence[str]) -> str | None:
    """The relation of a section from those of its classes."""
    found = set(relations)
    if not found:
        return None
    if len(found) == 1:
        return found.pop()
    if found <= {STRICTER_LEFT, STRICTER_RIGHT, INCOMPARABLE}:
        return INCOMPARABLE
    return "different"

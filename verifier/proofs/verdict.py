"""What a proof attempt ended with, and what a command says about it with its exit code.

    Proved(bounds) | Refuted(witness) | NotApplicable(why) | Vacuous(why) | Unreached(witness) | Unknown(reason)
    | Unsupported(what) | Disagreement(details)

`TABLE` is the only place that turns a verdict into a word or a code, and everything that aggregates verdicts goes
through `exit_code`. It denies by default: only what is known to be good counts as good, and nothing checked is not good.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, NoReturn, TypeAlias

if TYPE_CHECKING:  # the table is read where no game is at hand, as by `--help`
    from verifier.witness.witness import Witness

HOLDS: Final = 0  # everything asked holds, or no difference
REFUTED: Final = 1  # something is refuted, or there is a difference
WRONG_INPUT: Final = 2  # the command or a profile is wrong
NOT_SETTLED: Final = 3  # unknown, vacuous, unreached, unsupported, or nothing was checked at all
DISAGREE: Final = 4  # two meanings or two solvers disagree: a bug of the toolkit


class _Answer:
    """What all verdicts share: no truth value, because `if verdict:` would pass a refutation."""

    __slots__ = ()

    def __bool__(self) -> NoReturn:
        raise TypeError("a verdict has no truth value: match on its class")


@dataclass(frozen=True, slots=True)
class Proved(_Answer):
    """Holds in every situation within the bounds, and a game reaches one that it speaks of.

    `example` is such a situation where one is at hand; of a claim that something is possible it is the proof. `idle`
    is the condition of an implication that schedule and pack alone keep from ever holding.
    """

    bounds: str
    example: Witness | None = None
    idle: str | None = None


@dataclass(frozen=True, slots=True)
class Refuted(_Answer):
    """Breaks in the witness, a game that the engine has replayed; without one: shown to be impossible."""

    witness: Witness | None


@dataclass(frozen=True, slots=True)
class NotApplicable(_Answer):
    """The claim is about something that the rule set does not have, by its pack and its facts alone."""

    why: str


@dataclass(frozen=True, slots=True)
class Unreached(_Answer):
    """Situations would decide the claim, and no game was found that leads to one of them; the first of them."""

    witness: Witness


@dataclass(frozen=True, slots=True)
class Vacuous(_Answer):
    """The assumptions admit no situation at all, so nothing was proved."""

    why: str


@dataclass(frozen=True, slots=True)
class Unknown(_Answer):
    """No answer within the limits; the reason is verbatim and for people, never to be branched on."""

    reason: str


@dataclass(frozen=True, slots=True)
class Unsupported(_Answer):
    """The profile uses something that this way of proving cannot express."""

    what: str


@dataclass(frozen=True, slots=True)
class Disagreement(_Answer):
    """Two meanings or two solvers gave different answers; the details reproduce it."""

    details: str


Verdict: TypeAlias = Proved | Refuted | NotApplicable | Vacuous | Unreached | Unknown | Unsupported | Disagreement
Expected: TypeAlias = Literal["proved", "refuted"] | None


@dataclass(frozen=True, slots=True)
class Entry:
    """How a class of verdicts is called in JSON and text, and what it is worth where nothing was promised."""

    word: str
    code: int


TABLE: Final[Mapping[type[Verdict], Entry]] = {
    Proved: Entry("proved", HOLDS),
    Refuted: Entry("refuted", REFUTED),
    NotApplicable: Entry("not-applicable", HOLDS),
    Vacuous: Entry("vacuous", NOT_SETTLED),
    Unreached: Entry("unreached", NOT_SETTLED),
    Unknown: Entry("unknown", NOT_SETTLED),
    Unsupported: Entry("unsupported", NOT_SETTLED),
    Disagreement: Entry("disagreement", DISAGREE),
}

DOMINANCE: Final = (DISAGREE, REFUTED, NOT_SETTLED, HOLDS)
"""The first of these that occurs is the code of the whole."""


def entry(verdict: Verdict) -> Entry:
    """The verdict's row of the table; an object of any other class, a subclass too, is an error and never passes."""
    try:
        return TABLE[type(verdict)]
    except KeyError:
        raise TypeError(f"not a verdict: {verdict!r}") from None


def word(verdict: Verdict) -> str:
    """The verdict's name in JSON and text."""
    return entry(verdict).word


def judge(verdict: Verdict, expected: Expected, asked: bool) -> int:
    """The code of one verdict, given what the profile promises and whether it was asked for by name.

    A trait promised to be refuted holds when it is refuted. Without a promise and not asked for, a refutation informs
    only. What is not settled stays so whatever was promised.
    """
    if expected not in (None, "proved", "refuted"):
        raise ValueError(f"nothing can be expected to be {expected!r}")
    found = entry(verdict)
    if found.code not in (HOLDS, REFUTED) or isinstance(verdict, NotApplicable):
        return found.code
    if expected is not None:
        return HOLDS if found.word == expected else REFUTED
    return found.code if asked else HOLDS


def worst(codes: Iterable[int]) -> int:
    """The dominating code; of no codes at all, 'not settled'. A code without a place in the order is an error."""
    return min(codes, key=DOMINANCE.index, default=NOT_SETTLED)


def exit_code(results: Iterable[tuple[Verdict, Expected, bool]]) -> int:
    """The exit code of a command that ended with these (verdict, expected, asked for by name)."""
    return worst([judge(verdict, expected, asked) for verdict, expected, asked in results])

"""What workers do for the table of led jokers: which classes there are, and claims about them proved."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import z3

from rulespec.ir.options import with_options
from rulespec.ir.ruleset import RuleSet
from rulespec.meanings.z3.evaluate import evaluate
from rulespec.meanings.z3.values import Term, term
from rulespec.questions import WholeTrick
from verifier.proofs import prove, solve
from verifier.proofs.verdict import Proved, Verdict
from verifier.symbolic import situations
from verifier.symbolic.setting import Reader, Symbolic
from verifier.tables.leads import QUESTIONS, SCOPE, Formulas, Lead
from verifier.witness.find import find
from verifier.witness.witness import Witness
from verifier.work.tasks import unpacked


@dataclass(frozen=True, slots=True)
class Survey:
    """Which classes with jokers led so can come up? And, where `decide`, who wins in them?

    `rules` are those of a rule set, `smallest` asks for the smallest trick of each class.
    """

    rules: bytes
    level: str
    smallest: bool
    decide: bool = True


@dataclass(frozen=True, slots=True)
class Claim:
    """Is in every trick of these classes one of these the winner? `tricks` are known ones, one a class where there are several."""

    rules: bytes
    leads: tuple[Lead, ...]
    winners: tuple[str, ...]
    tricks: tuple[Witness, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """A class with a trick of it; without one the solver could not say whether there is any, and why."""

    lead: Lead
    example: Witness | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Surveyed:
    """What a survey found, and the claims that came to mind; a verdict with each that was decided."""

    found: tuple[Found, ...]
    claims: tuple[tuple[Claim, Verdict | None], ...]


def answer(task: Survey | Claim) -> Surveyed | Verdict:
    """Called by name in the worker."""
    ruleset = unpacked(task.rules)
    match task:
        case Claim():
            return decide(ruleset, task)
        case Survey():
            found = tuple(Surveyor(ruleset, task.smallest).below((task.level,)))
            return Surveyed(found, tuple((claim, decide(ruleset, claim) if task.decide else None) for claim in claims(ruleset, task, found)))


def claims(ruleset: RuleSet, task: Survey, found: Sequence[Found]) -> list[Claim]:
    """Classes whose tricks found have the same winner are claimed together."""
    formulas = Formulas(ruleset)
    by_winner: dict[str, dict[Lead, Witness]] = defaultdict(dict)
    for one in found:
        if one.example is not None:
            by_winner[formulas.winner_of(one.example)][one.lead] = one.example
    return [Claim(task.rules, tuple(known), (winner,), tuple(known.values())) for winner, known in by_winner.items()]


def decide(ruleset: RuleSet, claim: Claim) -> Verdict:
    """The verdict on all classes together; proved where a game reaches a trick of each."""
    formulas = Formulas(ruleset)
    found = prove.Claim(ruleset, formulas.claim(claim.leads, claim.winners)).everywhere()
    several = zip(claim.leads, claim.tricks, strict=True) if len(claim.leads) > 1 else ()
    for lead, trick in several if isinstance(found, Proved) else ():
        if not find(with_options(ruleset, dict(trick.options)), SCOPE, trick.moment).reached:
            alone = prove.Claim(ruleset, formulas.claim((lead,), claim.winners))
            spoken = alone.spoken(prove.groups_of(ruleset, alone.scope), False)
            if not isinstance(spoken, Proved):
                return spoken
    return found


def tricks(ruleset: RuleSet) -> Symbolic[WholeTrick]:
    """All tricks at once."""
    (found,) = situations(prove.setting_of(ruleset), SCOPE)
    return found


class Surveyor:
    """Asks for one answer after the other and goes on only where tricks are left."""

    def __init__(self, ruleset: RuleSet, smallest: bool) -> None:
        self.ruleset, self.smallest = ruleset, smallest
        self.tricks = tricks(ruleset)
        self.asked = solve.solver()
        self.asked.add(*[condition for _, condition in self.tricks.assumptions])
        self.labels: dict[str, z3.BoolRef] = {}
        for part, formula in Formulas(ruleset).of_part.items():
            label = self.labels[part.formula] = z3.Bool(part.formula)
            self.asked.add(label == evaluate(formula, self.tricks.names, ruleset.pack))

    def below(self, lead: Lead) -> Iterator[Found]:
        """The classes that begin so."""
        labels = [self.labels[part.formula] for q, id_ in zip(QUESTIONS, lead, strict=False) for part in q.parts if part.id == id_]
        match solve.ask(self.asked, *labels):
            case solve.Unsat():
                return
            case solve.Unsure(reason) if len(lead) == len(QUESTIONS):
                yield Found(lead, None, reason)
            case solve.Sat() as found if len(lead) == len(QUESTIONS):
                yield self.example(lead, labels, found)
            case _:
                for part in QUESTIONS[len(lead)].parts:
                    yield from self.below((*lead, part.id))

    def example(self, lead: Lead, labels: Sequence[z3.BoolRef], found: solve.Sat) -> Found:
        chosen = self.least(labels, found) if self.smallest else found
        if isinstance(chosen, solve.Unsure):
            return Found(lead, None, chosen.reason)
        reader = Reader(chosen.model, self.ruleset.pack)
        options = prove.setting_of(self.ruleset).chosen(reader)
        return Found(lead, Witness(SCOPE, self.tricks.read(reader), tuple(options.items())))

    def least(self, labels: Sequence[z3.BoolRef], found: solve.Sat) -> solve.Sat | solve.Unsure:
        self.asked.push()
        self.asked.add(*labels)
        try:
            return solve.smallest(self.asked, found, [*self.tricks.objectives, *self.options()])
        finally:
            self.asked.pop()

    def options(self) -> list[Term]:
        """The open options of a family, as terms."""
        return [term(self.tricks.names[name]) for name in self.ruleset.open_options]

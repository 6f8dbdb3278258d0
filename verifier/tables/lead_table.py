"""Who takes a trick led with a joker: every class settled by proof, in worker processes.

The solver says which classes can come up, with a trick of each. Classes whose tricks have the same
winner are claimed together: one proof settles them all. Where it fails they are claimed one by one, and
of a class for which that fails too every winner is found, until there is proved to be no other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product

from rulespec import questions
from rulespec.ir.ruleset import RuleSet
from verifier.proofs.verdict import HOLDS, Disagreement, Proved, Refuted, Unknown, Unreached, Verdict, entry, worst
from verifier.tables.lead_proofs import Claim, Survey, Surveyed
from verifier.tables.leads import QUESTIONS, Formulas, Lead
from verifier.witness.witness import Witness
from verifier.work import tasks as workers
from verifier.work.tasks import packed

ANSWER = "verifier.tables.lead_proofs:answer"


@dataclass(frozen=True, slots=True)
class LeadLine:
    """A class and who may take its tricks, as far as the verdict is `Proved`; one winner is the rule.

    `examples` has a trick for each of several winners, or one where examples were asked for.
    """

    lead: Lead
    verdict: Verdict
    winners: tuple[str, ...] = ()
    examples: tuple[Witness, ...] = ()


@dataclass(frozen=True, slots=True)
class LeadTable:
    """All classes of tricks led with a joker that can come up, in order."""

    ruleset: RuleSet
    lines: tuple[LeadLine, ...]

    @property
    def exit_code(self) -> int:
        if not self.lines and not self.ruleset.pack.jokers_mask:
            return HOLDS  # a game without jokers has no such tricks, and leaves nothing open
        return worst(entry(line.verdict).code for line in self.lines)


@dataclass(frozen=True, slots=True)
class Limits:
    """`examples`: whether every class gets its smallest trick, which takes longer."""

    examples: bool = False
    timeout: float = 30.0
    jobs: int = 2


def lead_tables(rulesets: Sequence[RuleSet], limits: Limits = Limits()) -> list[LeadTable]:
    """The tables of several rule sets over one crew of workers."""
    alike: dict[object, Work] = {}
    works = [alike.setdefault(ground(ruleset), Work(ruleset, limits)) for ruleset in rulesets]
    settle_all(list(alike.values()), limits)
    return [LeadTable(ruleset, work.table()) for ruleset, work in zip(rulesets, works, strict=True)]


def ground(ruleset: RuleSet) -> object:
    """Equal for rule sets that agree in all that tricks depend on. Families stand alone."""
    if ruleset.open_options:
        return id(ruleset)
    rows = tuple((row.when, row.result, row.then) for name in ("call", "strength") for row in ruleset.rows(name))
    table = questions.ground(ruleset)
    return ruleset.pack, ruleset.players, table.deck, table.trumps, rows


def settle_all(works: Sequence[Work], limits: Limits) -> None:
    """Rounds of tasks until no table has any left."""
    while tasks := [(work, task) for work in works for task in work.tasks()]:
        found = workers.work([task for _, task in tasks], ANSWER, object, workers.Limits(limits.timeout, limits.jobs))
        for (work, task), worked in zip(tasks, found, strict=True):
            if isinstance(worked.result, Disagreement) and not isinstance(task, Claim):
                raise RuntimeError(str(worked.result.details))
            work.take(task, worked.result)


class Work:
    """The table of one rule set while it is being settled."""

    def __init__(self, ruleset: RuleSet, limits: Limits) -> None:
        self.examples = limits.examples
        self.formulas = Formulas(ruleset)
        rules_ = packed(ruleset)
        self.open: list[Survey | Claim] = [Survey(rules_, part.id, limits.examples) for part in QUESTIONS[0].parts]
        self.tricks: dict[Lead, Witness] = {}
        self.several: dict[Lead, list[Witness]] = {}
        self.lines: dict[Lead, LeadLine] = {}

    def tasks(self) -> list[Survey | Claim]:
        handed_out, self.open = self.open, []
        return handed_out

    def table(self) -> tuple[LeadLine, ...]:
        return tuple(self.lines[lead] for lead in all_leads() if lead in self.lines)

    def take(self, task: Survey | Claim, value: object) -> None:
        """An answer to a task; new tasks may follow from it."""
        match task, value:
            case Survey(), Surveyed():
                self.surveyed(value)
            case Survey(decide=True), Unknown():
                self.open.append(replace(task, decide=False))
            case Survey(level=level), Unknown() as unknown:
                self.note([lead for lead in all_leads() if lead[0] == level], unknown)
            case Claim(leads=leads), Unknown() | Unreached() if len(leads) > 1:
                self.open += [replace(task, leads=(lead,)) for lead in leads]
            case Claim(leads=leads, winners=winners), Proved() as proved:
                self.note(leads, proved, winners)
            case Claim(), Refuted(witness=Witness() as witness):
                self.refuted(task, witness)
            case Claim(leads=leads), Unknown() | Unreached() | Disagreement():
                self.note(leads, value)
            case Claim(leads=leads), _:
                self.note(leads, Disagreement(f"tricks of these classes are known, yet the solver answers {value}"))
            case _:
                raise TypeError(value)

    def surveyed(self, answer: Surveyed) -> None:
        for one in answer.found:
            if one.example is None:
                self.note([one.lead], Unknown(one.reason))
            elif self.formulas.lead_of(one.example) != one.lead:
                self.note([one.lead], Disagreement(f"by the reference meaning this trick is of another class: {one.example}"))
            else:
                self.tricks[one.lead] = one.example
        for claim, verdict in answer.claims:
            if verdict is None:
                self.open.append(claim)
            else:
                self.take(claim, verdict)

    def refuted(self, claim: Claim, witness: Witness) -> None:
        """Several classes are claimed one by one; of a single one another winner is known."""
        if len(claim.leads) > 1:
            self.open += [replace(claim, leads=(lead,)) for lead in claim.leads]
            return
        (lead,) = claim.leads
        if lead not in self.several:  # from the beginning, so that each winner comes with its smallest trick
            self.several[lead] = []
            self.open.append(replace(claim, winners=()))
        else:
            self.several[lead].append(witness)
            self.open.append(replace(claim, winners=(*claim.winners, self.formulas.winner_of(witness))))

    def note(self, leads: Iterable[Lead], verdict: Verdict, winners: Sequence[str] = ()) -> None:
        for lead in leads:
            if lead in self.lines and isinstance(self.lines[lead].verdict, Disagreement):
                continue  # what is contradicted once stays so
            examples = self.several.get(lead) or ([self.tricks[lead]] if self.examples and lead in self.tricks else [])
            self.lines[lead] = LeadLine(lead, verdict, tuple(winners), tuple(examples))


def all_leads() -> list[Lead]:
    return list(product(*[[part.id for part in question.parts] for question in QUESTIONS]))

"""Who takes a trick led with a joker, as a report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rulespec import questions
from rulespec.ir.options import with_options
from rulespec.ir.ruleset import RuleSet
from rulespec.questions import STRENGTH, WholeTrick
from rulespec.rulebook import rulebook
from verifier.output.report import NOTHING, Block, Cell, Grid, Line, Note, Notes, Prose, Report, listed
from verifier.proofs.verdict import Disagreement, Proved, Unknown, Unreached, Verdict, word
from verifier.tables import sources
from verifier.tables.lead_table import LeadLine, LeadTable
from verifier.tables.leads import QUESTIONS, WINNERS, Lead, parts_of, winner_named
from verifier.witness.text.words import trick, trump
from verifier.witness.witness import Witness
from verifier.work.versions import solver_versions

OPEN_TONE = "open"
FIELDS = (*(question.id for question in QUESTIONS), "winners", "verdict", "trump", "trick")


@dataclass
class Footnotes:
    """Explanations of cells, numbered as they come; equal ones have one number."""

    texts: list[str] = field(default_factory=list)

    def add(self, says: str) -> str:
        """The mark that points to the note."""
        if says not in self.texts:
            self.texts.append(says)
        return f" ({self.texts.index(says) + 1})"

    def notes(self) -> tuple[Note, ...]:
        return tuple(Note(f"({i})", says) for i, says in enumerate(self.texts, start=1))


def lead_report(table: LeadTable, examples: bool = False) -> Report:
    """`examples`: with a trick of each class, where the table has them."""
    ruleset = table.ruleset
    data = {
        "kind": "joker-leads", "profile": sources.identity(ruleset), "solvers": solver_versions("z3"),
        "lines": [record(ruleset, line) for line in table.lines],
    }  # fmt: skip
    told = tuple(blocks_of(table, examples)) if table.lines else (Prose("No trick of this game can be led with a joker, so there is nothing to show."),)
    blocks = (*told, *sources.notes(ruleset, sources.living(ruleset, "strength")))
    rows = tuple(row for line in table.lines for row in flat(ruleset, line))
    return Report(f"{ruleset.name}: who takes a trick led with a joker", blocks, FIELDS, rows, data, table.exit_code)


def blocks_of(table: LeadTable, examples: bool) -> Iterator[Block]:
    footnotes = Footnotes()
    yield Grid("Winner of the trick", tuple(q.words for q in QUESTIONS[:-1]), QUESTIONS[-1].words, *matrix(table, footnotes))
    if footnotes.texts:
        yield Notes("Entries that are not one winner for every trick", footnotes.notes())
    yield Prose(covers(table))
    met = {winner for line in table.lines for winner in line.winners}
    yield Notes("Columns", tuple(Note(q.words, q.says) for q in QUESTIONS))
    yield Notes("Winners", tuple(Note(w.words, w.says, w.id) for w in WINNERS if w.id in met))
    if examples:
        yield Notes("A trick of each kind", tuple(Note(lead_in_words(one.lead), story(table.ruleset, w)) for one in table.lines for w in one.examples))


def matrix(table: LeadTable, footnotes: Footnotes) -> tuple[tuple[str, ...], tuple[Line, ...]]:
    """The heads and the lines: the last question goes across, the others down."""
    by_lead = {line.lead: line for line in table.lines}
    across = [part for part in QUESTIONS[-1].parts if any(lead[-1] == part.id for lead in by_lead)]
    lines: list[Line] = []
    for start in dict.fromkeys(lead[:-1] for lead in by_lead):
        cells = [cell(table.ruleset, by_lead.get((*start, part.id)), footnotes) for part in across]
        lines.append(Line(labels(start, list(by_lead)), tuple(cells)))
    return tuple(part.words for part in across), tuple(lines)


def labels(start: Lead, leads: Sequence[Lead]) -> tuple[str, ...]:
    """The answers in words; nothing where level and suit leave only one answer."""
    words: list[str] = []
    for i, part in enumerate(parts_of(start)):
        possible = {lead[i] for lead in leads if lead[:2] == start[:2]}
        words.append(part.words if i < 2 or len(possible) > 1 else NOTHING)
    return tuple(words)


def cell(ruleset: RuleSet, line: LeadLine | None, footnotes: Footnotes) -> Cell:
    if line is None:
        return Cell(NOTHING)
    match line.verdict:
        case Proved() if len(line.winners) == 1:
            return Cell(winner_named(line.winners[0]).words, line.winners[0])
        case Proved():
            return Cell("depends", OPEN_TONE, footnotes.add(several(ruleset, line)))
        case Unknown(reason):
            return Cell("unknown", OPEN_TONE, footnotes.add(f"not settled: {reason}"))
        case Unreached(witness):
            return Cell("unreached", OPEN_TONE, footnotes.add(f"no game was found with such a trick: {witness.why_not}"))
        case Disagreement(details):
            return Cell("disagreement", OPEN_TONE, footnotes.add(f"a bug in jokeri: {details}"))
        case other:
            return Cell(word(other), OPEN_TONE, footnotes.add(str(other)))


def several(ruleset: RuleSet, line: LeadLine) -> str:
    """Every winner there can be, each with its smallest trick."""
    shown = [f"{winner_named(id_).words} ({story(ruleset, one)})" for id_, one in zip(line.winners, line.examples, strict=True)]
    return f"{listed(shown, 'or')}; proved: never another"


def story(ruleset: RuleSet, witness: Witness) -> str:
    """A trick in a player's words, under the options that were open."""
    moment = witness.moment
    assert isinstance(moment, WholeTrick)
    options = [f"{name}={value}" for name, value in witness.options if _matters(ruleset, name)]
    return "; ".join([trump(ruleset.pack, moment.trump), trick(ruleset.pack, moment.trick), *filter(None, [", ".join(options)])])


def _matters(ruleset: RuleSet, option: str) -> bool:
    return any(option in questions.reads(ruleset, section) for section in ("call", "strength"))


def covers(table: LeadTable) -> str:
    """What the proofs are about."""
    ruleset, size = table.ruleset, table.ruleset.facts.deck_size
    cards = str(size.low) if size.low == size.high else f"{size.low} to {size.high}"
    settled = sum(isinstance(line.verdict, Proved) for line in table.lines)
    entries = "Every entry" if settled == len(table.lines) else f"{settled} of {len(table.lines)} entries"
    verb = "is" if settled in (1, len(table.lines)) else "are"
    return f"{entries} {verb} proved for all tricks of its kind: {ruleset.players} players, {cards} cards. What cannot happen has no entry."


def lead_in_words(lead: Lead) -> str:
    """A class in a few words, for a list."""
    level, named, supplied, trumped, other = parts_of(lead)
    with_ = [w for w, part in (("supplied", supplied), ("trumped", trumped)) if part.id == "yes"]
    joker = [] if other.id == "absent" else [f"other joker {other.words}"]
    return ", ".join([f"{level.words}, {named.words}", *with_, *joker])


# --- the same as data -------------------------------------------------------------------------


def record(ruleset: RuleSet, line: LeadLine) -> Mapping[str, object]:
    answers = {q.id: {"yes": True, "no": False}.get(id_, id_) for q, id_ in zip(QUESTIONS, line.lead, strict=True)}
    reason = {"reason": _reason(line.verdict)} if not isinstance(line.verdict, Proved) else {}
    examples = [case(ruleset, one) for one in line.examples]
    winner = line.winners[0] if len(line.winners) == 1 else None
    return {**answers, "verdict": word(line.verdict), "winner": winner, "winners": list(line.winners), "examples": examples, **reason}


def _reason(verdict: Verdict) -> str:
    return verdict.witness.why_not if isinstance(verdict, Unreached) else str(getattr(verdict, "reason", None) or verdict)


def case(ruleset: RuleSet, witness: Witness) -> Mapping[str, object]:
    """The trick as a case with its answer."""
    moment, options = witness.moment, dict(witness.options)
    assert isinstance(moment, WholeTrick)
    settled = with_options(ruleset, options)
    written = STRENGTH.write(rulebook(settled), moment)
    answer = questions.winner(settled, moment.trump, moment.trick)
    return {**written, "answer": answer, **({"options": options} if options else {})}


def flat(ruleset: RuleSet, line: LeadLine) -> Iterator[tuple[object, ...]]:
    """A row for each example, or one without."""
    for one in line.examples or (None,):
        written = case(ruleset, one) if one else {}
        plays = written.get("trick")
        shown = " ".join(plays) if isinstance(plays, list) else ""
        yield *line.lead, " or ".join(line.winners), word(line.verdict), (written.get("trump") or "none") if one else "", shown

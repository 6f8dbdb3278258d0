"""Rule sets side by side: the options each has chosen, and the traits each has by proof."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rulespec.ir.ruleset import Option, RuleSet
from verifier.output.report import NOTHING, Block, Cell, Grid, Line, Note, Notes, Prose, Report, listed
from verifier.proofs.check import Checked, Request, Result, check
from verifier.proofs.property import Property, known
from verifier.proofs.verdict import (
    NOT_SETTLED,
    Disagreement,
    NotApplicable,
    Proved,
    Refuted,
    Unknown,
    Unreached,
    Unsupported,
    Vacuous,
    judge,
    word,
    worst,
)
from verifier.tables import sources
from verifier.work.cache import Answers
from verifier.work.settings import Settings, loaded
from verifier.work.tasks import Progress
from verifier.work.versions import solver_versions

TITLE = "Rule sets side by side"
YES, NO, NEVER, OPEN = "yes", "no", "idle", "open"
LACKING = {NOTHING, word(NotApplicable(""))}
WORDS = {
    YES: "proved for every situation",
    NO: "there is a situation in which it does not hold",
    NEVER: "the game has no situation it speaks of",
    OPEN: "not settled",
}


@dataclass(frozen=True, slots=True)
class Limits:
    timeout: float = 30.0
    jobs: int = 2


def compare_report(
    profiles: Sequence[str], settings: Settings = (), limits: Limits = Limits(), progress: Progress | None = None,
    kept: Answers | None = None, of_a_run: bool = True,
) -> Report:  # fmt: skip
    """`of_a_run` tells what is true of this run only. Raises Faults for wrong input."""
    traits = traits_of(profiles, settings)
    request = Request(tuple(profiles), settings, tuple(traits), timeout=limits.timeout, jobs=limits.jobs)
    found = check(request, progress, kept) if traits else [Checked(loaded(profile, settings), ()) for profile in profiles]
    rulesets = [one.ruleset for one in found]
    options = options_of(rulesets)
    heads = tuple(profiles)
    blocks: tuple[Block, ...] = (
        *parted("Options", "option", heads, [option_line(option, rulesets) for option in options]),
        *parted("Traits", "trait", heads, [trait_line(trait, found) for trait in traits.values()]), *legends(heads, found, options, traits.values()),
    )  # fmt: skip
    blocks += kept_answers(found) if of_a_run else ()
    records = [*option_records(options, rulesets), *trait_records(traits.values(), found)]
    code = worst(judge(r.verdict, r.expected, asked=False) for one in found for r in one.results) if traits else NOT_SETTLED
    return Report(TITLE, blocks, ("kind", "id", "says", *heads), tuple(records), data(heads, found, options, traits.values()), code)


def parted(what: str, label: str, heads: tuple[str, ...], lines: Sequence[Line]) -> Iterator[Block]:
    """The lines in which rule sets differ; as lists follow those that all share, and those that only all share who have such a thing."""
    differing = tuple(line for line in lines if len({cell.text for cell in line.cells} - LACKING) > 1 or len(heads) == 1)
    alike = [line for line in lines if line not in differing]
    lacking = [line for line in alike if any(cell.text in LACKING for cell in line.cells)]
    if differing:
        yield Grid(f"{what} that differ" if len(heads) > 1 else what, (label,), "", heads, differing)
    for title, some in ((f"{what} that all share", [line for line in alike if line not in lacking]), (f"{what} that all share who have them", lacking)):
        if some:
            yield Notes(title, tuple(map(_alike, some)))


def _alike(line: Line) -> Note:
    """What all say who have such a thing."""
    return Note(line.labels[0], next((cell.text for cell in line.cells if cell.text not in LACKING), NOTHING))


def traits_of(profiles: Sequence[str], settings: Settings) -> dict[str, Property]:
    """Every trait that some of the rule sets may have, by its id."""
    listed_ = [p for profile in profiles for p in known(loaded(profile, settings)).values() if p.kind == "trait"]
    return {p.id: p for p in listed_}


def options_of(rulesets: Iterable[RuleSet]) -> dict[str, Option]:
    return {name: option for ruleset in rulesets for name, option in ruleset.options.items()}


# --- lines ------------------------------------------------------------------------------------


def option_line(name: str, rulesets: Sequence[RuleSet]) -> Line:
    """What each has chosen; nothing where a rule set has no such option."""
    return Line((name,), tuple(Cell(chosen(name, ruleset)) for ruleset in rulesets))


def chosen(name: str, ruleset: RuleSet) -> str:
    if name not in ruleset.options:
        return NOTHING
    return str(ruleset.chosen.get(name, "open"))


def trait_line(trait: Property, found: Sequence[Checked]) -> Line:
    return Line((trait.id,), tuple(verdict_cell(result_of(trait, one)) for one in found))


def reason(result: Result) -> str | None:
    """Why there is neither a proof nor a refutation."""
    match result.verdict:
        case Unknown(text) | Vacuous(text) | Unsupported(text):
            return text
        case Unreached(witness):
            return witness.why_not
        case NotApplicable(text):
            return text
        case Disagreement(details):
            return f"a bug in jokeri: {details}"
        case _:
            return None


def reasons(heads: Sequence[str], found: Sequence[Checked], applicable: bool) -> list[Note]:
    """For everything that is not settled, or for what a game lacks, why."""
    every = [(head, result) for head, one in zip(heads, found, strict=True) for result in one.results]
    asked = [(head, result) for head, result in every if isinstance(result.verdict, NotApplicable) != applicable]
    return [Note(f"{result.property.id}, {head}", why) for head, result in asked if (why := reason(result)) is not None]


def result_of(trait: Property, one: Checked) -> Result | None:
    """None where the trait is another rule set's own."""
    return next((result for result in one.results if result.property.id == trait.id), None)


def verdict_cell(result: Result | None) -> Cell:
    if result is None:
        return Cell(NOTHING)
    family = result.family
    if family is not None and isinstance(result.verdict, Refuted) and 0 < family.fails < family.combinations:
        return Cell(f"no in {family.fails} of {family.combinations}", NO)
    match result.verdict:
        case Proved():
            return Cell("yes", YES)
        case Refuted():
            return Cell("no", NO)
        case Vacuous():
            return Cell("no case", NEVER)
        case NotApplicable():
            return Cell(word(result.verdict), NEVER)
        case other:
            return Cell(word(other), OPEN)


def legends(heads: Sequence[str], found: Sequence[Checked], options: dict[str, Option], traits: Iterable[Property]) -> list[Notes]:
    """The columns, the options with their values, the traits and the answers in words."""
    tones = {verdict_cell(r) for one in found for r in one.results}
    answers = [Note(cell.text, WORDS[cell.tone], cell.tone) for cell in sorted(tones, key=lambda c: (list(WORDS).index(c.tone), c.text))]
    lists = {
        "Not settled": reasons(heads, found, applicable=True),
        "Not applicable": reasons(heads, found, applicable=False),
        "Rule sets": [Note(head, sources.in_a_line(one.ruleset)) for head, one in zip(heads, found, strict=True)],
        "Options": [Note(name, option_in_words(option)) for name, option in options.items()],
        "Traits": [Note(trait.id, trait.says) for trait in traits],
        "Answers": answers,
    }
    return [Notes(title, tuple(items)) for title, items in lists.items() if items]


def kept_answers(found: Sequence[Checked]) -> tuple[Prose, ...]:
    """How many answers are those of an earlier run."""
    number = sum(result.cached for one in found for result in one.results)
    return (Prose(f"{number:,} answers are kept from an earlier run."),) if number else ()


def option_in_words(option: Option) -> str:
    values = listed([f"`{value}`" for value in option.values], "or")
    return f"{option.says}: {values}" if option.says else values


# --- the same as data -------------------------------------------------------------------------


def option_records(options: dict[str, Option], rulesets: Sequence[RuleSet]) -> list[tuple[object, ...]]:
    return [("option", name, option.says, *(chosen(name, ruleset) if name in ruleset.options else "" for ruleset in rulesets)) for name, option in options.items()]


def trait_records(traits: Iterable[Property], found: Sequence[Checked]) -> list[tuple[object, ...]]:
    results = ((trait, [result_of(trait, one) for one in found]) for trait in traits)
    return [("trait", trait.id, trait.says, *(word(r.verdict) if r else "" for r in line)) for trait, line in results]


def data(heads: Sequence[str], found: Sequence[Checked], options: dict[str, Option], traits: Iterable[Property]) -> dict[str, object]:
    return {
        "kind": "compare", "solvers": solver_versions("z3"),
        "options": [{"id": name, "says": option.says, "values": list(option.values)} for name, option in options.items()],
        "traits": [{"id": trait.id, "says": trait.says} for trait in traits],
        "profiles": [profile_record(head, one) for head, one in zip(heads, found, strict=True)],
    }  # fmt: skip


def profile_record(head: str, one: Checked) -> dict[str, object]:
    ruleset = one.ruleset
    options = {name: ruleset.chosen.get(name) for name in ruleset.options}
    why = {result.property.id: text for result in one.results if (text := reason(result)) is not None}
    traits = {result.property.id: word(result.verdict) for result in one.results}
    cached = [result.property.id for result in one.results if result.cached]
    return {"asked": head, **sources.identity(ruleset), "options": options, "traits": traits, "reasons": why, "cached": cached}

"""A second and a third opinion on a verdict, in a worker process.

Second: the same formulas as SMT-LIB text, decided by another solver. Third: every game of the rule set on a
small pack, played by the engine alone, where the solver's verdict must be the one that these games give.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from importlib.util import find_spec

from rulespec.ir.expr import FALSE, TRUE, Expr
from rulespec.ir.options import Options, option_value, with_options
from rulespec.ir.ruleset import RuleSet
from rulespec.ir.sections import BY_NAME
from rulespec.ir.sections import FIRST as FIRST_ROW
from rulespec.ir.walk import conj, fold, negate, substitute
from verifier.proofs import property as properties
from verifier.proofs.decide import decide
from verifier.proofs.enumeration import enumerated
from verifier.proofs.export import Script, scripts
from verifier.proofs.obligation import Obligation
from verifier.proofs.outcomes import Decided, FamilyVerdict
from verifier.proofs.property import Property, Typed
from verifier.proofs.prove import Claim
from verifier.proofs.scopes import BY_NAME as SCOPES
from verifier.proofs.verdict import DOMINANCE, TABLE, Disagreement, Proved, Refuted, Unknown, Unsupported, Vacuous, word
from verifier.small_game import Irreducible, SmallGame, reduce
from verifier.small_game.hand import TooLarge
from verifier.work.settings import assumption
from verifier.work.tasks import unpacked

FIRST, SECOND, THIRD = "z3", "bitwuzla", "enumeration"
WORLDS = 3  # small games of a family and a scope, for which the third opinion is asked
CARDS = {"trick": 1, "set": 1, "hand": 2}  # in the largest hand of the small game, by scope; whole sets are many
HANDS = {"set": 2, "lead": 1, "follow": 1}  # in a set of it
UNREACHED = "unreached"


def available() -> bool:
    """Whether the second solver is installed."""
    return find_spec(SECOND) is not None


def decide_twice(task: Obligation) -> Decided:
    """The verdict with its second and third opinion; any dissent makes it a disagreement."""
    first = decide(task)
    if not isinstance(first.verdict, Proved | Refuted | Vacuous) or task.property.kind == "possible":
        return first
    if not available():
        return Decided(Unsupported(f"no second opinion: `{SECOND}` is not installed"), first.family)
    second = Opinions(unpacked(task.rules), task.property, task.assume)
    second.on(first)
    if second.dissent:
        return Decided(Disagreement("; ".join(second.dissent)), None, (FIRST, *second.heard))
    if second.unsure:
        return Decided(Unknown("; ".join(second.unsure)), first.family, (FIRST, *second.heard))
    return replace(first, opinions=(FIRST, *second.heard), unheard=tuple(second.unheard))


@dataclass(slots=True)
class Opinions:
    """What the others say of a property: who was heard, who dissents, who has no answer, who could not be asked."""

    ruleset: RuleSet
    property: Property
    assume: Expr = TRUE
    heard: list[str] = field(default_factory=list)
    dissent: list[str] = field(default_factory=list)
    unsure: list[str] = field(default_factory=list)
    unheard: list[str] = field(default_factory=list)

    def on(self, first: Decided) -> None:
        if first.family is None:
            self.hear(SECOND, word(first.verdict), second_solver(scripts(self.ruleset, self.property)))
            self.enumerate_all([{}])
        else:
            self.on_family(first.family)
        self.heard = list(dict.fromkeys(self.heard))
        self.unheard = list(dict.fromkeys(self.unheard))

    def hear(self, who: str, expected: str, found: str, where: str = "") -> None:
        """Notes an opinion. One that is none is no dissent, but the verdict has not got it."""
        self.heard.append(who)
        if found == word(Unknown("")):
            self.unsure.append(f"{who} has no answer{where}")
        elif found != expected:
            self.dissent.append(f"{FIRST} says {expected}, {who} says {found}{where} ({self.again()})")

    def again(self) -> str:
        """How to see the formulas."""
        return f"`jokeri export smt2 {self.ruleset.path or self.ruleset.id} -p {self.property.id}` writes the formulas"

    def on_family(self, found: FamilyVerdict) -> None:
        """Where it fails: unsatisfiable outside the condition, satisfiable in every term of it."""
        if not found.combinations:
            return
        when = assumption(self.ruleset, found.fails_when) if found.fails_when else negate(TRUE)
        outside = found.fails < found.combinations
        if outside:
            holds = word(Vacuous("")) if isinstance(found.verdict, Vacuous) else word(Proved(""))
            where = f" where not {found.fails_when}" if found.fails_when else ""
            self.hear(SECOND, holds, self.second(negate(when)), where)
        for failure in found.failures:
            self.hear(SECOND, word(Refuted(None)), self.second(assumption(self.ruleset, failure.when)), f" where {failure.when}")
        self.enumerate_all(list(self.sample(found)))

    def second(self, when: Expr) -> str:
        return second_solver(scripts(self.ruleset, self.property, conj(self.assume, when)))

    def sample(self, found: FamilyVerdict) -> Iterator[Options]:
        """Combinations for the third opinion: those of the witnesses, then the first values, each option changed in turn."""
        first = {name: self.ruleset.options[name].values[0] for name in self.ruleset.open_options}
        asked: list[Options] = [{**first, **dict(failure.witness.options)} for failure in found.failures if failure.witness]
        asked.append(first)
        asked += [{**first, name: self.ruleset.options[name].values[-1]} for name in self.ruleset.open_options]
        yield from [options for i, options in enumerate(asked) if options not in asked[:i]]

    def enumerate_all(self, combinations: Sequence[Options]) -> None:
        """The third opinion under each of these options, as far as they make another small game."""
        for scope in self.property.scopes:
            seen: list[SmallGame] = []
            for options in combinations:
                settled = with_options(self.ruleset, options)
                typed = replace_options(properties.typed(self.property, scope, self.ruleset), self.ruleset, options)
                try:
                    game, asked = small_game(settled, typed)
                    if not any(game is one for one in seen) and len(seen) < WORLDS:
                        seen.append(game)
                        self.enumerate_one(game, asked, options)
                except Irreducible as reason:
                    self.unheard.append(f"not enumerated: {reason}")
                    break
                except TooLarge as reason:  # under other options the game may be smaller
                    where = " under some of the options" if options else ""
                    if (text := f"not enumerated: {reason}{where}") not in self.unheard:
                        self.unheard.append(text)

    def enumerate_one(self, game: SmallGame, typed: Typed, options: Options) -> None:
        ruleset = game.book.ruleset
        claim = Claim(ruleset, typed)
        where = f" in scope {typed.scope} on a pack of {ruleset.pack.size} cards" + (f" under {dict(options)}" if options else "")
        solved = word(claim.everywhere())
        if solved in (word(Unknown("")), UNREACHED):
            self.unheard.append(f"not compared with enumeration: {FIRST} has no answer{where}")
        else:
            self.hear(THIRD, solved, enumerated(game, typed), where)


def replace_options(typed: Typed, ruleset: RuleSet, options: Options) -> Typed:
    """The formulas with these options chosen; a scope's own name hides an option of that name."""
    hidden = {name.name for name in SCOPES[typed.scope].names}
    values = {name: option_value(ruleset.options[name], value) for name, value in options.items() if name not in hidden}
    when = None if typed.when is None else fold(substitute(typed.when, values))
    return replace(typed, given=fold(substitute(typed.given, values)), holds=fold(substitute(typed.holds, values)), when=when)


def second_solver(asked: Iterable[Script]) -> str:
    """The verdict's word by the other solver's answers, put together as `prove` does."""
    by_scope: dict[str, list[Script]] = {}
    for one in asked:
        by_scope.setdefault(one.scope, []).append(one)
    words = [_in_scope(mine) for mine in by_scope.values()]
    codes = {entry.word: entry.code for entry in TABLE.values()}
    return min(words, key=lambda one: DOMINANCE.index(codes[one]))


def _in_scope(asked: Sequence[Script]) -> str:
    violations = [answer(one.text) for one in asked if one.asks == "violation"]
    if "sat" in violations:
        return word(Refuted(None))
    if any(found != "unsat" for found in violations):
        return word(Unknown(""))
    spoken = [answer(one.text) for one in asked if one.asks == "moment"]
    if "sat" in spoken:
        return word(Proved(""))
    return word(Vacuous("")) if all(found == "unsat" for found in spoken) else word(Unknown(""))


def answer(text: str) -> str:
    """sat, unsat or unknown, by the second solver."""
    import bitwuzla

    parser = bitwuzla.Parser(bitwuzla.TermManager(), bitwuzla.Options())
    parser.parse(text.replace("(check-sat)", ""), True, False)
    return str(parser.bitwuzla().check_sat()).rsplit(".", 1)[-1].lower()


_GAMES: dict[object, SmallGame | TooLarge] = {}


def small_game(ruleset: RuleSet, typed: Typed) -> tuple[SmallGame, Typed]:
    """The small game of a rule set, played once a process, and the formulas there. Raises Irreducible, TooLarge."""
    if typed.scope == "match":
        raise Irreducible("whole games are not gone through one by one")
    formulas = (typed.given, typed.holds, *([typed.when] if typed.when is not None else []))
    small = reduce(ruleset, formulas, cards=CARDS.get(typed.scope, 2), hands=HANDS.get(typed.scope, 2))
    moved = [small.moved(formula) for formula in formulas]
    key = (small.ruleset.pack, small.ruleset.players, tuple(deciding(small.ruleset, name) for name in small.ruleset.sections))
    if key not in _GAMES:
        _GAMES[key] = played(small.ruleset)
    game = _GAMES[key]
    if isinstance(game, TooLarge):
        raise game
    return game, replace(typed, given=moved[0], holds=moved[1], when=moved[2] if typed.when is not None else None)


def played(ruleset: RuleSet) -> SmallGame | TooLarge:
    try:
        return SmallGame(ruleset)
    except TooLarge as reason:
        return reason


def deciding(ruleset: RuleSet, section: str) -> tuple[object, ...]:
    """The rows that can answer, without their names."""
    rows = [row for row in ruleset.rows(section) if row.when != FALSE]
    if BY_NAME[section].hit == FIRST_ROW:
        rows = rows[: next((i + 1 for i, row in enumerate(rows) if row.when == TRUE), len(rows))]
    return tuple((row.when, row.result, row.then) for row in rows)

"""Scopes `set` (a finished set), `deal` (a hand about to be dealt) and `game` (the game as a whole)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import z3

from rulespec import rules
from rulespec.ir.ruleset import Choose, Fixed, RuleSet, Turn
from rulespec.ir.sections import BY_NAME, ScopeName, seats
from rulespec.ir.types import Bool, Int
from rulespec.meanings.python.evaluate import Env
from rulespec.meanings.z3.ops import OPS
from rulespec.meanings.z3.values import Num, Value, either, every, number, same, some
from rulespec.situations import premium_env
from verifier.symbolic.bidding import Number, at_most, counts_passes, legal_in_turn, less, passes, plus, points, within
from verifier.symbolic.setting import Reader, Setting, Symbolic
from verifier.witness.moments import DealMoment, GameMoment, Moment, SetMoment

SET = (
    *BY_NAME["premium"].names,
    ScopeName("premium", lambda f: Int(-(1 << 20), 1 << 20), "what the end of the set adds to the player"),
)
DEAL = (
    *BY_NAME["trump"].names,
    ScopeName("turns_next", lambda f: Bool(), "the next card of the pack is turned for trump"),
    ScopeName("shows_last", lambda f: Bool(), "the dealer's last card is shown for trump"),
    ScopeName("is_chosen", lambda f: Bool(), "a player names the trump"),
    ScopeName("is_fixed", lambda f: Bool(), "the trump is always the same"),
    ScopeName("seen_before", lambda f: Int(0, 110), "cards a player sees before he names the trump; 0 where none does or he sees all"),
    ScopeName("by_dealer", lambda f: Bool(), "it is the dealer who names the trump"),
    ScopeName("calls", lambda f: Int(0, 64), "how many trumps he may name, no trump among them; 0 where none does"),
)
GAME = (
    *[name for name in BY_NAME["trump"].names if name.name in ("players", "deck_size")],
    ScopeName("hands", lambda f: f.hands, "hands in the game"),
    ScopeName("sets", lambda f: f.sets, "sets in the game"),
    ScopeName("largest_hand", lambda f: f.hand_size, "cards a player holds in the largest hand"),
)


# --- a finished set ---------------------------------------------------------------------------


def set_shapes(setting: Setting) -> list[partial[Symbolic]]:
    """One group of moments for each different set of the schedule."""
    return [partial(finished_set, condition=c, set_number=s, sizes=n, before=b) for c, s, b, n in setting.sets()]


def finished_set(setting: Setting, condition: z3.BoolRef, set_number: int, sizes: Sequence[int], before: int = 0) -> Symbolic:
    """Every course of a set after so many hands: legal bids whoever dealt first, tricks that add up."""
    players = setting.ruleset.players
    bids = [[setting.var(f"bid{h}_{p}", Int(0, n)) for p in range(players)] for h, n in enumerate(sizes)]
    tricks = [[setting.var(f"tricks{h}_{p}", Int(0, n)) for p in range(players)] for h, n in enumerate(sizes)]
    dealer = setting.var("dealer", Int(0, players - 1))
    made = [passes(setting, f"passes{p}", number(before)) for p in range(players)]
    zeros = [p for p, _ in made]
    sound = [_hand_sound(bids[h], tricks[h], n) for h, n in enumerate(sizes)]
    assumptions = [
        *setting.domains, ("the set is on the schedule", condition),
        ("one player dealt first", every(at_most(number(0), dealer), less(dealer, number(players)))),
        ("zero bids before were legal", every(*[possible for _, possible in made])),
        ("the tricks add up", every(*sound)), ("the bids are legal", legal_whoever_deals(setting, bids, dealer, sizes, zeros)),
    ]  # fmt: skip
    totals = [plus(*row) for row in bids]
    scores = [[_score(setting, bids[h][p], tricks[h][p], totals[h], n, set_number) for h, n in enumerate(sizes)] for p in range(players)]
    fields = [player_fields([b[p] for b in bids], [t[p] for t in tricks], scores[p]) for p in range(players)]
    names: dict[str, Value] = {**setting.options, **premium_names(setting.ruleset, fields, 0), **set_names(set_number, sizes)}
    names["premium"] = setting.total("premium", names)

    def read(reader: Reader) -> Moment:
        said = tuple(tuple(map(reader.number, row)) for row in bids)
        taken = tuple(tuple(map(reader.number, row)) for row in tricks)
        return SetMoment(set_number, reader.number(dealer), tuple(sizes), said, taken, tuple(map(reader.number, zeros)))

    objectives = [v.term for h in range(len(sizes)) for v in (*bids[h], *tricks[h])]
    parts = {"fields": fields, "bids": bids, "tricks": tricks, "dealer": dealer, "zeros": zeros}
    return Symbolic(names, assumptions, [*objectives, dealer.term, *(p.term for p in zeros)], read, parts)


def _hand_sound(bids: Sequence[Num], tricks: Sequence[Num], size: int) -> z3.BoolRef:
    return every(within((*bids, *tricks), number(size)), same(plus(*tricks), number(size)))


def legal_whoever_deals(
    setting: Setting, bids: Sequence[Sequence[Num]], dealer: Num, sizes: Sequence[int], zeros: Sequence[Num]
) -> z3.BoolRef:
    """The bids of every hand are legal with the player `dealer` dealing the first, after these zero bids of each."""
    made = _zero_bids(setting, bids, zeros)
    seats_ = range(setting.ruleset.players)
    return every(*[z3.Implies(same(dealer, number(d)), _legal_from(setting, d, bids, sizes, made)) for d in seats_])


def _zero_bids(setting: Setting, bids: Sequence[Sequence[Num]], zeros: Sequence[Num]) -> list[Sequence[Number]]:
    """Each player's zero bids before each hand; plain zeros where no rule looks at them."""
    if not (setting.counts_passes or counts_passes(setting.ruleset)):
        return [[0] * len(zeros) for _ in bids]
    found: list[Sequence[Number]] = [zeros]
    for row in bids[:-1]:
        found.append([plus(made, either(bid.term == 0, number(1), number(0))) for made, bid in zip(found[-1], row, strict=True)])  # type: ignore[arg-type]
    return found


def _legal_from(setting: Setting, dealer: int, bids: Sequence[Sequence[Num]], sizes: Sequence[int], made: Sequence[Sequence[Number]]) -> z3.BoolRef:
    """The bids are legal where this player dealt the first hand and the deal goes round."""
    players = setting.ruleset.players
    found = []
    for h, size in enumerate(sizes):
        seats_ = [(dealer + h + 1 + i) % players for i in range(players)]
        found.append(legal_in_turn(setting, [bids[h][p] for p in seats_], size, [made[h][p] for p in seats_]))
    return every(*found)


def _score(setting: Setting, bid: Num, tricks: Num, bids_total: Num, size: int, set_number: int) -> Num:
    answer = points(setting, size, bid, tricks, bids_total, set_number)
    assert isinstance(answer.value, Num)
    return answer.value


def player_fields(bids: Sequence[Num], tricks: Sequence[Num], scores: Sequence[Num]) -> dict[str, Value]:
    """What `me.best` and its like stand for. Mirrors `SetOfPlayer.fields`."""
    return {
        "made_all": every(*[same(b, t) for b, t in zip(bids, tricks, strict=True)]),
        "best": OPS["max"](None, *scores),
        "best_but_last": OPS["max"](None, *(scores[:-1] or scores)),
        "last": scores[-1],
        "total": plus(*scores),
        "zero_bids": plus(*[either(b.term == 0, number(1), number(0)) for b in bids]),
    }


def premium_names(ruleset: RuleSet, fields: Sequence[dict[str, Value]], seat: int) -> dict[str, Value]:
    """The names of `premium` seen from a seat."""
    names: dict[str, Value] = {"players": number(ruleset.players)}
    names["makers"] = plus(*[either(f["made_all"], number(1), number(0)) for f in fields])
    for word, offset in seats(ruleset.players).items():
        names |= {f"{word}.{name}": value for name, value in fields[(seat + offset) % len(fields)].items()}
    return names | run_before(fields, seat)


def set_names(set_number: int, sizes: Sequence[int]) -> dict[str, Value]:
    """What the names of `premium` say of the set itself."""
    return {
        "hands": number(len(sizes)), "largest_hand": number(max(sizes)), "smallest_hand": number(min(sizes)),
        "set_number": number(set_number),
    }  # fmt: skip


def run_before(fields: Sequence[dict[str, Value]], seat: int) -> dict[str, Value]:
    """The players just before a seat, one after the other, who made every bid. Mirrors `situations.run_before`."""
    names: dict[str, Value] = {"run_before": number(0), "run_best": number(0), "run_best_but_last": number(0)}
    found: list[tuple[z3.BoolRef, int, dict[str, Value]]] = []
    clean = z3.BoolVal(True)
    for length in range(1, len(fields)):
        clean = every(clean, fields[(seat - length) % len(fields)]["made_all"])
        players = [fields[(seat - step) % len(fields)] for step in range(1, length + 1)]
        found.append((clean, length, {name: OPS["max"](None, *(p[name] for p in players)) for name in ("best", "best_but_last")}))
    for holds, length, greatest in found:
        names["run_before"] = either(holds, number(length), names["run_before"])
        names |= {f"run_{name}": either(holds, value, names[f"run_{name}"]) for name, value in greatest.items()}
    return names


def set_concrete(ruleset: RuleSet, moment: Moment) -> Env:
    """The names of `set` by the reference meaning."""
    assert isinstance(moment, SetMoment)
    hands = rules.set_results(ruleset, moment.cards, moment.bids, moment.tricks, moment.set_number)
    return {**premium_env(ruleset, hands, 0), "premium": rules.premiums(ruleset, hands)[0]}


# --- a hand about to be dealt -----------------------------------------------------------------


def deal(setting: Setting) -> Symbolic:
    """Every hand of every schedule."""
    hand_number, set_number, size, scheduled = setting.hand_number()
    names: dict[str, Value] = {
        **setting.options, "hand_size": size, "players": number(setting.ruleset.players),
        "deck_size": _deck_size(setting), "set_number": set_number,
    }  # fmt: skip
    rows = setting.ruleset.rows("trump")
    answers = setting.answering("trump", names)
    kinds = {"turns_next": z3.BoolVal(False), "shows_last": z3.BoolVal(False), "is_chosen": z3.BoolVal(False), "is_fixed": z3.BoolVal(False)}
    seen, calls, by_dealer = number(0), number(0), z3.BoolVal(False)
    for row, answer in zip(rows, answers, strict=True):
        word = method_word(row.result)
        kinds[word] = some(kinds[word], answer)
        if isinstance(row.result, Choose):
            seen = either(answer, number(row.result.after or 0), seen)
            calls = either(answer, number(len(row.result.calls)), calls)
            by_dealer = some(by_dealer, answer) if row.result.by == "dealer" else by_dealer

    def read(reader: Reader) -> Moment:
        return DealMoment(reader.number(size), reader.number(set_number))

    observed = {**kinds, "seen_before": seen, "calls": calls, "by_dealer": by_dealer}
    objectives = [size.term, set_number.term, hand_number.term]
    return Symbolic({**names, **observed}, [*setting.domains, *scheduled], objectives, read, {"answers": answers, "size": size})


def _deck_size(setting: Setting) -> Num:
    size = setting.deck_size
    return number(size) if isinstance(size, int) else size


def method_word(method: object) -> str:
    """The name of scope `deal` that holds for a trump method."""
    match method:
        case Turn("next_card", _):
            return "turns_next"
        case Turn():
            return "shows_last"
        case Choose():
            return "is_chosen"
        case Fixed():
            return "is_fixed"
        case _:
            raise AssertionError(method)


def deal_concrete(ruleset: RuleSet, moment: Moment) -> Env:
    """The names of `deal` by the reference meaning."""
    assert isinstance(moment, DealMoment)
    method = rules.trump_method(ruleset, moment.hand_size, moment.set_number)
    words = ("turns_next", "shows_last", "is_chosen", "is_fixed")
    choice = method if isinstance(method, Choose) else Choose("", 0, ())
    return {
        "hand_size": moment.hand_size, "players": ruleset.players, "deck_size": rules.deck(ruleset).bit_count(),
        "set_number": moment.set_number, **{word: method_word(method) == word for word in words},
        "seen_before": choice.after or 0, "calls": len(choice.calls), "by_dealer": choice.by == "dealer",
    }  # fmt: skip


# --- the game as a whole ----------------------------------------------------------------------


def game(setting: Setting) -> Symbolic:
    """The one game, or the games of all open options."""
    values: dict[str, Value] = {"hands": number(0), "sets": number(0), "largest_hand": number(0)}
    for row, answer in zip(setting.ruleset.rows("schedule"), setting.schedules, strict=True):
        if isinstance(row.result, tuple):
            sizes = [n for one in row.result for n in one]
            found = {"hands": len(sizes), "sets": len(row.result), "largest_hand": max(sizes)}
            values = {name: either(answer, number(found[name]), value) for name, value in values.items()}
    names = {**setting.options, **values, "players": number(setting.ruleset.players), "deck_size": _deck_size(setting)}
    return Symbolic(names, list(setting.domains), [], lambda reader: GameMoment(), {})


def game_concrete(ruleset: RuleSet, moment: Moment) -> Env:
    """The names of `game` by the reference meaning."""
    sets = rules.schedule(ruleset)
    sizes = [n for one in sets for n in one]
    return {
        "hands": len(sizes), "sets": len(sets), "largest_hand": max(sizes), "players": ruleset.players,
        "deck_size": rules.deck(ruleset).bit_count(),
    }  # fmt: skip

"""The results of rows that are data, not expressions: sets, trump methods, classes, tie-breakers."""

from __future__ import annotations

from collections.abc import Iterable

from rulespec.check.pack import whole_number
from rulespec.diagnostics import Diagnostic
from rulespec.diagnostics.faults import did_you_mean
from rulespec.ir.cards import Pack
from rulespec.ir.ruleset import AFTER_BIDS, Again, Choose, Class, Fixed, Sets, TrumpMethod, Turn
from rulespec.ir.sections import TIE_BREAKERS
from rulespec.keys import CHOOSE_KEYS, unknown_keys
from rulespec.surface import WrittenRow
from rulespec.yaml_tree import Mapping, Scalar, Sequence, Tree

TURNED = ("next_card", "dealers_last_card")
TURNED_JOKER = ("no_trump",)
CHOOSERS = ("left_of_dealer", "dealer", *AFTER_BIDS)
DEAL_AGAIN = "deal_again"
MAX_AGAIN = 20
NO_TRUMP = "no_trump"
MAX_SETS, MAX_HANDS = 20, 60


def one_of(at: Tree | None, words: Iterable[str], what: str, faults: list[Diagnostic]) -> str | None:
    """A word of a closed list; otherwise a fault and None."""
    known = tuple(words)
    if isinstance(at, Scalar) and at.text in known:
        return at.text
    if at is not None:
        near = did_you_mean(at.text, known) if isinstance(at, Scalar) else None
        faults.append(Diagnostic("RS109", f"{what} is one of {', '.join(f'`{w}`' for w in known)}", at.span, near))
    return None


def read_sets(at: Tree, most: int, faults: list[Diagnostic]) -> Sets:
    """A list of sets, each the list of its hands' sizes."""
    if not isinstance(at, Sequence) or not at.items or len(at.items) > MAX_SETS:
        faults.append(Diagnostic("RS101", f"`sets` is a list of 1 to {MAX_SETS} lists of hand sizes", at.span, "for example `[[1, 2, 3], [9, 9, 9, 9]]`"))
        return ((1,),)
    return tuple(_set(item, most, faults) for item in at.items)


def _set(at: Tree, most: int, faults: list[Diagnostic]) -> tuple[int, ...]:
    if not isinstance(at, Sequence) or not at.items or len(at.items) > MAX_HANDS:
        faults.append(Diagnostic("RS101", "a set is a list of hand sizes", at.span, "for example `[9, 9, 9, 9]`"))
        return (1,)
    sizes = [whole_number(item, 1, most, "a hand's size", faults) for item in at.items]
    return tuple(size or 1 for size in sizes)


def read_class(at: Tree, faults: list[Diagnostic]) -> Class:
    """A class of strength, higher wins; None for cards that never win."""
    if isinstance(at, Scalar) and at.text == "never":
        return None
    if isinstance(at, Scalar) and (hint := did_you_mean(at.text, ("never",))):
        faults.append(Diagnostic("RS110", f"`{at.text}` is no class", at.span, hint))
        return 0
    return whole_number(at, 0, 1000, "a class that can win", faults) or 0


def read_then(at: Tree | None, faults: list[Diagnostic]) -> tuple[str, ...]:
    items = at.items if isinstance(at, Sequence) else (at,) if at is not None else ()
    words = [one_of(item, TIE_BREAKERS, "`then`", faults) for item in items]
    return tuple(word for word in words if word is not None)


def read_trump(row: WrittenRow, pack: Pack, faults: list[Diagnostic]) -> TrumpMethod:
    value, joker = row.values[row.result], row.values.get("joker")
    if row.result != "turn" and joker is not None:
        faults.append(Diagnostic("RS103", "`joker` belongs to a row that turns a card", joker.span))
    match row.result:
        case "turn":
            card = one_of(value, TURNED, "`turn`", faults) or TURNED[0]
            if joker is None and pack.jokers:
                faults.append(Diagnostic("RS104", "what happens when the card turned is a joker?", value.span, "add `joker: no_trump`"))
            if isinstance(joker, Mapping):
                return Turn(card, _choice(joker, pack, faults))
            return Turn(card, one_of(joker, TURNED_JOKER, "`joker`", faults) or TURNED_JOKER[0])
        case "fixed":
            return Fixed(_suit(value, pack, faults))
        case _:
            return _choice(value, pack, faults)


def _suit(at: Tree, pack: Pack, faults: list[Diagnostic]) -> int | None:
    word = one_of(at, (*pack.suits, NO_TRUMP), "a trump", faults)
    return pack.suits.index(word) if word in pack.suits else None


def _choice(at: Tree, pack: Pack, faults: list[Diagnostic]) -> Choose:
    if not isinstance(at, Mapping):
        faults.append(Diagnostic("RS101", "`choose` is `{by: ..., after: ..., from: [...]}`", at.span))
        return Choose(CHOOSERS[0], None, (None,))
    faults += (fault for _, fault in unknown_keys(at, CHOOSE_KEYS, "`choose`"))
    if at.get("by") is None:
        faults.append(Diagnostic("RS104", "`choose` does not say who chooses", at.span, f"add `by: {CHOOSERS[0]}`"))
    by = one_of(at.get("by"), CHOOSERS, "`by`", faults) or CHOOSERS[0]
    after = at.get("after")
    seen = None if after is None else whole_number(after, 0, pack.size, "`after` (cards seen)", faults)
    if after is not None and by in AFTER_BIDS:
        faults.append(Diagnostic("RS103", f"`after` does not go with `by: {by}`: who has bid has seen all his cards", after.span))
    return Choose(by, seen, _calls(at, pack, faults), _again(at, by, faults))


def _again(at: Mapping, by: str, faults: list[Diagnostic]) -> Again | None:
    """`deal_again` among what may be chosen, how often, and whether the hand then counts double."""
    listed = at.get("from")
    word = next((item for item in listed.items if isinstance(item, Scalar) and item.text == DEAL_AGAIN), None) if isinstance(listed, Sequence) else None
    most, doubled = at.get("at_most"), at.get("doubled")
    if word is None:
        faults += [Diagnostic("RS103", "this belongs to `deal_again`, which is not in `from`", key.span) for key in (most, doubled) if key]
        return None
    if by in AFTER_BIDS:
        faults.append(Diagnostic("RS109", "after the bids a hand is not dealt again", word.span))
    times = 1 if most is None else whole_number(most, 1, MAX_AGAIN, "`at_most` (new deals)", faults) or 1
    return Again(times, one_of(doubled, ("false", "true"), "`doubled`", faults) == "true")


def _calls(at: Mapping, pack: Pack, faults: list[Diagnostic]) -> tuple[int | None, ...]:
    listed = at.get("from")
    if not isinstance(listed, Sequence) or not listed.items:
        faults.append(Diagnostic("RS104" if listed is None else "RS101", "`choose` needs a list `from`", listed.span if listed else at.span, "for example `from: [suits, no_trump]`"))
        return (None,)
    calls: list[int | None] = []
    for item in listed.items:
        word = one_of(item, ("suits", NO_TRUMP, *pack.suits, DEAL_AGAIN), "a trump", faults)
        if word == DEAL_AGAIN:
            continue
        calls += range(len(pack.suits)) if word == "suits" else [pack.suits.index(word)] if word in pack.suits else [None]
    if not calls:
        faults.append(Diagnostic("RS104", "nothing but a new deal can be chosen", listed.span, "add `suits` or `no_trump`"))
    return tuple(dict.fromkeys(calls)) or (None,)

"""Players of all kinds: the same seed is the same game, every act is legal, and nothing hidden changes what they do."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulespec.pipeline import load
from verifier.evenings.kinds import KINDS, PLAYERS, numbers, parts
from verifier.evenings.many import Table, seat_players
from verifier.kernel import replayed
from verifier.kernel.source import interpreted

ROOT = Path(__file__).parents[4]
HOUSES = ["skill-games", "tvaladze", *(str(ROOT / path) for path in ("tests/check/odd-house.yaml", "tests/language/good/every-trump.yaml", "examples/three-hands.yaml"))]
SHORT = [str(ROOT / "examples" / "three-hands.yaml"), str(ROOT / "tests" / "check" / "odd-house.yaml")]
THINKING = KINDS[1:]


def work_of(module: Any, table: Table) -> Any:
    work = module.table([0] * module.GAME_WORK)
    seat_players(module, work, table, module.PLAYERS)
    return work


def hand(module: Any, work: Any, number: int, size: int, dealer: int) -> list[int]:
    assert module.played_hand(work, size, 1, dealer, module.stream(1, number), module.stream(2, number)) == module.GOES_ON
    return [*work[: module.WORK]]


@pytest.mark.parametrize("kind", THINKING)
@pytest.mark.parametrize("name", SHORT, ids=lambda name: Path(name).stem)
def test_whole_games_are_legal_and_come_to_what_the_reference_says(name: str, kind: str) -> None:
    ruleset = load(name)
    module: Any = interpreted(ruleset, PLAYERS)
    games = [replayed.game(ruleset, module, seed, Table((kind,), 2)) for seed in (1, 2, 1)]
    assert games[0] == games[2] != games[1]


def test_random_players_among_others_play_as_they_do_alone() -> None:
    """The compiled game of random players is the game of a table at which all are random."""
    ruleset = load(SHORT[0])
    alone: Any = interpreted(ruleset, parts(("random",)))
    among: Any = interpreted(ruleset, PLAYERS)
    assert parts(("random",)) != PLAYERS == parts(("hard", "random"))
    for seed in range(5):
        assert replayed.game(ruleset, alone, seed) == replayed.game(ruleset, among, seed, Table(("random",)))


def test_kinds_are_by_seat() -> None:
    assert numbers(("hard",), 3) == [3, 3, 3] and numbers(("easy", "random", "crazy", "normal"), 4) == [1, 0, 4, 2]


# --- nothing hidden ---------------------------------------------------------------------------------


class Witness:
    """Looks over the players' shoulders: whenever one looks, hidden cards are dealt otherwise and he must see the same;
    whenever one thinks, he thinks again with other scratch paper and must come to the same."""

    def __init__(self, module: Any, rng: Random) -> None:
        self.module, self.rng, self.looks, self.thoughts = module, rng, 0, 0
        self.look, self.show = module.look, module.show
        module.look, module.show = self.looked, self.shown
        for name in ("think_bid", "think_play"):
            setattr(module, name, self.twice(getattr(module, name)))

    def looked(self, w: Any, v: Any, seat: int, *rest: int) -> None:
        self.look(w, v, seat, *rest)
        self.again(w, v, lambda other, view: self.look(other, view, seat, *rest), seat)

    def shown(self, w: Any, v: Any, size: int, set_number: int, dealer: int) -> None:
        before = [*v]
        self.show(w, v, size, set_number, dealer)
        view = self.module.table(before)
        self.show(self.otherwise(w, None, size), view, size, set_number, dealer)
        assert [*view] == [*v]

    def again(self, w: Any, v: Any, look: Any, seat: int) -> None:
        self.looks += 1
        view = self.module.table([self.rng.getrandbits(30) for _ in v])
        look(self.otherwise(w, seat, 0), view)
        assert [*view] == [*v]
        for other in range(self.module.PLAYERS):
            assert other == seat or v[self.module.HELD + other] == 0

    def otherwise(self, w: Any, seat: int | None, size: int) -> Any:
        """The same table with other hidden cards: others' hands, the order of the pack but for the card that all saw."""
        m, other = self.module, self.module.table([*w])
        for player in range(m.PLAYERS):
            if player != seat:
                other[m.HELD + player] = self.rng.getrandbits(30)
        keep = {m.CARDS + size * m.PLAYERS, m.CARDS + size * m.PLAYERS - 1} if size else set()
        for i in range(m.CARDS, m.CARDS + m.DECK_SIZE):
            if i not in keep:
                other[i] = self.rng.randrange(30)
        for i in range(m.WORK, m.KINDS if m.KINDS > m.WORK else m.WORK):
            other[i] = 0
        return other

    def twice(self, think: Any) -> Any:
        def thought(v: Any, x: Any, mind: Any, *rest: int) -> int:
            self.thoughts += 1
            view, *papers = ([*v], *(self.module.table([self.rng.getrandbits(5) for _ in paper]) for paper in (x, mind)))
            found: int = think(v, x, mind, *rest)
            assert think(self.module.table(view), *papers, *rest) == found
            return found

        return thought


@pytest.mark.parametrize("kind", THINKING)
@pytest.mark.parametrize("name", HOUSES, ids=lambda name: Path(name).stem)
def test_nothing_hidden_changes_what_a_player_does(name: str, kind: str) -> None:
    module: Any = interpreted(load(name), PLAYERS)
    watch, work = Witness(module, Random(4)), work_of(module, Table((kind,), 1))
    sizes = [size for size in (1, 3, min(5, module.LARGEST)) if size * module.PLAYERS < module.DECK_SIZE and size <= module.LARGEST]
    for number, size in enumerate(sizes):
        hand(module, work, number, size, number % module.PLAYERS)
    assert watch.looks == watch.thoughts == sum((size + 1) * module.PLAYERS for size in sizes)


def test_a_player_that_peeps_would_be_seen() -> None:
    module: Any = interpreted(load("skill-games"), PLAYERS)
    look = module.look

    def peeps(w: Any, v: Any, seat: int, *rest: int) -> None:
        look(w, v, seat, *rest)
        v[module.CARDS + 5] = w[module.HELD + (seat + 1) % 4] & 1

    module.look = peeps
    Witness(module, Random(4))
    with pytest.raises(AssertionError):
        for number in range(4):
            hand(module, work_of(module, Table(("normal",), 1)), number, 5, 0)


@pytest.mark.parametrize("kind", THINKING)
def test_who_names_the_trump_has_seen_only_the_cards_the_rules_show(kind: str) -> None:
    """The other six cards of his and everybody else's are dealt otherwise."""
    module: Any = interpreted(load("skill-games"), PLAYERS)
    named = set()
    for number in range(6):
        found = set()
        for other in range(4):
            work = work_of(module, Table((kind,), 1))
            module.deal_cards(work, 9, 0, module.stream(1, number))
            seen = {module.CARDS + i * 4: work[module.CARDS + i * 4] for i in range(3)}
            rest = [work[i] for i in range(module.CARDS, module.CARDS + 36) if i not in seen]
            Random(other).shuffle(rest)
            for i in range(module.CARDS, module.CARDS + 36):
                work[i] = seen.get(i, rest[-1])
                rest = rest[: len(rest) - (i not in seen)]
            for i in range(36):
                seat = (i + 1) % 4
                work[module.HELD + seat] = (0 if i < 4 else work[module.HELD + seat]) | 1 << work[module.CARDS + i]
            assert module.name_trump(work, 9, 2, 0, module.stream(2, number)) == module.GOES_ON
            found.add(work[module.TRUMP])
        assert len(found) == 1
        named |= found
    assert len(named) > 1


# --- imagined deals ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HOUSES[:3], ids=lambda name: Path(name).stem)
def test_imagined_deals_fit_what_has_been_played(name: str) -> None:
    """Before each play of random hands: the deal has the right number of cards, none twice, none seen, and had each seat held
    what is imagined, every card it played would have been legal."""
    module: Any = interpreted(load(name), PLAYERS)
    tried = 0
    for number in range(12):
        work, size = work_of(module, Table(("random",), 1)), min(5, module.LARGEST)
        dealer = number % module.PLAYERS
        played = hand(module, work, number, size, dealer)
        real = [0] * module.PLAYERS
        for i in range(size * module.PLAYERS):
            real[(dealer + 1 + i) % module.PLAYERS] |= 1 << played[module.CARDS + i]
        leader = (dealer + 1) % module.PLAYERS
        view, x, mind = (module.table([0] * n) for n in (module.WORK, module.WORK, module.MIND_SIZE))
        truth = module.table(played)
        for trick in range(size):
            seat = leader
            truth[module.HELD + seat] = real[seat]
            module.look(truth, view, seat, size, trick, 0)
            module.show(truth, view, size, 1, dealer)
            unseen = module.reflect(view, mind, seat, size, dealer, trick, 0, True)
            for other in range(module.PLAYERS):
                assert other == seat or real[other] & ~mind[module.COULD + other] == 0  # what he really holds is never ruled out
            assert module.lay(x, mind, seat, unseen, module.stream(3, number), 0, True) or trick
            held = [x[module.HELD + other] for other in range(module.PLAYERS) if other != seat]
            if all(hand_.bit_count() == size - trick for hand_ in held):
                tried += 1
                assert sum(held) & ~unseen == 0 and sum(hand_.bit_count() for hand_ in held) == sum(held).bit_count()
            for i in range(module.PLAYERS):
                real[(leader + i) % module.PLAYERS] &= ~(1 << (played[module.PLAYS + trick * module.PLAYERS + i] & 255))
            leader = module.taker_of(truth, module.PLAYS + trick * module.PLAYERS, leader, truth[module.TRUMP])
    assert tried > 12


def test_a_high_joker_forces_cards_out_of_imagined_hands() -> None:
    """West led a joker high in hearts and North gave the nine: he holds no heart above it."""
    module: Any = interpreted(load("skill-games"), PLAYERS)
    pack = load("skill-games").pack
    view, mind = module.table([0] * module.WORK), module.table([0] * module.MIND_SIZE)
    hearts = {rank: pack.index(f"{rank}H") for rank in ("6", "7", "9", "10", "A")}
    high_in_hearts = 36 | (1 + 3) << 8
    view[module.TRUMP] = 0
    view[module.SHOWN] = view[module.SHOWN + 1] = -1
    for i, play in enumerate((high_in_hearts, hearts["9"], hearts["7"], pack.index("KS"))):
        view[module.PLAYS + i] = play
    view[module.HELD + 2] = 1 << pack.index("AD") | 1 << pack.index("6D")
    module.reflect(view, mind, 2, 3, 2, 1, 0, True)
    could = [set(pack.names(mind[module.COULD + seat])) for seat in range(4)]
    assert not could[0] & {"10H", "JH", "QH", "KH", "AH"} and {"6H", "8H", "AC"} <= could[0]
    assert not could[1] & {"8H", "10H", "AH"} and "6H" in could[1]

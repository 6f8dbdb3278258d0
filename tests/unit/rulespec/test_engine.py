"""Whole games of every profile, recomputed here by hand, and single hands act by act."""

from collections.abc import Sequence
from dataclasses import FrozenInstanceError
from functools import cache
from random import Random
from typing import Any

import pytest

from rulespec import engine, pipeline, questions
from rulespec.diagnostics import Faults
from rulespec.game import Action, Bid, Deal, Game, NameTrump, Opening, PlayedHand, Trump
from rulespec.hand import HandState, IllegalAct, NoWinner, Stuck
from rulespec.ir.cards import bits, mask_of
from rulespec.ir.ruleset import RuleSet
from rulespec.notation import read_card, read_play
from rulespec.players import RandomPlayer, View, random_players
from rulespec.plays import Play
from rulespec.record_reader import read_record
from rulespec.record_writer import write_record
from rulespec.rulebook import rulebook
from rulespec.sheet_of_record import sheet_of
from rulespec.spans import Source
from verifier.evenings.replay import judge
from verifier.evenings.rescore import rescore

PROFILES = ("tvaladze", "web-225", "web-225-nines", "skill-games", "skill-games-nines")
GAMES = 200
RECORDS = 60  # of these games are also written, read and judged
CHUNK = 20


# --- 200 games of each profile, checked without the engine --------------------------------------


class Watched(RandomPlayer):
    """Plays at random and compares what he is shown with the accounts' words."""

    def __init__(self, rng: Random, ruleset: RuleSet) -> None:
        super().__init__(rng)
        self.pack = ruleset.pack
        self.must_play_joker = ruleset.id == "tvaladze"
        self.complaints: list[str] = []

    def act(self, view: View) -> Action:
        action = super().act(view)
        if isinstance(action, Play) and view.trump is not None:
            shown = mask_of(play.card for play in view.legal if isinstance(play, Play))
            allowed = self.allowed(mask_of(view.hand), view.trump.suit, view.table)
            if shown != allowed or not action.mask & allowed or len(view.hand) != view.size - len(view.tricks):
                self.complaints.append(f"hand {view.hand_number}: {action} of {view}")
        return action

    def allowed(self, hand: int, trump: int | None, table: Sequence[Play]) -> int:
        """The cards that may be played, as the accounts say it."""
        if not table:
            return hand
        jokers, lead = hand & self.pack.jokers_mask, table[0]
        asked = self.pack.suit_of(lead.card) if lead.level is None else lead.named
        suited, trumps = hand & self.pack.suit_mask(asked), hand & self.pack.suit_mask(trump)
        if lead.level == "high" and suited:
            return 1 << (suited.bit_length() - 1) | jokers
        if suited or trumps:
            return (suited or trumps) | jokers
        return jokers if jokers and self.must_play_joker and lead.level != "high" else hand


load = cache(pipeline.load)


def complaints_about(profile: str, seed: int) -> list[str]:
    """Plays a game and says everything that is wrong with it."""
    ruleset = load(profile)
    players = [Watched(Random(seed * 4 + seat), ruleset) for seat in range(ruleset.players)]
    game = engine.play_game(ruleset, players, seed)
    found = [complaint for player in players for complaint in player.complaints]
    found += [f"hand {hand.opening.number}: {wrong}" for hand in game.hands for wrong in wrong_cards(ruleset, hand)]
    if by_hand(game, ruleset) != game.totals:
        found.append(f"totals {game.totals}, by hand {by_hand(game, ruleset)}")
    if seed < RECORDS:
        found += wrong_record(ruleset, game)
    return [f"{profile} {seed}: {complaint}" for complaint in found]


def wrong_cards(ruleset: RuleSet, hand: PlayedHand) -> list[str]:
    """Cards are conserved, tricks add up, everybody leads and follows in turn."""
    found = []
    dealt = [card for cards in (*hand.deal.hands, hand.deal.rest) for card in cards]
    if sorted(dealt) != sorted(bits(questions.deck_of(ruleset))):
        found.append("the cards dealt and left are not the pack")
    played: list[list[int]] = [[] for _ in hand.bids]
    leader = (hand.opening.dealer + 1) % 4
    for trick in hand.tricks:
        if trick.leader != leader:
            found.append(f"{trick.leader} leads instead of {leader}")
        for i, play in enumerate(trick.plays):
            played[(leader + i) % 4].append(play.card)
        leader = trick.winner
    if [sorted(cards) for cards in played] != [sorted(cards) for cards in hand.deal.hands]:
        found.append("the cards played are not those dealt")
    if sum(hand.taken) != hand.deal.size or sum(hand.bids) == hand.deal.size:
        found.append(f"tricks {hand.taken}, bids {hand.bids} of {hand.deal.size}")
    return found


def wrong_record(ruleset: RuleSet, game: Game) -> list[str]:
    """The record of a game is clean and comes to the same, and a sheet of it too."""
    record = read_record(Source("game.txt", write_record(ruleset, game)))
    judgement, (scored,) = judge(record, ruleset), rescore(sheet_of(record), [ruleset])
    found = [finding.message for finding in judgement.findings]
    if (judgement.totals, judgement.places) != (game.totals, game.places):
        found.append(f"the record comes to {judgement.totals}, the game to {game.totals}")
    if (scored.totals, scored.places, scored.faults) != (game.totals, game.places, ()):
        found.append(f"the sheet comes to {scored.totals}, the game to {game.totals}")
    return found


def by_hand(game: Game, ruleset: RuleSet) -> tuple[int, ...]:
    """The totals by the accounts' words, written out again for these five profiles."""
    missed_all = {"tvaladze": (0, 0), "web-225": (-200, -200), "skill-games": (-200, -500)}[game.profile.removesuffix("-nines")]
    totals = [0, 0, 0, 0]
    for played in game.sets:
        scores = [[scored(h.deal.size, h.bids[seat], h.taken[seat], missed_all) for h in played.hands] for seat in range(4)]
        clean = [all(h.bids[seat] == h.taken[seat] for h in played.hands) for seat in range(4)]
        strikes = game.profile.startswith("skill-games") and clean.count(True) == 1
        for seat in range(4):
            best = max(scores[seat])
            premium = best if clean[seat] else -max(best, 0) if strikes else 0
            totals[seat] += sum(scores[seat]) + premium
    return tuple(totals)


def scored(size: int, bid: int, tricks: int, missed_all: tuple[int, int]) -> int:
    if bid == tricks:
        return 100 * size if bid == size else 50 * bid + 50
    if tricks == 0:
        return missed_all[size == 9]
    return 10 * tricks


@pytest.mark.parametrize("start", range(0, GAMES, CHUNK))
@pytest.mark.parametrize("profile", PROFILES)
def test_200_games_of_every_profile_are_played_by_the_rules_and_60_are_recorded(profile: str, start: int) -> None:
    assert [complaint for seed in range(start, start + CHUNK) for complaint in complaints_about(profile, seed)] == []


# --- a seed is a game -----------------------------------------------------------------------------


@pytest.mark.parametrize("profile", PROFILES)
def test_a_seed_gives_the_same_game(profile: str) -> None:
    one, two = (engine.play_game(pipeline.load(profile), random_players(4, 11), 11) for _ in range(2))
    other = engine.play_game(pipeline.load(profile), random_players(4, 12), 12)
    assert one == two != other


def test_the_deal_hangs_on_the_seed_alone() -> None:
    ruleset = pipeline.load("tvaladze")
    one, two = (engine.play_game(ruleset, random_players(4, players), 5) for players in (1, 2))
    assert [hand.deal for hand in one.hands] == [hand.deal for hand in two.hands]
    assert [hand.bids for hand in one.hands] != [hand.bids for hand in two.hands]


def test_the_deal_passes_to_the_left_and_zero_bids_are_counted() -> None:
    game = engine.play_game(pipeline.load("tvaladze"), random_players(4, 3), 3)
    first = game.hands[0].opening.dealer
    assert [hand.opening.dealer for hand in game.hands] == [(first + i) % 4 for i in range(24)]
    for i, hand in enumerate(game.hands):
        assert hand.opening.passes == tuple(sum(h.bids[seat] == 0 for h in game.hands[:i]) for seat in range(4))


def test_a_game_is_frozen() -> None:
    game = engine.play_game(pipeline.load("web-225-nines"), random_players(4, 1), 1)
    with pytest.raises(FrozenInstanceError):
        game.totals = (0, 0, 0, 0)  # type: ignore[misc]


# --- any number of players, any pack ------------------------------------------------------------

TINY = """
rulespec: 1
id: tiny
players: {players}
cards: {{suits: [clubs, hearts], ranks: [7, 8, 9, 10, J, Q, K, A], jokers: {jokers}}}
deck: [{{cards: all}}]
schedule: [{{sets: [[1, 2], [2]]}}]
trump: [{{{trump}}}]
bid: [{{name: no tie, forbid: is_dealer and earlier_total + bid == hand_size}}]
lead: [{{play: hand}}]
follow:
  - {{name: suit, when: any(hand & suit(asked)), play: hand & suit(asked)}}
  - {{name: any, play: hand}}
strength:
  - {{name: joker, when: joker, class: 3, then: {then}}}
  - {{name: trump, when: card in suit(trump), class: 2, then: rank}}
  - {{name: led, when: card in suit(asked), class: 1, then: rank}}
  - {{name: other, class: never}}
score: [{{name: made, when: bid == tricks, points: 10 + bid}}, {{name: lost, points: 0}}]
finish: {{rank_by: [total], ties: {ties}}}
"""


def tiny(
    players: int = 3, jokers: int = 0, trump: str = "fixed: hearts", then: str = "later", ties: str = "shared", extra: str = ""
) -> RuleSet:
    return pipeline.load_text(TINY.format(players=players, jokers=jokers, trump=trump, then=then, ties=ties) + extra)


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("trump", ["fixed: hearts", "fixed: no_trump", "choose: {by: dealer, after: 1, from: [suits, no_trump]}"])
def test_two_to_eight_play(players: int, trump: str) -> None:
    ruleset = tiny(players, trump=trump)
    for seed in range(5):
        game = engine.play_game(ruleset, random_players(players, seed), seed)
        assert [hand.deal.size for hand in game.hands] == [1, 2, 2]
        for hand in game.hands:
            assert sum(hand.taken) == hand.deal.size
            points = tuple(10 + bid if bid == taken else 0 for bid, taken in zip(hand.bids, hand.taken, strict=True))
            assert hand.points == points
        assert game.totals == tuple(sum(hand.points[seat] for hand in game.hands) for seat in range(players))


def test_three_players_without_jokers_under_a_fixed_trump() -> None:
    ruleset = tiny()
    deal = dealt(ruleset, "AC", "7H", "KC")
    state = replayed(ruleset, deal, dealer=2, bids=[0, 1, 1], plays=["AC", "7H", "KC"])
    assert state.trump == Trump(1) and state.phase == "over" and state.taken() == (0, 1, 0)
    assert engine.finished(state).points == (10, 11, 0)


@pytest.mark.parametrize(("totals", "shared", "by_seat"), [
    ((5, 5, 1, 0), (1, 1, 3, 4), (1, 2, 3, 4)),
    ((0, 7, 7, 7), (4, 1, 1, 1), (4, 1, 2, 3)),
    ((-1, -2, -1, 3), (2, 4, 2, 1), (2, 4, 3, 1)),
    ((9, 9, 9, 9), (1, 1, 1, 1), (1, 2, 3, 4)),
])  # fmt: skip
def test_places(totals: Sequence[int], shared: Sequence[int], by_seat: Sequence[int]) -> None:
    assert questions.places(tiny(ties="shared").finish, totals) == shared
    assert questions.places(tiny(ties="by_seat").finish, totals) == by_seat


# --- how the trump is found -----------------------------------------------------------------------


def dealt(ruleset: RuleSet, *hands: str, rest: str = "") -> Deal:
    """A deal from its cards as words; jokers are told apart in this order."""
    taken, found = 0, []
    for words in (*hands, rest):
        cards = []
        for word in words.split():
            cards.append(read_card(ruleset.pack, word, taken))
            taken |= 1 << cards[-1]
        found.append(tuple(cards))
    return Deal(tuple(found[:-1]), found[-1])


def replayed(ruleset: RuleSet, deal: Deal, dealer: int, plays: Sequence[str] = (), **others: Any) -> HandState:
    """`engine.replay_hand` with plays as words; a joker is the first one of the pack."""
    everything = ruleset.pack.all_mask
    return engine.replay_hand(ruleset, deal, dealer, plays=[read_play(ruleset.pack, word, everything) for word in plays], **others)


def test_the_next_card_is_turned() -> None:
    ruleset = pipeline.load("tvaladze")
    deal = dealt(ruleset, "6H", "7H", "8H", "9H", rest="10D AS")
    assert replayed(ruleset, deal, 0).trump == Trump(1, turned=read_card(ruleset.pack, "10D"))


def test_a_joker_turned_is_no_trump() -> None:
    ruleset = pipeline.load("tvaladze")
    deal = dealt(ruleset, "6H", "7H", "8H", "9H", rest="JK AS")
    assert replayed(ruleset, deal, 0).trump == Trump(None, turned=ruleset.pack.suited)


def nines(ruleset: RuleSet, last: str) -> Deal:
    """Four hands of nine; seat 3 was dealt `last` as its last card."""
    cards = sorted(bits(questions.deck_of(ruleset)), key=lambda card: ruleset.pack.name(card) == last)
    return engine.deal(rulebook(ruleset), cards, 9, 3)


@pytest.mark.parametrize(("last", "trump"), [("AS", 3), ("6D", 1), ("JK", None)])
def test_the_dealers_last_card_is_shown_and_stays_his(last: str, trump: int | None) -> None:
    ruleset = pipeline.load("tvaladze")
    state = engine.replay_hand(ruleset, nines(ruleset, last), 3)
    assert state.trump is not None and state.trump.suit == trump
    assert ruleset.pack.name(state.trump.turned or 0) == last
    assert state.held[3] >> (state.trump.turned or 0) & 1


def test_left_of_the_dealer_names_the_trump_after_three_cards() -> None:
    ruleset = pipeline.load("web-225")
    state = engine.replay_hand(ruleset, nines(ruleset, "AS"), 3)
    view = engine.view_of(state, 0)
    assert (state.phase, state.turn, view.hand) == ("trump", 0, state.deal.hands[0][:3])
    assert view.legal == tuple(map(NameTrump, (0, 1, 2, 3, None)))
    after = state.after(NameTrump(None))
    assert after.trump == Trump(None, named_by=0) and after.phase == "bid"
    assert len(engine.view_of(after, 0).hand) == 9


@pytest.mark.parametrize("trump", [Trump(3), Trump(1, turned=3), Trump(1, named_by=0), Trump(None)])
def test_a_trump_other_than_the_card_shows_is_illegal(trump: Trump) -> None:
    ruleset = pipeline.load("tvaladze")
    with pytest.raises(IllegalAct) as caught:
        replayed(ruleset, dealt(ruleset, "6H", "7H", "8H", "9H", rest="10D"), 0, trump=trump)
    assert (caught.value.kind, caught.value.row) == ("trump", ruleset.rows("trump")[0])


@pytest.mark.parametrize("trump", [Trump(1, turned=3), Trump(1, named_by=2)])
def test_a_trump_named_by_the_wrong_player_is_illegal(trump: Trump) -> None:
    ruleset = pipeline.load("web-225")
    with pytest.raises(IllegalAct) as caught:
        engine.replay_hand(ruleset, nines(ruleset, "AS"), 3, trump)
    assert (caught.value.kind, caught.value.row) == ("trump", ruleset.rows("trump")[2])


def test_a_card_to_turn_that_is_not_there() -> None:
    ruleset = pipeline.load("tvaladze")
    with pytest.raises(Stuck, match="turns a card, and none is left"):
        replayed(ruleset, dealt(ruleset, "6H", "7H", "8H", "9H"), 0)


# --- illegal acts -----------------------------------------------------------------------------------

FOUR = ("AS 7S", "JK 8S", "6D 9H", "10H JH")


@pytest.mark.parametrize(("kind", "row", "bids", "plays"), [
    ("bid", "the dealer may not balance", [1, 0, 1, 0], []),
    ("bid", None, [3], []),
    ("bid", None, [0, -1], []),
    ("play", None, [1, 1, 1, 1], ["KS"]),
    ("play", None, [1, 1, 1, 1], ["AS", "7S"]),
    ("play", "trump", [1, 1, 1, 1], ["AS", "8S", "6D"]),
    ("play", None, [1, 1, 1, 1], ["AS", "JK+", "9H", "10H", "JK+"]),
    ("call", "a following joker names none", [1, 1, 1, 1], ["AS", "JK+S"]),
    ("call", None, [1, 1, 1, 1], ["AS", "JK"]),
    ("turn", None, [1, 1, 1], ["AS"]),
])  # fmt: skip
def test_the_first_illegal_act_and_the_row_that_forbids_it(kind: str, row: str | None, bids: list[int], plays: list[str]) -> None:
    ruleset = pipeline.load("tvaladze")
    with pytest.raises(IllegalAct) as caught:
        replayed(ruleset, dealt(ruleset, *FOUR, rest="AH"), 3, plays, bids=bids)
    assert (caught.value.kind, caught.value.row and caught.value.row.name) == (kind, row)


def test_a_led_joker_must_name_a_suit() -> None:
    ruleset = pipeline.load("tvaladze")
    with pytest.raises(IllegalAct) as caught:
        replayed(ruleset, dealt(ruleset, *FOUR, rest="AH"), 0, ["JK+"], bids=[1, 1, 1, 1])
    assert (caught.value.kind, caught.value.seat, caught.value.row) == ("call", 1, ruleset.rows("call")[0])
    assert "legal is 8S, JK+C, JK+D" in str(caught.value)


def test_an_act_after_the_end_is_illegal() -> None:
    ruleset = tiny()
    with pytest.raises(IllegalAct, match="the hand is over"):
        replayed(ruleset, dealt(ruleset, "AC", "7H", "KC"), 2, ["AC", "7H", "KC", "QC"], bids=[0, 1, 1])


class Stubborn:
    """Always says the same."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def act(self, view: View) -> Action:
        return self.answer  # type: ignore[return-value]


@pytest.mark.parametrize(("answer", "quoted"), [
    (Bid(9), "`9` is not legal"), (Play(0), "the next act is a bid"), ("nonsense", "`'nonsense'` is not legal"), (None, "`None`"),
])  # fmt: skip
def test_an_illegal_answer_is_quoted_with_the_legal_ones(answer: object, quoted: str) -> None:
    with pytest.raises(IllegalAct) as caught:
        engine.play_game(tiny(), [Stubborn(answer)] * 3, 0)
    assert quoted in str(caught.value) and "legal is 0, 1" in str(caught.value)


def test_a_passing_dealer_is_stopped_by_the_rows_of_a_pass_limit() -> None:
    ruleset = pipeline.load_text("rulespec: 1\nid: limit\nextends: tvaladze\nbid:\n"
        "  - {name: no balance, forbid: is_dealer and earlier_total + bid == hand_size}\n"
        "  - {name: four passes, forbid: bid == 0 and passes_before >= 4}\n")  # fmt: skip
    deal = dealt(ruleset, "6H", "7H", "8H", "9H", rest="10D")
    state = engine.replay_hand(ruleset, deal, 3, bids=[0, 0, 0], passes_before=[0, 0, 0, 4])
    assert state.turn == 3 and state.legal() == ()
    with pytest.raises(IllegalAct) as caught:
        state.after(Bid(0))
    assert caught.value.row == ruleset.rows("bid")[1]


# --- where the rules give out -----------------------------------------------------------------------


def test_a_trick_without_a_winner_is_quoted() -> None:
    ruleset = pipeline.load("tvaladze+low_lead=never_wins")
    deal = dealt(ruleset, "JK", "8C", "9S", "10C", rest="AH")
    state = replayed(ruleset, deal, 3, ["JK-D", "8C", "9S", "10C"], bids=[1, 1, 1, 1])
    assert (state.phase, state.turn, state.legal()) == ("no winner", None, ())
    with pytest.raises(NoWinner, match="hand 1: the rules name no winner of JK-D 8C 9S 10C with hearts as trump"):
        engine.finished(state)


def test_a_hand_that_nobody_can_bid_in_stops_the_game() -> None:
    ruleset = pipeline.load_text(TINY.format(players=3, jokers=0, trump="fixed: hearts", then="later", ties="shared").replace(
        "forbid: is_dealer and earlier_total + bid == hand_size", "forbid: seat == 1"))  # fmt: skip
    with pytest.raises(Stuck, match="leave seat . without a legal bid"):
        engine.play_game(ruleset, random_players(3, 0), 0)


def test_a_hand_larger_than_the_pack_stops_the_game() -> None:
    ruleset = pipeline.load_text(TINY.format(players=8, jokers=0, trump="fixed: hearts", then="later", ties="shared").replace("[1, 2]", "[3]"))
    with pytest.raises(Stuck, match="8 hands of 3 need 24 cards, and the pack has 16"):
        engine.play_game(ruleset, random_players(8, 0), 0)


def test_a_family_with_open_options_cannot_be_played() -> None:
    with pytest.raises(Faults) as caught:
        engine.play_game(pipeline.load("georgian"), random_players(4, 0), 0)
    assert {d.code for d in caught.value.diagnostics} == {"RS304"}


def test_the_number_of_players_must_fit() -> None:
    with pytest.raises(ValueError, match="for 3 players, not 2"):
        engine.play_game(tiny(), random_players(2, 0), 0)


def test_a_partial_hand_stops_anywhere() -> None:
    ruleset = pipeline.load("skill-games")
    deal = dealt(ruleset, *FOUR, rest="AH")
    state = replayed(ruleset, deal, 3, ["AS", "JK-", "9H"], bids=[1, 1, 1, 1])
    assert (state.phase, state.turn, len(state.table)) == ("play", 3, 3)
    assert [ruleset.pack.name(play.card) for play in state.legal() if isinstance(play, Play)] == ["10H", "JH"]
    assert state.opening == Opening(3)

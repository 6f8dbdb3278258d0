// A nine-card hand by a built module.
export function player({ rules, numbers }) {
  const { CARD, setOf, indices, without } = numbers;
  const deck = indices(rules.deckSet);
  return (random) => {
    for (let last = deck.length - 1; last > 0; last--) {
      const chosen = Math.floor(random() * (last + 1));
      [deck[last], deck[chosen]] = [deck[chosen], deck[last]];
    }
    const hands = [0, 1, 2, 3].map((seat) => setOf(deck.slice(9 * seat, 9 * seat + 9)));
    const shown = deck[35];
    const trump = shown < 36 ? Math.floor(shown / 9) : null;
    const bids = [];
    for (let seat = 0; seat < 4; seat++) {
      const legal = rules.bids(9, bids, 0);
      bids.push(legal[Math.floor(random() * legal.length)]);
    }
    const taken = [0, 0, 0, 0];
    let leader = 0;
    for (let number = 1; number <= 9; number++) {
      const trick = [];
      for (let i = 0; i < 4; i++) {
        const seat = (leader + i) % 4;
        const plays = rules.moves(hands[seat], trump, trick, number);
        const play = plays[Math.floor(random() * plays.length)];
        hands[seat] = without(hands[seat], CARD[play.card]);
        trick.push(play);
      }
      leader = (leader + rules.winning(trump, trick)) % 4;
      taken[leader]++;
    }
    let total = 0;
    for (let seat = 0; seat < 4; seat++) total += rules.points(9, bids[seat], taken[seat]);
    return total;
  };
}

/** Sets of cards and plays in numbers, for what is asked a million times; `rules.playable` and its neighbours take them. */
export const numbers = Object.freeze({
  cardSet, setOf, indices, namesOf, both, either, without, any, none, same, within, count, highest, lowest, above, suit,
  CARD, CARD_PLAYS, NO_CARDS, ALL, JOKERS, readPlay, playName, play,
});

$HEAD

/** A suit by its letter. */
export type Suit = $SUITS;
/** A card: rank and suit, a joker `JK`. */
export type Card = $CARDS;
/** A joker as it is played: `+` high, `-` low, with the suit it names or without. */
export type Call = $CALLS;
/** A card as it lies on the table. */
export type Play = Exclude<Card, "JK"> | Call;
/** The trump of a hand; null is no trump. */
export type Trump = Suit | null;
export type Level = "high" | "low";

/** The rows of each section, by name. */
$ROWS
/** A row of the rules: its name, the source that says so, what was assumed, where it stands, the names it reads. */
export interface Row {
  readonly section: string;
  readonly name: string;
  readonly cite: string | null;
  readonly source: string | null;
  readonly assumed: string | null;
  readonly at: string;
  readonly reads: readonly string[];
}

/** An answer, the name of the row that gave it (names, where several had a say), and these rows. */
export interface Answer<Value, Name extends string | null = string | null> {
  answer: Value;
  row: Name;
  rows: Row[];
}

/** Why something is not allowed: the row that forbids it, where a row does, and a sentence a language. */
export interface Reason {
  row: string | null;
  rule: Row | null;
  sentence: { en: string; ka: string; ru: string };
}

/** How the trump of a hand is found. */
export type TrumpMethod =
  | { turn: "next_card" | "dealers_last_card"; joker: Choice | null }
  | { choose: Choice }
  | { fixed: Trump };
/** Who names the trump, after seeing so many of his cards (all where null), from what; and how often he may have the hand dealt again. */
export interface Choice {
  by: "dealer" | "left_of_dealer" | "first_bidder" | "highest_bidder";
  after: number | null;
  after_bids: boolean;
  from: Trump[];
  again: { at_most: number; doubled: boolean } | null;
}

// ---- situations -----------------------------------------------------------------------------------------------------

export interface Bidding {
  /** Cards of the hand. */
  cards: number;
  /** The bids made before, in order. */
  earlier: number[];
  /** Zero bids of this player in earlier hands, where the rules read them. */
  passes_before?: number;
}
export interface Playing {
  hand: Card[];
  trump: Trump;
  /** The plays made before in this trick; empty for a lead. */
  trick: Play[];
  /** From 1, where the rules read it. */
  trick_number?: number;
}
export interface Calling {
  trump: Trump;
  trick: Play[];
}
export interface Scoring {
  cards: number;
  bid: number;
  tricks: number;
  bids_total?: number;
  set_number?: number;
  /** Whether the hand was dealt again and counts double, where the rules read it. */
  doubled?: boolean;
}
export interface SetOfHands {
  cards: number[];
  /** A list a hand, a number a player. */
  bids: number[][];
  tricks: number[][];
  set_number?: number;
}
export interface TurnedTrump {
  cards: number;
  turned?: Card | null;
  set_number?: number;
}
export interface Dealing {
  /** The seat that dealt the first hand. */
  first: number;
  /** The hand of the game, from 1. */
  hand: number;
}

type Asked<Question extends string, Situation> = { question: Question } & Situation;
export type Case =
  | Asked<"bids", Bidding>
  | Asked<"plays", Playing>
  | Asked<"calls", Calling>
  | Asked<"winner", Calling>
  | Asked<"score", Scoring>
  | Asked<"set", SetOfHands>
  | Asked<"trump", TurnedTrump>
  | Asked<"dealer", Dealing>
  | Asked<"cards", { hand: number }>;

/** What each question answers. */
export interface Answers {
  bids: Answer<number[]>;
  plays: Answer<Card[], LeadRow | FollowRow>;
  calls: Answer<Call[]>;
  winner: Answer<number | null, StrengthRow | null>;
  score: Answer<number, ScoreRow>;
  set: Answer<number[]>;
  trump: Answer<Trump, TrumpRow>;
  dealer: Answer<number, null>;
  cards: Answer<number, ScheduleRow>;
}

// ---- a whole game ---------------------------------------------------------------------------------------------------

export interface TrumpShown {
  suit: Trump;
  /** The card that shows it. */
  turned: Card | null;
  /** The seat that named it. */
  named_by: number | null;
  after_bids: boolean;
}
export interface Trick {
  leader: number;
  plays: Play[];
  winner: number;
}
/** A finished hand; bids, tricks taken and points by seat. */
export interface PlayedHand {
  hand: number;
  set: number;
  cards: number;
  dealer: number;
  redeals: number;
  trump: TrumpShown;
  tricks: Trick[];
  bids: number[];
  taken: number[];
  points: number[];
}
export type Phase = "deal" | "trump" | "bid" | "play" | "over" | "stuck";
/** What lies open. Bids are in bidding order from the dealer's left. */
interface Open<Hand> {
  rules: string;
  fingerprint: string;
  options: Record<string, string | number>;
  phase: Phase;
  turn: number | null;
  dealer: number;
  hand: number;
  set: number;
  cards: number;
  /** How often this hand was dealt before in vain. */
  redeals: number;
  trump: TrumpShown | null;
  bids: number[];
  leader: number | null;
  table: Play[];
  tricks: Trick[];
  passes: number[];
  totals: number[];
  played: Hand[];
  sets: { premiums: number[]; totals: number[] }[];
  places: number[] | null;
}
/** A game up to some point, as JSON. `stuck`: the rules leave nothing to do. */
export interface State extends Open<PlayedHand & { rest: Card[] }> {
  hands: Card[][];
  rest: Card[];
}
/** What a seat may know of a state. */
export interface View extends Open<PlayedHand> {
  seat: number;
  held: Card[];
  counts: number[];
  legal: Move[];
}
export type Move = { seat?: number } & ({ deal: Card[] } | { name: Trump } | { again: true } | { bid: number } | { play: Play });

// ---- in numbers -----------------------------------------------------------------------------------------------------

declare const brand: unique symbol;
/** A set of cards, made and read by `numbers`. */
export interface CardSet {
  readonly [brand]: true;
}
/** A play in numbers: cards and suits from 0. */
export interface NumberPlay {
  readonly card: number;
  readonly level: Level | null;
  readonly named: number | null;
}
type Two<Result> = (a: CardSet, b: CardSet) => Result;
export const numbers: {
  readonly cardSet: (names: string) => CardSet;
  readonly setOf: (cards: readonly number[]) => CardSet;
  readonly indices: (set: CardSet) => number[];
  readonly namesOf: (set: CardSet) => Card[];
  readonly both: Two<CardSet>;
  readonly either: Two<CardSet>;
  readonly without: Two<CardSet>;
  readonly above: Two<CardSet>;
  readonly same: Two<boolean>;
  readonly within: Two<boolean>;
  readonly any: (set: CardSet) => boolean;
  readonly none: (set: CardSet) => boolean;
  readonly count: (set: CardSet) => number;
  readonly highest: (set: CardSet) => CardSet;
  readonly lowest: (set: CardSet) => CardSet;
  readonly suit: (number: number | null) => CardSet;
  readonly CARD: readonly CardSet[];
  readonly CARD_PLAYS: readonly NumberPlay[];
  readonly NO_CARDS: CardSet;
  readonly ALL: CardSet;
  readonly JOKERS: CardSet;
  readonly readPlay: (name: Play, taken: CardSet) => NumberPlay;
  readonly playName: (play: NumberPlay) => Play;
  readonly play: (card: number, level?: Level | null, named?: number | null) => NumberPlay;
};

// ---- the rules ------------------------------------------------------------------------------------------------------

$OPTIONS

export class WrongCase extends Error {}
export class WrongOptions extends Error {}
export class IllegalMove extends Error {
  readonly reason: Reason;
}

export class Rules {
  constructor($ARGUMENT);

  /** The answer to a case. Throws WrongCase for a situation that cannot arise. */
  answer<Question extends Case["question"]>(at: Extract<Case, { question: Question }>): Answers[Question];
  /** The cards that are played with. */
  deck(): Answer<Card[], DeckRow>;
  /** How many cards each hand has, a list a set. */
  schedule(): Answer<number[][], ScheduleRow>;
  /** The seat that deals a hand. */
  dealer(at: Dealing): Answer<number, null>;
  /** The seat that bids first in a hand and leads to its first trick. */
  leader(at: Dealing): Answer<number, null>;
  /** How many cards each player has in a hand. */
  cards(at: { hand: number }): Answer<number, ScheduleRow>;
  /** The trump that a turned card shows, or that is fixed. */
  trump(at: TurnedTrump): Answer<Trump, TrumpRow>;
  /** How the trump of a hand is found. */
  trumpMethod(at: { cards: number; set_number?: number }): Answer<TrumpMethod, TrumpRow>;
  legalBids(at: Bidding): Answer<number[]>;
  legalPlays(at: Playing): Answer<Card[], LeadRow | FollowRow>;
  legalCalls(at: Calling): Answer<Call[]>;
  /** The place in playing order of the winning card; null where the rules name none. */
  winner(at: Calling): Answer<number | null, StrengthRow | null>;
  score(at: Scoring): Answer<number, ScoreRow>;
  /** What each player makes in a set, premiums included. */
  setTotals(at: SetOfHands): Answer<number[]>;
  /** Each seat's place, 1 for the highest total. */
  places(totals: number[]): number[];

  /** Why a card may not be played; null where it may. A joker as `JK`, or with its announcement. */
  why(at: Playing & { card: Card | Play }): Reason | null;
  whyBid(at: Bidding & { bid: number }): Reason | null;
  whyCall(at: Calling & { call: Call | "JK" }): Reason | null;

  /** A new game, seat `dealer` to deal first. */
  start(dealer?: number): State;
  /** Every move of the seat whose turn it is; a deal is any order of the deck, so it is not listed. */
  legal(state: State): Move[];
  whyMove(state: State, move: Move): Reason | null;
  /** The state after a move; the old one stays as it was. Throws IllegalMove. */
  step(state: State, move: Move): State;
  /** What a seat may know. */
  view(state: State, seat: number): View;

  /** As `legalBids`, `legalPlays` and so on, in numbers and without any check. */
  bids(size: number, earlier: readonly number[], passes?: number): number[];
  playable(hand: CardSet, trump: number | null, trick: readonly NumberPlay[], trickNumber?: number): CardSet;
  calls(trump: number | null, trick: readonly NumberPlay[]): readonly [Level, number | null][];
  plays(set: CardSet, trump: number | null, trick: readonly NumberPlay[]): NumberPlay[];
  moves(hand: CardSet, trump: number | null, trick: readonly NumberPlay[], trickNumber?: number): NumberPlay[];
  strengthAt(place: number, trump: number | null, trick: readonly NumberPlay[]): number;
  winning(trump: number | null, trick: readonly NumberPlay[]): number | null;
  points(size: number, bid: number, tricks: number, bidsTotal?: number, setNumber?: number, doubled?: boolean): number;
}

export const ABOUT: {
  readonly id: string;
  readonly name: string;
  readonly family: string | null;
  readonly players: number;
  readonly fingerprint: string;
  readonly licence: string;
  readonly options: Readonly<Record<string, string | number>>;
  /** Who deals first, in words: the caller sees to it. */
  readonly first_dealer: string;
};
export const OPTIONS: Readonly<Record<string, readonly (string | number)[]>>;
export const ROWS: Readonly<Record<string, readonly Row[]>>;
/** The cards in another order; `random` gives numbers from 0 up to 1. */
export function shuffled<Item>(pack: readonly Item[], random: () => number): Item[];
/** Numbers from 0 up to 1 that follow from the seed. */
export function seeded(seed: number): () => number;
$EXPORTS

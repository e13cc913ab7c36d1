/**
 * The constants of ranking, the same for every shop and language. Chosen on judged queries of three very different
 * catalogs; small changes of any one matter little.
 */
export interface Ranking {
  /** How soon repeated or several matches of one word stop adding: smaller is sooner. */
  saturation: number
  /** 0 ignores a field's length, 1 divides by it. */
  titleLengthNorm: number
  descriptionLengthNorm: number
  /** What a title word after "for" or "with" keeps of its worth. */
  titleTail: number
  /** What a word at the beginning of the title gains. */
  titleStart: number
  /** Worth of the 2nd, 3rd, … time in the description. */
  repeat: number
  /** Missing words cost more than their own worth: share of the query found, to this power. */
  coverage: number
  /** Least share of the query's weight that a relaxed hit must hold. */
  relaxedShare: number
  /** Bonus for neighbouring query words that are neighbours in the title, in any order. */
  titlePair: number
  descriptionPair: number
  /** Bonus for the whole query as a phrase of the title. */
  phrase: number
  /** Bonus by the share of the title that the query covers. */
  titleShare: number
}

export const ranking: Ranking = {
  saturation: 2,
  titleLengthNorm: 0.4,
  descriptionLengthNorm: 0.6,
  titleTail: 0.7,
  titleStart: 1,
  repeat: 0.4,
  coverage: 1,
  relaxedShare: 0.4,
  titlePair: 0.15,
  descriptionPair: 0.03,
  phrase: 0.1,
  titleShare: 0.1,
}

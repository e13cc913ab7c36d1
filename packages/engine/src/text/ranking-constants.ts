/**
 * The constants of ranking, the same for every shop and language. Chosen on judged queries of three very different
 * catalogs, where small changes of any one matter little.
 */
export interface RankingConstants {
  /** How soon repeated or several matches of one word stop adding: smaller is sooner. */
  saturation: number
  /** 0 ignores a field's length, 1 divides by it. */
  titleLengthNorm: number
  metafieldLengthNorm: number
  descriptionLengthNorm: number
  /** What a title word after "for" or "with" keeps of its weight. */
  titleTail: number
  /** Weight of the 2nd, 3rd, … time in the description. */
  repeat: number
  /** What an inflected form is worth beside the word as typed. */
  stem: number
  /** Least share of the query's weight that a relaxed hit must hold. */
  relaxedShare: number
  /** Relaxing goes on until this many are found. */
  relaxedEnough: number
  /** With this many products that name every word, those that only mention one in their description are left out. */
  strongEnough: number
  /** Factor for the word that names the thing itself: the last before "for", "with" and the like. */
  head: number
  /** Bonus for words by how often they stand in product types: what is asked for counts more than how it is. */
  typeWord: number
  /** Bonus for the whole query as a phrase of the title. */
  phrase: number
  /** Bonus for resembling the best hits in title and type. */
  feedback: number
  /** How much the field counts in which each word does best, as a power. */
  bestField: number
  /** A word names a thing together with the one before it when it follows it in more than this share of its titles, … */
  collocation: number
  /** … and what a hit keeps that only names another thing: a mouse pad for "mouse". */
  accessory: number
  /** What a hit with an excluded word, or outside the asked price, keeps. */
  excluded: number
  outsidePrice: number
}

export const RANKING: RankingConstants = {
  saturation: 4,
  titleLengthNorm: 0.5,
  metafieldLengthNorm: 0.92,
  descriptionLengthNorm: 0.7,
  titleTail: 0.5,
  repeat: 0.35,
  stem: 0.98,
  relaxedShare: 0.15,
  relaxedEnough: 60,
  strongEnough: 10,
  head: 1.2,
  typeWord: 1,
  phrase: 0.2,
  feedback: 0.1,
  bestField: 0.1,
  collocation: 0.33,
  accessory: 0.6,
  excluded: 0.75,
  outsidePrice: 0.6,
}

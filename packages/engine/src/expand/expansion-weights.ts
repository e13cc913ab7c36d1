/** Likelihood that a form means the typed word. Every expansion uses one of these five levels. */
export const CERTAINTY = {
  /** The same word, written differently. */
  same: 0.98,
  /** Supported by evidence: the shop's synonyms, a value of the product, or a distance of one edit. */
  meant: 0.9,
  likely: 0.75,
  possible: 0.6,
  /** A related word with another meaning. */
  related: 0.4,
}

/** Only evaluations change these weights; 0 turns an expansion off. */
export const EXPANSION_WEIGHTS = {
  stem: CERTAINTY.same,
  /** A word written as its parts: "wh 1000 xm4". */
  parts: CERTAINTY.same,
  /** `reading`: the word in another script. `homophone`: one of several words written with the same kana. */
  reading: CERTAINTY.same,
  homophone: CERTAINTY.possible,
  joined: CERTAINTY.meant,
  synonym: CERTAINTY.meant,
  /** A value that means the word: "Crimson" for "red". */
  attribute: CERTAINTY.meant,
  fuzzy: CERTAINTY.meant,
  fuzzyTwice: CERTAINTY.likely,
  /** `prefix`: a completion of an unfinished word. `unfinished`: a completion of a misspelled word or by a synonym. */
  prefix: CERTAINTY.likely,
  unfinished: CERTAINTY.possible,
  /** `compound`: a "Fahrradhelm" is a helmet. `firstPart`: a "Helmlampe" is only related to one. */
  compound: CERTAINTY.likely,
  firstPart: CERTAINTY.related,
  /** For a compound that no product has: all of its parts, or only its last part. */
  allParts: CERTAINTY.likely,
  lastPart: CERTAINTY.possible,
  /** Multiplied by the word's similarity. */
  near: CERTAINTY.meant,
}

/** The likelihood that a form means the word as typed. Every expansion uses one of these five levels. */
export const CERTAINTY = {
  /** The same word, written differently. */
  same: 0.98,
  /** There is evidence that it is meant: the shop's synonyms, a value of the product, or a distance of one edit. */
  meant: 0.9,
  likely: 0.75,
  possible: 0.6,
  /** It is only related to the word. */
  related: 0.4,
}

/** A weight of 0 turns an expansion off. Only evaluations change these weights. */
export const EXPANSION_WEIGHTS = {
  stem: CERTAINTY.same,
  /** A word written as its parts: "wh 1000 xm4". */
  parts: CERTAINTY.same,
  /** `reading`: the same word in another script. `homophone`: one of several words that the kana may mean. */
  reading: CERTAINTY.same,
  homophone: CERTAINTY.possible,
  joined: CERTAINTY.meant,
  synonym: CERTAINTY.meant,
  /** A value that means the word: "Crimson" for "red". */
  attribute: CERTAINTY.meant,
  fuzzy: CERTAINTY.meant,
  fuzzyTwice: CERTAINTY.likely,
  /** `prefix`: a completion of the word being typed. `unfinished`: a completion with an edit in it, or by a synonym. */
  prefix: CERTAINTY.likely,
  unfinished: CERTAINTY.possible,
  /** A "Fahrradhelm" is a helmet; a "Helmlampe" is only related to one. */
  compound: CERTAINTY.likely,
  firstPart: CERTAINTY.related,
  /** For a compound that no product has: all of its parts, or its last part alone. */
  allParts: CERTAINTY.likely,
  lastPart: CERTAINTY.possible,
  /** Multiplied by the similarity. */
  near: CERTAINTY.meant,
}

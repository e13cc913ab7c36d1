/** How surely a form stands for the word as typed. Every expansion has one of these five steps. */
export const CERTAINTY = {
  /** The same word, written otherwise. */
  same: 0.98,
  /** Somebody says that it is meant: the shop, a value of the product, or one slip. */
  meant: 0.9,
  likely: 0.75,
  possible: 0.6,
  /** It has to do with it. */
  related: 0.4,
}

/** 0 switches an expansion off; evaluations do that, nothing else writes here. */
export const EXPANSION_WEIGHTS = {
  /** Another inflection. */
  stem: CERTAINTY.same,
  /** A written unit as its parts side by side: "wh 1000 xm4". */
  parts: CERTAINTY.same,
  /** The same word in another script, and one of several that it may be. */
  reading: CERTAINTY.same,
  homophone: CERTAINTY.possible,
  joined: CERTAINTY.meant,
  synonym: CERTAINTY.meant,
  /** A value that means the word: "Crimson" for "red". */
  attribute: CERTAINTY.meant,
  /** One edit, and two. */
  fuzzy: CERTAINTY.meant,
  fuzzyTwice: CERTAINTY.likely,
  /** A word that is still being typed; with an edit in it, or a synonym of it. */
  prefix: CERTAINTY.likely,
  unfinished: CERTAINTY.possible,
  /** "Fahrradhelm" is a helmet; a "Helmlampe" only has to do with one. */
  compound: CERTAINTY.likely,
  firstPart: CERTAINTY.related,
  /** For a compound that no product has: all of its parts, or its last part alone. */
  allParts: CERTAINTY.likely,
  lastPart: CERTAINTY.possible,
}

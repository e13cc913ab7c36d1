/** Weight of each form of a word beside the word as typed. 0 switches an expansion off; evaluations do that, nothing else writes here. */
export const EXPANSION_WEIGHTS = {
  /** Another inflection, or the same word in another script. */
  stem: 0.98,
  /** A written unit as its parts side by side: "wh 1000 xm4". */
  parts: 0.98,
  joined: 0.9,
  /** A value that means the word: "Crimson" for "red". */
  attribute: 0.9,
  /** One edit, two edits, and one in a word that is still being typed. */
  fuzzy: 0.9,
  fuzzyTwice: 0.7,
  fuzzyUnfinished: 0.6,
}

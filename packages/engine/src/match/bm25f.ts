/** The constants of BM25F, as Robertson and Zaragoza have it; weights of fields are a shop's own setting. */
export const BM25F = {
  /** How soon several fields and repetitions of one word stop adding: smaller is sooner. */
  saturation: 4,
  /** How much a field's length counts: 0 ignores it, 1 divides by it. */
  titleNorm: 0.5,
  metafieldNorm: 0.92,
  descriptionNorm: 0.7,
  /** Share of its weight that a title word after "for" or "with" keeps. */
  titleTail: 0.5,
  /** Share that the 2nd, 3rd, … time in a long field adds. */
  repeat: 0.35,
}

/** The constants of BM25F (Robertson and Zaragoza); field weights are set by each shop. */
export const BM25F = {
  /** How soon more fields and repetitions of a word stop adding to the score: the smaller, the sooner. */
  saturation: 4,
  /** How much a field's length counts: 0 ignores it, 1 divides by it. */
  titleNorm: 0.5,
  metafieldNorm: 0.92,
  descriptionNorm: 0.7,
  /** Share of the weight that a title word keeps after "for" or "with". */
  titleTail: 0.5,
  /** Share that each further occurrence in a long field adds. */
  repeat: 0.35,
}

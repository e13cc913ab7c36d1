/** A search as it was answered and used, in the order of time: what learning is fitted on and proven on. */
export interface LoggedSearch {
  readonly query: string
  readonly atMs: number
  /** Products of the page, best first. */
  readonly shown: readonly number[]
  /** Products that were chosen from it. */
  readonly clicked: readonly number[]
}

/** A product that may answer a query, as the ranking knows it before anything is learnt. */
export interface Candidate {
  readonly id: number
  /** Rules before relevance: products of a lower group stand first, whatever is learnt. */
  readonly group: number
  readonly relevance: number
  /** Ranking features, always in the same order. */
  readonly features: readonly number[]
  /** As `attribute:value`. */
  readonly values: readonly string[]
}

/** Candidates by query. */
export type Windows = ReadonlyMap<string, readonly Candidate[]>

/** A fitted model: what it adds to the relevance of a query's candidates. undefined: nothing is known of the query. */
export interface FittedModel {
  boosts(query: string): ((candidate: Pick<Candidate, 'id' | 'features' | 'values'>) => number) | undefined
}

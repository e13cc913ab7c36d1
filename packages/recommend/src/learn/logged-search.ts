/** A search with its answer and clicks, in order of time: learning is fitted and tested on these. */
export interface LoggedSearch {
  readonly query: string
  readonly atMs: number
  /** Products on the page, best first. */
  readonly shown: readonly number[]
  /** Products that were clicked. */
  readonly clicked: readonly number[]
}

/** A product that may answer a query, as the ranking knows it before anything is learned. */
export interface Candidate {
  readonly id: number
  /** Rules come before relevance: products of a lower group always rank first. */
  readonly group: number
  readonly relevance: number
  /** Ranking features, always in the same order. */
  readonly features: readonly number[]
  /** Values as `attribute:value`. */
  readonly values: readonly string[]
}

/** Candidates by query. */
export type Windows = ReadonlyMap<string, readonly Candidate[]>

/** A fitted model: what it adds to the relevance of a query's candidates. undefined: nothing is known about the query. */
export interface FittedModel {
  boosts(query: string): ((candidate: Pick<Candidate, 'id' | 'features' | 'values'>) => number) | undefined
}

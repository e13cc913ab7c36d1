/** A search with its answer and clicks. Learning is fitted and tested on a log of these, in order of time. */
export interface LoggedSearch {
  readonly query: string
  readonly atMs: number
  /** Best first. */
  readonly shown: readonly number[]
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

export type Windows = ReadonlyMap<string, readonly Candidate[]>

/** `boosts` returns what the model adds to the relevance of a query's candidates; undefined if nothing is known about the query. */
export interface FittedModel {
  boosts(query: string): ((candidate: Pick<Candidate, 'id' | 'features' | 'values'>) => number) | undefined
}

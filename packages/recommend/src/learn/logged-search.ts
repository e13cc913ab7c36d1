/** A search with its answer and clicks. Models are fitted and tested on a log of these, ordered by time. */
export interface LoggedSearch {
  readonly query: string
  readonly atMs: number
  /** Best first. */
  readonly shown: readonly number[]
  readonly clicked: readonly number[]
}

/** A product that may answer a query, as ranked without learned models. */
export interface Candidate {
  readonly id: number
  /** Products of a lower group always rank first: ranking rules come before relevance. */
  readonly group: number
  readonly relevance: number
  /** Ranking features, always in the same order. */
  readonly features: readonly number[]
  /** Values as `attribute:value`. */
  readonly values: readonly string[]
}

export type CandidatesByQuery = ReadonlyMap<string, readonly Candidate[]>

/** `boosts` returns a function that adds to the relevance of a query's candidates; undefined for an unknown query. */
export interface FittedModel {
  boosts(query: string): ((candidate: Pick<Candidate, 'id' | 'features' | 'values'>) => number) | undefined
}

/** A search with its answer and clicks. Models are fitted to a log of these in order of time. */
export interface LoggedSearch {
  readonly query: string
  readonly atMs: number
  /** Best first. */
  readonly shown: readonly number[]
  readonly clicked: readonly number[]
}

/** A product that matches a query, as ranked without learned models. */
export interface Candidate {
  readonly id: number
  /** Products of a lower group always rank first: groups stand for the ranking rules before relevance. */
  readonly group: number
  readonly relevance: number
  /** In a fixed order. */
  readonly features: readonly number[]
  /** In the form `attribute:value`. */
  readonly values: readonly string[]
}

export type CandidatesByQuery = ReadonlyMap<string, readonly Candidate[]>

/** Returns a function that changes the relevance of a query's candidates; undefined for an unknown query. */
export interface FittedModel {
  boosts(query: string): ((candidate: Pick<Candidate, 'id' | 'features' | 'values'>) => number) | undefined
}

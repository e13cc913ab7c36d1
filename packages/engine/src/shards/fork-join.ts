/** The part of a query that concerns one segment, as plain data: any thread that has the segment can do it. */
export interface ShardTask {
  readonly kind: 'match' | 'filters' | 'facets'
}

export interface ShardWork<Result> {
  /** The segment. */
  readonly shard: object
  /** Decides how the work is shared out. */
  readonly docCount: number
  /** Message to a thread, which answers with a `Result`. */
  readonly task: ShardTask
  /** Does it in the calling thread. Nobody has begun it. */
  readonly here: () => Result
  /** The same after a thread began it and never answered. */
  readonly again: () => Result
}

/** Does the parts of a query at once, in this thread and others, and waits for them. Whoever does a part, the result is the same. */
export interface ForkJoin {
  /** From so many postings or docs on, the way to another thread and back is worth it. */
  readonly leastWork: number
  /** Results in the order of the work. */
  run<Result>(work: readonly ShardWork<Result>[]): Result[]
}

/**
 * Arrays that queries write into, owned by one index. A query takes what it needs and gives it back clean; what a query that
 * failed midway took is never given back, so the next query gets new arrays and sees nothing of it.
 */
import { type Accumulators, accumulatorBytes, createAccumulators } from './accumulators.ts'

export class Workspace {
  readonly #accumulators: Accumulators[] = []

  /** Runs with accumulators of the given sizes, all clean. `run` must leave them clean. */
  withAccumulators<T>(docCounts: readonly number[], run: (accumulators: Accumulators[]) => T): T {
    const taken = docCounts.map((docCount) => this.#take(docCount))
    const result = run(taken)
    this.#accumulators.push(...taken)
    return result
  }

  get bytes(): number {
    return this.#accumulators.reduce((sum, accumulators) => sum + accumulatorBytes(accumulators), 0)
  }

  /** The smallest that is large enough. One that is too small is dropped: its index has grown. */
  #take(docCount: number): Accumulators {
    let best = -1
    this.#accumulators.forEach(({ docs }, place) => {
      const isSmaller = best < 0 || docs.length < this.#accumulators[best].docs.length
      if (docs.length >= docCount && isSmaller) best = place
    })
    if (best >= 0) return this.#accumulators.splice(best, 1)[0]
    this.#accumulators.pop()
    return createAccumulators(docCount)
  }
}

/**
 * Arrays that queries write into, owned by one index. A query takes what it needs and returns it clean. Arrays of a
 * query that failed are not returned, so the next query gets new ones.
 */
import { type Accumulators, accumulatorBytes, createAccumulators } from './accumulators.ts'

export class Workspace {
  readonly #accumulators: Accumulators[] = []

  /** The accumulators are clean at first, and `run` must leave them clean. */
  withAccumulators<T>(docCounts: readonly number[], run: (accumulators: Accumulators[]) => T): T {
    const taken = docCounts.map((docCount) => this.#take(docCount))
    const result = run(taken)
    this.#accumulators.push(...taken)
    return result
  }

  get bytes(): number {
    return this.#accumulators.reduce((sum, accumulators) => sum + accumulatorBytes(accumulators), 0)
  }

  /** Takes the smallest that is large enough. If all are too small, the index has grown, so one of them is dropped. */
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

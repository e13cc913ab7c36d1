import { LRUCache } from 'lru-cache'
import type { RankedStream } from '../ranked-stream.ts'

/** Keeps the order of pages while catalog and models change. `page.ts` makes dropped rankings again. */
export class RankingCache {
  readonly #rankings = new LRUCache<string, RankedStream>({
    max: 2000,
    maxSize: 1_000_000,
    sizeCalculation: ({ made }) => Math.max(1, made.length),
  })

  keep(id: string, stream: RankedStream): void {
    // A ranking grows while it is read. Deleting it first makes the cache measure it again.
    this.#rankings.delete(id)
    this.#rankings.set(id, stream)
  }

  clear(): void {
    this.#rankings.clear()
  }

  find(id: string): RankedStream | undefined {
    return this.#rankings.get(id)
  }
}

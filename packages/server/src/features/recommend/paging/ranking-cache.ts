import { LRUCache } from 'lru-cache'
import type { RankedStream } from '../ranked-stream.ts'

/**
 * Keeps rankings between pages, so that their order stays while catalog and models change: at most 2000 over all
 * shops, with a million candidates of about 100 bytes. Those unread longest are dropped first; a dropped ranking is
 * made again without what its chain has shown (see `page.ts`).
 */
export class RankingCache {
  readonly #rankings = new LRUCache<string, RankedStream>({
    max: 2000,
    maxSize: 1_000_000,
    sizeCalculation: ({ made }) => Math.max(1, made.length),
  })

  keep(id: string, stream: RankedStream): void {
    // The ranking may have grown since it was stored. Its size is measured again only if it is deleted first.
    this.#rankings.delete(id)
    this.#rankings.set(id, stream)
  }

  /** Drops everything, as a restart would. */
  clear(): void {
    this.#rankings.clear()
  }

  find(id: string): RankedStream | undefined {
    return this.#rankings.get(id)
  }
}

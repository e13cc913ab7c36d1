import type { RankedStream } from '../ranked-stream.ts'

/** Rankings that clients are paging through, over all shops. */
const MAX_STREAMS = 2000
/** Candidates in all these rankings: about 100 bytes each. */
const MAX_CANDIDATES = 1_000_000

/**
 * Keeps rankings between pages, so that their order stays while catalog and models change. Those unread longest are
 * dropped first; a dropped ranking is made again without what its chain has shown (see `page.ts`).
 */
export class PageStreams {
  /** Each with the number of candidates it had when it was kept. */
  readonly #streams = new Map<string, { stream: RankedStream; size: number }>()
  #held = 0

  keep(id: string, stream: RankedStream): void {
    this.#drop(id)
    const size = stream.made.length
    this.#streams.set(id, { stream, size })
    this.#held += size
    for (const oldest of this.#streams.keys()) {
      if (this.#streams.size <= MAX_STREAMS && this.#held <= MAX_CANDIDATES) break
      this.#drop(oldest)
    }
  }

  /** Drops everything, as a restart would. */
  clear(): void {
    this.#streams.clear()
    this.#held = 0
  }

  find(id: string): RankedStream | undefined {
    const kept = this.#streams.get(id)
    if (kept) {
      this.#streams.delete(id)
      this.#streams.set(id, kept)
    }
    return kept?.stream
  }

  #drop(id: string): void {
    this.#held -= this.#streams.get(id)?.size ?? 0
    this.#streams.delete(id)
  }
}

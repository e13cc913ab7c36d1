import type { RankedStream } from '../ranked-stream.ts'

/** Rankings that clients are paging through, of all shops together. */
const MAX_STREAMS = 2000
/** Candidates held by all of them: about 100 bytes each. */
const MAX_CANDIDATES = 1_000_000

/**
 * Keeps rankings between pages: what was ranked stays in its place while catalog and models move on. The longest unread
 * leave first; a ranking that is gone is made again without what its chain has shown (see `page.ts`).
 */
export class PageStreams {
  /** With how many candidates each had when it was kept. */
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

  /** As after a restart. */
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

import type { RankedStream } from '../ranked-stream.ts'

/** Rankings that clients are paging through, of all shops together. */
const MOST_STREAMS = 2000
/** Candidates held by all of them: about 100 bytes each. */
const MOST_CANDIDATES = 1_000_000

/**
 * Keeps rankings between pages: what was ranked stays in its place while catalog and models move on. The longest unread
 * leave first; a ranking that is gone is made again without what its chain has shown (see `page.ts`).
 */
export class PageStreams {
  readonly #streams = new Map<string, RankedStream>()

  keep(id: string, stream: RankedStream): void {
    this.#streams.delete(id)
    this.#streams.set(id, stream)
    let held = 0
    for (const one of this.#streams.values()) held += one.made.length
    for (const [oldest, one] of this.#streams) {
      if (this.#streams.size <= MOST_STREAMS && held <= MOST_CANDIDATES) break
      this.#streams.delete(oldest)
      held -= one.made.length
    }
  }

  /** As after a restart. */
  clear(): void {
    this.#streams.clear()
  }

  find(id: string): RankedStream | undefined {
    const stream = this.#streams.get(id)
    if (stream) {
      this.#streams.delete(id)
      this.#streams.set(id, stream)
    }
    return stream
  }
}

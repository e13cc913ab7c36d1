import type { Embedder, TextEmbedder } from '@vitrine/embedder'

export interface QueryVectorsSettings {
  /** The embedder in use, then one that was replaced and whose space still serves. */
  embedders: readonly Embedder[]
  /** A query that has no vector by then is answered by its words. */
  deadlineMs?: number
  /** Vectors kept; 384 numbers of 4 bytes each. */
  capacity?: number
  /** Told of failures and of queries that were too late. */
  onMissed?: (reason: unknown) => void
}

const DEFAULTS = { deadlineMs: 50, capacity: 5000, onMissed: () => {} }
/** Queries waiting for the model at once. More than this could not be in time anyway. */
const MOST_WAITING = 16

/** Vectors of what shoppers type, in time or not at all: a slow or failing model never holds up a search. */
export class QueryVectors {
  readonly #settings: Required<QueryVectorsSettings>
  /** In order of last use. */
  readonly #kept = new Map<string, Float32Array>()
  readonly #waiting = new Map<string, Promise<Float32Array>>()

  constructor(settings: QueryVectorsSettings) {
    this.#settings = { ...DEFAULTS, ...settings }
  }

  /**
   * The query's vector in that space; undefined when no embedder knows the space, it fails, or the deadline passes. A late vector
   * is kept all the same, so the same words find it the next time.
   */
  async find(text: string, space: string): Promise<Float32Array | undefined> {
    const words = normalized(text)
    const key = `${space}\n${words}`
    const kept = this.#kept.get(key)
    if (kept !== undefined) return this.#keep(key, kept)
    const embedder = this.#embedderOf(space)
    if (embedder === undefined || words === '') return undefined
    if (!this.#waiting.has(key) && this.#waiting.size >= MOST_WAITING)
      return this.#missed(new Error('too many queries wait'))
    try {
      return await inTime(this.#waiting.get(key) ?? this.#ask(key, words, embedder), this.#settings.deadlineMs)
    } catch (error) {
      return this.#missed(error)
    }
  }

  /** Whether a query can have a vector in that space at all. */
  knows(space: string): boolean {
    return this.#embedderOf(space) !== undefined
  }

  #embedderOf(space: string): TextEmbedder | undefined {
    return this.#settings.embedders.map(({ text }) => text).find((text) => text?.space === space)
  }

  #ask(key: string, text: string, embedder: TextEmbedder): Promise<Float32Array> {
    const asked = embedder
      .embed([text], 'query')
      .then(([vector]) => this.#keep(key, vector!))
      .finally(() => this.#waiting.delete(key))
    this.#waiting.set(key, asked)
    return asked
  }

  #keep(key: string, vector: Float32Array): Float32Array {
    this.#kept.delete(key)
    this.#kept.set(key, vector)
    if (this.#kept.size > this.#settings.capacity) this.#kept.delete(this.#kept.keys().next().value!)
    return vector
  }

  #missed(reason: unknown): undefined {
    this.#settings.onMissed(reason)
    return undefined
  }
}

/** Case and spaces make no difference to the model, so they should make none to the memory. */
function normalized(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
}

function inTime<T>(promise: Promise<T>, deadlineMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the query vector came too late')), deadlineMs)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

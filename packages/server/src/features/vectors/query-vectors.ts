import type { Embedder, TextEmbedder } from '@vitrine/embedder'
import { LRUCache } from 'lru-cache'
import { textModels } from './text-models.ts'
import { atMost } from '../cache-limit.ts'

export interface QueryVectorsSettings {
  /** The current embedder, then a replaced one whose space is still in use. */
  embedders: readonly Embedder[]
  /** A query without a vector after this time uses words alone. */
  deadlineMs?: number
  /** Vectors of 384 or 512 numbers of 4 bytes. */
  capacity?: number
  clock?: () => number
  /** Called for failures and missed deadlines. */
  onMissed?: (reason: unknown) => void
}

/** A vector usually takes a few milliseconds, but longer while a model is loading or the processor is busy. */
const DEADLINE_MS = 1000
const DEFAULTS = { deadlineMs: DEADLINE_MS, capacity: 5000, clock: Date.now, onMissed: () => {} }
/** More queries could not be answered in time. */
const MAX_WAITING = 64
/** A query that missed its vector has none for this long, so that its pages, facets and counts agree. */
const MISS_TTL_MS = 60_000

/** The first request for a query decides whether it gets a vector; later ones get the same outcome. */
export class QueryVectors {
  readonly #settings: Required<QueryVectorsSettings>
  readonly #kept: LRUCache<string, Float32Array>
  readonly #missedUntil: LRUCache<string, number>
  readonly #waiting = new Map<string, Promise<Float32Array | undefined>>()

  constructor(settings: QueryVectorsSettings) {
    this.#settings = { ...DEFAULTS, ...settings }
    this.#kept = new LRUCache(atMost(this.#settings.capacity))
    this.#missedUntil = new LRUCache(atMost(this.#settings.capacity))
  }

  /** Returns undefined if no embedder has the space, or if it fails, is overloaded or misses the deadline. */
  async find(text: string, space: string): Promise<Float32Array | undefined> {
    const words = normalized(text)
    const key = `${space}\n${words}`
    if (this.#isMissed(key)) return undefined
    const kept = this.#kept.get(key)
    if (kept !== undefined) return kept
    const embedder = this.#embedderOf(space)
    if (embedder === undefined || words === '') return undefined
    return this.#waiting.get(key) ?? this.#ask(key, words, embedder)
  }

  knows(space: string): boolean {
    return this.#embedderOf(space) !== undefined
  }

  #embedderOf(space: string): TextEmbedder | undefined {
    return textModels(this.#settings.embedders).find((model) => model.space === space)
  }

  #ask(key: string, text: string, embedder: TextEmbedder): Promise<Float32Array | undefined> {
    if (this.#waiting.size >= MAX_WAITING) return Promise.resolve(this.#miss(key, new Error('too many queries wait')))
    // A vector that comes too late is used once the miss expires.
    const made = embedder.embed([text], 'query').then(([vector]) => this.#keep(key, vector!))
    const outcome = inTime(made, this.#settings.deadlineMs)
      .catch((error) => this.#miss(key, error))
      .finally(() => this.#waiting.delete(key))
    this.#waiting.set(key, outcome)
    return outcome
  }

  #keep(key: string, vector: Float32Array): Float32Array {
    this.#kept.set(key, vector)
    return vector
  }

  #miss(key: string, reason: unknown): undefined {
    this.#missedUntil.set(key, this.#settings.clock() + MISS_TTL_MS)
    this.#settings.onMissed(reason)
    return undefined
  }

  #isMissed(key: string): boolean {
    const until = this.#missedUntil.get(key)
    if (until === undefined) return false
    if (this.#settings.clock() < until) return true
    this.#missedUntil.delete(key)
    return false
  }
}

/** Case and spaces make no difference to the model. */
function normalized(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
}

function inTime<T>(promise: Promise<T>, deadlineMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the query vector came too late')), deadlineMs)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/**
 * Caches what queries compute from immutable data, with which the memo is dropped. Beyond its limit, the least recently
 * used entries are dropped.
 */
import { LRUCache } from 'lru-cache'

const ENTRY_BYTES = 64
const MIN_LIMIT = 2 ** 22
/** Enough for a few lists with an entry per doc. */
const BYTES_PER_DOC = 64

interface Kept {
  value: unknown
  state: unknown
}

export class Memo {
  readonly #limit: number
  /** Created lazily: most segments are small and short-lived. */
  #kept: LRUCache<string, Kept> | undefined

  constructor(docCount: number) {
    this.#limit = MIN_LIMIT + BYTES_PER_DOC * docCount
  }

  /** A cached value is made again if `state` has changed. */
  of<T>(key: string, make: () => T, state?: unknown): T {
    this.#kept ??= new LRUCache({ maxSize: this.#limit, sizeCalculation: ({ value }) => ENTRY_BYTES + sizeOf(value) })
    const known = this.#kept.get(key)
    if (known !== undefined && known.state === state) return known.value as T
    const value = make()
    this.#kept.set(key, { value, state })
    return value
  }

  /** Recounted on each call, because cached values grow. */
  get bytes(): number {
    let bytes = 0
    for (const { value } of this.#kept?.values() ?? []) bytes += ENTRY_BYTES + sizeOf(value)
    return bytes
  }
}

function sizeOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength
  if (value === null || typeof value !== 'object') return 0
  if ('bytes' in value && typeof value.bytes === 'number') return value.bytes
  if (value instanceof LRUCache) return value.calculatedSize
  let bytes = 0
  for (const part of value instanceof Map ? value.values() : Object.values(value)) bytes += ENTRY_BYTES + sizeOf(part)
  return bytes
}

/** JSON alone has neither infinity (open ranges would equal null) nor sets. */
export function memoKey(asked: unknown): string {
  return JSON.stringify(asked, (_, value: unknown) => {
    if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
    return value instanceof Set ? [...value] : value
  })
}

export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

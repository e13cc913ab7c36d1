/**
 * Keeps what queries work out about data that never changes. A memo belongs to that data (a segment, its sales figures, a snapshot), leaves
 * with it, and says how many bytes it holds; beyond its limit, what was not used for longest leaves.
 */
import { LRUCache } from 'lru-cache'

/** Roughly what an entry of a list or map takes. */
const ENTRY_BYTES = 64
const MIN_LIMIT = 2 ** 22
/** Room for a few lists that are as long as the data. */
const BYTES_PER_DOC = 64

interface Kept {
  value: unknown
  state: unknown
}

export class Memo {
  readonly #limit: number
  /** Made when first used: most segments are small and short-lived. */
  #kept: LRUCache<string, Kept> | undefined

  constructor(docCount: number) {
    this.#limit = MIN_LIMIT + BYTES_PER_DOC * docCount
  }

  /** The value that was made for the key, as long as `state`, which it also depends on, is the same. */
  of<T>(key: string, make: () => T, state?: unknown): T {
    this.#kept ??= new LRUCache({ maxSize: this.#limit, sizeCalculation: ({ value }) => ENTRY_BYTES + sizeOf(value) })
    const known = this.#kept.get(key)
    if (known !== undefined && known.state === state) return known.value as T
    const value = make()
    this.#kept.set(key, { value, state })
    return value
  }

  /** Counted anew: some values grow while they are kept. */
  get bytes(): number {
    let bytes = 0
    for (const { value } of this.#kept?.values() ?? []) bytes += ENTRY_BYTES + sizeOf(value)
    return bytes
  }
}

/** A value that counts its own bytes is believed. */
function sizeOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength
  if (value === null || typeof value !== 'object') return 0
  if ('bytes' in value && typeof value.bytes === 'number') return value.bytes
  if (value instanceof LRUCache) return value.calculatedSize
  let bytes = 0
  for (const part of value instanceof Map ? value.values() : Object.values(value)) bytes += ENTRY_BYTES + sizeOf(part)
  return bytes
}

/** A key for what is asked. JSON knows neither infinity, so that an open range would look like one from null, nor sets. */
export function memoKey(asked: unknown): string {
  return JSON.stringify(asked, (_, value: unknown) => {
    if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
    return value instanceof Set ? [...value] : value
  })
}

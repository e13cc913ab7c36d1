import { readPlatformId } from '@vitrine/contract'
import { LRUCache } from 'lru-cache'
import { isDerivedNumber, readItemNumber } from '../../ports/record-store/item-number.ts'
import type { RecordStore, ShopId } from '../../ports/record-store/record-store.ts'
import { atMost } from '../cache-limit.ts'

/** Limit over all shops. Most events name one of a few thousand products. */
const MAX_REMEMBERED = 100_000

interface Lookup {
  numbers: Set<number>
  missing: Promise<ReadonlySet<number>>
}

export class KnownProducts {
  readonly #store: Pick<RecordStore, 'hasProducts'>
  /** A deleted product stays known, because the sender is not to blame. */
  readonly #known = new LRUCache<string, true>(atMost(MAX_REMEMBERED))
  /** Events that are committed together share one lookup per shop. */
  readonly #lookups = new Map<ShopId, Lookup>()

  constructor(store: Pick<RecordStore, 'hasProducts'>) {
    this.#store = store
  }

  /** Returns the products that the catalog lacks. Empty if the catalog does not answer, so that events do not wait. */
  async missing(shop: ShopId, numbers: Iterable<number>): Promise<ReadonlySet<number>> {
    const asked = new Set([...numbers].filter((number) => !this.#known.has(`${shop} ${number}`)))
    if (asked.size === 0) return NONE
    const lookup = this.#lookups.get(shop) ?? this.#begin(shop)
    for (const number of asked) lookup.numbers.add(number)
    return asked.intersection(await lookup.missing)
  }

  #begin(shop: ShopId): Lookup {
    const numbers = new Set<number>()
    const find = async () => {
      await new Promise(setImmediate)
      this.#lookups.delete(shop)
      return this.#find(shop, [...numbers])
    }
    const lookup = { numbers, missing: find() }
    this.#lookups.set(shop, lookup)
    return lookup
  }

  async #find(shop: ShopId, asked: readonly number[]): Promise<ReadonlySet<number>> {
    const stored = await this.#store.hasProducts(shop, asked).catch(() => asked.map(() => true))
    for (const [i, number] of asked.entries()) if (stored[i]) this.#known.set(`${shop} ${number}`, true)
    return new Set(asked.filter((_, i) => !stored[i]))
  }
}

const NONE: ReadonlySet<number> = new Set()

/** Returns the products of `numbers` in the spelling of the body. */
export function sentIds(body: unknown, numbers: ReadonlySet<number>): string[] {
  const found = new Set<string>()
  // Hashing all texts of a body would be slow.
  const mayBeText = [...numbers].some(isDerivedNumber)
  const visit = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit)
    else {
      const id = readPlatformId(value)
      if ((typeof id === 'number' || mayBeText) && numbers.has(readItemNumber('product', id) ?? 0))
        found.add(String(value))
    }
  }
  visit(body)
  return [...found]
}

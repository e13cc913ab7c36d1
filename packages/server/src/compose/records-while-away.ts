/**
 * Records on an edge node, which stands far from the store: what was read last is answered again while the store is away. Others keep
 * what they were answered until they hear of a change, so they hear of one when the store is back: a key that was revoked meanwhile
 * must not stay good.
 */
import { LRUCache } from 'lru-cache'
import type { Product } from '../ports/record-store/product.ts'
import type { ApiKey, RecordStore, Shop, ShopId } from '../ports/record-store/record-store.ts'
import { isStoreAway } from '../ports/postgres/store-unusable.ts'
import { WAIT_MS, within } from './without-store.ts'

export interface WhileAwayTimes {
  /** For an answer of the store. */
  waitMs: number
  /** How often it is asked whether it is back. */
  probeMs: number
}

const TIMES: WhileAwayTimes = { waitMs: WAIT_MS, probeMs: 1000 }
/** As many as the caches above keep. */
const MOST_SHOPS = 2_000
const MOST_KEYS = 10_000
const MOST_PRODUCTS = 20_000

type Listener = (shop: ShopId) => void

export function recordsWhileAway(records: RecordStore, times: WhileAwayTimes = TIMES): RecordStore {
  const shops = new LRUCache<ShopId, Shop>({ max: MOST_SHOPS })
  const keys = new LRUCache<string, ApiKey>({ max: MOST_KEYS })
  const products = new LRUCache<string, Product>({ max: MOST_PRODUCTS })
  const listeners = new Set<Listener>()
  const past = new PastAnswers(records, listeners, times)

  return {
    ...records,
    getShop: (id) => past.orElse(noted(records.getShop(id), shops, id), shops.get(id), id),
    findKey: (hash) =>
      past.orElse(noted(records.findKey(hash), keys, hash), keys.get(hash), keys.get(hash)?.shop ?? ''),
    getProducts(shop, ids) {
      const known = ids.map((id) => products.get(`${shop} ${id}`))
      const reading = records.getProducts(shop, ids).then((found) => {
        for (const [i, product] of found.entries()) note(products, `${shop} ${ids[i]}`, product)
        return found
      })
      return past.orElse(reading, known.includes(undefined) ? undefined : known, shop)
    },
    onChange(listener) {
      const stop = records.onChange(listener)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        stop()
      }
    },
  }
}

function note<Value extends object>(kept: LRUCache<string, Value>, key: string, value: Value | undefined): void {
  if (value === undefined) kept.delete(key)
  else kept.set(key, value)
}

async function noted<Value extends object>(
  reading: Promise<Value | undefined>,
  kept: LRUCache<string, Value>,
  key: string,
): Promise<Value | undefined> {
  const value = await reading
  note(kept, key, value)
  return value
}

class PastAnswers {
  readonly #records: Pick<RecordStore, 'lastChange'>
  readonly #listeners: ReadonlySet<Listener>
  readonly #times: WhileAwayTimes
  /** Shops of which something was answered from memory. */
  readonly #shops = new Set<ShopId>()
  #timer: NodeJS.Timeout | undefined

  constructor(records: Pick<RecordStore, 'lastChange'>, listeners: ReadonlySet<Listener>, times: WhileAwayTimes) {
    this.#records = records
    this.#listeners = listeners
    this.#times = times
  }

  async orElse<Value>(reading: Promise<Value>, last: Value | undefined, shop: ShopId): Promise<Value> {
    if (last === undefined) return reading
    try {
      return await within(this.#times.waitMs, reading)
    } catch (error) {
      if (!isStoreAway(error)) throw error
      this.#shops.add(shop)
      this.#timer ??= setTimeout(() => void this.#probe(), this.#times.probeMs).unref()
      return last
    }
  }

  async #probe(): Promise<void> {
    const [first = ''] = this.#shops
    try {
      await within(this.#times.waitMs, this.#records.lastChange(first))
    } catch {
      this.#timer = setTimeout(() => void this.#probe(), this.#times.probeMs).unref()
      return
    }
    this.#timer = undefined
    const shops = [...this.#shops]
    this.#shops.clear()
    for (const shop of shops) for (const listener of this.#listeners) listener(shop)
  }
}

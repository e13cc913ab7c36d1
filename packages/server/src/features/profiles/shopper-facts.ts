/** Reads the facts that rules about behavior need, over all accepted ids of a shopper. */
import { MONEY_SCALE } from '../../ports/derived-store/derived-facts.ts'
import type { DerivedStore } from '../../ports/derived-store/derived-store.ts'
import { NO_FACTS, type ShopperFacts, type ShopperFactsReader } from '../identity/shopper-facts.ts'
import { subjectsOfIdentity } from '../identity/subjects.ts'
import { HISTORY_LIMIT } from './profiles.ts'

export interface ShopperFactsDeps {
  store: Pick<DerivedStore, 'shopperTotals' | 'history'>
  typesOf: (shop: string, productIds: readonly number[]) => Promise<readonly string[]>
  clock: () => number
}

/** A shopper sends several requests per page, and a rule need not take effect at once. */
const KEPT_MS = 15_000
const MAX_KEPT = 5000

export function shopperFactsReader({ store, typesOf, clock }: ShopperFactsDeps): ShopperFactsReader {
  const kept = new Map<string, { atMs: number; facts: Promise<ShopperFacts> }>()
  return async ({ id, currency }, identity) => {
    const subjects = subjectsOfIdentity(identity)
    if (subjects.length === 0) return NO_FACTS
    const key = JSON.stringify([id, currency, subjects])
    const nowMs = clock()
    const known = kept.get(key)
    if (known && nowMs - known.atMs < KEPT_MS) return known.facts
    if (kept.size >= MAX_KEPT) kept.clear()
    const facts = read(subjects)
    kept.set(key, { atMs: nowMs, facts })
    facts.catch(() => kept.delete(key))
    return facts

    async function read(of: readonly string[]): Promise<ShopperFacts> {
      const [{ visits, orders, spent }, { purchased }] = await Promise.all([
        store.shopperTotals(id, of),
        store.history(id, of, HISTORY_LIMIT),
      ])
      const types = await typesOf(id, purchased)
      const boughtTypes = [...new Set(types.map((type) => type.toLowerCase()))]
      return { visits, orders, spent: (spent[currency] ?? 0) / MONEY_SCALE, boughtTypes }
    }
  }
}

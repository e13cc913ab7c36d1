/** What is known of a shopper makes an answer better. No answer fails, or waits long, because a store that is elsewhere has gone away. */
import type { ProfileHistory, ProfileReader } from '../features/identity/profile-reader.ts'
import { NO_FACTS, type ShopperFactsReader } from '../features/identity/shopper-facts.ts'
import { isStoreAway, StoreAway } from '../ports/postgres/store-unusable.ts'

/** Longer than a busy store takes. */
export const WAIT_MS = 1000
const NO_HISTORY: ProfileHistory = { browsedProducts: [], cartProducts: [], purchasedProducts: [] }

export function factsWithoutStore(read: ShopperFactsReader): ShopperFactsReader {
  return (shop, identity) => orElse(read(shop, identity), NO_FACTS)
}

export function profilesWithoutStore({ history }: ProfileReader): ProfileReader {
  return { history: (shop, identity) => orElse(history(shop, identity), NO_HISTORY) }
}

function orElse<T>(reading: Promise<T>, absent: T): Promise<T> {
  return within(WAIT_MS, reading).catch((error) => {
    if (!isStoreAway(error)) throw error
    return absent
  })
}

/** A store that takes longer is taken for one that is away. */
export function within<T>(ms: number, reading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StoreAway(`no answer from the store within ${ms} ms`)), ms).unref()
  })
  // It may still fail when nobody waits for it any more.
  reading.catch(() => {})
  return Promise.race([reading, tooLate]).finally(() => clearTimeout(timer))
}

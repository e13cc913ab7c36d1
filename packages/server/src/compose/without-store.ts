/** What is known of a shopper makes an answer better. No answer fails, or waits long, because a store that is elsewhere has gone away. */
import type { ProfileHistory, ProfileReader } from '../features/identity/profile-reader.ts'
import { NO_FACTS, type ShopperFactsReader } from '../features/identity/shopper-facts.ts'
import { isStoreAway } from '../ports/postgres/store-unusable.ts'

/** Longer than a busy store takes. */
const WAIT_MS = 1000
const NO_HISTORY: ProfileHistory = { browsedProducts: [], cartProducts: [], purchasedProducts: [] }

export function factsWithoutStore(read: ShopperFactsReader): ShopperFactsReader {
  return (shop, identity) => orElse(read(shop, identity), NO_FACTS)
}

export function profilesWithoutStore({ history }: ProfileReader): ProfileReader {
  return { history: (shop, identity) => orElse(history(shop, identity), NO_HISTORY) }
}

async function orElse<T>(reading: Promise<T>, absent: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(absent), WAIT_MS).unref()
  })
  const found = reading.catch((error) => {
    if (!isStoreAway(error)) throw error
    return absent
  })
  return Promise.race([found, tooLate]).finally(() => clearTimeout(timer))
}

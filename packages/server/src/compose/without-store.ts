/** Knowledge about a shopper only improves an answer: no answer fails, or waits long, because a remote store is unreachable. */
import type { ProfileHistory, ProfileReader } from '../features/identity/profile-reader.ts'
import { NO_FACTS, type ShopperFactsReader } from '../features/identity/shopper-facts.ts'
import type { StoreBreaker } from './store-breaker.ts'

const NO_HISTORY: ProfileHistory = { browsedProducts: [], cartProducts: [], purchasedProducts: [] }

export function factsWithoutStore(breaker: StoreBreaker, read: ShopperFactsReader): ShopperFactsReader {
  return (shop, identity) =>
    breaker.read(
      () => read(shop, identity),
      () => NO_FACTS,
    )
}

export function profilesWithoutStore(breaker: StoreBreaker, { history }: ProfileReader): ProfileReader {
  return {
    history: (shop, identity) =>
      breaker.read(
        () => history(shop, identity),
        () => NO_HISTORY,
      ),
  }
}

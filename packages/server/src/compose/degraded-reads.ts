/** Facts about a shopper only improve an answer, so no answer fails or waits long because the store is unreachable. */
import type { ProfileHistory, ProfileReader } from '../features/identity/profile-reader.ts'
import { NO_FACTS, type ShopperFactsReader } from '../features/identity/shopper-facts.ts'
import type { QueryStatistics } from '../features/query/query-statistics.ts'
import { StoreUnavailable } from '../ports/postgres/store-unusable.ts'
import type { RecordStore } from '../ports/record-store/record-store.ts'
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

export function queriesWithoutStore(breaker: StoreBreaker, { topQueries }: QueryStatistics): QueryStatistics {
  return {
    topQueries: (shop, options) =>
      breaker.read(
        () => topQueries(shop, options),
        () => [],
      ),
  }
}

/** Fails at once while the store is known to be unreachable. */
export function changesWithoutStore(breaker: StoreBreaker, records: RecordStore): RecordStore {
  return {
    ...records,
    readChanges: (...range) =>
      breaker.read(
        () => records.readChanges(...range),
        () => {
          throw new StoreUnavailable('the changes cannot be read')
        },
      ),
  }
}

import type { DerivedBatch } from '../../ports/derived-store/derived-facts.ts'
import type {
  AttributionResult,
  AttributionWindows,
  DerivableChunk,
  DeriveOutcome,
} from '../../ports/derived-store/derived-records.ts'
import type { DerivedStore } from '../../ports/derived-store/derived-store.ts'
import { isStoreFault } from '../../ports/derived-store/set-aside.ts'
import { shopDays } from '../../ports/derived-store/shop-days.ts'
import type { FollowedEvent, ShopEvent } from '../../ports/event-log/shop-event.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import { attribute } from '../../features/attribution/attribute.ts'
import { findServe, isServed, type KnownServes } from '../../features/attribution/find-source.ts'
import { deriveBatch } from './derive-batch.ts'
import { judgeClicks } from './judge-clicks.ts'
import { knownServes } from './known-serves.ts'

export interface DeriveDeps {
  store: DerivedStore
  windowsOf: (shop: ShopId) => Promise<AttributionWindows>
}

const ATTRIBUTED_AT_ONCE = 200

/** Applies events after `fromOffset` and attributes conversions. Returns false if the store is at another offset. */
export async function deriveEvents(
  deps: DeriveDeps,
  shop: ShopId,
  given: Pick<DerivableChunk, 'fromOffset' | 'recount' | 'isReplay'> & { events: readonly FollowedEvent[] },
): Promise<DeriveOutcome> {
  const windows = await deps.windowsOf(shop)
  const serves = await knownServes(deps.store, shop, given.events, windows)
  const days = shopDays(await deps.store.zone(shop))
  const batch = deriveBatch(await judgeClicks(deps.store, shop, given.events, serves), {
    fromOffset: given.fromOffset,
    serves,
    days,
  })
  if (given.recount) {
    const recount: DerivedBatch = { ...batch, toOffset: given.recount.reached, recount: true }
    return (await deps.store.apply(shop, recount, windows)) && { unserved: [] }
  }
  const [first] = given.events
  const inPlace: DerivedBatch = given.isReplay ? { ...batch, toOffset: batch.fromOffset, replay: first?.offset } : batch
  if (!(await deps.store.apply(shop, inPlace, windows))) return false
  await attributeAll(deps.store, shop, windows)
  return { unserved: unserved(given.events, serves) }
}

function unserved(events: readonly FollowedEvent[], serves: KnownServes): ShopEvent[] {
  return events
    .map(({ event }) => event)
    .filter((event) => event.track !== undefined && !event.bot && !isServed(event, findServe(event, serves), serves))
}

export async function attributeAll(store: DerivedStore, shop: ShopId, windows: AttributionWindows): Promise<void> {
  for (;;) {
    const tasks = await store.attributionTasks(shop, windows, ATTRIBUTED_AT_ONCE)
    if (tasks.length === 0) return
    await putAttributions(store, shop, tasks.map(attribute))
  }
}

/** A result that cannot be stored does not prevent others from being stored. */
async function putAttributions(store: DerivedStore, shop: ShopId, results: AttributionResult[]): Promise<void> {
  try {
    await store.putAttributions(shop, results)
  } catch (error) {
    const [only, ...others] = results
    if (only === undefined || isStoreFault(error)) throw error
    if (others.length > 0) for (const result of results) await putAttributions(store, shop, [result])
    else if (only.attributions.length > 0) await store.putAttributions(shop, [{ ...only, attributions: [] }])
    else throw error
  }
}

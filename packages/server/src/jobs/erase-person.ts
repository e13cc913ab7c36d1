/** Removes a person from the log, from derived data, and from the debugger's recent events. */
import { isId, findPerson, type Person } from '../features/profiles/profiles.ts'
import type { ErasedPerson } from '../ports/derived-store/derived-records.ts'
import type { DerivedStore } from '../ports/derived-store/derived-store.ts'
import { shopDays } from '../ports/derived-store/shop-days.ts'
import type { ErasedShopper } from '../ports/event-log/event-consumer.ts'
import type { EventLog } from '../ports/event-log/event-log.ts'
import type { FollowedEvent, ShopEvent } from '../ports/event-log/shop-event.ts'
import type { ShopId } from '../ports/record-store/record-store.ts'
import { deriveBatch } from './derive-events/derive-batch.ts'
import { attributeAll, type DeriveDeps } from './derive-events/derive-events.ts'
import { judgeClicks } from './derive-events/judge-clicks.ts'
import { knownServes } from './derive-events/known-serves.ts'

export interface EraseDeps extends DeriveDeps {
  log: EventLog
  store: DerivedStore
  forgetInModels: (shop: ShopId, shopper: ErasedShopper) => Promise<void>
  /** The debugger's list also contains refused events. */
  forgetOutcomes: (shop: ShopId, ids: readonly string[]) => Promise<void>
}

/** Returns the number of erased events; undefined for an unknown person. All events must be derived before. */
export async function erasePerson(deps: EraseDeps, shop: ShopId, id: string): Promise<number | undefined> {
  const person = await findPerson(deps, shop, id)
  const subjects = person?.subjects.filter(isId) ?? [id]
  const ids = subjects.map((subject) => subject.replace(/^(visitor|client|customer):/, ''))
  await deps.forgetOutcomes(shop, ids)
  if (!person) return undefined
  const derived = await deriveAgain(deps, shop, person)
  // The log comes last, so that a retry after a crash still finds the person's events.
  await deps.store.erasePerson(shop, derived)
  const erased = await deps.log.erase(shop, subjects)
  await attributeAll(deps.store, shop, await deps.windowsOf(shop))
  const sessions = [...new Set([...ids, ...sessionsOf(person)])]
  await deps.forgetInModels(shop, { subjects, sessions })
  await deps.store.scrub()
  return erased
}

function sessionsOf({ events }: Person): string[] {
  return events.flatMap(({ body }) => (JSON.parse(body) as ShopEvent).sessionId ?? [])
}

/** Visits and searches are not stored by person, so the person's events are derived again to find them. */
async function deriveAgain(deps: EraseDeps, shop: ShopId, { subjects, events }: Person): Promise<ErasedPerson> {
  const followed = events.map(({ offset, body }): FollowedEvent => ({ offset, event: JSON.parse(body) as ShopEvent }))
  const serves = await knownServes(deps.store, shop, followed, await deps.windowsOf(shop))
  const days = shopDays(await deps.store.zone(shop))
  const { visits, searches } = deriveBatch(await judgeClicks(deps.store, shop, followed, serves), {
    fromOffset: 0,
    serves,
    days,
  })
  return { subjects, visits, searches }
}

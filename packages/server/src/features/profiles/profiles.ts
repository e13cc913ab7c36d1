/** Histories over linked ids, and a person's right to see and to remove what is kept. */
import type { DerivedStore, Subject } from '../../ports/derived-store/derived-store.ts'
import type { EventLog, LoggedEvent } from '../../ports/event-log/event-log.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import { exportedEvent } from '../platform/export-events.ts'
import type { ProfileReader } from '../identity/profile-reader.ts'
import { subjectsOfIdentity } from '../identity/subjects.ts'

/** Per list, as init returns them. */
export const HISTORY_LIMIT = 50

export interface ProfileDeps {
  log: EventLog
  store: DerivedStore
  /** Models of the shop are to be built again from the log before they are stored. */
  outdateModels: (shop: ShopId) => Promise<void>
  /** The debugger's list of what became of the last events. */
  storedOutcomes: { forget(shop: ShopId, ids: readonly string[]): Promise<void> }
}

export function profileReader(store: Pick<DerivedStore, 'history'>): ProfileReader {
  return {
    async history(shop, identity) {
      const subjects = subjectsOfIdentity(identity)
      if (subjects.length === 0) return { browsedProducts: [], cartProducts: [], purchasedProducts: [] }
      const { browsed, cart, purchased } = await store.history(shop, subjects, HISTORY_LIMIT)
      return { browsedProducts: browsed, cartProducts: cart, purchasedProducts: purchased }
    },
  }
}

export interface PersonExport {
  /** Every id that is linked to the one asked for. */
  subjects: readonly Subject[]
  history: { browsed: number[]; cart: number[]; purchased: number[] }
  events: unknown[]
}

/** All that is kept of a person; undefined for somebody unknown. `id` may be a visitor, client or customer id, or say which (`customer:7`). */
export async function exportPerson(deps: ProfileDeps, shop: ShopId, id: string): Promise<PersonExport | undefined> {
  const person = await findPerson(deps, shop, id)
  if (!person) return undefined
  const lists = await deps.store.history(shop, person.subjects, Number.MAX_SAFE_INTEGER)
  return {
    subjects: person.subjects,
    history: lists,
    events: person.events.map(exportedEvent),
  }
}

/**
 * Removes a person from the log and from all that is derived of single persons. Models forget at their next build, which
 * starts from the log that no longer has the events. Answers how many events went; undefined for somebody unknown.
 */
export async function erasePerson(deps: ProfileDeps, shop: ShopId, id: string): Promise<number | undefined> {
  const person = await findPerson(deps, shop, id)
  // Events that were refused are nowhere but there.
  const names = (person?.subjects ?? [id]).map((subject) => subject.replace(/^(visitor|client|customer):/, ''))
  await deps.storedOutcomes.forget(shop, names)
  if (!person) return undefined
  const erased = await deps.log.erase(shop, person.subjects)
  await deps.store.eraseSubjects(shop, person.subjects)
  await deps.outdateModels(shop)
  return erased
}

async function findPerson(
  deps: ProfileDeps,
  shop: ShopId,
  id: string,
): Promise<{ subjects: readonly Subject[]; events: readonly LoggedEvent[] } | undefined> {
  for (const subject of candidates(id)) {
    const subjects = await deps.store.linkedSubjects(shop, [subject])
    const events = await deps.log.readSubjects(shop, subjects)
    if (subjects.length > 1 || events.length > 0) return { subjects, events }
  }
  return undefined
}

function candidates(id: string): Subject[] {
  if (/^(visitor|client|customer):/.test(id)) return [id]
  return [`visitor:${id}`, `client:${id}`, `customer:${id}`]
}

import type { Subject } from '../../ports/derived-store/derived-facts.ts'
import type { HistoryLists } from '../../ports/derived-store/derived-records.ts'
import type { DerivedStore } from '../../ports/derived-store/derived-store.ts'
import type { EventLog, LoggedEvent } from '../../ports/event-log/event-log.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import type { ProfileReader } from '../identity/profile-reader.ts'
import { subjectsOfIdentity } from '../identity/subjects.ts'
import { exportedEvent } from '../platform/export-events.ts'

/** Limit per list, as returned by init. */
export const HISTORY_LIMIT = 50

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

export interface PersonDeps {
  log: EventLog
  store: DerivedStore
}

/** A visitor's data never includes what their customer did on other devices. */
export interface Person {
  /** Includes logins, each of which combines two ids. */
  subjects: readonly Subject[]
  events: readonly LoggedEvent[]
}

/** Accepts a visitor, client or customer id, with or without its kind (`customer:7`). */
export async function findPerson(deps: PersonDeps, shop: ShopId, id: string): Promise<Person | undefined> {
  for (const subject of candidates(id)) {
    const subjects = await deps.store.ownSubjects(shop, [subject])
    const events = await deps.log.readSubjects(shop, subjects)
    if (subjects.length > 1 || events.length > 0) return { subjects, events }
  }
  return undefined
}

function candidates(id: string): Subject[] {
  if (/^(visitor|client|customer):/.test(id)) return [id]
  return [`visitor:${id}`, `client:${id}`, `customer:${id}`]
}

export interface PersonExport {
  /** Every id of the device, or of the customer and the customer's own devices. */
  subjects: readonly Subject[]
  consents: LastConsents | null
  history: HistoryLists
  events: unknown[]
}

type LastConsents = { at: string } & Record<string, unknown>

export async function exportPerson(deps: PersonDeps, shop: ShopId, id: string): Promise<PersonExport | undefined> {
  const person = await findPerson(deps, shop, id)
  if (!person) return undefined
  const history = await deps.store.ownHistory(shop, person.subjects, Number.MAX_SAFE_INTEGER)
  const events = person.events.map(exportedEvent)
  return { subjects: person.subjects.filter(isId), consents: lastConsents(events), history, events }
}

function lastConsents(events: readonly Record<string, unknown>[]): LastConsents | null {
  const said = events.filter((event) => event.customer_privacy !== undefined)
  const last = said.toSorted((a, b) => ((a.timestamp as string) < (b.timestamp as string) ? -1 : 1)).at(-1)
  return last === undefined ? null : { at: last.timestamp as string, ...(last.customer_privacy as object) }
}

/** False for a login, which combines two ids. */
export function isId(subject: Subject): boolean {
  return /^(visitor|client|customer):/.test(subject)
}

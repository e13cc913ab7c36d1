import type { ShopId } from '../record-store/record-store.ts'

/** An accepted event on its way to the log. */
export interface NewEvent {
  /** `event.id` of the wire; unique per shop. */
  id: string
  receivedAtMs: number
  /** Whom it is about: `visitor:…`, `client:…`, `customer:…`. Empty where consent forbids identity. Used to export and erase. */
  subjects: readonly string[]
  /** The normalized event as JSON. */
  body: string
}

export interface LoggedEvent extends NewEvent {
  /** Position in the shop's log: rises, starts at 1; erased events leave gaps. */
  offset: number
}

/** The shop's events in arrival order. The record of truth: profiles, models and reports are rebuilt from it. */
export interface EventLog {
  /** Durable once resolved. An event whose id is already there is not stored again; the answer says which were new. */
  append(shop: ShopId, events: readonly NewEvent[]): Promise<readonly boolean[]>
  /** Events after `offset`, oldest first, at most `limit`. The same call gives the same answer for ever, erasures aside. */
  read(shop: ShopId, offset: number, limit: number): Promise<readonly LoggedEvent[]>
  lastOffset(shop: ShopId): Promise<number>
  /** All events about any of the subjects, oldest first. */
  readSubjects(shop: ShopId, subjects: readonly string[]): Promise<readonly LoggedEvent[]>
  /** Removes every event about any of the subjects; answers how many. */
  erase(shop: ShopId, subjects: readonly string[]): Promise<number>
  /** Removes the shop's whole log. */
  drop(shop: ShopId): Promise<void>
  close(): Promise<void>
}

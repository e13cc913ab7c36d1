import type { ShopId } from '../record-store/record-store.ts'

/** An accepted event on its way to the log. */
export interface NewEvent {
  /** `event.id` of the wire; unique per shop. */
  id: string
  receivedAtMs: number
  /** Whom it is about: `visitor:…`, `client:…`, `customer:…`. Empty where consent forbids identity. Used to export and erase. */
  subjects: readonly string[]
  /** The normalized event as JSON: an object. */
  body: string
  /** Parts that are kept as they were sent, as JSON: an object whose fields are others than the body's. */
  sent: string
}

export interface LoggedEvent extends NewEvent {
  /** Position in the shop's log: rises, starts at 1; erased events leave gaps. */
  offset: number
}

export interface LogEntry {
  shop: ShopId
  event: NewEvent
}

/** Amount that a shop's visitors posted on one day (UTC): its quota is held against this. */
export interface DayIntake {
  events: number
  /** Bytes of bodies and of what was sent, before any compression. */
  bytes: number
}

export interface LogChunk {
  offsets: number[]
  /** One body a line: JSON has no line breaks of its own. */
  bodies: string
}

/** The shop's events in arrival order. The record of truth: profiles, models and reports are rebuilt from it. */
export interface EventLog {
  /**
   * Durable once resolved. An event whose id came within the last 7 days is not stored again; the answer says which were new. For what
   * the shop's own systems bring (past events, webhooks): not part of a day's intake.
   */
  append(shop: ShopId, events: readonly NewEvent[]): Promise<readonly boolean[]>
  /**
   * Appends what was posted, over several shops: the group commit's call. As `append`, and what is new is added to the intake of
   * the day it was received on, in the same commit. Answers in the order given.
   */
  appendAll(entries: readonly LogEntry[]): Promise<readonly boolean[]>
  /**
   * As `appendAll`, where others may be writing the log of a shop: all in one commit, but for the shops that would have to be waited
   * for. Of those nothing is stored, and the answer is undefined. Absent: nobody has to be waited for.
   */
  appendFree?(entries: readonly LogEntry[]): Promise<readonly (boolean | undefined)[]>
  /** The intake of the day (days since 1970, UTC), by every node so far, of each shop that had any. Only the last day with one is known. */
  intakeOn(day: number): Promise<ReadonlyMap<ShopId, DayIntake>>
  /** Events after `offset`, oldest first, at most `limit`. The same call gives the same answer for ever, erasures aside. */
  read(shop: ShopId, offset: number, limit: number): Promise<readonly LoggedEvent[]>
  /** As `read`, the bodies alone and in one piece: for whoever follows the log and needs nothing else. */
  readBodies(shop: ShopId, offset: number, limit: number): Promise<LogChunk>
  lastOffset(shop: ShopId): Promise<number>
  /** All events about any of the subjects, oldest first. */
  readSubjects(shop: ShopId, subjects: readonly string[]): Promise<readonly LoggedEvent[]>
  /** Removes every event about any of the subjects; answers how many. */
  erase(shop: ShopId, subjects: readonly string[]): Promise<number>
  /** To be called every hour or so: writes large files anew that may still hold copies of erased events. Answers whether it did. */
  rewriteErased(nowMs: number): Promise<boolean>
  /** Shops that have a log. */
  listShops(): Promise<readonly ShopId[]>
  /** Removes the shop's whole log. */
  drop(shop: ShopId): Promise<void>
  close(): Promise<void>
}

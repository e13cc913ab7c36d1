import type { ShopId } from '../record-store/record-store.ts'

export interface NewEvent {
  /** `event.id` as sent; unique per shop. */
  id: string
  receivedAtMs: number
  /** Ids of the shopper, for export and erasure: `visitor:…`, `client:…`, `customer:…`. Empty without consent. */
  subjects: readonly string[]
  /** The normalized event as JSON. */
  body: string
  /** JSON object of fields that are stored exactly as sent. They are not in `body`. */
  sent: string
  /** Used by an append to count the intake. The log does not return it. */
  isKeyless?: true
}

export interface LoggedEvent extends Omit<NewEvent, 'isKeyless'> {
  /** From 1, ascending. Erased events leave gaps. */
  offset: number
}

export interface LogEntry {
  shop: ShopId
  event: NewEvent
}

export interface IntakeCount {
  events: number
  /** Bytes of bodies and sent fields, before compression. */
  bytes: number
}

/** Events that a shop's visitors posted on one day (UTC), compared with its quota. */
export interface DayIntake extends IntakeCount {
  keyless: IntakeCount
}

export interface LogChunk {
  offsets: number[]
  /** One body per line. The JSON contains no line breaks. */
  bodies: string
}

export interface LogPage extends LogChunk {
  /** False if the log may contain later events. */
  isLast: boolean
}

/** A read ends with the event that reaches this size, because some events have a megabyte. */
export const READ_BYTES = 16 * 1024 * 1024

/** Primary data, in order of arrival: profiles, models and reports are rebuilt from it. */
export interface EventLog {
  /**
   * For events of the shop's own systems, which do not count towards a day's intake. Durable once resolved. Returns
   * which events were new: an id is recognized for 7 days.
   */
  append(shop: ShopId, events: readonly NewEvent[]): Promise<readonly boolean[]>
  /** For posted events, which count towards the intake of the day of their arrival. Results are in the given order. */
  appendAll(entries: readonly LogEntry[]): Promise<readonly boolean[]>
  /** Appends only to shops whose log is not locked; undefined for the others. Absent without other writers. */
  appendFree?(entries: readonly LogEntry[]): Promise<readonly (boolean | undefined)[]>
  /** Returns the sums of all nodes. `day` is counted from 1970 in UTC. Only each shop's last day is stored. */
  intakeOn(day: number): Promise<ReadonlyMap<ShopId, DayIntake>>
  /** Returns events after `offset`, oldest first: at most `limit`, about `READ_BYTES`. Only erasures change results. */
  read(shop: ShopId, offset: number, limit: number): Promise<readonly LoggedEvent[]>
  /** Returns only the bodies, as one text; otherwise like `read`. */
  readBodies(shop: ShopId, offset: number, limit: number): Promise<LogPage>
  lastOffset(shop: ShopId): Promise<number>
  /** Returns events, oldest first. */
  readSubjects(shop: ShopId, subjects: readonly string[]): Promise<readonly LoggedEvent[]>
  /** Removes the events about any of the subjects, and returns their number. */
  erase(shop: ShopId, subjects: readonly string[]): Promise<number>
  /** Rewrites large files with copies of erased events if due, and returns whether it did. Must be called hourly. */
  rewriteErased(nowMs: number): Promise<boolean>
  listShops(): Promise<readonly ShopId[]>
  drop(shop: ShopId): Promise<void>
  close(): Promise<void>
}

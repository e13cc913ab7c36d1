import type { ShopId } from '../record-store/record-store.ts'

export interface NewEvent {
  /** `event.id` as it was sent; unique per shop. */
  id: string
  receivedAtMs: number
  /** Ids of the shopper, for export and erasure: `visitor:…`, `client:…`, `customer:…`. Empty without consent. */
  subjects: readonly string[]
  /** The normalized event as JSON. */
  body: string
  /** JSON object of the fields that are stored exactly as they were sent. No field is in both this and `body`. */
  sent: string
  /** Sent without a key. Only an append uses it, to count the intake; the log does not return it. */
  isKeyless?: true
}

export interface LoggedEvent extends Omit<NewEvent, 'isKeyless'> {
  /** Position in the shop's log: ascending from 1; erased events leave gaps. */
  offset: number
}

export interface LogEntry {
  shop: ShopId
  event: NewEvent
}

export interface IntakeCount {
  events: number
  /** Bytes of bodies and of what was sent, before compression. */
  bytes: number
}

/** Events that a shop's visitors posted on one day (UTC), compared with its quota. */
export interface DayIntake extends IntakeCount {
  /** The part of the intake that was sent without a key. */
  keyless: IntakeCount
}

export interface LogChunk {
  offsets: number[]
  /** One body per line; the JSON contains no line breaks. */
  bodies: string
}

export interface LogPage extends LogChunk {
  /** False if the log may contain more events after these. */
  isLast: boolean
}

/** A read ends with the event that reaches this size: readers ask for thousands of events, some of a megabyte. */
export const READ_BYTES = 16 * 1024 * 1024

/** The shop's events in order of arrival. This is primary data: profiles, models and reports are rebuilt from it. */
export interface EventLog {
  /**
   * Appends events that the shop's own systems sent (past events, webhooks), which do not count towards a day's intake.
   * Durable once resolved. An event whose id was received within the last 7 days is not stored again. Returns which
   * events were new.
   */
  append(shop: ShopId, events: readonly NewEvent[]): Promise<readonly boolean[]>
  /**
   * Appends posted events of several shops, for the group commit. Like `append`, but new events also count towards the
   * intake of the day they were received on, in the same commit. Returns results in the given order.
   */
  appendAll(entries: readonly LogEntry[]): Promise<readonly boolean[]>
  /**
   * Like `appendAll`, for a log with other writers: the result is undefined for shops whose log is locked. Absent
   * without other writers.
   */
  appendFree?(entries: readonly LogEntry[]): Promise<readonly (boolean | undefined)[]>
  /** Returns the intake of a day (days since 1970, UTC) over all nodes. Only each shop's last day is stored. */
  intakeOn(day: number): Promise<ReadonlyMap<ShopId, DayIntake>>
  /** Returns events after `offset`, oldest first: at most `limit`, about `READ_BYTES`. Only erasures change results. */
  read(shop: ShopId, offset: number, limit: number): Promise<readonly LoggedEvent[]>
  /** Like `read`, but only the bodies, as one text, for followers of the log. */
  readBodies(shop: ShopId, offset: number, limit: number): Promise<LogPage>
  lastOffset(shop: ShopId): Promise<number>
  /** Returns all events about any of the subjects, oldest first. */
  readSubjects(shop: ShopId, subjects: readonly string[]): Promise<readonly LoggedEvent[]>
  /** Removes all events about any of the subjects, and returns how many. */
  erase(shop: ShopId, subjects: readonly string[]): Promise<number>
  /** Rewrites large files with copies of erased events if due, and returns whether it did. Call this once an hour. */
  rewriteErased(nowMs: number): Promise<boolean>
  listShops(): Promise<readonly ShopId[]>
  drop(shop: ShopId): Promise<void>
  close(): Promise<void>
}

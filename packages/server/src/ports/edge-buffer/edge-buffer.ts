import type { StoredServe } from '../derived-store/derived-records.ts'
import type { LogEntry } from '../event-log/event-log.ts'
import type { ShopId } from '../record-store/record-store.ts'

/** One event or serve. `origin` distinguishes the shop from a later one with the same name; if it is not known, it is the name. */
export type Spooled = { shop: ShopId; origin: string } & (
  | { event: LogEntry['event']; serve?: never }
  | { serve: StoredServe; event?: never }
)

/** The oldest rows that wait, in the order of their arrival. */
export interface SpooledBatch {
  /** For `remove`; 0 if nothing waits. */
  upTo: number
  rows: readonly Spooled[]
}

/** Keeps what an edge node received and has not yet sent home. Each call is written completely or not at all, and is durable once resolved. */
export interface EdgeBuffer {
  /** Returns which rows were new: an event that already waits, by its id, is not stored again. */
  add(rows: readonly Spooled[]): Promise<readonly boolean[]>
  /** Returns at most `limit` rows, none with an origin in `without`. The same call returns the same rows until something is removed. */
  read(limit: number, without: readonly string[]): Promise<SpooledBatch>
  /** Removes the rows of the origin up to a batch's `upTo`, which have arrived at home. */
  remove(origin: string, upTo: number): Promise<void>
  waiting(): Promise<number>
  close(): Promise<void>
}

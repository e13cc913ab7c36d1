import type { StoredServe } from '../derived-store/derived-records.ts'
import type { LogEntry } from '../event-log/event-log.ts'
import type { ShopId } from '../record-store/record-store.ts'

/** `origin` distinguishes the shop from a later shop of the same name; if the origin is unknown, it is the shop's name. */
export type Spooled = { shop: ShopId; origin: string } & (
  | { event: LogEntry['event']; serve?: never }
  | { serve: StoredServe; event?: never }
)

/** The oldest waiting rows, in order of arrival. */
export interface SpooledBatch {
  /** Argument for `remove`; 0 if nothing waits. */
  upTo: number
  rows: readonly Spooled[]
}

/**
 * Keeps what an edge node has received and not yet sent to its home node. Each call is written completely or not at
 * all, and is durable once resolved.
 */
export interface EdgeBuffer {
  /** Returns which rows were new: an event whose id already waits is not stored again. */
  add(rows: readonly Spooled[]): Promise<readonly boolean[]>
  /** Returns at most `limit` rows, none with an origin in `without`. Rows are returned again until they are removed. */
  read(limit: number, without: readonly string[]): Promise<SpooledBatch>
  /** Removes the rows of the origin up to a batch's `upTo`, which have arrived at the home node. */
  remove(origin: string, upTo: number): Promise<void>
  waiting(): Promise<number>
  close(): Promise<void>
}

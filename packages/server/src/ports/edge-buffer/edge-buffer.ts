import type { StoredServe } from '../derived-store/derived-records.ts'
import type { LogEntry } from '../event-log/event-log.ts'
import type { ShopId } from '../record-store/record-store.ts'

/** One event or serve. `origin` tells the shop from one that has its name later; where that is not known, it is the name. */
export type Spooled = { shop: ShopId; origin: string } & (
  | { event: LogEntry['event']; serve?: never }
  | { serve: StoredServe; event?: never }
)

/** The oldest of what waits, in the order it came. */
export interface SpooledBatch {
  /** For `remove`; 0 where nothing waits. */
  upTo: number
  rows: readonly Spooled[]
}

/** Keeps what an edge node took in and has not yet brought home. Written whole or not at all, and durable once resolved. */
export interface EdgeBuffer {
  /** The answer says which were new: an event that waits already, by its id, is not kept again. */
  add(rows: readonly Spooled[]): Promise<readonly boolean[]>
  /** At most `limit`, none of the origins in `without`. The same call gives the same answer until something is removed. */
  read(limit: number, without: readonly string[]): Promise<SpooledBatch>
  /** Everything of the origin up to a batch's `upTo` is at home. */
  remove(origin: string, upTo: number): Promise<void>
  waiting(): Promise<number>
  close(): Promise<void>
}

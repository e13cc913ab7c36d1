import type { StoredServe } from '../derived-store/derived-store.ts'
import type { LogEntry } from '../event-log/event-log.ts'
import type { ShopId } from '../record-store/record-store.ts'

export interface SpooledServe {
  shop: ShopId
  serve: StoredServe
}

/** The oldest of what waits, in the order it came. */
export interface SpooledBatch {
  /** For `remove`; 0 where nothing waits. */
  upTo: number
  events: readonly LogEntry[]
  serves: readonly SpooledServe[]
}

/** Keeps what an edge node took in and has not yet brought home. Written whole or not at all, and durable once resolved. */
export interface EdgeBuffer {
  /** The answer says which were new: an event that waits already, by its id, is not kept again. */
  addEvents(entries: readonly LogEntry[]): Promise<readonly boolean[]>
  addServes(serves: readonly SpooledServe[]): Promise<void>
  /** At most `limit` events and serves together. The same call gives the same answer until something is removed. */
  read(limit: number): Promise<SpooledBatch>
  /** Everything up to a batch's `upTo` is at home. */
  remove(upTo: number): Promise<void>
  waiting(): Promise<number>
  close(): Promise<void>
}

import type { StoredServe } from '../derived-store/derived-records.ts'
import type { LogEntry } from '../event-log/event-log.ts'
import type { ShopId } from '../record-store/record-store.ts'

/** `origin` distinguishes the shop from a later one with its name. If unknown, it is the shop's name. */
export type Spooled = { shop: ShopId; origin: string } & (
  | { event: LogEntry['event']; serve?: never }
  | { serve: StoredServe; event?: never }
)

/** A number is never reused. */
export type Waiting = Spooled & { no: number }

/** Keeps events and serves until an edge node has sent them. Each write is atomic, and durable once resolved. */
export interface EdgeBuffer {
  /** Returns which rows were new. An event that is in the buffer is not stored again. */
  add(rows: readonly Spooled[]): Promise<readonly boolean[]>
  /** Returns the oldest rows: at most `limit`, about 16 MiB, and none with an origin in `without`. */
  read(limit: number, without: readonly string[]): Promise<readonly Waiting[]>
  remove(numbers: readonly number[]): Promise<void>
  waiting(): Promise<number>
  close(): Promise<void>
}

import type { ShopId } from '../record-store/record-store.ts'
import type { ShopEvent } from './shop-event.ts'

export interface ErasedShopper {
  /** `visitor:…`, `client:…`, `customer:…`. */
  subjects: readonly string[]
  /** Session ids, and the ids that replace one if an event has none. */
  sessions: readonly string[]
}

/** A model that learns from the start of the log while another one is in use. */
export interface Relearned {
  consume(events: readonly ShopEvent[]): void
  erase?(shopper: ErasedShopper): void
  adopt(): void
}

/**
 * In-memory state that is derived from a shop's events, such as a model or a counter.
 *
 * The follower calls `restore` once per shop before any `consume`, then `consume` with every event of the log after
 * that snapshot, in log order, each exactly once, including bots and events without consent (see `ShopEvent.bot` and
 * `personalize`). `snapshot` is stored together with the offset reached, so that a restart replays only what came
 * after it. Calls for one shop never overlap.
 */
export interface EventConsumer {
  /** Name of the stored snapshot. Change it (`co-view@2`) with the format, to replay the log from the start. */
  readonly name: string
  /** Loads a snapshot; `undefined` starts empty. Called again to learn the shop from its log (`vitrine rebuild`). */
  restore(shop: ShopId, snapshot: Uint8Array | undefined): void
  consume(shop: ShopId, events: readonly ShopEvent[]): void
  /** Returns the state to store; `undefined` if it is not worth storing, and the log is replayed at the next start. */
  snapshot(shop: ShopId): Uint8Array | undefined
  /** Called when the whole log so far has been consumed: now publish the state that readers see. */
  caughtUp?(shop: ShopId): void
  /** Removes data about an erased shopper. Sums over all shoppers are corrected by `relearn`. */
  erase?(shop: ShopId, shopper: ErasedShopper): void
  /** Starts a new model; the one in use stays unchanged until `adopt`. */
  relearn(shop: ShopId): Relearned
  /** Called when a shop is unloaded or deleted. */
  release?(shop: ShopId): void
}

import type { ShopId } from '../record-store/record-store.ts'
import type { ShopEvent } from './shop-event.ts'

export interface ErasedShopper {
  /** `visitor:…`, `client:…`, `customer:…`. */
  subjects: readonly string[]
  /** Visits, and the ids that are used for one if an event named none. */
  sessions: readonly string[]
}

/** A model that learns from the beginning of the log while another one is in use. */
export interface Relearned {
  consume(events: readonly ShopEvent[]): void
  erase?(shopper: ErasedShopper): void
  /** Puts this model into use. */
  adopt(): void
}

/**
 * In-memory state that is derived from a shop's events: a model, a counter.
 *
 * The follower calls `restore` once per shop before any `consume`, then `consume` with every event of the log after that
 * snapshot, in log order, each exactly once, bots and unconsented events included (see `ShopEvent.bot` and `personalize`).
 * `snapshot` is stored together with the offset reached, so a restart replays only what came after it. Calls for one shop never overlap.
 */
export interface EventConsumer {
  /** Names the stored snapshot. Change it (`co-view@2`) when the format changes; the log is then replayed from the start. */
  readonly name: string
  /** `undefined`: start empty. Also called later if the shop is to be learned again from its log (`vitrine rebuild`). */
  restore(shop: ShopId, snapshot: Uint8Array | undefined): void
  consume(shop: ShopId, events: readonly ShopEvent[]): void
  /** `undefined`: nothing worth storing; the log is replayed at the next start. */
  snapshot(shop: ShopId): Uint8Array | undefined
  /** Called when all of the log up to now has been consumed: time to publish what readers see. */
  caughtUp?(shop: ShopId): void
  /** Removes what is kept about a single shopper whose events are being erased; sums over all shoppers are corrected by `relearn`. */
  erase?(shop: ShopId, shopper: ErasedShopper): void
  /** Starts a new model next to the one in use, which stays unchanged until `adopt`. */
  relearn(shop: ShopId): Relearned
  /** Frees the memory of a shop that was unloaded or deleted. */
  release?(shop: ShopId): void
}

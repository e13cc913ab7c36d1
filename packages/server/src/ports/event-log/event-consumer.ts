import type { ShopId } from '../record-store/record-store.ts'
import type { ShopEvent } from './shop-event.ts'

export interface ErasedShopper {
  /** `visitor:…`, `client:…`, `customer:…`. */
  subjects: readonly string[]
  /** Visits, and the ids that stand for one where an event named none. */
  sessions: readonly string[]
}

/** A model that is learnt from the beginning of the log while another is in use. */
export interface Relearned {
  consume(events: readonly ShopEvent[]): void
  erase?(shopper: ErasedShopper): void
  /** From now on this one is in use. */
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
  /** Names the stored snapshot; change it (`co-view@2`) when its format changes, and the old one is replayed from the start. */
  readonly name: string
  /** `undefined`: start empty. Also called again later when the shop is to be refitted from its log (`vitrine rebuild`). */
  restore(shop: ShopId, snapshot: Uint8Array | undefined): void
  consume(shop: ShopId, events: readonly ShopEvent[]): void
  /** `undefined`: nothing worth storing; the log is replayed at the next start. */
  snapshot(shop: ShopId): Uint8Array | undefined
  /** All of the log up to now has been consumed: time to publish what readers see. */
  caughtUp?(shop: ShopId): void
  /** Forgets what is held of a single shopper whose events are being erased; sums over all shoppers wait for `relearn`. */
  erase?(shop: ShopId, shopper: ErasedShopper): void
  /** Begins anew beside what is in use, which stays as it is until `adopt`. */
  relearn(shop: ShopId): Relearned
  /** Frees what is held for a shop that left memory or was deleted. */
  release?(shop: ShopId): void
}

import type { ShopId } from '../record-store/record-store.ts'
import type { ShopEvent } from './shop-event.ts'

export interface ErasedShopper {
  /** `visitor:…`, `client:…`, `customer:…`. */
  subjects: readonly string[]
  /** Includes the ids that replace a missing session id. */
  sessions: readonly string[]
}

/** A model that learns the log from the start while another one is in use. */
export interface Relearned {
  consume(events: readonly ShopEvent[]): void
  erase?(shopper: ErasedShopper): void
  adopt(): void
}

/**
 * `restore` comes before any `consume`. `consume` gets every event once and in log order, including bots and events
 * without consent (see `ShopEvent.bot` and `personalize`). Calls for one shop never overlap.
 */
export interface EventConsumer {
  /** Change this name with the format of the snapshot (`co-view@2`), so that the log is replayed from the start. */
  readonly name: string
  /** `undefined` starts empty. Called again to learn the log anew (`vitrine rebuild`). */
  restore(shop: ShopId, snapshot: Uint8Array | undefined): void
  consume(shop: ShopId, events: readonly ShopEvent[]): void
  /** Returns `undefined` if the state is not worth storing. The log is then replayed at the next start. */
  snapshot(shop: ShopId): Uint8Array | undefined
  /** Called at the end of the log, to publish the state that readers see. */
  caughtUp?(shop: ShopId): void
  /** Sums over all shoppers are corrected by `relearn`. */
  erase?(shop: ShopId, shopper: ErasedShopper): void
  /** The model in use stays unchanged until `adopt`. */
  relearn(shop: ShopId): Relearned
  /** Called when a shop is unloaded or deleted. */
  release?(shop: ShopId): void
}

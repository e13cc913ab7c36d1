import type { ErasedShopper, EventConsumer, Relearned } from '../../../ports/event-log/event-consumer.ts'
import type { ShopEvent } from '../../../ports/event-log/shop-event.ts'
import type { ShopId } from '../../../ports/record-store/record-store.ts'
import { ShopModels } from './shop-models.ts'

/** Keeps models up to date with the event log, so that an event affects the next request. */
export class RecommendModels implements EventConsumer {
  readonly name = 'recommend@3'
  readonly #shops = new Map<ShopId, ShopModels>()

  /** Returns empty models if the shop's are not in memory. Every chain has steps that work without them. */
  of(shop: ShopId): ShopModels {
    return this.#shops.get(shop) ?? new ShopModels()
  }

  get shops(): ShopId[] {
    return [...this.#shops.keys()]
  }

  restore(shop: ShopId, snapshot: Uint8Array | undefined): void {
    this.#shops.set(shop, snapshot ? ShopModels.load(snapshot) : new ShopModels())
  }

  consume(shop: ShopId, events: readonly ShopEvent[]): void {
    if (!this.#shops.has(shop)) this.restore(shop, undefined)
    this.of(shop).learn(events)
  }

  snapshot(shop: ShopId): Uint8Array | undefined {
    return this.#shops.get(shop)?.save()
  }

  erase(shop: ShopId, shopper: ErasedShopper): void {
    this.#shops.get(shop)?.erase(shopper)
  }

  relearn(shop: ShopId): Relearned {
    const fresh = new ShopModels()
    return {
      consume: (events) => fresh.learn(events),
      erase: (shopper) => fresh.erase(shopper),
      adopt: () => {
        this.#shops.set(shop, fresh)
      },
    }
  }

  release(shop: ShopId): void {
    this.#shops.delete(shop)
  }
}

/** Learns what shoppers choose for each query from the event log: pages that were shown, and clicks on them. */
import { fold } from '@vitrine/engine'
import { QueryClicks } from '@vitrine/recommend'
import { LRUCache } from 'lru-cache'
import type { EventConsumer, Relearned } from '../../ports/event-log/event-consumer.ts'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'

/** Answers whose clicks are still to come, and clicks that are not counted again. */
const MAX_REMEMBERED = 5000

interface Learnt {
  model: QueryClicks
  /** Products on the page, by the answer that brought them. */
  pages: LRUCache<string, readonly number[]>
  /** A shopper who clicks twice has chosen once. */
  counted: LRUCache<string, true>
}

/** Remembered answers and clicks are saved too, so that a click after a restart counts as it would have before. */
interface Saved {
  model: ReturnType<QueryClicks['save']>
  pages: [string, readonly number[]][]
  counted: string[]
}

export class SearchClicks implements EventConsumer {
  readonly name = 'search-clicks@2'
  readonly #shops = new Map<ShopId, Learnt>()

  /** 0 to 1 by product, for the query as it was typed. */
  preferences(shop: ShopId, query: string, nowMs: number): ReadonlyMap<number, number> {
    return this.#shops.get(shop)?.model.preferences(queryKey(query), nowMs) ?? NONE
  }

  restore(shop: ShopId, snapshot: Uint8Array | undefined): void {
    const saved = snapshot && (JSON.parse(new TextDecoder().decode(snapshot)) as Saved)
    this.#shops.set(shop, learnt(saved ? QueryClicks.load(saved.model) : new QueryClicks(), saved))
  }

  consume(shop: ShopId, events: readonly ShopEvent[]): void {
    if (!this.#shops.has(shop)) this.restore(shop, undefined)
    learnAll(this.#shops.get(shop)!, events)
  }

  relearn(shop: ShopId): Relearned {
    const fresh = learnt(new QueryClicks())
    return {
      consume: (events) => learnAll(fresh, events),
      adopt: () => {
        this.#shops.set(shop, fresh)
      },
    }
  }

  snapshot(shop: ShopId): Uint8Array | undefined {
    const learnt = this.#shops.get(shop)
    if (!learnt) return undefined
    const { model, pages, counted } = learnt
    // From the least recently used to the most, the order in which they are put back.
    const saved: Saved = {
      model: model.save(),
      pages: [...pages.rentries()] as Saved['pages'],
      counted: [...counted.rkeys()],
    }
    return new TextEncoder().encode(JSON.stringify(saved))
  }

  release(shop: ShopId): void {
    this.#shops.delete(shop)
  }
}

const NONE: ReadonlyMap<number, number> = new Map()

function learnt(model: QueryClicks, { pages = [], counted = [] }: Partial<Saved> = {}): Learnt {
  const learnt: Learnt = {
    model,
    pages: new LRUCache({ max: MAX_REMEMBERED }),
    counted: new LRUCache({ max: MAX_REMEMBERED }),
  }
  for (const [answer, products] of pages) learnt.pages.set(answer, products)
  for (const who of counted) learnt.counted.set(who, true)
  return learnt
}

function learnAll(learnt: Learnt, events: readonly ShopEvent[]): void {
  for (const event of events)
    if (!event.bot && event.personalize && event.teaches !== false && isAboutSearch(event)) learn(learnt, event)
}

function isAboutSearch({ track, query }: ShopEvent): boolean {
  return track?.surface === 'search' && query !== undefined && query.trim() !== ''
}

function learn({ model, pages, counted }: Learnt, event: ShopEvent): void {
  const query = queryKey(event.query!)
  const answer = event.track?.requestId
  const products = event.lines.map(({ productId }) => productId)
  if (event.action === 'surface_render') {
    model.shown(query, products, event.atMs)
    if (answer !== undefined) pages.set(answer, products)
  } else if (event.action === 'surface_click') {
    for (const product of products) {
      const who = `${event.visitorId ?? event.clientId ?? event.sessionId ?? event.id} ${query} ${product}`
      if (counted.has(who)) continue
      counted.set(who, true)
      model.clicked(query, product, placeOf(pages.get(answer ?? ''), product), event.atMs)
    }
  }
}

function placeOf(page: readonly number[] | undefined, product: number): number | undefined {
  const place = page?.indexOf(product) ?? -1
  return place < 0 ? undefined : place
}

function queryKey(query: string): string {
  return fold(query).replace(/\s+/g, ' ').trim()
}

import type { Surface } from '../../ports/event-log/shop-event.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'

/**
 * Records what one answer showed to whom, which attribution needs besides the events. There is one per search answer,
 * per section, per recommendation query.
 */
export interface Serve {
  shop: ShopId
  surface: Surface
  /**
   * UUIDv7 ids that the answer contains and a later event may refer to; at least one is set. A search has `requestId`;
   * a section `requestId` and `sectionServeId`; a recommendation query `serveId`.
   */
  requestId?: string
  sectionServeId?: string
  serveId?: string
  atMs: number
  visitorId?: string | null
  clientId?: string | null
  customerId?: string | null
  /** Market handle and locale of the answer, as far as the configuration knows them. */
  market?: string
  locale?: string
  /** The merchant's id of the section. */
  section?: string
  recommendationType?: string
  experience?: { id: string; variant: string } | null
  /** As the shopper typed it. */
  query?: string
  /** Total number of results, of which `products` is the page shown. 0 marks a query without results. */
  total?: number
  /** Set if no product has all the words typed: all results are only near in meaning, or lack some of the words. */
  isApproximate?: true
  /** The merchant's rules that affected the answer. */
  rules?: readonly string[]
  products: readonly ServedProduct[]
}

export interface ServedProduct {
  productId: number
  /** Counted over all pages from 1; a second page of 20 begins at 21. */
  position: number
  /** The step of the fallback chain, or the rule, that placed the product. */
  step?: string
  /** The reason in words. */
  reason?: string
}

/** Records what was served. Written in batches after the answer: a crash may lose the last serves, but never an event. */
export interface ServeLog {
  /** Queues the serve and returns at once; never throws. If the queue is full, the serve is dropped and counted. */
  record(serve: Serve): void
  /** Resolves when everything recorded so far (of the shop, if given) can be joined; a shop that another writer holds is not waited for. */
  flush(shop?: ShopId): Promise<void>
}

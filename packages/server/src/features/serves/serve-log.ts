import type { Surface } from '../../ports/event-log/shop-event.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'

/** Records what one answer showed to whom: the other half of attribution. There is one per search answer, per section, per recommendation query. */
export interface Serve {
  shop: ShopId
  surface: Surface
  /** UUIDv7s that the answer carries and a later event may name; at least one. A search has `requestId`; a section `requestId` and `sectionServeId`; a recommendation query `serveId`. */
  requestId?: string
  sectionServeId?: string
  serveId?: string
  atMs: number
  visitorId?: string | null
  clientId?: string | null
  customerId?: string | null
  /** Handle of the market and the locale it was answered for, as far as the configuration names them. */
  market?: string
  locale?: string
  /** Section id as the merchant numbers it. */
  section?: string
  recommendationType?: string
  experience?: { id: string; variant: string } | null
  /** As the shopper typed it. */
  query?: string
  /** Results in all, of which `products` is the page shown. 0 marks a query without results. */
  total?: number
  /** Nothing has the words that were typed: all of it is near in meaning alone, or lacks some of them. */
  isApproximate?: true
  /** Rules of the merchant that acted on it. */
  rules?: readonly string[]
  products: readonly ServedProduct[]
}

export interface ServedProduct {
  productId: number
  /** 1 is the first place on the page shown; a second page of 20 begins at 21. */
  position: number
  /** The step of the fallback chain, or the rule, that put it there. */
  step?: string
  /** Reason in words. */
  reason?: string
}

/** Remembers what was served. Written behind the answer in batches: a crash may lose the last moment of serves, never an event. */
export interface ServeLog {
  /** Queues and returns at once; never throws. When the queue is full the serve is dropped and counted. */
  record(serve: Serve): void
  /** Resolves when everything recorded so far, of the shop where it is named, can be joined; a shop that somebody holds is not waited for. */
  flush(shop?: ShopId): Promise<void>
}

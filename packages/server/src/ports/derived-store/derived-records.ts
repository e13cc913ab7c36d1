import type { ShopEvent, Surface } from '../event-log/shop-event.ts'
import type { ShopId } from '../record-store/record-store.ts'
import type { Conversion, Search, Source, Subject, Visit } from './derived-facts.ts'
import type { Segment } from './segments.ts'

export interface AttributionWindows {
  clickMs: number
  viewMs: number
  /** True if other nodes answer searches and do not store their serves here. */
  isServedElsewhere?: boolean
  /** True if answers differ by market or locale. Events without an answer then count for the shopper's last place. */
  hasPlaces?: boolean
}

export interface Touch {
  kind: 'click' | 'view'
  productId: number
  atMs: number
  eventId: string
  source: Source
}

export interface AttributionTask {
  conversion: Conversion
  /** Touches of the conversion's products by its shopper, within the windows, oldest first. */
  touches: Touch[]
}

/** `none`: the touch earned no credit. */
export type AttributionModel = 'last' | 'first' | 'linear' | 'none'

export interface Attribution {
  /** Index into the conversion's lines. */
  line: number
  model: AttributionModel
  touch: Touch
  /** The touch's share of the line's amount and quantity. `linear` divides a line; other models credit all of it. */
  amount: number
  quantity: number
}

export interface AttributionResult {
  kind: Conversion['kind']
  key: string
  attributions: Attribution[]
}

export interface StoredServe {
  surface: Surface
  /**
   * Ids that a later event may refer to; at least one is set. A section has `requestId` and `sectionServeId`, a
   * recommendation query `serveId`.
   */
  requestId?: string
  sectionServeId?: string
  serveId?: string
  atMs: number
  subjects: Subject[]
  /** Shoppers who were the first to click in an answer that did not name them: one per kind of id. */
  claimants?: Subject[]
  /** Market (by its handle) and locale of the answer; absent if the configuration names none. */
  market?: string
  locale?: string
  section?: string
  recommendationType?: string
  experience?: { id: string; variant: string } | null
  /** As the shopper typed it. */
  query?: string
  /** Total number of results, of which `products` is the page shown. */
  total?: number
  /** Set if no product has all the words of the query: results are near in meaning or lack some of the words. */
  isApproximate?: true
  rules?: readonly string[]
  products: readonly ServedProduct[]
}

interface ServedProduct {
  productId: number
  /** Counted over all pages from 1; a second page of 20 begins at 21. */
  position: number
  /** The step of the fallback chain, or the rule, that placed the product. */
  step?: string
  reason?: string
}

export interface RuleUse {
  rule: string
  answers: number
  /** The last day on which the rule acted, even outside the range. */
  lastDay: number
}

export interface ShownProduct {
  type: string
  productId: number
  places: number
  /** Number of `places` that were used for exploration. */
  explored: number
}

export interface ShownProducts {
  /** Number of lists that were not empty, by type. */
  answers: { type: string; lists: number }[]
  shown: ShownProduct[]
}

/** Asks for the serve that led to an event which names none. */
export interface ShownAsk {
  subjects: Subject[]
  productIds: number[]
  surface: Surface
  fromMs: number
  toMs: number
}

/** A person to erase. Visits and searches are listed, because the store cannot find them by subject. */
export interface ErasedPerson {
  subjects: readonly Subject[]
  visits: readonly Visit[]
  searches: readonly Search[]
}

export interface HistoryLists {
  browsed: number[]
  cart: number[]
  purchased: number[]
}

export interface ShopperTotals {
  /** UTC days with a visit. */
  visits: number
  orders: number
  /** Ten-thousandths by currency, less refunds. */
  spent: Record<string, number>
}

export interface RollupQuery {
  dimension: string
  fromDay: number
  toDay: number
  perDay?: boolean
  key?: string
  only?: readonly string[]
  /** Returns only keys that are among the `limit` largest in a metric with one of these prefixes. Excludes `perDay`. */
  largest?: { metrics: readonly string[]; limit: number }
}

export interface RollupRow {
  /** Only with `perDay`. */
  day?: number
  key: string
  metric: string
  value: number
}

export interface SearchSums {
  searches: number
  /** Searches with at least one click. */
  clicked: number
  /** Clicks, at most one per search and product. */
  clicks: number
  zeroResults: number
  /** Searches without complete matches, see `SearchAnswer`. */
  approximate: number
}

export interface QueryRow extends SearchSums {
  query: string
}

export interface QueryQuery {
  fromDay: number
  toDay: number
  prefix: string
  limit: number
  orderBy: 'searches' | 'zeroResults'
  only?: readonly string[]
  /** Only queries that found something and were never clicked. */
  isUnclicked?: boolean
}

export interface SearchDay extends SearchSums {
  day: number
}

export interface SearchDaysQuery {
  fromDay: number
  toDay: number
  prefix?: string
  query?: string
}

export interface SearchesQuery extends TimeRange {
  /** The last search that was already returned. */
  after?: Pick<Search, 'firstAtMs' | 'visitor' | 'query'>
  limit: number
}

export interface VisitsQuery {
  fromDay: number
  toDay: number
  perDay?: boolean
}

/** The number of visits that reached the same steps. */
export interface VisitRow {
  /** Only with `perDay`. */
  day?: number
  /** The device only, if the place is not known; see segments.ts. */
  segment: Segment
  steps: number
  sessions: number
}

export interface FunnelRow extends VisitRow {
  path: string
}

export interface FunnelQuery {
  /** Groups visits by the page they began on, or by each page they reached. */
  scope: 'landing' | 'page'
  fromDay: number
  toDay: number
  path?: string
  segments?: readonly Segment[]
  /** Maximum number of paths; those with the most visits come first. */
  limit: number
}

/** Market and locale for which a shopper was served, as far as they are known. */
export interface Place {
  market?: string
  locale?: string
}

export interface PlaceAsk {
  subjects: readonly Subject[]
  fromMs: number
  toMs: number
}

export interface ExperimentBuyer {
  /** When the buyer first saw the variant. */
  firstAtMs: number
  orders: number
  /** Ten-thousandths, by currency. */
  revenue: Record<string, number>
}

/** Visitors who first saw a variant in the range, and saw no other. */
export interface ExperimentGroup {
  variant: string
  visitors: number
  firstAtMs: number
  /** In the order in which they first saw the variant. */
  buyers: ExperimentBuyer[]
  /** Number of buyers among the first `sample` visitors of the variant. At the same time, buyers come first. */
  buyersInSample: number
  /** Earliest first, without days on which nobody came. */
  days: ExperimentDay[]
}

/** Visitors and buyers by the day, in the shop's zone, on which they first saw the variant. */
export interface ExperimentDay {
  day: number
  visitors: number
  buyers: number
}

export interface ExperimentQuery extends Partial<TimeRange> {
  /** Size of the sample for `buyersInSample`; all visitors by default. */
  sample?: number
}

export interface ExperimentOutcomes {
  groups: ExperimentGroup[]
  sawSeveral: number
}

/** Both ends included. */
export interface TimeRange {
  fromMs: number
  toMs: number
}

export interface OutcomeCount {
  shop: ShopId
  day: number
  outcome: string
  count: number
}

export interface ModelSnapshot {
  offset: number
  bytes: Uint8Array
}

/** A chunk of the log after `fromOffset`, with one event body per line. */
export interface DerivableChunk {
  fromOffset: number
  /** Counts days again (see `DerivedBatch.recount`), up to the offset `reached`. */
  recount?: { reached: number }
  /** True if the chunk is one set-aside event. `fromOffset` is then the shop's offset, which does not change. */
  isReplay?: boolean
  offsets: number[]
  bodies: string
}

/** false if the chunk does not begin at the store's offset; otherwise the events whose serves are not in the store. */
export type DeriveOutcome = false | { unserved: readonly ShopEvent[] }

/** Log offsets after `after`, up to and including `until`. */
export interface RecountRange {
  after: number
  until: number
}

export interface NetworkVisitors {
  network: string
  visitors: number
}

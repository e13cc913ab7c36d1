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
  /** Touches within the windows, oldest first. */
  touches: Touch[]
}

/** `none`: the touch earned no credit. */
export type AttributionModel = 'last' | 'first' | 'linear' | 'none'

export interface Attribution {
  /** Index of a line of the conversion. */
  line: number
  model: AttributionModel
  touch: Touch
  /** `linear` divides a line; other models credit all of it. */
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
  /** Ids that later events may refer to. A section has the first two, a recommendation query the third. */
  requestId?: string
  sectionServeId?: string
  serveId?: string
  atMs: number
  subjects: Subject[]
  /** The first shoppers who clicked in an answer without a shopper: one per kind of id. */
  claimants?: Subject[]
  /** Absent if the configuration has no markets or locales. */
  market?: string
  locale?: string
  section?: string
  recommendationType?: string
  experience?: { id: string; variant: string } | null
  query?: string
  /** Number of results, of which `products` are one page. */
  total?: number
  /** Set if no product has all the words of the query. */
  isApproximate?: true
  rules?: readonly string[]
  products: readonly ServedProduct[]
}

interface ServedProduct {
  productId: number
  /** Counted from 1 over all pages; a second page of 20 begins at 21. */
  position: number
  /** The step, or the rule, that placed the product. */
  step?: string
  reason?: string
}

export interface RuleUse {
  rule: string
  answers: number
  /** The last day on which the rule acted, even outside of the range. */
  lastDay: number
}

export interface ShownProduct {
  type: string
  productId: number
  places: number
  explored: number
}

export interface ShownProducts {
  /** Number of lists with products, for each type. */
  answers: { type: string; lists: number }[]
  shown: ShownProduct[]
}

/** Asks for the serve behind an event that names none. */
export interface ShownAsk {
  subjects: Subject[]
  productIds: number[]
  surface: Surface
  fromMs: number
  toMs: number
}

/** Visits and searches are listed, because the store cannot find them by subject. */
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
  /** Ten-thousandths by currency, minus refunds. */
  spent: Record<string, number>
}

export interface RollupQuery {
  dimension: string
  fromDay: number
  toDay: number
  perDay?: boolean
  key?: string
  only?: readonly string[]
  /** Returns only keys among the `limit` largest in a metric with one of these prefixes. Excludes `perDay`. */
  largest?: { metrics: readonly string[]; limit: number }
}

export interface RollupRow {
  day?: number
  key: string
  metric: string
  value: number
}

export interface SearchSums {
  searches: number
  clicked: number
  /** At most one per search and product. */
  clicks: number
  zeroResults: number
  /** Searches without complete matches; see `SearchAnswer`. */
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
  /** Queries that found something and were never clicked. */
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
  /** The last search of the previous page. */
  after?: Pick<Search, 'firstAtMs' | 'visitor' | 'query'>
  limit: number
}

export interface VisitsQuery {
  fromDay: number
  toDay: number
  perDay?: boolean
}

export interface VisitRow {
  day?: number
  /** Without a place, the segment is the device; see segments.ts. */
  segment: Segment
  steps: number
  sessions: number
}

export interface FunnelRow extends VisitRow {
  path: string
}

export interface FunnelQuery {
  /** By the page on which visits began, or by each page that they reached. */
  scope: 'landing' | 'page'
  fromDay: number
  toDay: number
  path?: string
  segments?: readonly Segment[]
  /** Paths with the most visits come first. */
  limit: number
}

/** Market and locale, as far as they are known. */
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
  firstAtMs: number
  orders: number
  /** Ten-thousandths by currency. */
  revenue: Record<string, number>
}

/** Visitors who first saw a variant in the range, and saw no other. */
export interface ExperimentGroup {
  variant: string
  visitors: number
  firstAtMs: number
  /** Buyers in the order in which they first saw the variant. */
  buyers: ExperimentBuyer[]
  /** Buyers among the first `sample` visitors. At the same time, buyers come first. */
  buyersInSample: number
  /** Days with visitors, earliest first. */
  days: ExperimentDay[]
}

/** By the day, in the shop's zone, on which they first saw the variant. */
export interface ExperimentDay {
  day: number
  visitors: number
  buyers: number
}

export interface ExperimentQuery extends Partial<TimeRange> {
  /** Number of visitors for `buyersInSample`; by default all. */
  sample?: number
}

export interface ExperimentOutcomes {
  groups: ExperimentGroup[]
  sawSeveral: number
}

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

/** A text with one event body per line. */
export interface DerivableChunk {
  fromOffset: number
  /** Counts days again (see `DerivedBatch.recount`), up to the offset `reached`. */
  recount?: { reached: number }
  /** True for a set-aside event. `fromOffset` is then the shop's offset, which does not change. */
  isReplay?: boolean
  offsets: number[]
  bodies: string
}

/** false if the chunk does not begin at the store's offset; otherwise the events whose serves are not stored. */
export type DeriveOutcome = false | { unserved: readonly ShopEvent[] }

/** Offsets after `after`, up to and including `until`. */
export interface RecountRange {
  after: number
  until: number
}

export interface NetworkVisitors {
  network: string
  visitors: number
}

/** Records that a derived store takes and gives, beside the facts of a batch (derived-facts.ts). */
import type { ShopEvent, Surface } from '../event-log/shop-event.ts'
import type { ShopId } from '../record-store/record-store.ts'
import type { Conversion, Search, Source, Subject, Visit } from './derived-facts.ts'
import type { Segment } from './segments.ts'

export interface AttributionWindows {
  clickMs: number
  viewMs: number
  /** The search side is answered by other nodes as well, whose serves nobody knows here. */
  isServedElsewhere?: boolean
  /** Answers differ by market or locale: events that name no answer are counted where their shopper was answered. */
  hasPlaces?: boolean
}

/** A touch before a conversion, for one of its products. */
export interface Touch {
  kind: 'click' | 'view'
  productId: number
  atMs: number
  eventId: string
  source: Source
}

export interface AttributionTask {
  conversion: Conversion
  /** Within the windows, of the conversion's products and profile, oldest first. */
  touches: Touch[]
}

/** `none`: it was there, and earned nothing. */
export type AttributionModel = 'last' | 'first' | 'linear' | 'none'

export interface Attribution {
  /** Index into the conversion's lines. */
  line: number
  model: AttributionModel
  touch: Touch
  /** This touch's part of the line's amount and quantity; linear shares a line, the others give it whole. */
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
  requestId?: string
  sectionServeId?: string
  serveId?: string
  atMs: number
  subjects: Subject[]
  /** Market (by its handle) and locale in which it was answered; absent if the configuration names none. */
  market?: string
  locale?: string
  section?: string
  recommendationType?: string
  experience?: { id: string; variant: string } | null
  query?: string
  /** Results in all. */
  total?: number
  /** Nothing has the words that were typed: all of it is near in meaning alone, or lacks some of them. */
  isApproximate?: true
  /** Rules of the merchant that acted on it. */
  rules?: readonly string[]
  products: { productId: number; position: number; step?: string; reason?: string }[]
}

/** How often a rule acted. */
export interface RuleUse {
  rule: string
  /** Answers of the range. */
  answers: number
  /** The last day on which it did, in the range or not. */
  lastDay: number
}

/** How often sections and recommendations of a type showed a product. */
export interface ShownProduct {
  type: string
  productId: number
  places: number
  /** Number of these places that explored. */
  explored: number
}

export interface ShownProducts {
  /** Lists with products in them, by type. */
  answers: { type: string; lists: number }[]
  shown: ShownProduct[]
}

/** Which serve did an event without ids come from? */
export interface ShownAsk {
  subjects: Subject[]
  productIds: number[]
  surface: Surface
  fromMs: number
  toMs: number
}

/** Whom to erase: their subjects, and what their events were derived to, which says no subject. */
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
  /** Days (UTC) on which they came. */
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
  /** Exactly these keys. */
  only?: readonly string[]
  /** Only keys that are among the `limit` largest in a metric that begins so; not with `perDay`. */
  largest?: { metrics: readonly string[]; limit: number }
}

export interface RollupRow {
  /** Only when asked for per day. */
  day?: number
  key: string
  metric: string
  value: number
}

export interface SearchSums {
  searches: number
  /** Searches with at least one click. */
  clicked: number
  /** Once a search and product. */
  clicks: number
  zeroResults: number
  /** Answered only by relaxation. */
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
  /** Exactly these, of those that begin so. */
  only?: readonly string[]
  /** Found something, and nobody clicked. */
  isUnclicked?: boolean
}

export interface SearchDay extends SearchSums {
  day: number
}

/** Asks for one query, or for all that begin with the prefix. */
export interface SearchDaysQuery {
  fromDay: number
  toDay: number
  prefix?: string
  query?: string
}

/** One by one, by when they began. */
export interface SearchesQuery extends TimeRange {
  /** The last one that is known already. */
  after?: Pick<Search, 'firstAtMs' | 'visitor' | 'query'>
  limit: number
}

export interface VisitsQuery {
  fromDay: number
  toDay: number
  perDay?: boolean
}

/** Visits that did the same. */
export interface VisitRow {
  /** Only when asked for per day. */
  day?: number
  /** See segments.ts; the device alone where the place is not known. */
  segment: Segment
  steps: number
  sessions: number
}

export interface FunnelRow extends VisitRow {
  path: string
}

export interface FunnelQuery {
  /** Groups visits by where they began, or by each page they came to. */
  scope: 'landing' | 'page'
  fromDay: number
  toDay: number
  /** Limits the rows to one path. */
  path?: string
  segments?: readonly Segment[]
  /** Paths, those with most visits first. */
  limit: number
}

/** Market and locale in which a shopper was answered, as far as they are known. */
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
  /** When they first saw the variant. */
  firstAtMs: number
  orders: number
  /** Ten-thousandths, by currency. */
  revenue: Record<string, number>
}

/** Who first saw a variant in the range, and saw no other. */
export interface ExperimentGroup {
  variant: string
  visitors: number
  /** When the first of them saw it. */
  firstAtMs: number
  /** In the order in which they first saw it. */
  buyers: ExperimentBuyer[]
  /** Number of them among the first `sample` visitors of the variant. Of those who came in one moment, buyers are first. */
  buyersInSample: number
  /** The earliest first, without days on which nobody came. */
  days: ExperimentDay[]
}

/** Counts for the day on which they first saw it, in the shop's zone. */
export interface ExperimentDay {
  day: number
  visitors: number
  buyers: number
}

export interface ExperimentQuery extends Partial<TimeRange> {
  /** Visitors of each variant that are looked at; all, where it is left out. */
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

/** State that a model of a shop has learnt, and how far into the log. */
export interface ModelSnapshot {
  offset: number
  bytes: Uint8Array
}

/** A chunk of the log that follows `fromOffset`: one body a line. */
export interface DerivableChunk {
  fromOffset: number
  /** Counts days again (see `DerivedBatch.recount`), up to `reached`: behind the last of these events there may be erased ones. */
  recount?: { reached: number }
  /** One event that was set aside; `fromOffset` is where the shop stands, and stays. */
  isReplay?: boolean
  offsets: number[]
  bodies: string
}

/** false: the chunk does not begin where the store stands. Else the events that name serves which are not stored, or not yet. */
export type DeriveOutcome = false | { unserved: readonly ShopEvent[] }

/** Offsets of the log behind `after`, up to and with `until`. */
export interface RecountRange {
  after: number
  until: number
}

export interface NetworkVisitors {
  network: string
  visitors: number
}

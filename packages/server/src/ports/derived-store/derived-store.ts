/**
 * Holds what is derived from the event log and from what was served: profiles, rollups, attribution, model snapshots. All of it but
 * serves and ingestion counts can be rebuilt from the log.
 *
 * A *subject* is one id of a shopper: `visitor:…`, `client:…`, `customer:…`; or a customer on a device: `login:7@visitor:…`, and
 * `claim:7@visitor:…` where only a browser says so. Facts are kept under the subject they came with and joined over linked subjects
 * when they are read, so that it does not matter in which order events and links arrive.
 */
import type { ShopEvent, Surface } from '../event-log/shop-event.ts'
import type { ShopId } from '../record-store/record-store.ts'
import type { Segment } from './segments.ts'
import type { SetAside, SetAsideKind } from './set-aside.ts'
import type { Conversion, DerivedBatch, Search, Source, Subject, Visit } from './derived-facts.ts'

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

export interface DerivedStore {
  /** How far the shop's log has been followed. */
  offset(shop: ShopId): Promise<number>
  /** The batch and its offset, in one commit. A batch that does not begin where the store stands is left out, and answered with false. */
  apply(shop: ShopId, batch: DerivedBatch, windows: AttributionWindows): Promise<boolean>

  /**
   * Runs the derivation beside the data, if the store can: a chunk of the log whole, from its bodies to its attributions. Answers as
   * `apply`. Absent where it cannot.
   */
  derive?(shop: ShopId, chunk: DerivableChunk, windows: AttributionWindows): Promise<DeriveOutcome>

  /** Conversions whose attribution is new or may have changed, with what may explain them. */
  attributionTasks(shop: ShopId, windows: AttributionWindows, limit: number): Promise<readonly AttributionTask[]>
  /** Replaces the attributions of these conversions, rollups included, in one commit. */
  putAttributions(shop: ShopId, results: readonly AttributionResult[]): Promise<void>
  /** An order or cart addition with its attributions. */
  conversion(
    shop: ShopId,
    kind: Conversion['kind'],
    key: string,
  ): Promise<{ conversion: Conversion; attributions: Attribution[] } | undefined>
  /** Cart additions of these subjects in the range, the earliest first. */
  cartsOf(shop: ShopId, subjects: readonly Subject[], range: TimeRange): Promise<readonly Conversion[]>
  /** Latest first. */
  conversions(
    shop: ShopId,
    kind: Conversion['kind'],
    fromMs: number,
    toMs: number,
    limit: number,
  ): Promise<readonly Conversion[]>

  /** In whose days the shop is counted: `UTC` unless another was set. */
  zone(shop: ShopId): Promise<string>
  /**
   * Counts the shop's days in another zone: orders and carts at once, all else of what was derived so far as it is handed on
   * once more in batches with `recount`. New events may come in between.
   */
  setZone(shop: ShopId, zone: string): Promise<void>
  /** Part of the log that is still to be counted again, if any. */
  pendingRecount(shop: ShopId): Promise<RecountRange | undefined>

  putServes(serves: readonly { shop: ShopId; serve: StoredServe }[]): Promise<void>
  /** Serves by any of their ids; an id of several (the request of many sections) gives them all. */
  findServes(shop: ShopId, ids: readonly string[]): Promise<ReadonlyMap<string, readonly StoredServe[]>>
  /** Rules that ever acted on an answer, counted as serves are put. They outlive their serves. */
  ruleUses(shop: ShopId, fromDay: number, toDay: number): Promise<readonly RuleUse[]>
  /** When the oldest serve that is kept was served; Infinity where none is. */
  servesKeptFrom(shop: ShopId): Promise<number>
  /** Products that lists of recommendations showed in the range; of more than `most` answers of any kind the latest count. */
  productsShown(shop: ShopId, range: TimeRange, most: number): Promise<ShownProducts>
  /** For each question where the latest serve to one of the subjects was answered, if there is one. */
  placesServed(shop: ShopId, asks: readonly PlaceAsk[]): Promise<readonly (Place | undefined)[]>
  /** For each question the latest serve that showed one of the products to one of the subjects, where there is one. */
  servesShown(shop: ShopId, asks: readonly ShownAsk[]): Promise<readonly (StoredServe | undefined)[]>

  /**
   * Subjects of what these did themselves, sorted: for a visitor or client the ids of that device and the logins on it, for a customer also the
   * devices that are theirs alone. Never what a visitor's customer did elsewhere.
   */
  ownSubjects(shop: ShopId, subjects: readonly Subject[]): Promise<readonly Subject[]>
  /** Over all that whoever presents these ids may read: a device leads to its customer only where a login was verified. */
  history(shop: ShopId, subjects: readonly Subject[], limit: number): Promise<HistoryLists>
  /** Totals that a shopper came to, over the same ids as `history`. */
  shopperTotals(shop: ShopId, subjects: readonly Subject[]): Promise<ShopperTotals>
  /** History of exactly these subjects. */
  ownHistory(shop: ShopId, subjects: readonly Subject[], limit: number): Promise<HistoryLists>
  /** Removes every trace of a person. Sums over many shoppers stay where nobody can be told from them. */
  erasePerson(shop: ShopId, person: ErasedPerson): Promise<void>
  /** Overwrites what erased rows and replaced snapshots left on the disk. To be called after an erasure is complete. */
  scrub(): Promise<void>
  /** As `EventLog.rewriteErased`. */
  rewriteErased(nowMs: number): Promise<boolean>

  rollups(shop: ShopId, query: RollupQuery): Promise<readonly RollupRow[]>
  queries(shop: ShopId, query: QueryQuery): Promise<readonly QueryRow[]>
  /** Every visit of the days, once. */
  visits(shop: ShopId, query: VisitsQuery): Promise<readonly VisitRow[]>
  /** The same visits by path. */
  funnel(shop: ShopId, query: FunnelQuery): Promise<readonly FunnelRow[]>
  /** Outcomes by variant; an order counts if it was placed after the visitor first saw it, within the range. */
  experiment(shop: ShopId, experience: string, query?: ExperimentQuery): Promise<ExperimentOutcomes>
  /** The searches of the last weeks one by one, the earliest first. */
  searches(shop: ShopId, query: SearchesQuery): Promise<readonly Search[]>
  /** Searches by day, for one query or for those that begin with the prefix. */
  searchesByDay(shop: ShopId, query: SearchDaysQuery): Promise<readonly SearchDay[]>

  /** Ingestion outcomes, which the log does not hold (refusals, duplicates). */
  addOutcomes(counts: readonly OutcomeCount[]): Promise<void>
  outcomes(
    shop: ShopId,
    fromDay: number,
    toDay: number,
  ): Promise<readonly { day: number; outcome: string; count: number }[]>

  /** Adds visitors of networks, named by hashes, to those of the day; answers the totals. Earlier days go. */
  addNetworks(day: number, counts: readonly NetworkVisitors[]): Promise<readonly NetworkVisitors[]>
  /** Those of the day with the most visitors. */
  networks(day: number, limit: number): Promise<readonly NetworkVisitors[]>

  /**
   * Rises when another node erases somebody. To be read before a model begins to learn: `putSnapshot` leaves out what was learnt in an
   * earlier epoch, which may know whom this node has not heard of yet.
   */
  erasureEpoch(shop: ShopId): Promise<number>
  putSnapshot(shop: ShopId, name: string, snapshot: ModelSnapshot & { epoch: number }): Promise<void>
  /** `beyond`: only one that goes further than that offset. */
  snapshot(shop: ShopId, name: string, beyond?: number): Promise<ModelSnapshot | undefined>
  dropSnapshots(shop: ShopId): Promise<void>

  /** See set-aside.ts. What is set aside again has the later cause. */
  putAside(shop: ShopId, aside: SetAside): Promise<void>
  /** Oldest first. */
  setAside(shop: ShopId, limit: number): Promise<readonly SetAside[]>
  /** Answers whether it was there. */
  dropAside(shop: ShopId, kind: SetAsideKind, key: string): Promise<boolean>

  /** Forgets what the log can tell again, events that were set aside included, and begins at offset 0. */
  reset(shop: ShopId): Promise<void>
  drop(shop: ShopId): Promise<void>
  close(): Promise<void>
}

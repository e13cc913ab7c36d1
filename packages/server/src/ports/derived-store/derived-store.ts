/**
 * Holds what is derived from the event log and from what was served: profiles, rollups, attribution, model snapshots. All of it but
 * serves and ingestion counts can be rebuilt from the log.
 *
 * A *subject* is one id of a shopper: `visitor:…`, `client:…`, `customer:…`; or a customer on a device: `login:7@visitor:…`, and
 * `claim:7@visitor:…` where only a browser says so. Facts are kept under the subject they came with and joined over linked subjects
 * when they are read, so that it does not matter in which order events and links arrive.
 */
import type { ShopId } from '../record-store/record-store.ts'
import type { Conversion, DerivedBatch, Search, Subject } from './derived-facts.ts'
import type {
  Attribution,
  AttributionResult,
  AttributionTask,
  AttributionWindows,
  DerivableChunk,
  DeriveOutcome,
  ErasedPerson,
  ExperimentOutcomes,
  ExperimentQuery,
  FunnelQuery,
  FunnelRow,
  HistoryLists,
  ModelSnapshot,
  NetworkVisitors,
  OutcomeCount,
  Place,
  PlaceAsk,
  QueryQuery,
  QueryRow,
  RecountRange,
  RollupQuery,
  RollupRow,
  RuleUse,
  SearchDay,
  SearchDaysQuery,
  SearchesQuery,
  ShopperTotals,
  ShownAsk,
  ShownProducts,
  StoredServe,
  TimeRange,
  VisitRow,
  VisitsQuery,
} from './derived-records.ts'
import type { SetAside, SetAsideKind } from './set-aside.ts'

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

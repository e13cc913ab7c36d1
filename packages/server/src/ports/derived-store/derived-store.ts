/**
 * Stores data derived from the event log and from serves: profiles, rollups, attribution, model snapshots. Everything
 * except serves and ingestion counts can be rebuilt from the log.
 *
 * A *subject* is one id of a shopper: `visitor:…`, `client:…`, `customer:…`; or a customer on a device:
 * `login:7@visitor:…`, or `claim:7@visitor:…` if only a browser claims it. Facts are stored under the subject they
 * came with and joined over linked subjects when they are read, so that the order in which events and links arrive
 * does not matter.
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
import type { ServeClaim } from './serve-claims.ts'
import type { SetAside, SetAsideKind } from './set-aside.ts'

export interface DerivedStore {
  offset(shop: ShopId): Promise<number>
  /** Stores the batch and its offset in one commit. Returns false if the batch does not begin at the store's offset. */
  apply(shop: ShopId, batch: DerivedBatch, windows: AttributionWindows): Promise<boolean>

  /** Derives a chunk of the log in the store, from bodies to attributions. Absent if the store cannot do this. */
  derive?(shop: ShopId, chunk: DerivableChunk, windows: AttributionWindows): Promise<DeriveOutcome>

  /** Returns conversions whose attribution is new or may have changed, with the touches that may explain them. */
  attributionTasks(shop: ShopId, windows: AttributionWindows, limit: number): Promise<readonly AttributionTask[]>
  /** Replaces the attributions of these conversions, and updates the rollups, in one commit. */
  putAttributions(shop: ShopId, results: readonly AttributionResult[]): Promise<void>
  conversion(
    shop: ShopId,
    kind: Conversion['kind'],
    key: string,
  ): Promise<{ conversion: Conversion; attributions: Attribution[] } | undefined>
  /** Returns the cart additions of these subjects in the range, earliest first. */
  cartsOf(shop: ShopId, subjects: readonly Subject[], range: TimeRange): Promise<readonly Conversion[]>
  /** Returns the conversions of a kind in the range, latest first. */
  conversions(
    shop: ShopId,
    kind: Conversion['kind'],
    fromMs: number,
    toMs: number,
    limit: number,
  ): Promise<readonly Conversion[]>

  /** Returns the time zone of the shop's days: `UTC` unless another was set. */
  zone(shop: ShopId): Promise<string>
  /** Counts the shop's days in another zone: orders and carts at once, the rest when passed again with `recount`. */
  setZone(shop: ShopId, zone: string): Promise<void>
  pendingRecount(shop: ShopId): Promise<RecountRange | undefined>

  putServes(serves: readonly { shop: ShopId; serve: StoredServe }[]): Promise<void>
  /** Finds serves by any of their ids. An id of several serves (a request with many sections) returns all of them. */
  findServes(shop: ShopId, ids: readonly string[]): Promise<ReadonlyMap<string, readonly StoredServe[]>>
  /** Adds shoppers to the answers that they claim. Returns which claims hold: the first per answer and kind of id. */
  claimServes(shop: ShopId, claims: readonly ServeClaim[]): Promise<readonly boolean[]>
  /** Returns every rule that ever acted on an answer. Uses are counted when serves are stored, and outlive them. */
  ruleUses(shop: ShopId, fromDay: number, toDay: number): Promise<readonly RuleUse[]>
  /** Returns the time of the oldest answer stored for attribution; Infinity if there is none. */
  servesKeptFrom(shop: ShopId): Promise<number>
  /** Returns the products in recommendation lists, of the latest `most` answers of any kind. */
  productsShown(shop: ShopId, range: TimeRange, most: number): Promise<ShownProducts>
  /** Returns, for each question, the place of the latest serve to one of the subjects. */
  placesServed(shop: ShopId, asks: readonly PlaceAsk[]): Promise<readonly (Place | undefined)[]>
  /** Returns, for each question, the latest serve that showed one of the products to one of the subjects. */
  servesShown(shop: ShopId, asks: readonly ShownAsk[]): Promise<readonly (StoredServe | undefined)[]>

  /**
   * Returns, sorted, the subjects under which the owner of these ids acted: for a visitor or client the ids of that
   * device and the logins on it, for a customer also the devices that only this customer uses. What a visitor's
   * customer did on other devices is never included.
   */
  ownSubjects(shop: ShopId, subjects: readonly Subject[]): Promise<readonly Subject[]>
  /** Returns the history that these ids may read: a device leads to its customer only after a verified login. */
  history(shop: ShopId, subjects: readonly Subject[], limit: number): Promise<HistoryLists>
  /** Adds up visits and orders over the same subjects as `history`. */
  shopperTotals(shop: ShopId, subjects: readonly Subject[]): Promise<ShopperTotals>
  /** Returns the history of exactly these subjects, without linked ones. */
  ownHistory(shop: ShopId, subjects: readonly Subject[], limit: number): Promise<HistoryLists>
  /** Removes every trace of a person. Sums over many shoppers stay if nobody can be identified by them. */
  erasePerson(shop: ShopId, person: ErasedPerson): Promise<void>
  /** Overwrites the bytes of erased rows and replaced snapshots on disk. Call this after an erasure is complete. */
  scrub(): Promise<void>
  /** Rewrites files that contain copies of erased rows, if that is due. */
  rewriteErased(nowMs: number): Promise<boolean>

  rollups(shop: ShopId, query: RollupQuery): Promise<readonly RollupRow[]>
  queries(shop: ShopId, query: QueryQuery): Promise<readonly QueryRow[]>
  /** Returns the number of visits by the steps they reached. */
  visits(shop: ShopId, query: VisitsQuery): Promise<readonly VisitRow[]>
  /** Like `visits`, but grouped by path. */
  funnel(shop: ShopId, query: FunnelQuery): Promise<readonly FunnelRow[]>
  /** Returns outcomes by variant. Orders count after the visitor first saw the variant, within the range. */
  experiment(shop: ShopId, experience: string, query?: ExperimentQuery): Promise<ExperimentOutcomes>
  /** Returns single searches, earliest first. They are kept for some weeks. */
  searches(shop: ShopId, query: SearchesQuery): Promise<readonly Search[]>
  searchesByDay(shop: ShopId, query: SearchDaysQuery): Promise<readonly SearchDay[]>

  /** Counts ingestion outcomes that the log does not contain (refusals, duplicates). */
  addOutcomes(counts: readonly OutcomeCount[]): Promise<void>
  outcomes(
    shop: ShopId,
    fromDay: number,
    toDay: number,
  ): Promise<readonly { day: number; outcome: string; count: number }[]>

  /** Adds visitors to networks, identified by hashes, and returns the day's totals. Earlier days are removed. */
  addNetworks(day: number, counts: readonly NetworkVisitors[]): Promise<readonly NetworkVisitors[]>
  networks(day: number, limit: number): Promise<readonly NetworkVisitors[]>

  /**
   * Returns a number that increases with each erasure in a shared store. `putSnapshot` rejects a model that began to
   * learn in an earlier epoch, so read this before a model begins to learn.
   */
  erasureEpoch(shop: ShopId): Promise<number>
  putSnapshot(shop: ShopId, name: string, snapshot: ModelSnapshot & { epoch: number }): Promise<void>
  /** With `beyond`, returns a snapshot only if its offset is higher. */
  snapshot(shop: ShopId, name: string, beyond?: number): Promise<ModelSnapshot | undefined>
  dropSnapshots(shop: ShopId): Promise<void>

  /** Sets an item aside (see set-aside.ts). If it is set aside again, the new cause replaces the old one. */
  putAside(shop: ShopId, aside: SetAside): Promise<void>
  /** Returns items that were set aside, oldest first. */
  setAside(shop: ShopId, limit: number): Promise<readonly SetAside[]>
  dropAside(shop: ShopId, kind: SetAsideKind, key: string): Promise<boolean>

  /** Removes everything that the log can restore, including set-aside events, and starts again at offset 0. */
  reset(shop: ShopId): Promise<void>
  drop(shop: ShopId): Promise<void>
  close(): Promise<void>
}

export type AsideStore = Pick<DerivedStore, 'putAside' | 'setAside' | 'dropAside'>

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
  /** Applies the batch in one commit. Returns false if it does not begin at the store's offset. */
  apply(shop: ShopId, batch: DerivedBatch, windows: AttributionWindows): Promise<boolean>

  /** Derives a chunk of the log in the store. Absent if the store cannot do this. */
  derive?(shop: ShopId, chunk: DerivableChunk, windows: AttributionWindows): Promise<DeriveOutcome>

  /** Returns conversions without a current attribution, with the touches that may explain them. */
  attributionTasks(shop: ShopId, windows: AttributionWindows, limit: number): Promise<readonly AttributionTask[]>
  /** Updates the rollups in the same commit. */
  putAttributions(shop: ShopId, results: readonly AttributionResult[]): Promise<void>
  conversion(
    shop: ShopId,
    kind: Conversion['kind'],
    key: string,
  ): Promise<{ conversion: Conversion; attributions: Attribution[] } | undefined>
  /** Returns cart additions, earliest first. */
  cartsOf(shop: ShopId, subjects: readonly Subject[], range: TimeRange): Promise<readonly Conversion[]>
  /** Returns conversions of one kind, latest first. */
  conversions(
    shop: ShopId,
    kind: Conversion['kind'],
    fromMs: number,
    toMs: number,
    limit: number,
  ): Promise<readonly Conversion[]>

  zone(shop: ShopId): Promise<string>
  /** Counts orders and carts in the new zone at once, and everything else in batches with `recount`. */
  setZone(shop: ShopId, zone: string): Promise<void>
  pendingRecount(shop: ShopId): Promise<RecountRange | undefined>

  putServes(serves: readonly { shop: ShopId; serve: StoredServe }[]): Promise<void>
  /** All serves with one of the ids, such as all sections of a request. */
  findServes(shop: ShopId, ids: readonly string[]): Promise<ReadonlyMap<string, readonly StoredServe[]>>
  /** Adds shoppers to the answers that they claim. Only the first claim per answer and kind of id holds. */
  claimServes(shop: ShopId, claims: readonly ServeClaim[]): Promise<readonly boolean[]>
  /** Returns every rule that ever acted. Uses are counted when serves are stored, and outlive them. */
  ruleUses(shop: ShopId, fromDay: number, toDay: number): Promise<readonly RuleUse[]>
  /** Returns the time of the oldest stored serve; Infinity if there is none. */
  servesKeptFrom(shop: ShopId): Promise<number>
  /** Returns the products in recommendation lists among the latest `most` serves. */
  productsShown(shop: ShopId, range: TimeRange, most: number): Promise<ShownProducts>
  /** For each question, the place of the latest serve to one of the subjects. */
  placesServed(shop: ShopId, asks: readonly PlaceAsk[]): Promise<readonly (Place | undefined)[]>
  /** For each question, the latest serve of one of the products to one of the subjects. */
  servesShown(shop: ShopId, asks: readonly ShownAsk[]): Promise<readonly (StoredServe | undefined)[]>

  /**
   * A visitor's own subjects are the ids of the device and the logins on it, never what their customer did on other
   * devices. A customer's also include devices that nobody else uses. Sorted.
   */
  ownSubjects(shop: ShopId, subjects: readonly Subject[]): Promise<readonly Subject[]>
  /** A device leads to its customer only after a verified login. */
  history(shop: ShopId, subjects: readonly Subject[], limit: number): Promise<HistoryLists>
  /** Adds up visits and orders over the same subjects as `history`. */
  shopperTotals(shop: ShopId, subjects: readonly Subject[]): Promise<ShopperTotals>
  /** Ignores linked subjects. */
  ownHistory(shop: ShopId, subjects: readonly Subject[], limit: number): Promise<HistoryLists>
  /** Sums over many shoppers stay if nobody can be identified by them. */
  erasePerson(shop: ShopId, person: ErasedPerson): Promise<void>
  /** Overwrites erased rows and replaced snapshots on disk. Must be called after an erasure. */
  scrub(): Promise<void>
  /** Rewrites files that contain copies of erased rows, if that is due. */
  rewriteErased(nowMs: number): Promise<boolean>

  rollups(shop: ShopId, query: RollupQuery): Promise<readonly RollupRow[]>
  queries(shop: ShopId, query: QueryQuery): Promise<readonly QueryRow[]>
  visits(shop: ShopId, query: VisitsQuery): Promise<readonly VisitRow[]>
  funnel(shop: ShopId, query: FunnelQuery): Promise<readonly FunnelRow[]>
  /** Orders count if they come after the visitor first saw the variant, within the range. */
  experiment(shop: ShopId, experience: string, query?: ExperimentQuery): Promise<ExperimentOutcomes>
  /** Returns single searches, earliest first. They are kept for some weeks. */
  searches(shop: ShopId, query: SearchesQuery): Promise<readonly Search[]>
  searchesByDay(shop: ShopId, query: SearchDaysQuery): Promise<readonly SearchDay[]>

  /** The log contains no refusals and duplicates, so their outcomes are counted here. */
  addOutcomes(counts: readonly OutcomeCount[]): Promise<void>
  outcomes(
    shop: ShopId,
    fromDay: number,
    toDay: number,
  ): Promise<readonly { day: number; outcome: string; count: number }[]>

  /** Networks are hashes. Returns the day's totals and removes earlier days. */
  addNetworks(day: number, counts: readonly NetworkVisitors[]): Promise<readonly NetworkVisitors[]>
  networks(day: number, limit: number): Promise<readonly NetworkVisitors[]>

  /** Increases with each erasure. `putSnapshot` rejects models that began to learn in an earlier epoch. */
  erasureEpoch(shop: ShopId): Promise<number>
  putSnapshot(shop: ShopId, name: string, snapshot: ModelSnapshot & { epoch: number }): Promise<void>
  /** With `beyond`, returns only a snapshot with a higher offset. */
  snapshot(shop: ShopId, name: string, beyond?: number): Promise<ModelSnapshot | undefined>
  dropSnapshots(shop: ShopId): Promise<void>

  /** See set-aside.ts. A new cause replaces the old one. */
  putAside(shop: ShopId, aside: SetAside): Promise<void>
  /** Returns items, oldest first. */
  setAside(shop: ShopId, limit: number): Promise<readonly SetAside[]>
  dropAside(shop: ShopId, kind: SetAsideKind, key: string): Promise<boolean>

  /** Removes everything that the log can restore, including set-aside events, and starts again at offset 0. */
  reset(shop: ShopId): Promise<void>
  drop(shop: ShopId): Promise<void>
  close(): Promise<void>
}

export type AsideStore = Pick<DerivedStore, 'putAside' | 'setAside' | 'dropAside'>

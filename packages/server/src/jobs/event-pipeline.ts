import { randomBytes } from 'node:crypto'
import type { ShopConfig } from '@vitrine/contract'
import { storedQueryStatistics } from '../features/analytics/stored-query-statistics.ts'
import { BatchedServeLog } from '../features/serves/batched-serve-log.ts'
import type { Serve } from '../features/serves/serve-log.ts'
import { DEFAULT_LIMITS, GroupCommit } from '../features/ingest/group-commit.ts'
import type { IngestDeps } from '../features/ingest/ingest-event.ts'
import type { HistoryDeps } from '../features/ingest/ingest-history.ts'
import { dayOf, EvidenceGate, networkOfShopper } from '../features/ingest/evidence-gate.ts'
import { NetworkSequences } from '../features/ingest/network-sequences.ts'
import { EventQuota, partOf } from '../features/ingest/event-quota.ts'
import { KnownProducts } from '../features/ingest/known-products.ts'
import { StoredOutcomes } from '../features/ingest/stored-outcomes.ts'
import { userAgentReader } from '../features/ingest/user-agents.ts'
import { QUARTER_MS, OutcomeLog } from '../features/ingest/outcome-log.ts'
import { profileReader } from '../features/profiles/profiles.ts'
import type { AttributionWindows } from '../ports/derived-store/derived-records.ts'
import type { DerivedStore } from '../ports/derived-store/derived-store.ts'
import type { SetAside } from '../ports/derived-store/set-aside.ts'
import { shopDays } from '../ports/derived-store/shop-days.ts'
import type { ErasedShopper, EventConsumer } from '../ports/event-log/event-consumer.ts'
import type { EventLog } from '../ports/event-log/event-log.ts'
import type { RecordStore, ShopId } from '../ports/record-store/record-store.ts'
import { hasPlaces } from '../features/query/served-place.ts'
import { erasePerson } from './erase-person.ts'
import { EventFollower } from './follow-events.ts'

/** Receives posted events and serves on a node that ships them later. */
export interface Intake extends Pick<EventLog, 'appendAll'>, Pick<DerivedStore, 'putServes'> {
  close(): Promise<void>
}

export interface PipelineDeps {
  log: EventLog
  store: DerivedStore
  records: Pick<RecordStore, 'hasProducts'>
  intake?: Intake
  consumers: readonly EventConsumer[]
  /** Returns undefined for an unknown shop. */
  attributionOf: (shop: ShopId) => Promise<AttributionSettings | undefined>
  /** Time zone of the shop's reports; UTC by default. */
  zoneOf?: (shop: ShopId) => Promise<string | undefined>
  /** Time in which serves are collected for one write. */
  servesWithinMs?: number
  isShared?: boolean
  /** True for the error of a shop that another writer has locked. */
  isHeld?: (error: unknown) => boolean
  /** True if this node derives and learns the shop; by default for every shop. */
  isHome?: (shop: ShopId) => boolean
  /** True if other nodes may have the same shops in memory. */
  hasOthers?: () => boolean
  /** Nodes that take events. A shop's quota is divided among them. */
  nodes?: () => number
  /** Called for shops with new events whose home is this node. */
  requestLoad?: (shop: ShopId) => void
  /** Returns the day's key for hashing networks (see `EvidenceGate`); random by default. */
  evidenceKey?: (day: number) => Uint8Array
  /** Makes the models of other nodes forget the shopper. */
  announceErasure?: (shop: ShopId, shopper: ErasedShopper) => Promise<void>
  newId: () => string
  onError: (error: unknown, during: string) => void
}

type AttributionSettings = ShopConfig['attribution'] & Pick<AttributionWindows, 'isServedElsewhere' | 'hasPlaces'>

/** Edge nodes without a shared store do not ship their serves, so a serve may be unknown here. */
export function attributionSettings(config: ShopConfig, { isShared }: { isShared: boolean }): AttributionSettings {
  const isServedElsewhere = config.edge.enabled && !isShared
  return { ...config.attribution, isServedElsewhere, hasPlaces: hasPlaces(config) }
}

export type EventPipeline = ReturnType<typeof eventPipeline>

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const COUNTS_EVERY_MS = 5000
const OUTCOMES_EVERY_MS = 60_000
/** The debugger shows events of other nodes after at most this time. */
const SHARED_OUTCOMES_EVERY_MS = 1000

export function eventPipeline(deps: PipelineDeps) {
  const { log, store, newId } = deps
  const outcomes = new OutcomeLog()
  const storedOutcomes = new StoredOutcomes(outcomes, store, { isShared: deps.isShared ?? false })
  const serves = serveLog(deps)
  const windowsOf = attributionWindows(deps)
  const onError = (error: unknown, shop: ShopId) => deps.onError(error, `following the events of ${shop}`)
  const onSetAside = noteSetAside(outcomes, onError)
  const follower = new EventFollower({ ...deps, serves, windowsOf, onError, onSetAside })
  const commits = new GroupCommit(deps.intake ?? log, DEFAULT_LIMITS, (error) =>
    deps.onError(error, 'answering events'),
  )
  const readUserAgent = userAgentReader()
  const onAppended = (shop: ShopId) => follower.wake(shop)
  const reading = { newId, readUserAgent, onAppended }
  const networks = networkSequences(deps)
  const evidence = new EvidenceGate(deps.evidenceKey ?? (() => randomBytes(16)), networks)
  const gates = { quota: new EventQuota(deps.nodes), evidence, products: new KnownProducts(deps.records) }
  const ingest: IngestDeps = { ...gates, commits, outcomes, ...reading }
  const history: HistoryDeps = { log, ...reading }

  let storing: Promise<void> = Promise.resolve()
  /** Waits for a run of the timer in progress, so that all counts are stored when this resolves. */
  const storeCounts = () => {
    storing = storing.then(() => storeTaken(deps, outcomes))
    return storing
  }
  const storeOutcomes = () => storedOutcomes.store().catch((error) => deps.onError(error, 'storing ingestion outcomes'))
  /** Resolves when everything acknowledged so far is in profiles, reports, models and counts. */
  const settle = async () => {
    await serves.flush()
    await commits.settle()
    await follower.runOnce()
    await Promise.all([storeCounts(), networks.flush()])
  }
  const outcomesEveryMs = deps.isShared ? SHARED_OUTCOMES_EVERY_MS : OUTCOMES_EVERY_MS
  const counting = () => void Promise.all([storeCounts(), networks.flush()])
  const timers = [setInterval(counting, COUNTS_EVERY_MS), setInterval(storeOutcomes, outcomesEveryMs)]
  for (const timer of timers) timer.unref()

  return {
    log,
    store,
    ingest,
    history,
    outcomes,
    storedOutcomes,
    networks,
    serves,
    follower,
    profiles: profileReader(store),
    queryStatistics: storedQueryStatistics(store),
    storeCounts,
    settle,
    /** Returns the number of erased events; undefined for an unknown person. */
    async erasePerson(shop: ShopId, id: string): Promise<number | undefined> {
      // Events that are not derived yet would restore erased data.
      await serves.flush(shop)
      await commits.settle()
      await follower.catchUp(shop)
      await storeCounts()
      const forgetInModels = async (of: ShopId, shopper: ErasedShopper) => {
        // Announced first, so that this node learns everything else after the erasure.
        await deps.announceErasure?.(of, shopper)
        await follower.erase(of, shopper)
      }
      const forgetOutcomes = storedOutcomes.forget.bind(storedOutcomes)
      return erasePerson({ log, store, windowsOf, forgetInModels, forgetOutcomes }, shop, id)
    },
    /** Must be called when another node erased a shopper; null means that the shopper is unknown. */
    async erasedElsewhere(shop: ShopId, shopper: ErasedShopper | null): Promise<void> {
      if (!shopper) return follower.refit(shop)
      await storedOutcomes.forget(shop, shopper.subjects.map(idOfSubject))
      await follower.erase(shop, shopper)
    },
    /** Must be called when another node removed the shop and its stored data. */
    async forgetShop(shop: ShopId): Promise<void> {
      await follower.forget(shop)
      outcomes.drop(shop)
    },
    async dropShop(shop: ShopId): Promise<void> {
      await follower.forget(shop)
      outcomes.drop(shop)
      await log.drop(shop)
      await store.drop(shop)
    },
    async close(): Promise<void> {
      for (const timer of timers) clearInterval(timer)
      await commits.settle()
      await follower.stop()
      await serves.flush()
      await deps.intake?.close()
      await storeCounts()
      await storeOutcomes()
      await networks.flush()
      await log.close()
      await store.close()
    },
  }
}

/** Size of a stored serve without its products, and of each product. */
const SERVE_BYTES = 400
const SERVED_PRODUCT_BYTES = 64

function serveLog({ intake, store, servesWithinMs, isShared, isHeld, onError, nodes }: PipelineDeps): BatchedServeLog {
  const quota = new EventQuota()
  // Limits the stored answers per network, because anybody can request them with the public key. Each node counts for
  // itself.
  const isAllowed = ({ shop, atMs, products, charge }: Serve) => {
    if (charge === undefined) return true
    const bytes = SERVE_BYTES + SERVED_PRODUCT_BYTES * products.length
    const spending = { bytes, isKeyless: false, nowMs: atMs, network: networkOfShopper(charge) }
    return quota.spend(shop, spending, partOf(charge.limits, 1 / (nodes?.() ?? 1))) === undefined
  }
  return new BatchedServeLog({
    store: intake ?? store,
    writeWithinMs: servesWithinMs,
    isApart: isShared,
    isHeld,
    isAllowed,
    onError: (error) => onError(error, 'writing serves'),
  })
}

function networkSequences({ store, isShared = false, onError }: PipelineDeps): NetworkSequences {
  return new NetworkSequences({
    add: (day, counts) => store.addNetworks(day, counts),
    isShared,
    onError: (error) => onError(error, 'counting networks'),
  })
}

function noteSetAside(outcomes: OutcomeLog, onError: (error: unknown, shop: ShopId) => void) {
  return (shop: ShopId, { atMs, name, cause }: SetAside, error: unknown): void => {
    const [event = null, eventId = null] = name.split(' ')
    outcomes.record(shop, { atMs, outcome: 'set_aside', endpoint: 'derive', eventId, name: event, error: cause })
    onError(error, shop)
  }
}

/** Other networks have so few visitors that all of them count as evidence. */
const MAX_NETWORKS = 100_000

export async function noticeNetworks(
  sequences: NetworkSequences,
  store: Pick<DerivedStore, 'networks'>,
  nowMs: number,
) {
  sequences.notice(dayOf(nowMs), await store.networks(dayOf(nowMs), MAX_NETWORKS))
}

async function storeTaken({ store, zoneOf, onError }: PipelineDeps, outcomes: OutcomeLog): Promise<void> {
  const counts = outcomes.takeCounts()
  if (counts.length === 0) return
  const counted = counts.map(async ({ quarter, ...count }) => {
    const days = shopDays((await zoneOf?.(count.shop)) ?? 'UTC')
    return { ...count, day: days.dayOf(quarter * QUARTER_MS) }
  })
  await Promise.all(counted)
    .then((known) => store.addOutcomes(known))
    .catch((error) => onError(error, 'counting events'))
}

function idOfSubject(subject: string): string {
  return subject.replace(/^(visitor|client|customer):/, '')
}

function attributionWindows({ attributionOf }: PipelineDeps): (shop: ShopId) => Promise<AttributionWindows> {
  return async (shop) => {
    const settings = await attributionOf(shop)
    const { click_window_days: days = 7, view_window_hours: hours = 24 } = settings ?? {}
    const { isServedElsewhere = false, hasPlaces: isPlaced = false } = settings ?? {}
    return { clickMs: days * DAY_MS, viewMs: hours * HOUR_MS, isServedElsewhere, hasPlaces: isPlaced }
  }
}

import { dayOf } from '../features/ingest/evidence-gate.ts'
import type { HttpMetrics } from '../http/metrics.ts'
import { IntervalJob } from '../jobs/interval-job.ts'
import { ShopSchedule } from '../jobs/shop-schedule.ts'
import { StoreWatch, type StoreWatchDeps } from '../jobs/watch-store.ts'
import { findChanged } from '../ports/postgres/changed-rows.ts'
import { versions } from '../ports/postgres/migrate.ts'
import type { ShopId } from '../ports/record-store/record-store.ts'
import type { Events } from './events.ts'
import type { Assembly } from './parts.ts'
import type { Store } from './store.ts'
import { registerNodeMetrics, registerPoolMetrics, type SharedStore, STORE_SCHEMA } from './store-postgres.ts'

export interface WatchParts {
  store: Store
  shared: SharedStore
  metrics: HttpMetrics
  events: Events['events']
  forgetShop: (shop: ShopId) => Promise<void>
}

export function composeWatch(
  { config, clock, onClose, onError }: Assembly,
  { store, shared, metrics, events, forgetShop }: WatchParts,
) {
  const watch = new StoreWatch({
    ...askingStore(shared),
    onAppended: (shop) => events.follower.wake(shop),
    noticeIntake: (appended) => {
      const today = dayOf(clock())
      const intake = appended.filter(({ day }) => day === today).map((one) => [one.shop, one.intake] as const)
      events.ingest.quota.notice(new Map(intake), clock())
    },
    onErased: (shop, shopper) => events.erasedElsewhere(shop, shopper),
    // Never read-only, because an edge node stores events on its own disk.
    readOnlyAfterSeconds: config.role === 'edge' ? 0 : config.readOnlyAfterSeconds,
    onError,
  })
  shared.records.onDeleted((shop) => {
    forgetShop(shop).catch((error) => onError(error, `removing ${shop}, which another node deleted,`))
  })
  onClose(() => shared.nodes.leave())
  watch.register(metrics.registry)
  registerNodeMetrics(metrics.registry, shared.nodes)
  registerPoolMetrics(metrics.registry, shared)
  onClose(() => watch.stop())
  const looking = lookForPictures(store)
  onClose(() => looking.stop())
  return watch
}

const LOOK_EVERY_MS = 60_000

/** Looks regularly for new picture colors, because other nodes write them without announcing it. */
function lookForPictures({ index, records }: Store): IntervalJob {
  const rounds = new ShopSchedule()
  records.onChange((shop) => rounds.touch(shop))
  const job = new IntervalJob(LOOK_EVERY_MS, async () => {
    for (const shop of rounds.next(index.loaded().map(({ id }) => id))) index.picturesChanged(shop)
  })
  job.start()
  return job
}

export function askingStore({ records, log, nodes, notices, db }: SharedStore) {
  return {
    notices,
    findChanged: async () =>
      findChanged(db, { records: records.changes, log: log.changes, erasures: await nodes.changes() }),
    pollRecords: () => records.poll(),
    logPositions: () => log.positions(),
    hearErasures: (onErased: StoreWatchDeps['onErased']) => nodes.hear(onErased),
    nodes: () => nodes.deriving,
    unfollowed: () => nodes.unfollowed(),
    requireReadable: () => versions(db, STORE_SCHEMA),
  }
}

import { dayOf } from '../features/ingest/evidence-gate.ts'
import type { HttpMetrics } from '../http/metrics.ts'
import { StoreWatch } from '../jobs/watch-store.ts'
import { anyChanged } from '../ports/postgres/changed-rows.ts'
import { requireReadable } from '../ports/postgres/migrate.ts'
import type { ShopId } from '../ports/record-store/record-store.ts'
import type { Events } from './events.ts'
import type { Assembly } from './parts.ts'
import type { Store } from './store.ts'
import { registerNodeMetrics, registerPoolMetrics, STORE_SCHEMA } from './store-postgres.ts'

interface WatchParts {
  store: Store
  metrics: HttpMetrics
  events: Events['events']
  forgetShop: (shop: ShopId) => Promise<void>
}

export function composeWatch(
  { config, clock, onClose, onError }: Assembly,
  { store, metrics, events, forgetShop }: WatchParts,
) {
  const { shared } = store
  if (!shared) return undefined
  const watch = new StoreWatch({
    hasChanges: async () => {
      const { records, log, nodes, db } = shared
      return nodes.changes === undefined || anyChanged(db, [records.changes, log.changes, nodes.changes])
    },
    pollRecords: () => shared.records.poll(),
    logPositions: () => shared.log.positions(),
    hearErasures: (onErased) => shared.nodes.hear(onErased),
    onAppended: (shop) => events.follower.wake(shop),
    noticeIntake: (appended) => {
      const today = dayOf(clock())
      const intake = appended.filter(({ day }) => day === today).map((one) => [one.shop, one.intake] as const)
      events.ingest.quota.notice(new Map(intake), clock())
    },
    onErased: (shop, shopper) => events.erasedElsewhere(shop, shopper),
    nodes: () => shared.nodes.deriving,
    unfollowed: () => shared.nodes.unfollowed(),
    requireReadable: () => requireReadable(shared.db, STORE_SCHEMA),
    // Never read-only, because an edge node stores events on its own disk.
    readOnlyAfterSeconds: config.role === 'edge' ? 0 : config.readOnlyAfterSeconds,
    onError,
  })
  shared.records.onDeleted((shop) => {
    forgetShop(shop).catch((error) => onError(error, `forgetting ${shop}, which another node deleted,`))
  })
  onClose(() => shared.nodes.leave())
  watch.register(metrics.registry)
  registerNodeMetrics(metrics.registry, shared.nodes)
  registerPoolMetrics(metrics.registry, shared)
  onClose(() => watch.stop())
  return watch
}

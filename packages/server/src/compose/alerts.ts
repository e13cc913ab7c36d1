/** Measures the state of shops in the background, stores alerts and sends them to the merchants' webhooks. */
import { type AlertDeps, evaluateAlerts } from '../features/insights/alerts.ts'
import type { ImportJobs } from '../features/insights/import-jobs.ts'
import type { TenantCache } from '../features/shops/tenant-cache.ts'
import { AlertMeasures } from '../features/insights/measure-alerts.ts'
import type { HealthRuns } from '../features/search-health/health-runs.ts'
import { AlertWatch } from '../jobs/watch-alerts.ts'
import { newId } from '../new-id.ts'
import { httpAlertDelivery } from '../ports/alert-delivery/http.ts'
import type { Events } from './events.ts'
import type { ShopId } from '../ports/record-store/record-store.ts'
import type { Assembly } from './parts.ts'
import type { Store } from './store.ts'
import type { Vectors } from './vectors.ts'

interface AlertParts extends Pick<Events, 'events'>, Pick<Vectors, 'vectors'> {
  webhookSecretOf: AlertDeps['webhookSecretOf']
  store: Store
  imports: ImportJobs
  residents: TenantCache
  runs: Pick<HealthRuns, 'brokenGolden' | 'onEnd'>
}

export function composeAlerts({ clock, alertDelivery, onClose, onError }: Assembly, parts: AlertParts) {
  const { store, events, vectors, imports, residents, webhookSecretOf, runs } = parts
  const delivery = httpAlertDelivery(alertDelivery)
  onClose(() => delivery.close())
  const measures = new AlertMeasures({
    ...{ store: events.store, imports, progress: vectors.progress, clock },
    brokenGolden: (shop) => runs.brokenGolden(shop),
  })
  const measure = (shop: Parameters<typeof measures.of>[0]) => measures.of(shop)
  const deps = { admin: store.admin, measure, delivery, webhookSecretOf }
  const watch = new AlertWatch({
    inUse: () => residents.ids(),
    listShopIds: () => store.records.listShopIds(),
    findShop: (id) => store.records.getShop(id),
    evaluate: (shop) => evaluateAlerts({ ...deps, newId, clock }, shop),
    onError: (error) => onError(error, 'evaluating alerts'),
  })
  onClose(() => watch.close())
  onClose(store.records.onChange((shop) => watch.changed(shop)))
  const happened = (shop: ShopId) => watch.happened(shop)
  events.follower.onWake(happened)
  imports.onEnd = happened
  runs.onEnd = happened
  return watch
}

import {
  acknowledgeAlertRoute,
  alertSecretRoute,
  createImportRoute,
  dismissSuggestionRoute,
  getImportRoute,
  listAlertsRoute,
  listImportsRoute,
  type QualityFinding,
  qualityRoute,
  type Suggestion,
  streamRoute,
  suggestionsRoute,
} from '@vitrine/contract'
import { Refusal, TooBusy } from '../../features/errors.ts'
import { presentAlert } from '../../features/insights/alerts.ts'
import type { ImportJobs } from '../../features/insights/import-jobs.ts'
import { liveStream, SharedReads, type StreamSource, whenChanged } from '../../features/insights/live-stream.ts'
import type { BackgroundFindings } from '../../features/insights/background-findings.ts'
import { type InsightDeps, keptSuggestions } from '../../features/insights/shop-insights.ts'
import { listAside } from '../../features/platform/replay-aside.ts'
import { presentOutcome } from '../../features/ingest/outcome-log.ts'
import type { StoredOutcomes } from '../../features/ingest/stored-outcomes.ts'
import type { AdminStore } from '../../ports/admin-store/admin-store.ts'
import type { RecordStore, Shop, ShopId } from '../../ports/record-store/record-store.ts'
import type { App } from '../app.ts'

export interface InsightRouteDeps extends InsightDeps {
  quality: BackgroundFindings<QualityFinding>
  findShop: (id: ShopId) => Promise<Shop | undefined>
  records: RecordStore
  imports: ImportJobs
  drafts: Pick<AdminStore, 'listDrafts'>
  alerts: Pick<AdminStore, 'listAlerts' | 'changeAlert'>
  dismissals: Pick<AdminStore, 'dismiss' | 'listDismissed'>
  storedOutcomes: StoredOutcomes
  progress: (shop: ShopId) => Promise<unknown>
  webhookSecretOf: (shop: Shop) => string
}

export function adminInsightRoutes(app: App, deps: InsightRouteDeps): void {
  const { quality } = deps
  const suggestions = keptSuggestions(deps)
  const requireShop = async (id: ShopId) => {
    const shop = await deps.findShop(id)
    if (!shop) throw new Refusal(404, `there is no shop ${id}`)
    return shop
  }
  let listeners = 0
  const shared = new SharedReads(deps.clock)
  app.admin(suggestionsRoute, async ({ params, query }) => {
    const { found, ...age } = await findings(suggestions, await requireShop(params.shop!), query)
    const dismissed = new Set(await deps.dismissals.listDismissed(params.shop!))
    const isWanted = ({ id, kind }: Suggestion) => !dismissed.has(id) && (query.kind ?? kind) === kind
    return { suggestions: found.filter(isWanted), ...age }
  })
  app.admin(dismissSuggestionRoute, async ({ params, noteAudit }) => {
    await requireShop(params.shop!)
    noteAudit({ target: params.id! })
    await deps.dismissals.dismiss(params.shop!, params.id!)
    return { id: params.id! }
  })
  app.admin(qualityRoute, async ({ params, query }) => {
    const { found, ...age } = await findings(quality, await requireShop(params.shop!), query)
    return { checks: found, ...age }
  })
  app.admin(createImportRoute, async ({ params, query, actor, stream, noteAudit }) => {
    const shop = await requireShop(params.shop!)
    const name = query.name ?? 'products'
    noteAudit({ target: name })
    return deps.imports.start(shop.id, { name, actor: actor.name, from: query.from, map: query.map }, stream)
  })
  app.admin(listImportsRoute, async ({ params }) => {
    const shop = await requireShop(params.shop!)
    return { imports: deps.imports.list(shop.id) }
  })
  app.admin(getImportRoute, ({ params }) => {
    const job = deps.imports.find(params.shop!, params.id!)
    if (!job) throw new Refusal(404, 'there is no such import in this process')
    return job
  })
  app.admin(listAlertsRoute, async ({ params }) => {
    const shop = await requireShop(params.shop!)
    return { alerts: (await deps.alerts.listAlerts(shop.id)).map(presentAlert) }
  })
  app.admin(alertSecretRoute, async ({ params }) => {
    const shop = await requireShop(params.shop!)
    return { secret: deps.webhookSecretOf(shop) }
  })
  app.admin(acknowledgeAlertRoute, async ({ params, actor, nowMs, noteAudit }) => {
    const seen = { acknowledgedAtMs: nowMs, acknowledgedBy: actor.name }
    const alert = await deps.alerts.changeAlert(params.shop!, params.id!, (found) => ({ ...found, ...seen }))
    if (!alert) throw new Refusal(404, 'there is no such alert')
    noteAudit({ target: alert.kind })
    return presentAlert(alert)
  })
  app.admin(streamRoute, async ({ params, setHeader, currentActor }) => {
    const shop = await requireShop(params.shop!)
    if (listeners >= MAX_LISTENERS) throw new TooBusy(5)
    setHeader('cache-control', 'no-store')
    listeners++
    return liveStream(sourcesOf(deps, shop.id, shared), currentActor).once('close', () => listeners--)
  })
}

async function findings<Found>(kept: BackgroundFindings<Found>, shop: Shop, query: Record<string, string>) {
  const { found, atMs, isCurrent } = await (query.wait === 'true' ? kept.current(shop) : kept.of(shop))
  return { found: [...found], looked_at: atMs === null ? null : new Date(atMs).toISOString(), is_current: isCurrent }
}

/** Every live stream queries the store repeatedly. */
const MAX_LISTENERS = 100

function sourcesOf(deps: InsightRouteDeps, shop: ShopId, shared: SharedReads): StreamSource[] {
  const source = (event: string, read: () => Promise<unknown>) =>
    whenChanged(event, () => shared.read(`${event} ${shop}`, read))
  return [
    source('config', async () => {
      const [latest] = await deps.records.listVersions(shop, Number.MAX_SAFE_INTEGER, 1)
      return latest ?? null
    }),
    source('imports', async () => ({ imports: deps.imports.list(shop).slice(0, 5) })),
    source('alerts', async () => ({
      alerts: (await deps.alerts.listAlerts(shop)).slice(0, 20).map(presentAlert),
    })),
    source('drafts', async () => ({
      drafts: (await deps.drafts.listDrafts(shop)).map(({ id, author, title, updatedAt }) => ({
        id,
        author,
        title,
        updated_at: updatedAt,
      })),
    })),
    source('embedding', async () => ({ spaces: await deps.progress(shop) })),
    {
      event: 'event',
      async read(since) {
        const latest = await shared.read(`event ${shop}`, async () =>
          (await deps.storedOutcomes.latest(shop, 50)).map(presentOutcome).reverse(),
        )
        const lines = latest.map((one) => JSON.stringify(one))
        const last = lines.at(-1)
        // The first read only remembers the latest event. Later reads send the events after it.
        if (since === undefined) return { state: last ?? '', messages: [] }
        const from = lines.lastIndexOf(since as string) + 1
        return { state: last ?? since, messages: latest.slice(from) }
      },
    },
    // Must come after `event`: a client that reads the latest events on this message then receives all later ones.
    source('set_aside', async () => ({ set_aside: await listAside(deps.reports.store, shop) })),
  ]
}

import { Readable } from 'node:stream'
import {
  ANALYTICS_REPORTS,
  type AnalyticsReportName,
  analyticsRoute,
  debugEventsRoute,
  eraseVisitorRoute,
  exportEventsRoute,
  exportVisitorRoute,
  estimateExperimentRoute,
  listReportsRoute,
  REPORT_DESCRIPTIONS,
  REPORT_FILTERS,
  replaySetAsideRoute,
} from '@vitrine/contract'
import type { ReportCall } from '../../features/analytics/report-call.ts'
import { estimateExperiment } from '../../features/analytics/estimate-experiment.ts'
import { reportCsv } from '../../features/analytics/report-csv.ts'
import { type ReportDeps, readReportCall } from '../../features/analytics/report-range.ts'
import { runReport } from '../../features/analytics/reports.ts'
import { withAccessChecks } from '../../features/access/with-access-checks.ts'
import { withExternalIds } from '../../features/catalog/external-ids.ts'
import type { ProductReader } from '../../features/catalog/product-reader.ts'
import { Refusal } from '../../features/errors.ts'
import { exportEvents } from '../../features/platform/export-events.ts'
import { listAside } from '../../features/platform/replay-aside.ts'
import type { StoredOutcomes } from '../../features/ingest/stored-outcomes.ts'
import { presentOutcome } from '../../features/ingest/outcome-log.ts'
import { exportPerson } from '../../features/profiles/profiles.ts'
import type { EventLog } from '../../ports/event-log/event-log.ts'
import type { Shop, ShopId } from '../../ports/record-store/record-store.ts'
import type { App } from '../app.ts'
import type { AdminCall } from '../call.ts'

export interface AnalyticsDeps extends ReportDeps {
  products: Pick<ProductReader, 'read'>
  log: EventLog
  storedOutcomes: StoredOutcomes
  erasePerson: (shop: ShopId, id: string) => Promise<number | undefined>
  /** Writes the counts in memory to the store, so that reports include them. */
  storeCounts: () => Promise<void>
  /** Resolves when all acknowledged events are processed. */
  settle: () => Promise<void>
  replaySetAside: (shop: Shop) => Promise<void>
  findShop: (id: ShopId) => Promise<Shop | undefined>
}

export function adminAnalyticsRoutes(app: App, deps: AnalyticsDeps): void {
  app.admin(analyticsRoute, async (call) => {
    const shop = await findShop(deps, call)
    const name = ANALYTICS_REPORTS.find((known) => known === call.params.report)
    if (name === undefined) throw new Refusal(404, `unknown report; the reports are ${ANALYTICS_REPORTS.join(', ')}`)
    const answer = await report(deps, name, readReportCall(deps, shop, { query: call.query, nowMs: call.nowMs }))
    const body = await withExternalIds(deps.products, shop.id, answer)
    if (!wantsCsv(call)) return body
    call.setHeader('content-type', 'text/csv; charset=utf-8')
    return reportCsv(body)
  })
  app.admin(listReportsRoute, async (call) => {
    await findShop(deps, call)
    return {
      reports: ANALYTICS_REPORTS.map((name) => ({
        name,
        description: REPORT_DESCRIPTIONS[name],
        filters: [...REPORT_FILTERS[name]],
      })),
    }
  })
  app.admin(estimateExperimentRoute, async (call) => {
    const shop = await findShop(deps, call)
    return estimateExperiment(readReportCall(deps, shop, { query: {}, nowMs: call.nowMs }), call.body)
  })
  app.admin(exportEventsRoute, async (call) => {
    const shop = await findShop(deps, call)
    const { after = '0', limit } = call.query
    const range = { after: Number(after), limit: limit === undefined ? Number.POSITIVE_INFINITY : Number(limit) }
    return Readable.from(withAccessChecks(exportEvents(deps.log, shop.id, range), call.currentActor))
  })
  app.admin(debugEventsRoute, async (call) => {
    const shop = await findShop(deps, call)
    const latest = await deps.storedOutcomes.latest(shop.id, Number(call.query.limit ?? 50))
    return { events: latest.map(presentOutcome), set_aside: await listAside(deps.store, shop.id) }
  })
  app.admin(replaySetAsideRoute, async (call) => {
    const shop = await findShop(deps, call)
    await deps.replaySetAside(shop)
    return { set_aside: await listAside(deps.store, shop.id) }
  })
  app.admin(exportVisitorRoute, async (call) => {
    const shop = await findShop(deps, call)
    await deps.settle()
    return (await exportPerson(deps, shop.id, call.params.id!)) ?? nobody()
  })
  app.admin(eraseVisitorRoute, async (call) => {
    const shop = await findShop(deps, call)
    return { erased_events: (await deps.erasePerson(shop.id, call.params.id!)) ?? nobody() }
  })
}

function wantsCsv({ headers }: AdminCall<unknown>): boolean {
  return /\btext\/csv\b/.test(headers.accept ?? '')
}

async function report(deps: AnalyticsDeps, name: AnalyticsReportName, call: ReportCall): Promise<object> {
  if (name === 'ingestion') await deps.storeCounts()
  return runReport(name, call)
}

async function findShop(deps: AnalyticsDeps, call: AdminCall<unknown>): Promise<Shop> {
  const shop = await deps.findShop(call.params.shop!)
  if (shop === undefined) throw new Refusal(404, 'there is no such shop')
  return shop
}

function nobody(): never {
  throw new Refusal(404, 'nothing is stored about this shopper')
}

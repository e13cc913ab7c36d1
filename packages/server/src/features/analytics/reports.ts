/** The reports by name. Each reads rollups or rows per visit, order or query; none reads the event log. */
import type { AnalyticsReportName } from '@vitrine/contract'
import {
  audienceReport,
  clickedVisits,
  filterReport,
  funnelReport,
  ingestionReport,
  queryReport,
} from './audience-reports.ts'
import { experimentReport } from './experiment-report.ts'
import { orderReport } from './order-report.ts'
import { type ReportCall, dateOfDay } from './report-call.ts'
import { overviewReport, productReport, surfaceReport } from './surface-reports.ts'

const REPORTS: Record<AnalyticsReportName, (call: ReportCall) => Promise<object>> = {
  overview: overviewReport,
  surfaces: surfaceReport('surface'),
  sections: surfaceReport('section'),
  'recommendation-types': surfaceReport('type'),
  variants: surfaceReport('variant'),
  steps: surfaceReport('step'),
  queries: surfaceReport('query', clickedVisits),
  'top-queries': queryReport('searches'),
  'queries-without-results': queryReport('zeroResults'),
  products: productReport,
  filters: filterReport,
  funnel: funnelReport,
  audience: audienceReport,
  ingestion: ingestionReport,
  experiments: experimentReport,
  orders: orderReport,
}

export async function runReport(name: AnalyticsReportName, call: ReportCall): Promise<object> {
  const body = await REPORTS[name](call)
  const { fromDay, toDay, shop } = call
  const { currency, timezone } = shop.config.shop
  return { report: name, from: dateOfDay(fromDay), to: dateOfDay(toDay), timezone, currency, ...body }
}

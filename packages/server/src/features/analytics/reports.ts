/** The reports by name. Each reads rollups or rows per visit, order or query; none reads the event log. */
import { type AnalyticsReportName, REPORT_FILTER_NAMES, REPORT_FILTERS, validationItem } from '@vitrine/contract'
import type { SegmentFilter } from '../../ports/derived-store/segments.ts'
import { RequestRefused } from '../errors.ts'
import {
  audienceReport,
  clickedVisits,
  filterReport,
  funnelReport,
  ingestionReport,
  queryReport,
} from './audience-reports.ts'
import { exposureReport } from './exposure-report.ts'
import { experimentReport } from './experiment-report.ts'
import { orderReport } from './order-report.ts'
import { type ReportCall, dateOfDay } from './report-call.ts'
import {
  positionsReport,
  queryDetailReport,
  trendingReport,
  withoutClicksReport,
  withoutResultsReport,
} from './search-reports.ts'
import { ruleReport } from './rule-report.ts'
import { overviewReport, productReport, surfaceReport } from './surface-reports.ts'

const REPORTS: Record<AnalyticsReportName, (call: ReportCall) => Promise<object>> = {
  overview: overviewReport,
  surfaces: surfaceReport('surface'),
  sections: surfaceReport('section'),
  'recommendation-types': surfaceReport('type'),
  variants: surfaceReport('variant'),
  steps: surfaceReport('step'),
  rules: ruleReport,
  exposure: exposureReport,
  queries: surfaceReport('query', clickedVisits),
  'top-queries': queryReport('searches'),
  'queries-without-results': withoutResultsReport,
  'queries-without-clicks': withoutClicksReport,
  'trending-queries': trendingReport,
  'click-positions': positionsReport,
  'query-detail': queryDetailReport,
  products: productReport,
  filters: filterReport,
  funnel: funnelReport,
  audience: audienceReport,
  ingestion: ingestionReport,
  experiments: experimentReport,
  orders: orderReport,
}

export async function runReport(name: AnalyticsReportName, call: ReportCall): Promise<object> {
  refuseUnknownCut(name, call.cut)
  const body = await REPORTS[name](call)
  const { fromDay, toDay, shop } = call
  const { currency, timezone } = shop.config.shop
  const filter = call.cut && { filter: call.cut }
  const head = { report: name, from: dateOfDay(fromDay), to: dateOfDay(toDay), timezone, currency, ...filter }
  return { ...head, ...body, ...(call.compare ? { compared: await comparedReport(name, call) } : {}) }
}

/** The audience, experiments, orders and the intake of events are reported whole. */
function refuseUnknownCut(name: AnalyticsReportName, cut: SegmentFilter = {}): void {
  const may = REPORT_FILTERS[name]
  const faults = REPORT_FILTER_NAMES.filter((filter) => cut[filter] !== undefined && !may.includes(filter))
  if (faults.length === 0) return
  const reason =
    may.length === 0 ? 'is not known of this report' : `is not known of this report, only ${may.join(', ')}`
  throw new RequestRefused(faults.map((filter) => validationItem([filter], 'any.unknown', reason)))
}

/** The same report over as many days before. */
async function comparedReport(name: AnalyticsReportName, call: ReportCall): Promise<object> {
  const length = call.toDay - call.fromDay + 1
  const days = { fromDay: call.fromDay - length, toDay: call.fromDay - 1 }
  return {
    from: dateOfDay(days.fromDay),
    to: dateOfDay(days.toDay),
    ...(await REPORTS[name]({ ...call, ...days })),
  }
}

/** Runs reports by name. They read aggregated rows, never the event log. */
import { dateOfDay, type ReportCall } from './report-call.ts'
import { type AnalyticsReportName, REPORT_FILTER_NAMES, REPORT_FILTERS, validationItem } from '@vitrine/contract'
import type { SegmentFilter } from '../../ports/derived-store/segments.ts'
import { RequestRefused } from '../errors.ts'
import { audienceReport, filterReport, funnelReport, ingestionReport } from './audience-reports.ts'
import { exposureReport } from './exposure-report.ts'
import { experimentReport } from './experiment-report.ts'
import { COMPARABLE_VISITS, visitFigures } from './figures.ts'
import { orderReport } from './order-report.ts'
import { readVisits } from './read-figures.ts'
import { queriesBy, queryDetailReport, trendingReport } from './search-reports.ts'
import { overviewReport, positionsReport, productReport, queriesReport, surfaceReport } from './surface-reports.ts'

const REPORTS: Record<AnalyticsReportName, (call: ReportCall) => Promise<object>> = {
  overview: overviewReport,
  surfaces: surfaceReport('surface'),
  sections: surfaceReport('section'),
  'recommendation-types': surfaceReport('type'),
  variants: surfaceReport('variant'),
  steps: surfaceReport('step'),
  rules: ruleReport,
  exposure: exposureReport,
  queries: queriesReport,
  'top-queries': queriesBy({ orderBy: 'searches' }),
  'queries-without-results': queriesBy({ orderBy: 'zeroResults' }),
  'queries-without-clicks': queriesBy({ orderBy: 'searches', isUnclicked: true }),
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
  refuseUnknownFilter(name, call.segmentFilter)
  const body = await REPORTS[name](call)
  const { fromDay, toDay, shop } = call
  const { currency, timezone } = shop.config.shop
  const filter = call.segmentFilter && { filter: call.segmentFilter }
  const head = { report: name, from: dateOfDay(fromDay), to: dateOfDay(toDay), timezone, currency, ...filter }
  return { ...head, ...body, ...(call.compare ? { compared: await comparedReport(name, call) } : {}) }
}

function refuseUnknownFilter(name: AnalyticsReportName, segmentFilter: SegmentFilter = {}): void {
  const may = REPORT_FILTERS[name]
  const faults = REPORT_FILTER_NAMES.filter((filter) => segmentFilter[filter] !== undefined && !may.includes(filter))
  if (faults.length === 0) return
  const reason =
    may.length === 0
      ? 'is not supported by this report'
      : `is not supported by this report, which supports ${may.join(', ')}`
  throw new RequestRefused(faults.map((filter) => validationItem([filter], 'any.unknown', reason)))
}

/** Returns null if either period has too few visits. */
async function comparedReport(name: AnalyticsReportName, call: ReportCall): Promise<object | null> {
  const length = call.toDay - call.fromDay + 1
  const before = { ...call, fromDay: call.fromDay - length, toDay: call.fromDay - 1 }
  const visits = await Promise.all([call, before].map(async (one) => visitFigures(await readVisits(one)).visits))
  if (Math.min(...visits) < COMPARABLE_VISITS) return null
  return { from: dateOfDay(before.fromDay), to: dateOfDay(before.toDay), ...(await REPORTS[name](before)) }
}

/** Includes rules that never applied. */
async function ruleReport(call: ReportCall): Promise<object> {
  const { store, shop, fromDay, toDay, key } = call
  const uses = new Map((await store.ruleUses(shop.id, fromDay, toDay)).map((use) => [use.rule, use]))
  const asked = shop.config.search.rules.filter(({ id }) => key === undefined || String(id) === key)
  return {
    rows: asked.map(({ id }) => {
      const use = uses.get(String(id))
      return {
        rule: String(id),
        acted: use?.answers ?? 0,
        last_acted_on: use === undefined ? null : dateOfDay(use.lastDay),
      }
    }),
  }
}

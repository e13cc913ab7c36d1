import { type AnalyticsReportName, completeConfig } from '@vitrine/contract'
import type { DerivedStore } from '../../../ports/derived-store/derived-store.ts'
import { UTC_DAYS } from '../../../ports/derived-store/shop-days.ts'
import { sqliteDerivedTables } from '../../../ports/derived-store/sqlite-derived-tables.ts'
import { batch, shop, today, windows } from '../../../ports/derived-store/testing/derived-facts.ts'
import type { ReportCall } from '../report-call.ts'
import { runReport } from '../reports.ts'

// biome-ignore lint/suspicious/noExplicitAny: reports are read as the wire shows them
export type Report = any

export function call(store: DerivedStore, changes: Partial<ReportCall> = {}): ReportCall {
  const config = completeConfig({
    experiences: [
      {
        id: 'e',
        name: 'E',
        status: 'active',
        variants: [
          { key: 'a', weight: 1 },
          { key: 'b', weight: 1 },
        ],
      },
    ],
  } as never)
  return {
    store,
    shop: { id: shop, createdAt: '', version: 1, config },
    days: UTC_DAYS,
    fromDay: today,
    toDay: today,
    perDay: false,
    limit: 10,
    key: undefined,
    scope: 'landing',
    segmentFilter: undefined,
    compare: false,
    nowMs: 0,
    reformulations: async () => [],
    versionsSince: async () => [],
    countProducts: async () => 0,
    configAt: async () => undefined,
    ...changes,
  }
}

export async function using(
  facts: Parameters<typeof batch>[0],
  work: (store: DerivedStore) => Promise<void>,
): Promise<void> {
  const store = sqliteDerivedTables(':memory:')
  await store.apply(shop, batch(facts), windows)
  await work(store)
  await store.close()
}

export async function report(
  name: AnalyticsReportName,
  store: DerivedStore,
  changes?: Partial<ReportCall>,
): Promise<Report> {
  return runReport(name, call(store, changes))
}

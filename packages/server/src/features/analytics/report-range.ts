import { validationItem } from '@vitrine/contract'
import type { DerivedStore } from '../../ports/derived-store/derived-store.ts'
import type { SegmentFilter } from '../../ports/derived-store/segments.ts'
import { shopDays, UTC_DAYS } from '../../ports/derived-store/shop-days.ts'
import type { RecordStore, Shop } from '../../ports/record-store/record-store.ts'
import type { RecentSearches } from './recent-searches.ts'
import { RequestRefused } from '../errors.ts'
import type { ReportCall } from './report-call.ts'

const DEFAULT_DAYS = 30
const DEFAULT_LIMIT = 100
const MAX_VERSIONS = 500

export interface ReportDeps {
  store: DerivedStore
  recent: RecentSearches
  records: Pick<RecordStore, 'listVersions' | 'getVersion' | 'countProducts'>
}

export function readReportCall(
  { store, recent, records }: ReportDeps,
  shop: Shop,
  given: { query: Record<string, string | undefined>; nowMs: number },
): ReportCall {
  const { query } = given
  const days = shopDays(shop.config.shop.timezone)
  const toDay = query.to === undefined ? days.dayOf(given.nowMs) : readDay('to', query.to)
  const fromDay = query.from === undefined ? toDay - DEFAULT_DAYS + 1 : readDay('from', query.from)
  if (fromDay > toDay) {
    throw new RequestRefused([validationItem(['from'], 'date.max', `must be less than or equal to "${query.to}"`)])
  }
  return {
    store,
    shop,
    days,
    fromDay,
    toDay,
    perDay: query.by === 'day',
    limit: query.limit === undefined ? DEFAULT_LIMIT : Number(query.limit),
    key: query.key,
    only: query.ids?.split(','),
    scope: query.scope === 'page' ? 'page' : 'landing',
    segmentFilter: readSegmentFilter(query),
    compare: query.compare === 'previous',
    nowMs: given.nowMs,
    reformulations: async () => (await recent.of(shop.id, given.nowMs)).reformulations,
    async versionsSince(atMs) {
      const versions = await records.listVersions(shop.id, Number.MAX_SAFE_INTEGER, MAX_VERSIONS)
      return versions.filter(({ at }) => Date.parse(at) > atMs)
    },
    countProducts: () => records.countProducts(shop.id),
    configAt: async (version) => (await records.getVersion(shop.id, version))?.config,
  }
}

function readSegmentFilter({ device, market, locale }: Record<string, string | undefined>): SegmentFilter | undefined {
  if ((device ?? market ?? locale) === undefined) return undefined
  return { device, market, locale: locale?.replaceAll('_', '-').toLowerCase() }
}

function readDay(name: string, text: string): number {
  const ms = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(ms)) throw new RequestRefused([validationItem([name], 'date.format', 'must be a day, YYYY-MM-DD')])
  return UTC_DAYS.dayOf(ms)
}

import type { ShopConfig } from '@vitrine/contract'
import type { RollupRow } from '../../ports/derived-store/derived-records.ts'
import type { DerivedStore } from '../../ports/derived-store/derived-store.ts'
import { MONEY_SCALE } from '../../ports/derived-store/derived-facts.ts'
import { dimensionIn, isInSegment, type SegmentFilter, SEGMENTS } from '../../ports/derived-store/segments.ts'
import type { ShopDays } from '../../ports/derived-store/shop-days.ts'
import type { Shop, ShopVersion } from '../../ports/record-store/record-store.ts'
import type { Reformulation } from './recent-searches.ts'

export interface ReportCall {
  store: DerivedStore
  shop: Shop
  days: ShopDays
  fromDay: number
  toDay: number
  perDay: boolean
  limit: number
  key: string | undefined
  /** The products to report on; undefined means those that lead the report. */
  only?: readonly string[] | undefined
  scope: 'landing' | 'page'
  /** undefined means all shoppers. */
  segmentFilter: SegmentFilter | undefined
  compare: boolean
  nowMs: number
  reformulations: () => Promise<readonly Reformulation[]>
  /** Configuration versions since this time, newest first. */
  versionsSince: (atMs: number) => Promise<readonly ShopVersion[]>
  countProducts: () => Promise<number>
  configAt: (version: number) => Promise<ShopConfig | undefined>
}

/** The metrics of one key (and day). A missing metric is 0. */
export interface Numbers {
  key: string
  day?: number
  get(metric: string): number
  /** Sums `metric:CUR` in the shop's currency. Amounts without an exchange rate are in `unconverted` instead. */
  money(metric: string): number
  unconverted(metric: string): Record<string, number>
}

const SPARE = 3
const DAY_MS = 86_400_000
export const dateOfDay = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)

interface NumbersAsked {
  deciding?: readonly string[]
  only?: readonly string[]
}

export async function readNumbers(
  call: ReportCall,
  dimension: string,
  { deciding, only }: NumbersAsked = {},
): Promise<Numbers[]> {
  const { fromDay, toDay, perDay, key } = call
  // Reads spare rows, because rows of several segments are joined and some lack one of the metrics.
  const largest = deciding && !perDay ? { metrics: deciding, limit: SPARE * call.limit } : undefined
  const read = (name: string) =>
    call.store.rollups(call.shop.id, {
      dimension: name,
      fromDay,
      toDay,
      perDay,
      key,
      only,
      ...(largest && { largest }),
    })
  if (!call.segmentFilter) return toNumbers(call.shop, await read(dimension))
  const segments = await segmentsOf(call, call.segmentFilter)
  const rows = await Promise.all(segments.map((segment) => read(dimensionIn(segment, dimension))))
  return toNumbers(call.shop, rows.flat())
}

export async function segmentsOf(
  call: Pick<ReportCall, 'shop' | 'fromDay' | 'toDay'> & { store: Pick<DerivedStore, 'rollups'> },
  filter: SegmentFilter,
): Promise<string[]> {
  const { fromDay, toDay } = call
  const rows = await call.store.rollups(call.shop.id, { dimension: SEGMENTS, fromDay, toDay })
  return rows.map(({ key }) => key).filter((segment) => isInSegment(segment, filter))
}

function toNumbers(shop: Shop, rows: readonly RollupRow[]): Numbers[] {
  const groups = Map.groupBy(rows, (row) => `${row.day ?? ''}\n${row.key}`)
  return [...groups.values()].map((group) => {
    const values = new Map<string, number>()
    for (const { metric, value } of group) values.set(metric, (values.get(metric) ?? 0) + value)
    const [{ key, day }] = group as [RollupRow]
    return {
      key,
      day,
      get: (metric) => values.get(metric) ?? 0,
      money: (metric) => sumMoney(shop, amountsOf(values, metric)),
      unconverted: (metric) => withoutRate(shop, amountsOf(values, metric)),
    }
  })
}

export const NOTHING: Numbers = { key: '', get: () => 0, money: () => 0, unconverted: () => ({}) }

function amountsOf(values: ReadonlyMap<string, number>, metric: string): Record<string, number> {
  const prefix = `${metric}:`
  const found = [...values].filter(([name]) => name.startsWith(prefix))
  return Object.fromEntries(found.map(([name, value]) => [name.slice(prefix.length), value]))
}

/** Converts ten-thousandths by currency to major units of the shop's currency. */
export function sumMoney(shop: Shop, amounts: Record<string, number>): number {
  let sum = 0
  for (const [currency, amount] of Object.entries(amounts))
    sum += amount / (rateOf(shop, currency) ?? Number.POSITIVE_INFINITY)
  return roundMoney(sum / MONEY_SCALE)
}

function withoutRate(shop: Shop, amounts: Record<string, number>): Record<string, number> {
  const rest = Object.entries(amounts).filter(([currency]) => rateOf(shop, currency) === undefined)
  return Object.fromEntries(rest.map(([currency, amount]) => [currency, roundMoney(amount / MONEY_SCALE)]))
}

/** Returns units of the currency per unit of the shop's own. An event without a currency uses the shop's. */
function rateOf({ config }: Shop, currency: string): number | undefined {
  return currency === '' || currency === config.shop.currency ? 1 : config.currency_rates[currency]
}

export function roundMoney(amount: number): number {
  return Math.round(amount * 100) / 100
}

export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1e6) / 1e6
}

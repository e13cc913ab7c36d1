/** Measures the conditions of alerts. There is no value for too few searches, events or visits. */
import type { DerivedStore } from '../../ports/derived-store/derived-store.ts'
import { searchFigures, type VisitFigures, visitFigures } from '../analytics/figures.ts'
import { readSearchesByDay, readVisits, sumOfDays } from '../analytics/read-figures.ts'
import { wilsonInterval } from '../analytics/statistics.ts'
import { shopDays } from '../../ports/derived-store/shop-days.ts'
import type { Shop, ShopId } from '../../ports/record-store/record-store.ts'
import { type Reading, thresholdsOf } from './alerts.ts'
import type { ImportJobs } from './import-jobs.ts'

export interface MeasureDeps {
  store: Pick<DerivedStore, 'searchesByDay' | 'outcomes' | 'visits' | 'rollups'>
  imports: Pick<ImportJobs, 'list'>
  progress: (shop: ShopId) => Promise<readonly { space: string; done: number; complete: boolean }[]>
  /** undefined before the first check. */
  brokenGolden: (shop: ShopId) => Promise<readonly string[] | undefined>
  clock: () => number
}

const MIN_SEARCHES = 50
const MIN_EVENTS = 50
const MIN_VISITS = 200
const WEEK = 7
const MINUTE_MS = 60_000

export class AlertMeasures {
  readonly #deps: MeasureDeps
  /** The number of products with vectors, and the time of its last change, for each shop and vector space. */
  readonly #embedded = new Map<string, { done: number; sinceMs: number }>()

  constructor(deps: MeasureDeps) {
    this.#deps = deps
  }

  async of(shop: Shop): Promise<Reading[]> {
    const limits = thresholdsOf(shop)
    const today = shopDays(shop.config.shop.timezone).dayOf(this.#deps.clock())
    const measured = await Promise.all([
      limits.zero_result_share === false ? null : this.#zeroResults(shop, today, limits.zero_result_share),
      limits.error_share === false ? null : this.#errors(shop, today, limits.error_share),
      limits.conversion_drop === false ? null : this.#conversion(shop, today, limits.conversion_drop),
      limits.import_failed ? this.#imports(shop) : null,
      limits.golden_queries ? this.#golden(shop) : null,
      limits.embedding_stalled_minutes === false ? null : this.#embedding(shop, limits.embedding_stalled_minutes),
    ])
    return measured.filter((one) => one !== null)
  }

  async #zeroResults(shop: Shop, today: number, threshold: number): Promise<Reading> {
    const days = await readSearchesByDay(this.#call(shop, today - 1, today))
    const { searches, zero_result_rate: rate } = searchFigures(sumOfDays(days))
    const value = searches < MIN_SEARCHES ? null : rate
    return reading('zero_result_share', value, threshold, `${percent(value)} of ${searches} searches found nothing`)
  }

  async #errors({ id }: Shop, today: number, threshold: number): Promise<Reading> {
    const rows = await this.#deps.store.outcomes(id, today - 1, today)
    const all = rows.reduce((sum, row) => sum + row.count, 0)
    const refused = rows.reduce((sum, row) => sum + (row.outcome.startsWith('refused') ? row.count : 0), 0)
    const value = all < MIN_EVENTS ? null : refused / all
    return reading('error_share', value, threshold, `${percent(value)} of ${all} events were refused`)
  }

  async #conversion(shop: Shop, today: number, threshold: number): Promise<Reading> {
    const figures = async (fromDay: number, toDay: number) => {
      const found = visitFigures(await readVisits(this.#call(shop, fromDay, toDay)))
      return found.visits < MIN_VISITS ? null : found
    }
    const [now, before] = await Promise.all([figures(today - 1, today), figures(today - 1 - WEEK, today - 2)])
    const [rate = null, usual = null] = [now?.conversion_rate, before?.conversion_rate]
    const value = now === null || rate === null || !usual ? null : mayBeChance(now, usual) ? 0 : 1 - rate / usual
    const message = `${percent(rate)} of visits ordered, ${percent(usual)} in the week before`
    return reading('conversion_drop', value, threshold, message)
  }

  #call(shop: Shop, fromDay: number, toDay: number) {
    return { store: this.#deps.store, shop, fromDay, toDay }
  }

  #imports({ id }: Shop): Reading {
    const [latest] = this.#deps.imports.list(id)
    const value = latest === undefined ? null : Number(latest.state === 'failed')
    const message = `the import of ${latest?.file} failed: ${latest?.error ?? 'no product could be read'}`
    return reading('import_failed', value, 0, message)
  }

  async #golden({ id, config }: Shop): Promise<Reading> {
    // The configuration may be newer than the last check.
    const expected = new Set(config.search.golden_queries.map(({ query }) => query))
    const broken = (await this.#deps.brokenGolden(id))?.filter((query) => expected.has(query))
    const message = `not answered as expected: “${broken?.join('”, “')}”`
    return reading('golden_queries', broken?.length ?? null, 0, message)
  }

  async #embedding({ id }: Shop, minutes: number): Promise<Reading> {
    const nowMs = this.#deps.clock()
    const waits = (await this.#deps.progress(id)).map(({ space, done, complete }) => {
      const key = `${id}\n${space}`
      const known = this.#embedded.get(key)
      if (complete || known?.done !== done) this.#embedded.set(key, { done, sinceMs: nowMs })
      return complete ? 0 : (nowMs - this.#embedded.get(key)!.sinceMs) / MINUTE_MS
    })
    const value = waits.length === 0 ? null : Math.max(...waits)
    const message = `products are waiting for vectors, and none has been made for ${Math.round(value ?? 0)} minutes`
    return reading('embedding_stalled', value, minutes, message)
  }
}

/** Few orders are made in two days, so the rate must lie outside its confidence interval. */
function mayBeChance({ visits, visits_with_order: orders }: VisitFigures, usual: number): boolean {
  return wilsonInterval(orders, visits)[1] >= usual
}

function reading(kind: Reading['kind'], value: number | null, threshold: number, message: string): Reading {
  return { kind, value: value === null ? null : Math.round(value * 10_000) / 10_000, threshold, message }
}

function percent(share: number | null): string {
  return `${Math.round((share ?? 0) * 1000) / 10} %`
}

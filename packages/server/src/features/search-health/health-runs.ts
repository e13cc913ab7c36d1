/** Runs the checks for one shop at a time, keeps the latest result, and records a score per day. */
import type { Shop, ShopId } from '../../ports/record-store/record-store.ts'
import { shopDays } from '../../ports/derived-store/shop-days.ts'
import { type HealthDeps, checkHealth, type SearchHealth } from './search-health.ts'

export interface HealthRunDeps extends HealthDeps {
  onError: (error: unknown) => void
}

interface DayScore {
  date: string
  score: number | null
}

interface Known {
  health: SearchHealth
  atMs: number
  version: number
}

/** The searches of a month hardly change in this time. A new configuration makes the result outdated at once. */
const MAX_AGE_MS = 6 * 3_600_000
/** For results without searches, because searches may come at any moment. */
const MAX_AGE_OF_NOTHING_MS = 60_000
const DAY_MS = 86_400_000
const TREND_DAYS = 90
const TREND = 'search-health'

export class HealthRuns {
  readonly #deps: HealthRunDeps
  readonly #known = new Map<ShopId, Known>()
  readonly #running = new Map<ShopId, { progress: { done: number; of: number }; done: Promise<void> }>()
  #queue: Promise<void> = Promise.resolve()
  onEnd = (_shop: ShopId) => {}

  constructor(deps: HealthRunDeps) {
    this.#deps = deps
  }

  async of(shop: Shop, { wait = false } = {}) {
    if (!this.#isCurrent(shop)) {
      const run = this.#running.get(shop.id)?.done ?? this.#begin(shop)
      if (wait) await run
    }
    const known = this.#known.get(shop.id)
    return {
      health: known?.health ?? null,
      trend: await this.#trend(shop.id),
      progress: this.#running.get(shop.id)?.progress ?? null,
      looked_at: known ? new Date(known.atMs).toISOString() : null,
      is_current: this.#isCurrent(shop),
    }
  }

  async daily(shop: Shop): Promise<void> {
    const known = this.#known.get(shop.id)
    if (known && this.#deps.clock() - known.atMs < DAY_MS) return
    await (this.#running.get(shop.id)?.done ?? this.#begin(shop))
  }

  /** Returns undefined before the first check. */
  brokenGolden(shop: ShopId): string[] | undefined {
    return this.#known.get(shop)?.health.golden.broken.map(({ query }) => query)
  }

  #isCurrent({ id, version }: Shop): boolean {
    const known = this.#known.get(id)
    if (known?.version !== version) return false
    const maxAgeMs = known.health.replay.searches === 0 ? MAX_AGE_OF_NOTHING_MS : MAX_AGE_MS
    return this.#deps.clock() - known.atMs < maxAgeMs
  }

  #begin(shop: Shop): Promise<void> {
    const progress = { done: 0, of: 0 }
    const done = this.#queue
      .then(() => this.#look(shop, progress))
      .catch(this.#deps.onError)
      .finally(() => {
        this.#running.delete(shop.id)
        this.onEnd(shop.id)
      })
    this.#queue = done
    this.#running.set(shop.id, { progress, done })
    return done
  }

  async #look(shop: Shop, progress: { done: number; of: number }): Promise<void> {
    const atMs = this.#deps.clock()
    const health = await checkHealth(this.#deps, shop, (done, of) => Object.assign(progress, { done, of }))
    this.#known.set(shop.id, { health, atMs, version: shop.version })
    await this.#remember(shop, { atMs, score: health.score })
  }

  async #remember({ id, config }: Shop, { atMs, score }: { atMs: number; score: number | null }): Promise<void> {
    const day = shopDays(config.shop.timezone).dayOf(atMs)
    const date = new Date(day * 86_400_000).toISOString().slice(0, 10)
    const others = (await this.#trend(id)).filter((one) => one.date !== date)
    const trend = [...others, { date, score }].slice(-TREND_DAYS)
    const epoch = await this.#deps.derived.erasureEpoch(id)
    const bytes = new TextEncoder().encode(JSON.stringify(trend))
    await this.#deps.derived.putSnapshot(id, TREND, { offset: 0, bytes, epoch })
  }

  async #trend(shop: ShopId): Promise<DayScore[]> {
    const kept = await this.#deps.derived.snapshot(shop, TREND)
    return kept ? (JSON.parse(new TextDecoder().decode(kept.bytes)) as DayScore[]) : []
  }
}

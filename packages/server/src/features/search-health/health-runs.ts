/**
 * Runs the checks for one shop at a time, and stores the latest result and a score per day. They survive a restart, and
 * are dropped when a person is erased, because they quote failing searches.
 */
import { createHash } from 'node:crypto'
import type { Shop, ShopId } from '../../ports/record-store/record-store.ts'
import { shopDays } from '../../ports/derived-store/shop-days.ts'
import { storedJson } from '../../ports/derived-store/stored-json.ts'
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
  /** Digest of the checked configuration: after a change and its undoing, the result is current again. */
  basis: string
}

/** The searches of a month hardly change in this time. Another configuration makes the result outdated at once. */
const MAX_AGE_MS = 6 * 3_600_000
/** For results without searches, because searches may come at any moment. */
const MAX_AGE_OF_NOTHING_MS = 60_000
const DAY_MS = 86_400_000
const TREND_DAYS = 90
const TREND = 'search-health'
const LATEST = 'search-health-latest@1'

export class HealthRuns {
  readonly #deps: HealthRunDeps
  readonly #running = new Map<ShopId, { progress: { done: number; of: number }; done: Promise<void> }>()
  #queue: Promise<void> = Promise.resolve()
  onEnd = (_shop: ShopId) => {}

  constructor(deps: HealthRunDeps) {
    this.#deps = deps
  }

  async of(shop: Shop, { wait = false } = {}) {
    const latest = this.#latest(shop.id)
    const running = this.#running.get(shop.id)?.done
    if (!this.#isCurrent(await latest.read(), shop)) {
      const run = running ?? this.#run(shop)
      if (wait) await run
    }
    const known = await latest.read()
    return {
      health: known?.health ?? null,
      trend: (await this.#trend(shop.id).read()) ?? [],
      progress: this.#running.get(shop.id)?.progress ?? null,
      looked_at: known ? new Date(known.atMs).toISOString() : null,
      is_current: this.#isCurrent(known, shop),
    }
  }

  async daily(shop: Shop): Promise<void> {
    const known = await this.#latest(shop.id).read()
    if (!known || this.#deps.clock() - known.atMs >= DAY_MS) await this.#run(shop)
  }

  /** Returns undefined before the first check. */
  async brokenGolden(shop: ShopId): Promise<string[] | undefined> {
    return (await this.#latest(shop).read())?.health.golden.broken.map(({ query }) => query)
  }

  #isCurrent(known: Known | null | undefined, shop: Shop): boolean {
    if (known?.basis !== basisOf(shop)) return false
    const maxAgeMs = known.health.replay.searches === 0 ? MAX_AGE_OF_NOTHING_MS : MAX_AGE_MS
    return this.#deps.clock() - known.atMs < maxAgeMs
  }

  #run(shop: Shop): Promise<void> {
    return this.#running.get(shop.id)?.done ?? this.#begin(shop)
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
    const latest = this.#latest(shop.id)
    await latest.write((await latest.read()) ?? null)
    const atMs = this.#deps.clock()
    const health = await checkHealth(this.#deps, shop, (done, of) => Object.assign(progress, { done, of }))
    // Somebody was erased during the check, which may have read that person's searches.
    if ((await latest.read()) === undefined) return
    await latest.write({ health, atMs, basis: basisOf(shop) })
    await this.#remember(shop, { atMs, score: health.score })
  }

  async #remember({ id, config }: Shop, { atMs, score }: { atMs: number; score: number | null }): Promise<void> {
    const day = shopDays(config.shop.timezone).dayOf(atMs)
    const date = new Date(day * 86_400_000).toISOString().slice(0, 10)
    const trend = this.#trend(id)
    const others = ((await trend.read()) ?? []).filter((one) => one.date !== date)
    await trend.write([...others, { date, score }].slice(-TREND_DAYS))
  }

  /** Null while the first check runs. */
  #latest(shop: ShopId) {
    return storedJson<Known | null>(this.#deps.derived, shop, LATEST)
  }

  #trend(shop: ShopId) {
    return storedJson<DayScore[]>(this.#deps.derived, shop, TREND)
  }
}

function basisOf({ config }: Shop): string {
  return createHash('sha256').update(JSON.stringify(config)).digest('base64')
}

import type { StoredServe } from '../../ports/derived-store/derived-records.ts'
import type { DerivedStore } from '../../ports/derived-store/derived-store.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import { subjectsOfIdentity } from '../identity/subjects.ts'
import type { Serve, ServeLog } from './serve-log.ts'

/** About as many as a busy node records in a few seconds. */
const MAX_WAITING = 50_000
const BATCH = 500
const WRITE_WITHIN_MS = 200

export interface ServeLogDeps {
  store: Pick<DerivedStore, 'putServes'>
  /** Time in which serves are collected for one write; 200 ms by default. */
  writeWithinMs?: number
  /** True for the error of a shop that another writer has locked. Nothing was stored, and the write is repeated. */
  isHeld?: (error: unknown) => boolean
  /** True if each shop is written separately, so that a locked shop delays no other. */
  isApart?: boolean
  /** False if the daily quota of the shop, or of its caller's network, is used up. */
  isAllowed?: (serve: Serve) => boolean
  onError: (error: unknown) => void
}

interface Lane {
  waiting: { shop: ShopId; serve: StoredServe }[]
  writing: Promise<void>
}

export class BatchedServeLog implements ServeLog {
  readonly #deps: ServeLogDeps
  readonly #lanes = new Map<string, Lane>()
  #count = 0
  #timer: NodeJS.Timeout | undefined
  /** Serves that the store refused, that were too many to write, or that exceeded a quota. */
  dropped = 0

  constructor(deps: ServeLogDeps) {
    this.#deps = deps
  }

  record(serve: Serve): void {
    if (this.#count >= MAX_WAITING || this.#deps.isAllowed?.(serve) === false) {
      this.dropped++
      return
    }
    const name = this.#nameOf(serve.shop)
    const lane = this.#lanes.get(name) ?? { waiting: [], writing: Promise.resolve() }
    this.#lanes.set(name, lane)
    lane.waiting.push({ shop: serve.shop, serve: toStored(serve) })
    this.#count++
    this.#writeSoon()
  }

  async flush(shop?: ShopId): Promise<void> {
    const names = shop === undefined ? [...this.#lanes.keys()] : [this.#nameOf(shop)]
    await Promise.all(names.map((name) => this.#flushLane(name)))
  }

  #nameOf(shop: ShopId): string {
    return this.#deps.isApart ? shop : ''
  }

  #writeSoon(): void {
    const { writeWithinMs = WRITE_WITHIN_MS } = this.#deps
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.flush()
    }, writeWithinMs).unref()
  }

  async #flushLane(name: string): Promise<void> {
    const lane = this.#lanes.get(name)
    if (!lane) return
    const writing = lane.writing.then(() => this.#write(lane))
    lane.writing = writing
    await writing
    if (lane.waiting.length === 0 && lane.writing === writing) this.#lanes.delete(name)
  }

  async #write(lane: Lane): Promise<void> {
    while (lane.waiting.length > 0) {
      const batch = lane.waiting.splice(0, BATCH)
      try {
        await this.#deps.store.putServes(batch)
        this.#count -= batch.length
      } catch (error) {
        if (this.#deps.isHeld?.(error)) {
          lane.waiting.unshift(...batch)
          return this.#writeSoon()
        }
        this.#count -= batch.length
        this.dropped += batch.length
        this.#deps.onError(error)
      }
    }
  }
}

function toStored(serve: Serve): StoredServe {
  const { shop: _shop, charge: _charge, visitorId, clientId, customerId, products, rules = [], ...rest } = serve
  const subjects = subjectsOfIdentity({ visitorId, clientId, customerId })
  // The step of a product that a rule placed is the rule.
  const placing = products.flatMap(({ step }) => (step?.startsWith('rule:') ? [step.slice('rule:'.length)] : []))
  const acting = [...new Set([...rules, ...placing])]
  return {
    ...rest,
    ...(acting.length > 0 && { rules: acting }),
    subjects,
    products: products.map((product) => ({ ...product })),
  }
}

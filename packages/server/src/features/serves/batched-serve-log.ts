import type { DerivedStore, StoredServe } from '../../ports/derived-store/derived-store.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import { subjectsOfIdentity } from '../identity/subjects.ts'
import type { Serve, ServeLog } from './serve-log.ts'

/** Serves waiting to be written; some seconds of a busy node. */
const MAX_WAITING = 50_000
const BATCH = 500
const WRITE_WITHIN_MS = 200

export interface ServeLogDeps {
  store: Pick<DerivedStore, 'putServes'>
  /** The longest that a serve waits for others to be written with; 200 ms where absent. */
  writeWithinMs?: number
  onError: (error: unknown) => void
}

/** Writes serves in batches, a moment after they were recorded. */
export class BatchedServeLog implements ServeLog {
  readonly #deps: ServeLogDeps
  #waiting: { shop: ShopId; serve: StoredServe }[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined
  /** Serves lost because the store could not keep up or refused them. */
  dropped = 0

  constructor(deps: ServeLogDeps) {
    this.#deps = deps
  }

  record(serve: Serve): void {
    if (this.#waiting.length >= MAX_WAITING) {
      this.dropped++
      return
    }
    this.#waiting.push({ shop: serve.shop, serve: toStored(serve) })
    this.#timer ??= setTimeout(() => void this.flush(), this.#deps.writeWithinMs ?? WRITE_WITHIN_MS).unref()
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = (this.#writing ?? Promise.resolve()).then(() => this.#writeAll())
    await this.#writing
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH)
      try {
        await this.#deps.store.putServes(batch)
      } catch (error) {
        this.dropped += batch.length
        this.#deps.onError(error)
      }
    }
  }
}

function toStored(serve: Serve): StoredServe {
  const { shop: _shop, visitorId, clientId, customerId, products, rules = [], ...rest } = serve
  const subjects = subjectsOfIdentity({ visitorId, clientId, customerId })
  // A product that a rule placed says so itself.
  const placing = products.flatMap(({ step }) => (step?.startsWith('rule:') ? [step.slice('rule:'.length)] : []))
  const acting = [...new Set([...rules, ...placing])]
  return {
    ...rest,
    ...(acting.length > 0 && { rules: acting }),
    subjects,
    products: products.map((product) => ({ ...product })),
  }
}

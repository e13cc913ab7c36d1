/**
 * Brings home what an edge node took in: events and serves, oldest first, removed from the node's disk once they are in the store of
 * the deployment. While that store is away they wait. A batch that may have arrived is sent again: the log takes an event once, and
 * serves that are there already are left out.
 */
import { Gauge, type Registry } from 'prom-client'
import type { DerivedStore } from '../ports/derived-store/derived-store.ts'
import type { EventLog } from '../ports/event-log/event-log.ts'
import type { EdgeBuffer, SpooledServe } from '../ports/edge-buffer/edge-buffer.ts'
import type { ShopId } from '../ports/record-store/record-store.ts'
import type { Intake } from './event-pipeline.ts'

export interface ShippingDeps {
  spool: EdgeBuffer
  log: Pick<EventLog, 'appendAll'>
  store: Pick<DerivedStore, 'putServes' | 'findServes'>
  clock: () => number
  onError: (error: unknown, during: string) => void
}

const BATCH = 1000
const RETRY_AFTER_MS = 1000

export class HomeShipping {
  readonly #deps: ShippingDeps
  #running: Promise<void> | undefined
  #again = false
  #timer: NodeJS.Timeout | undefined
  #isStopped = false
  /** The next batch may be at home already, or part of it. */
  #isUnsure = true
  #failingSinceMs: number | undefined

  constructor(deps: ShippingDeps) {
    this.#deps = deps
  }

  /** For `/ready`. */
  get problem(): string | undefined {
    if (this.#failingSinceMs === undefined) return undefined
    const seconds = Math.round((this.#deps.clock() - this.#failingSinceMs) / 1000)
    return `events have not been brought home for ${seconds} s; they wait on this node's disk`
  }

  /** The spool as the intake of a node: whatever is added is brought home soon. */
  get intake(): Intake {
    const { spool } = this.#deps
    return {
      close: () => this.stop(),
      appendAll: async (entries) => {
        const isNew = await spool.addEvents(entries)
        this.wake()
        return isNew
      },
      putServes: async (serves) => {
        await spool.addServes(serves)
        this.wake()
      },
    }
  }

  wake(): void {
    if (this.#isStopped) return
    this.#again = true
    // While it fails, the timer alone tries: a request must not knock at a closed door.
    if (this.#timer === undefined) void this.runOnce()
  }

  /** Resolves when nothing waits any more, or the store is away. */
  runOnce(): Promise<void> {
    this.#running ??= this.#shipAll().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  register(registry: Registry): void {
    const { spool } = this.#deps
    new Gauge({
      name: 'vitrine_edge_waiting',
      help: 'Events and serves of this edge node that are not yet at home',
      registers: [registry],
      async collect() {
        this.set(await spool.waiting())
      },
    })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#running
    // If home is away, they wait for the next start.
    await this.runOnce()
    clearTimeout(this.#timer)
    await this.#deps.spool.close()
  }

  async #shipAll(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    try {
      do {
        this.#again = false
        while (await this.#shipNext()) {}
      } while (this.#again)
      this.#failingSinceMs = undefined
    } catch (error) {
      this.#isUnsure = true
      if (this.#failingSinceMs === undefined) this.#deps.onError(error, 'bringing events home')
      this.#failingSinceMs ??= this.#deps.clock()
      if (this.#isStopped) return
      this.#timer = setTimeout(() => void this.runOnce(), RETRY_AFTER_MS).unref()
    }
  }

  async #shipNext(): Promise<boolean> {
    const { spool, log, store } = this.#deps
    const { upTo, events, serves } = await spool.read(BATCH)
    if (upTo === 0) return false
    // Serves first: a click is derived with what it was shown in.
    const missing = this.#isUnsure ? await this.#notAtHome(serves) : serves
    if (missing.length > 0) await store.putServes(missing)
    if (events.length > 0) await log.appendAll(events)
    await spool.remove(upTo)
    this.#isUnsure = false
    return true
  }

  async #notAtHome(serves: readonly SpooledServe[]): Promise<SpooledServe[]> {
    const known = new Set<string>()
    for (const [shop, ofShop] of Map.groupBy(serves, (one) => one.shop)) await this.#addKnown(known, shop, ofShop)
    return serves.filter((one) => !known.has(JSON.stringify(one)))
  }

  async #addKnown(known: Set<string>, shop: ShopId, serves: readonly SpooledServe[]): Promise<void> {
    const ids = serves.map(({ serve }) => serve.requestId).filter((id) => id !== undefined)
    for (const found of (await this.#deps.store.findServes(shop, ids)).values())
      for (const serve of found) known.add(JSON.stringify({ shop, serve }))
  }
}

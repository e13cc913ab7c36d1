/**
 * Sends events and serves of an edge node to the home store, oldest first, then removes them here. A batch that may
 * have arrived is sent again. Nothing is sent of a deleted shop or an erased person.
 */
import { Gauge, type Registry } from 'prom-client'
import type { StoredServe } from '../ports/derived-store/derived-records.ts'
import type { DerivedStore } from '../ports/derived-store/derived-store.ts'
import type { ErasedShopper } from '../ports/event-log/event-consumer.ts'
import type { EventLog } from '../ports/event-log/event-log.ts'
import type { EdgeBuffer, Spooled, Waiting } from '../ports/edge-buffer/edge-buffer.ts'
import { isStoreFault } from '../ports/derived-store/set-aside.ts'
import { isStoreUnavailable } from '../ports/postgres/store-unusable.ts'
import type { ShopId } from '../ports/record-store/record-store.ts'
import type { Intake } from './event-pipeline.ts'

export interface Erasure extends ErasedShopper {
  atMs: number
}

export interface ForwarderDeps {
  spool: EdgeBuffer
  log: Pick<EventLog, 'appendAll'>
  store: Pick<DerivedStore, 'putServes' | 'findServes'>
  /** Distinguishes the shop from earlier ones with its name, as far as this node knows. */
  originOf: (shop: ShopId) => Promise<string | undefined>
  /** Reads the origin from the home store; undefined if the shop is gone. */
  originAtHome: (shop: ShopId) => Promise<string | undefined>
  erasedSince: (shop: ShopId, sinceMs: number) => Promise<readonly Erasure[]>
  clock: () => number
  onError: (error: unknown, during: string) => void
}

const BATCH = 1000
const RETRY_AFTER_MS = 1000
/** Without a limit, a shop that can store nothing would take two attempts per row. */
const MAX_DIVISIONS = 50

export class EdgeForwarder {
  readonly #deps: ForwarderDeps
  #running: Promise<void> | undefined
  #again = false
  #timer: NodeJS.Timeout | undefined
  #isStopped = false
  /** True if the next batch, or part of it, may already be stored at home. */
  #mayBeStored = true
  #failingSinceMs: number | undefined

  constructor(deps: ForwarderDeps) {
    this.#deps = deps
  }

  get problem(): string | undefined {
    if (this.#failingSinceMs === undefined) return undefined
    const seconds = Math.round((this.#deps.clock() - this.#failingSinceMs) / 1000)
    return `events have not been sent to the home region for ${seconds} s; they are waiting on this node's disk`
  }

  /** Stores posted events and serves in the buffer, from which they are soon sent. */
  get intake(): Intake {
    const { spool } = this.#deps
    return {
      close: () => this.stop(),
      appendAll: async (entries) => {
        const isNew = await spool.add(await this.#withOrigin(entries))
        this.wake()
        return isNew
      },
      putServes: async (serves) => {
        await spool.add(await this.#withOrigin(serves))
        this.wake()
      },
    }
  }

  #withOrigin<Row extends Omit<Spooled, 'origin'>>(rows: readonly Row[]): Promise<Spooled[]> {
    const adding = rows.map(async (row) => ({ ...row, origin: (await this.#deps.originOf(row.shop)) ?? row.shop }))
    return Promise.all(adding) as Promise<Spooled[]>
  }

  wake(): void {
    if (this.#isStopped) return
    this.#again = true
    // While sending fails, only the timer starts attempts.
    if (this.#timer === undefined) void this.runOnce()
  }

  /** Resolves when everything was sent, or the home store is unavailable. */
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
      help: 'Events and serves of this edge node that have not reached the home region yet',
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
    // If the home store is unavailable, the rest waits for the next start.
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
        await this.#shipWaiting()
      } while (this.#again)
      this.#failingSinceMs = undefined
    } catch (error) {
      this.#mayBeStored = true
      if (this.#failingSinceMs === undefined) this.#deps.onError(error, 'sending events home')
      this.#failingSinceMs ??= this.#deps.clock()
      if (this.#isStopped) return
      this.#timer = setTimeout(() => void this.runOnce(), RETRY_AFTER_MS).unref()
    }
  }

  async #shipWaiting(): Promise<void> {
    const { spool } = this.#deps
    const held = new Set<string>()
    let failure: unknown
    for (;;) {
      const rows = await spool.read(BATCH, [...held])
      if (rows.length === 0) break
      const shops = [...Map.groupBy(rows, ({ origin }) => origin).values()]
      const shipped = await Promise.allSettled(shops.map((ofShop) => this.#shipShop(ofShop)))
      for (const [i, outcome] of shipped.entries()) {
        if (outcome.status === 'fulfilled') continue
        if (isStoreUnavailable(outcome.reason)) throw outcome.reason
        failure = outcome.reason
        held.add(shops[i]?.[0]?.origin as string)
      }
      if (held.size === 0) this.#mayBeStored = false
    }
    if (held.size > 0) throw failure
  }

  async #shipShop(rows: readonly Waiting[]): Promise<void> {
    const { shop, origin } = rows[0] as Waiting
    const wanted = new Set(await this.#wantedAtHome(shop, origin, rows))
    await this.#deps.spool.remove(numbersOf(rows.filter((row) => !wanted.has(row))))
    if (wanted.size > 0) await this.#shipWhatCan(shop, [...wanted], { left: MAX_DIVISIONS })
  }

  /** If sending fails, divides the rows until the faulty one is alone, which stays in the buffer. */
  async #shipWhatCan(shop: ShopId, rows: readonly Waiting[], divisions: { left: number }): Promise<void> {
    try {
      return await this.#ship(shop, rows)
    } catch (error) {
      if (isStoreFault(error) || rows.length === 1 || divisions.left-- <= 0) throw error
    }
    const middle = rows.length >> 1
    let failure: unknown
    for (const half of [rows.slice(0, middle), rows.slice(middle)])
      await this.#shipWhatCan(shop, half, divisions).catch((error: unknown) => {
        if (isStoreFault(error)) throw error
        failure = error
      })
    if (failure !== undefined) throw failure
  }

  async #ship(shop: ShopId, rows: readonly Waiting[]): Promise<void> {
    const { spool, log, store } = this.#deps
    const serves = rows.flatMap(({ serve }) => (serve ? [serve] : []))
    const events = rows.flatMap(({ event }) => (event ? [{ shop, event }] : []))
    // Serves go first, because a click is derived together with the serve that showed the product.
    const missing = this.#mayBeStored ? await this.#notAtHome(shop, serves) : serves
    if (missing.length > 0) await store.putServes(missing.map((serve) => ({ shop, serve })))
    if (events.length > 0) await log.appendAll(events)
    await spool.remove(numbersOf(rows))
  }

  async #wantedAtHome(shop: ShopId, origin: string, rows: readonly Waiting[]): Promise<readonly Waiting[]> {
    const now = await this.#deps.originAtHome(shop)
    if (now === undefined || (origin !== now && origin !== shop)) return []
    const oldestMs = Math.min(...rows.map(takenAtMs))
    const erasures = await this.#deps.erasedSince(shop, oldestMs)
    const isErased = (row: Spooled) =>
      erasures.some(
        ({ atMs, subjects }) => takenAtMs(row) <= atMs && subjectsOf(row).some((one) => subjects.includes(one)),
      )
    return erasures.length === 0 ? rows : rows.filter((row) => !isErased(row))
  }

  async #notAtHome(shop: ShopId, serves: readonly StoredServe[]): Promise<StoredServe[]> {
    const ids = serves.map(({ requestId }) => requestId).filter((id) => id !== undefined)
    const found = [...(await this.#deps.store.findServes(shop, ids)).values()].flat()
    // Only the home store knows the claimants.
    const known = new Set(found.map((serve) => JSON.stringify({ ...serve, claimants: undefined })))
    return serves.filter((serve) => !known.has(JSON.stringify(serve)))
  }
}

function numbersOf(rows: readonly Waiting[]): number[] {
  return rows.map(({ no }) => no)
}

function takenAtMs({ event, serve }: Spooled): number {
  return event ? event.receivedAtMs : serve.atMs
}

function subjectsOf({ event, serve }: Spooled): readonly string[] {
  return event ? event.subjects : serve.subjects
}

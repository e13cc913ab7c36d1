/** Reads other nodes' changes after a notice, and every few seconds in case a notice was lost. */
import { Gauge, type Registry } from 'prom-client'
import type { ErasedShopper } from '../ports/event-log/event-consumer.ts'
import type { LogPosition } from '../ports/event-log/postgres.ts'
import type { ShopId } from '../ports/record-store/record-store.ts'
import { EarliestTimer } from './earliest-timer.ts'

export interface Changed {
  records: boolean
  log: boolean
  erasures: boolean
}

export interface StoreWatchDeps {
  notices: {
    readonly areHeard: boolean
    /** Called in every round. `onNotice` is called after changes by others. */
    listen: (onNotice: () => void) => Promise<void>
  }
  findChanged: () => Promise<Changed>
  pollRecords: () => Promise<void>
  logPositions: () => Promise<readonly LogPosition[]>
  /** Calls `onErased` for each shopper erased on another node, then confirms it. Unconfirmed erasures come again. */
  hearErasures: (onErased: StoreWatchDeps['onErased']) => Promise<void>
  onAppended: (shop: ShopId) => void
  /** Called with logs that grew, because their events count towards daily quotas. */
  noticeIntake: (appended: readonly LogPosition[]) => void
  onErased: (shop: ShopId, shopper: ErasedShopper | null) => Promise<void>
  /** Nodes that derive events. When one joins or leaves, some shops change their home. */
  nodes: () => readonly string[]
  unfollowed: () => Promise<readonly ShopId[]>
  /** Throws `StoreUnusable` if this version cannot use the tables of a newer Vitrine. */
  requireReadable: () => Promise<unknown>
  readOnlyAfterSeconds: number
  onError: (error: unknown, during: string) => void
}

/** Collects several changes for one read. */
const GATHER_MS = 250
/** Intervals of polls without a notice. The shorter one applies if notices do not arrive. */
const EVERY_MS = 2000
const UNHEARD_EVERY_MS = 1000
const SILENT_SECONDS = 5
/** Nodes report that they are alive. */
const SHOW_EVERY_MS = 5000
const CHECK_TABLES_EVERY_MS = 10_000

const ALL: Changed = { records: true, log: true, erasures: true }

export class StoreWatch {
  readonly #deps: StoreWatchDeps
  readonly #positions = new Map<ShopId, number>()
  #wasAway = false
  #nodes: readonly string[] = []
  readonly #timer = new EarliestTimer(GATHER_MS, () => void this.#next())
  #running: Promise<void> | undefined
  /** Time of the last contact, by a monotonic clock. */
  #heardAtMs = performance.now()
  #stopped = false
  /** Why this version cannot use the tables, if it cannot. */
  #leftBehind: string | undefined
  #checkedAtMs = Number.NEGATIVE_INFINITY
  #shownAtMs = Number.NEGATIVE_INFINITY

  constructor(deps: StoreWatchDeps) {
    this.#deps = deps
  }

  /** undefined if the last contact with the store is recent. */
  get stateAgeSeconds(): number | undefined {
    const seconds = Math.round(this.#silentSeconds)
    return seconds > SILENT_SECONDS ? seconds : undefined
  }

  get problem(): string | undefined {
    const seconds = this.stateAgeSeconds
    return seconds === undefined
      ? this.#leftBehind
      : `the store has not answered for ${seconds} s: changes of other nodes are not seen`
  }

  /** True without contact to the store for too long, or if its tables cannot be used. Writes are then refused. */
  get isReadOnly(): boolean {
    const { readOnlyAfterSeconds } = this.#deps
    if (this.#leftBehind !== undefined) return true
    return readOnlyAfterSeconds > 0 && this.#silentSeconds > readOnlyAfterSeconds
  }

  get #silentSeconds(): number {
    return (performance.now() - this.#heardAtMs) / 1000
  }

  start(): void {
    if (!this.#stopped) this.#timer.fireIn(this.#deps.notices.areHeard ? EVERY_MS : UNHEARD_EVERY_MS)
  }

  /** Resolves when this node has read everything that others committed before the call. */
  async runOnce(): Promise<void> {
    while (this.#running) await this.#running
    this.#running = this.#poll().finally(() => {
      this.#running = undefined
    })
    await this.#running
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#timer.clear()
    await this.#running
  }

  register(registry: Registry): void {
    const heard = () => this.#silentSeconds
    new Gauge({
      name: 'vitrine_store_heard_seconds',
      help: 'Seconds since this node last received the changes of other nodes',
      registers: [registry],
      collect() {
        this.set(heard())
      },
    })
  }

  async #next(): Promise<void> {
    this.#timer.clear()
    this.#listen()
    await this.runOnce()
    this.start()
  }

  /** Does not wait for the connection, because polling works without it. */
  #listen(): void {
    const onNotice = () => {
      if (!this.#stopped) this.#timer.fireIn(0)
    }
    this.#deps.notices.listen(onNotice).catch((error) => this.#deps.onError(error, 'listening for changes'))
  }

  async #poll(): Promise<void> {
    try {
      const changed = this.#wasAway ? ALL : await this.#deps.findChanged()
      if (changed.records) await this.#deps.pollRecords()
      if (changed.log) await this.#hearOfAppends()
      const nowMs = performance.now()
      const isDue = nowMs - this.#shownAtMs > SHOW_EVERY_MS
      if (changed.erasures || isDue) await this.#deps.hearErasures(this.#deps.onErased)
      if (isDue) {
        await this.#lookAfterOthers()
        await this.#checkTables()
        this.#shownAtMs = nowMs
      }
      this.#heardAtMs = performance.now()
    } catch (error) {
      this.#wasAway = true
      this.#deps.onError(error, 'asking the store for changes')
    }
  }

  /** Shops of a node that is gone may have events that nobody follows. */
  async #lookAfterOthers(): Promise<void> {
    const nodes = this.#deps.nodes()
    if (nodes === this.#nodes) return
    const isSame = nodes.join() === this.#nodes.join()
    this.#nodes = nodes
    if (!isSame) for (const shop of await this.#deps.unfollowed()) this.#deps.onAppended(shop)
  }

  async #checkTables(): Promise<void> {
    if (performance.now() - this.#checkedAtMs < CHECK_TABLES_EVERY_MS) return
    this.#checkedAtMs = performance.now()
    this.#leftBehind = await this.#deps.requireReadable().then(
      () => undefined,
      (error: Error) => {
        if (error.name === 'StoreUnusable') return error.message
        throw error
      },
    )
  }

  async #hearOfAppends(): Promise<void> {
    const positions = await this.#deps.logPositions()
    const appended = positions.filter(({ shop, offset }) => this.#positions.get(shop) !== offset)
    for (const { shop, offset } of appended) this.#positions.set(shop, offset)
    // Following failed while the store was unavailable, so every shop is followed again.
    for (const shop of this.#wasAway ? this.#positions.keys() : appended.map((one) => one.shop))
      this.#deps.onAppended(shop)
    this.#wasAway = false
    this.#deps.noticeIntake(appended)
  }
}

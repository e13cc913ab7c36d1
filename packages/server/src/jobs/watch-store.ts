/** Reads the changes of other nodes when one of them sends a notice, and every few seconds in case one was lost. */
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
    /** Called in every round; `onNotice` is called when others changed something. */
    listen: (onNotice: () => void) => Promise<void>
  }
  /** Returns which of the records, the log and the erasures may have changed. */
  findChanged: () => Promise<Changed>
  pollRecords: () => Promise<void>
  logPositions: () => Promise<readonly LogPosition[]>
  /** Calls `onErased` for each shopper erased on another node, then confirms it. Unconfirmed ones come again. */
  hearErasures: (onErased: StoreWatchDeps['onErased']) => Promise<void>
  onAppended: (shop: ShopId) => void
  /** Called with logs that grew, because their events count towards the daily quotas. */
  noticeIntake: (appended: readonly LogPosition[]) => void
  onErased: (shop: ShopId, shopper: ErasedShopper | null) => Promise<void>
  /** Nodes that derive events. When one comes or goes, its shops change their home. */
  nodes: () => readonly string[]
  unfollowed: () => Promise<readonly ShopId[]>
  /** Throws `StoreUnusable` if a newer Vitrine has changed the tables so that this one cannot use them. */
  requireReadable: () => Promise<unknown>
  /** Seconds without contact to the store after which the node is read-only; 0: never. */
  readOnlyAfterSeconds: number
  onError: (error: unknown, during: string) => void
}

/** Pause between a notice and reading, so that several changes are read together. */
const GATHER_MS = 250
/** Interval of polls without a notice. The shorter one applies if notices do not arrive. */
const EVERY_MS = 2000
const UNHEARD_EVERY_MS = 1000
const SILENT_SECONDS = 5
/** How often nodes show that they are alive. */
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
  /** Time of the last contact with the store, by a monotonic clock. */
  #heardAtMs = performance.now()
  #stopped = false
  /** The reason why this version cannot use the tables, if there is one. */
  #leftBehind: string | undefined
  #checkedAtMs = Number.NEGATIVE_INFINITY
  #shownAtMs = Number.NEGATIVE_INFINITY

  constructor(deps: StoreWatchDeps) {
    this.#deps = deps
  }

  /** Seconds since the last contact with the store; undefined if it is recent. */
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

  /** True, and writes are refused, if the node had no contact with the store for too long or cannot use its tables. */
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

  /** Takes over work when the nodes have changed: shops of a node that is gone may have events that nobody follows. */
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
    // While the store was unavailable, following shops failed, so every shop is followed again.
    for (const shop of this.#wasAway ? this.#positions.keys() : appended.map((one) => one.shop))
      this.#deps.onAppended(shop)
    this.#wasAway = false
    this.#deps.noticeIntake(appended)
  }
}

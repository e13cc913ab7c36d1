/**
 * Makes several nodes on one store into one service: each node polls for what the others changed. Nothing but polling
 * is needed, and its interval is the guaranteed lag.
 */
import { Gauge, type Registry } from 'prom-client'
import type { ErasedShopper } from '../ports/event-log/event-consumer.ts'
import type { LogPosition } from '../ports/event-log/postgres.ts'
import type { ShopId } from '../ports/record-store/record-store.ts'

export interface StoreWatchDeps {
  /** True if any of the calls below may find something. */
  hasChanges: () => Promise<boolean>
  pollRecords: () => Promise<void>
  logPositions: () => Promise<readonly LogPosition[]>
  /** Passes on whom other nodes erased, and confirms it afterwards; until then the erasure is reported again. */
  hearErasures: (onErased: StoreWatchDeps['onErased']) => Promise<void>
  onAppended: (shop: ShopId) => void
  /** Called with logs that grew: what they received today counts against the quotas. */
  noticeIntake: (appended: readonly LogPosition[]) => void
  onErased: (shop: ShopId, shopper: ErasedShopper | null) => Promise<void>
  /** Nodes that derive events. When one comes or goes, its shops change their home. */
  nodes: () => readonly string[]
  unfollowed: () => Promise<readonly ShopId[]>
  /** Throws `StoreUnusable` if a newer Vitrine has changed the tables so that this one cannot use them. */
  requireReadable: () => Promise<void>
  /** Seconds without contact to the store after which the node is read-only; 0: never. */
  readOnlyAfterSeconds: number
  onError: (error: unknown, during: string) => void
}

/** How often to poll for other nodes' changes while events arrive, and while none do. A lag of at most two seconds is guaranteed. */
const EVERY_MS = 250
const QUIET_EVERY_MS = 1000
const BUSY_FOR_MS = 10_000
const SILENT_SECONDS = 5
/** Everything is polled at least this often, because nodes also show by it that they are alive. */
const ASK_ALL_EVERY_MS = 5000
const CHECK_TABLES_EVERY_MS = 10_000

export class StoreWatch {
  readonly #deps: StoreWatchDeps
  readonly #positions = new Map<ShopId, number>()
  #wasAway = false
  #nodes: readonly string[] = []
  #busyUntilMs = 0
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  /** Time of the last contact with the store, by a monotonic clock. */
  #heardAtMs = performance.now()
  #stopped = false
  /** Why this version cannot continue, if it cannot. */
  #leftBehind: string | undefined
  #checkedAtMs = Number.NEGATIVE_INFINITY
  #askedAllAtMs = Number.NEGATIVE_INFINITY

  constructor(deps: StoreWatchDeps) {
    this.#deps = deps
  }

  /** Age of what this node knows; undefined after recent contact with the store. */
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

  /** True if the node has had no contact with the store for too long, or cannot use its tables; it then accepts no writes. */
  get isReadOnly(): boolean {
    const { readOnlyAfterSeconds } = this.#deps
    if (this.#leftBehind !== undefined) return true
    return readOnlyAfterSeconds > 0 && this.#silentSeconds > readOnlyAfterSeconds
  }

  get #silentSeconds(): number {
    return (performance.now() - this.#heardAtMs) / 1000
  }

  start(): void {
    const inMs = performance.now() < this.#busyUntilMs ? EVERY_MS : QUIET_EVERY_MS
    this.#timer ??= setTimeout(() => void this.#next(), inMs).unref()
  }

  /** Resolves when this node knows of everything that others had committed when this was called. */
  async runOnce(): Promise<void> {
    await this.#running
    this.#running = this.#poll()
    await this.#running
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
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
    await this.runOnce()
    this.#timer = undefined
    if (!this.#stopped) this.start()
  }

  async #poll(): Promise<void> {
    try {
      const nowMs = performance.now()
      const isDue = this.#wasAway || nowMs - this.#askedAllAtMs > ASK_ALL_EVERY_MS
      if (isDue || (await this.#deps.hasChanges())) {
        await this.#askAll()
        this.#askedAllAtMs = nowMs
      }
      this.#heardAtMs = performance.now()
    } catch (error) {
      this.#wasAway = true
      this.#deps.onError(error, 'asking the store for changes')
    }
  }

  async #askAll(): Promise<void> {
    await this.#deps.pollRecords()
    await this.#hearOfAppends()
    await this.#deps.hearErasures(this.#deps.onErased)
    await this.#lookAfterOthers()
    await this.#checkTables()
  }

  /** A node that is gone leaves work behind, which others take over. */
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
    // While the store was unavailable, following shops failed too, so every shop is followed again.
    for (const shop of this.#wasAway ? this.#positions.keys() : appended.map((one) => one.shop))
      this.#deps.onAppended(shop)
    this.#wasAway = false
    if (appended.length > 0) this.#busyUntilMs = performance.now() + BUSY_FOR_MS
    this.#deps.noticeIntake(appended)
  }
}

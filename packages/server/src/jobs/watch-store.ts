/**
 * Makes several nodes on one store into one service: each node keeps asking what the others changed. Asking is the truth, and
 * its period is the lag that is promised.
 */
import { Gauge, type Registry } from 'prom-client'
import type { ErasedShopper } from '../ports/event-log/event-consumer.ts'
import type { LogPosition } from '../ports/event-log/postgres.ts'
import type { ShopId } from '../ports/record-store/record-store.ts'

export interface StoreWatchDeps {
  /** True if there may be something for those below; asked for all of them at once. */
  hasChanges: () => Promise<boolean>
  /** Tells listeners of records what others changed. */
  pollRecords: () => Promise<void>
  /** The logs that went on since the last call. */
  logPositions: () => Promise<readonly LogPosition[]>
  /** Hands on whom others erased, and notes that this node has heard of it once that is done: until then it is told again. */
  hearErasures: (onErased: StoreWatchDeps['onErased']) => Promise<void>
  onAppended: (shop: ShopId) => void
  /** These logs went on: what they took in today counts against the quotas. */
  noticeIntake: (appended: readonly LogPosition[]) => void
  onErased: (shop: ShopId, shopper: ErasedShopper | null) => Promise<void>
  /** Nodes that derive. Where one comes or goes, its shops have another home. */
  nodes: () => readonly string[]
  /** Shops whose events are not all derived. */
  unfollowed: () => Promise<readonly ShopId[]>
  /** Throws `StoreUnusable` where a newer Vitrine has changed the tables so that this one cannot work on them. */
  requireReadable: () => Promise<void>
  /** Without hearing of the store; 0: never. */
  readOnlyAfterSeconds: number
  onError: (error: unknown, during: string) => void
}

/** How often other nodes' changes are asked for while events come in, and while none do: within two seconds is promised. */
const EVERY_MS = 250
const QUIET_EVERY_MS = 1000
const BUSY_FOR_MS = 10_000
const SILENT_SECONDS = 5
/** Each is asked at least so often: nodes also tell by it that they are there. */
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
  /** When the store was last heard, by a clock that nobody sets. */
  #heardAtMs = performance.now()
  #stopped = false
  /** Why this version cannot go on, if so. */
  #leftBehind: string | undefined
  #checkedAtMs = Number.NEGATIVE_INFINITY
  #askedAllAtMs = Number.NEGATIVE_INFINITY

  constructor(deps: StoreWatchDeps) {
    this.#deps = deps
  }

  /** Age of what this node knows, if the store has not been heard for a while. */
  get stateAgeSeconds(): number | undefined {
    const seconds = Math.round(this.#silentSeconds)
    return seconds > SILENT_SECONDS ? seconds : undefined
  }

  /** One sentence where it is so. */
  get problem(): string | undefined {
    const seconds = this.stateAgeSeconds
    return seconds === undefined
      ? this.#leftBehind
      : `the store has not answered for ${seconds} s: changes of other nodes are not seen`
  }

  /** A node that cannot reach the store for that long takes nothing in. */
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

  /** Afterwards this node has heard of all that others had committed when it was called. */
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
      help: 'Since the changes of other nodes were last asked for and heard',
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

  /** A node that is gone has left work, which others do. */
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
    // Shops that were being followed while the store was away failed as well: every shop is looked at again.
    for (const shop of this.#wasAway ? this.#positions.keys() : appended.map((one) => one.shop))
      this.#deps.onAppended(shop)
    this.#wasAway = false
    if (appended.length > 0) this.#busyUntilMs = performance.now() + BUSY_FOR_MS
    this.#deps.noticeIntake(appended)
  }
}

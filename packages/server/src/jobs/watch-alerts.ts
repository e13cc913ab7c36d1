/**
 * Looks at the conditions of the shops that are in use: those in memory, and those that configured alerts. Of the others nobody would
 * be told. Alerts are in the store, so a restart forgets nothing.
 */
import type { Shop, ShopId } from '../ports/record-store/record-store.ts'
import { IntervalJob } from './interval-job.ts'

export interface AlertWatchDeps {
  /** Shops in memory. */
  inUse(): readonly ShopId[]
  listShopIds(): Promise<readonly ShopId[]>
  findShop(id: ShopId): Promise<Shop | undefined>
  evaluate(shop: Shop): Promise<void>
  onError: (error: unknown) => void
}

const EVERY_MS = 60_000
/** Configurations that are read in a round to find those that name alerts: after a start all of them, some at a time. */
const READ_AT_ONCE = 200

export class AlertWatch {
  readonly #deps: AlertWatchDeps
  readonly #configured = new Set<ShopId>()
  /** Shops whose configuration is to be read; undefined before the first round. */
  #unread: Set<ShopId> | undefined
  readonly #rounds = new IntervalJob(EVERY_MS, () => this.runOnce())

  constructor(deps: AlertWatchDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#rounds.start()
  }

  /** Its configuration may name alerts now, or none any more. */
  changed(shop: ShopId): void {
    this.#unread?.add(shop)
  }

  /** Never rejects: nobody waits for it, and a store that is away for a while must not end the process. */
  async runOnce(): Promise<void> {
    await this.#readSome().catch(this.#deps.onError)
    for (const id of new Set([...this.#deps.inUse(), ...this.#configured])) {
      // One shop that cannot be measured must not keep the others from being looked at.
      await this.#look(id).catch(this.#deps.onError)
    }
  }

  /** Stops where the store is away, and goes on there in the next round. */
  async #readSome(): Promise<void> {
    this.#unread ??= new Set(await this.#deps.listShopIds())
    for (const id of [...this.#unread].slice(0, READ_AT_ONCE)) {
      await this.#read(id)
      this.#unread.delete(id)
    }
  }

  async #read(id: ShopId): Promise<void> {
    const alerts = (await this.#deps.findShop(id))?.config.alerts
    if (alerts && Object.keys(alerts).length > 0) this.#configured.add(id)
    else this.#configured.delete(id)
  }

  async #look(id: ShopId): Promise<void> {
    const shop = await this.#deps.findShop(id)
    if (shop) await this.#deps.evaluate(shop)
  }

  async close(): Promise<void> {
    await this.#rounds.stop()
  }
}

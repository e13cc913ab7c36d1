import type { Shop, ShopId } from '../ports/record-store/record-store.ts'
import { IntervalJob } from './interval-job.ts'
import { ShopSchedule } from './shop-schedule.ts'

export interface AlertWatchDeps {
  inUse(): readonly ShopId[]
  listShopIds(): Promise<readonly ShopId[]>
  findShop(id: ShopId): Promise<Shop | undefined>
  /** Returns true if the next round must check the shop even without new events. */
  evaluate(shop: Shop): Promise<boolean>
  onError: (error: unknown) => void
}

const EVERY_MS = 60_000
/** Configurations read per round. After a start, all must be read to find those with alerts. */
const READ_AT_ONCE = 200

export class AlertWatch {
  readonly #deps: AlertWatchDeps
  readonly #configured = new Set<ShopId>()
  /** undefined before the first round. */
  #unread: Set<ShopId> | undefined
  readonly #rounds = new ShopSchedule()
  readonly #timer = new IntervalJob(EVERY_MS, () => this.runOnce())

  constructor(deps: AlertWatchDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#timer.start()
  }

  /** Must be called when the shop's configuration may have gained or lost alerts. */
  changed(shop: ShopId): void {
    this.#unread?.add(shop)
    this.happened(shop)
  }

  /** Must be called when something happened on which a condition depends. */
  happened(shop: ShopId): void {
    this.#rounds.touch(shop)
  }

  /** Never rejects, because nobody awaits it. */
  async runOnce(): Promise<void> {
    await this.#readSome().catch(this.#deps.onError)
    for (const id of this.#rounds.next(new Set([...this.#deps.inUse(), ...this.#configured]))) {
      await this.#look(id).catch(this.#deps.onError)
    }
  }

  /** Rejects if the store is unavailable; the next round continues there. */
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
    if (shop && (await this.#deps.evaluate(shop))) this.happened(id)
  }

  async close(): Promise<void> {
    await this.#timer.stop()
  }
}

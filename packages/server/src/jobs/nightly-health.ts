/** Checks the search health of shops in memory once a day, one after another. */
import type { Shop, ShopId } from '../ports/record-store/record-store.ts'
import { IntervalJob } from './interval-job.ts'

export interface NightlyHealthDeps {
  inUse(): readonly ShopId[]
  findShop(id: ShopId): Promise<Shop | undefined>
  look(shop: Shop): Promise<void>
  onError: (error: unknown) => void
}

const EVERY_MS = 3_600_000

export class NightlyHealth {
  readonly #deps: NightlyHealthDeps
  readonly #rounds = new IntervalJob(EVERY_MS, () => this.runOnce())

  constructor(deps: NightlyHealthDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#rounds.start()
  }

  async runOnce(): Promise<void> {
    for (const id of this.#deps.inUse()) await this.#look(id).catch(this.#deps.onError)
  }

  async #look(id: ShopId): Promise<void> {
    const shop = await this.#deps.findShop(id)
    if (shop) await this.#deps.look(shop)
  }

  async close(): Promise<void> {
    await this.#rounds.stop()
  }
}

/** Looks at the conditions of all shops, one after the other. Alerts are in the store, so a restart forgets nothing. */
import type { Shop, ShopId } from '../ports/record-store/record-store.ts'

export interface AlertWatchDeps {
  listShopIds(): Promise<readonly ShopId[]>
  findShop(id: ShopId): Promise<Shop | undefined>
  evaluate(shop: Shop): Promise<void>
  onError: (error: unknown) => void
}

const EVERY_MS = 60_000

export class AlertWatch {
  readonly #deps: AlertWatchDeps
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined

  constructor(deps: AlertWatchDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#timer = setInterval(() => {
      // A round that takes longer than a minute is not joined by another.
      this.#running ??= this.runOnce().finally(() => {
        this.#running = undefined
      })
    }, EVERY_MS).unref()
  }

  /** Never rejects: nobody waits for it, and a store that is away for a while must not end the process. */
  async runOnce(): Promise<void> {
    const ids = await this.#deps.listShopIds().catch((error) => {
      this.#deps.onError(error)
      return []
    })
    for (const id of ids) {
      // One shop that cannot be measured must not keep the others from being looked at.
      await this.#look(id).catch(this.#deps.onError)
    }
  }

  async #look(id: ShopId): Promise<void> {
    const shop = await this.#deps.findShop(id)
    if (shop) await this.#deps.evaluate(shop)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
  }
}

/** Looks at the conditions of all shops, one after the other. Alerts are in the store, so a restart forgets nothing. */
import type { Shop } from '../ports/record-store/record-store.ts'

export interface AlertWatchDeps {
  listShops(): Promise<readonly Shop[]>
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

  async runOnce(): Promise<void> {
    for (const shop of await this.#deps.listShops()) {
      // One shop that cannot be measured must not keep the others from being looked at.
      await this.#deps.evaluate(shop).catch(this.#deps.onError)
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
  }
}

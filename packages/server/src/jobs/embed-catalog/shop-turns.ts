import type { ShopId } from '../../ports/record-store/record-store.ts'

export interface ShopTurnsDeps {
  atOnce: number
  /** Returns false if nothing was left to do. */
  step: (shop: ShopId) => Promise<boolean>
  onError: (error: unknown, shop: ShopId) => void
}

/** Each shop has at most one step in progress, so that no shop delays the others. */
export class ShopTurns {
  readonly #deps: ShopTurnsDeps
  readonly #queue = new Set<ShopId>()
  readonly #underWay = new Map<ShopId, Promise<void>>()
  #run: PromiseWithResolvers<void> | undefined
  #stopped = false

  constructor(deps: ShopTurnsDeps) {
    this.#deps = deps
  }

  wake(shop: ShopId): void {
    this.#queue.add(shop)
    if (this.#run !== undefined) this.#startTurns()
  }

  /** Resolves when no shop is awake. A shop that fails is reported and skipped until it is woken again. */
  run(): Promise<void> {
    this.#run ??= Promise.withResolvers()
    const { promise } = this.#run
    this.#startTurns()
    return promise
  }

  isBusy(shop: ShopId): boolean {
    return this.#queue.has(shop) || this.#underWay.has(shop)
  }

  get busyShops(): number {
    return this.#queue.union(this.#underWay).size
  }

  /** Resolves when the shop's current step has ended. */
  async leave(shop: ShopId): Promise<void> {
    this.#queue.delete(shop)
    await this.#underWay.get(shop)
    this.#queue.delete(shop)
  }

  /** Resolves when the steps in progress have ended. */
  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#underWay.values())
  }

  #startTurns(): void {
    while (!this.#stopped && this.#underWay.size < this.#deps.atOnce) {
      const shop = this.#queue.values().find((one) => !this.#underWay.has(one))
      if (shop === undefined) break
      this.#queue.delete(shop)
      this.#underWay.set(shop, this.#takeTurn(shop))
    }
    if (this.#underWay.size > 0) return
    this.#run?.resolve()
    this.#run = undefined
  }

  async #takeTurn(shop: ShopId): Promise<void> {
    try {
      if (await this.#deps.step(shop)) this.#queue.add(shop)
    } catch (error) {
      this.#deps.onError(error, shop)
    }
    this.#underWay.delete(shop)
    this.#startTurns()
  }
}

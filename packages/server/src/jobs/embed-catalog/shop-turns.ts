import type { ShopId } from '../../ports/record-store/record-store.ts'

export interface ShopTurnsDeps {
  /** Shops whose steps may be under way at once. */
  atOnce: number
  /** One step of the shop's work. false: nothing was left to do. */
  step: (shop: ShopId) => Promise<boolean>
  onError: (error: unknown, shop: ShopId) => void
}

/**
 * Takes turns between shops: each that is awake has one step, then goes to the end of the queue while it has more to do. A shop has
 * one step under way at most, so one that waits for a dead host does not hold up the others.
 */
export class ShopTurns {
  readonly #deps: ShopTurnsDeps
  /** In the order of their turns. */
  readonly #queue = new Set<ShopId>()
  readonly #underWay = new Map<ShopId, Promise<void>>()
  #run: PromiseWithResolvers<void> | undefined
  #stopped = false

  constructor(deps: ShopTurnsDeps) {
    this.#deps = deps
  }

  /** The shop has something to do, as far as anybody knows. */
  wake(shop: ShopId): void {
    this.#queue.add(shop)
    if (this.#run !== undefined) this.#startTurns()
  }

  /** Resolves when nobody is awake any more. A shop that fails is reported and left until it is woken again. */
  run(): Promise<void> {
    this.#run ??= Promise.withResolvers()
    const { promise } = this.#run
    this.#startTurns()
    return promise
  }

  /** It has a turn to come, or one under way. */
  isBusy(shop: ShopId): boolean {
    return this.#queue.has(shop) || this.#underWay.has(shop)
  }

  /** Number of shops that have a turn to come or under way. */
  get busyShops(): number {
    return this.#queue.union(this.#underWay).size
  }

  /** Takes the shop out of the queue; resolves when its step under way has ended. */
  async leave(shop: ShopId): Promise<void> {
    this.#queue.delete(shop)
    await this.#underWay.get(shop)
    this.#queue.delete(shop)
  }

  /** No turn begins any more; resolves when those under way have ended. */
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

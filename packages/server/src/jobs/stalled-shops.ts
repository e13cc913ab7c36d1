/** The cause of a failure may end without a new event, so one shop is retried every minute. If it succeeds, all are. */
import type { ShopId } from '../ports/record-store/record-store.ts'

const TRY_AGAIN_MS = 60_000

interface Failure {
  message: string
  atMs: number
}

export class StalledShops {
  /** Ordered by time of failure, oldest first. */
  readonly #failures = new Map<ShopId, Failure>()

  get size(): number {
    return this.#failures.size
  }

  get problem(): string | undefined {
    const [first] = this.#failures
    if (first === undefined) return undefined
    const others = this.size > 1 ? ` and of ${this.size - 1} more shops` : ''
    return `events of ${first[0]}${others} are stored but not used: ${first[1].message}`
  }

  failed(shop: ShopId, error: unknown, atMs: number): void {
    this.#failures.delete(shop)
    this.#failures.set(shop, { message: (error as Error).message, atMs })
  }

  /** Returns the shops to retry now: all others, if this shop had failed before. */
  succeeded(shop: ShopId): readonly ShopId[] {
    return this.#failures.delete(shop) ? [...this.#failures.keys()] : []
  }

  forget(shop: ShopId): void {
    this.#failures.delete(shop)
  }

  /** Infinity if no shop is stalled. */
  dueInMs(nowMs: number): number {
    const [failure] = this.#failures.values()
    return failure ? failure.atMs + TRY_AGAIN_MS - nowMs : Number.POSITIVE_INFINITY
  }

  due(nowMs: number): ShopId | undefined {
    const [shop] = this.#failures.keys()
    return this.dueInMs(nowMs) <= 0 ? shop : undefined
  }
}

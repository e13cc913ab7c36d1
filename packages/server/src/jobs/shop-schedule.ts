/** Shops without events are visited once in `QUIET_ROUNDS`, so that a job's cost depends on activity, not on shops. */
import { hash } from 'node:crypto'

/** Rounds that visit a shop after an event, because the event may not be derived in the next round. */
const LOOKS = 3
const QUIET_ROUNDS = 60

export class ShopSchedule {
  /** Remaining rounds that visit each shop. */
  #looks = new Map<string, number>()
  #round = 0

  /** Must be called when something happened in the shop. */
  touch(shop: string): void {
    this.#looks.set(shop, LOOKS)
  }

  /** A shop that is missing in one call is new in the next. */
  next(shops: Iterable<string>): string[] {
    const turn = this.#round++ % QUIET_ROUNDS
    const known = this.#looks
    this.#looks = new Map()
    return [...shops].filter((shop) => {
      const looks = known.get(shop) ?? LOOKS
      this.#looks.set(shop, Math.max(0, looks - 1))
      return looks > 0 || turnOf(shop) === turn
    })
  }
}

function turnOf(shop: string): number {
  return Number.parseInt(hash('sha1', shop).slice(0, 8), 16) % QUIET_ROUNDS
}

/**
 * Chooses the shops that a job visits next: those where something happened, new ones, and each of the others once in
 * `QUIET_ROUNDS`. A job's cost then grows with the activity, not with the number of shops.
 */
import { hash } from 'node:crypto'

/** Rounds that visit a shop after an event: several, because the event may not be derived yet in the next round. */
const LOOKS = 3
/** A shop in which nothing happens is visited in one of this many rounds. */
const QUIET_ROUNDS = 60

export class ShopSchedule {
  /** Number of rounds that will visit a shop. */
  #looks = new Map<string, number>()
  #round = 0

  /** Call this when something happened in the shop. */
  touch(shop: string): void {
    this.#looks.set(shop, LOOKS)
  }

  /** Returns the shops that the next round visits. A shop that is left out of a call is new in the next one. */
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

/** Spreads the shops over the rounds. */
function turnOf(shop: string): number {
  return Number.parseInt(hash('sha1', shop).slice(0, 8), 16) % QUIET_ROUNDS
}

import type { Purchase } from '@vitrine/recommend'

/** Purchases kept per shopper; the oldest are dropped. */
const MAX_PURCHASES = 100
/** Limit for shopper ids, of which each shopper has up to three. Those whose last purchase is oldest are forgotten first. */
const MAX_SHOPPERS = 200_000

/** Keeps each shopper's recent purchases, keyed by each of their ids. */
export class ShopperPurchases {
  readonly #most: number
  /** In order of the last purchase, oldest first. */
  readonly #bought: Map<string, Purchase[]>

  constructor(bought: Iterable<[string, Purchase[]]> = [], most = MAX_SHOPPERS) {
    this.#bought = new Map(bought)
    this.#most = most
  }

  of(subject: string): readonly Purchase[] {
    return this.#bought.get(subject) ?? []
  }

  add(subject: string, purchases: readonly Purchase[]): void {
    const kept = [...this.of(subject), ...purchases].slice(-MAX_PURCHASES)
    this.#bought.delete(subject)
    this.#bought.set(subject, kept)
    if (this.#bought.size > this.#most) this.#bought.delete(this.#bought.keys().next().value as string)
  }

  erase(subject: string): void {
    this.#bought.delete(subject)
  }

  save(): [string, Purchase[]][] {
    return [...this.#bought]
  }
}

import type { Purchase } from '@vitrine/recommend'

const MAX_PURCHASES = 100
/** Counts ids, of which a shopper has up to three. Those with the oldest last purchase are forgotten first. */
const MAX_SHOPPERS = 200_000

/** Stores purchases under each of a shopper's ids. */
export class ShopperPurchases {
  readonly #most: number
  /** Ordered by the last purchase, oldest first. */
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

/** Rendezvous hashing: when a node joins or leaves, only its own shops move. */
import { hash } from 'node:crypto'
import type { ShopId } from '../ports/record-store/record-store.ts'

export interface Deployment {
  readonly name: string
  readonly deriving: readonly string[]
}

export class HomeNode {
  readonly #deployment: Deployment
  #known: readonly string[] = []
  #homes = new Map<ShopId, string | undefined>()

  constructor(deployment: Deployment) {
    this.#deployment = deployment
  }

  ownsShop(shop: ShopId): boolean {
    return this.#homeOf(shop) === this.#deployment.name
  }

  #homeOf(shop: ShopId): string | undefined {
    const { deriving } = this.#deployment
    if (this.#known !== deriving) {
      if (this.#known.join() !== deriving.join()) this.#homes = new Map()
      this.#known = deriving
    }
    if (!this.#homes.has(shop)) this.#homes.set(shop, homeOf(shop, deriving))
    return this.#homes.get(shop)
  }
}

export function homeOf(shop: ShopId, nodes: readonly string[]): string | undefined {
  let home: { name: string; weight: string } | undefined
  for (const name of nodes) {
    const weight = hash('sha1', `${name} ${shop}`)
    if (!home || weight > home.weight) home = { name, weight }
  }
  return home?.name
}

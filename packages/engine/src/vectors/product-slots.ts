import { SlotSet } from './slot-set.ts'

/**
 * Maps products to slots, and slots to products. Freed slots are reused.
 *
 *   first:    product → its newest slot
 *   next:     slot → the product's previous slot, −1 at the end
 *   products: slot → product
 */
export class ProductSlots {
  readonly live = new SlotSet()
  /** Exclusive upper bound of all slots ever used. */
  high = 0
  readonly #first = new Map<number, number>()
  #products = new Float64Array(1024)
  #next = new Int32Array(1024)
  readonly #free: number[] = []

  get products(): number {
    return this.#first.size
  }

  get bytes(): number {
    return this.#products.byteLength + this.#next.byteLength + this.live.bits.length
  }

  has(productId: number): boolean {
    return this.#first.has(productId)
  }

  productIds(): Iterable<number> {
    return this.#first.keys()
  }

  productOf(slot: number): number {
    return this.#products[slot]
  }

  take(productId: number): number {
    const slot = this.#free.pop() ?? this.high++
    if (slot >= this.#products.length) this.#grow()
    this.#products[slot] = productId
    this.#next[slot] = this.#first.get(productId) ?? -1
    this.#first.set(productId, slot)
    this.live.add(slot)
    return slot
  }

  release(productId: number): number[] {
    const slots = this.of(productId)
    for (const slot of slots) {
      this.live.remove(slot)
      this.#free.push(slot)
    }
    this.#first.delete(productId)
    return slots
  }

  /** Returns -1 if the product has no slot. */
  newestOf(productId: number): number {
    return this.#first.get(productId) ?? -1
  }

  /** Returns the slot that the product took before this one; −1 for none. */
  before(slot: number): number {
    return this.#next[slot]
  }

  /** Returns slots in the order in which they were taken. */
  of(productId: number): number[] {
    const slots: number[] = []
    for (let slot = this.newestOf(productId); slot >= 0; slot = this.before(slot)) slots.push(slot)
    return slots.reverse()
  }

  setOf(productIds: Iterable<number>): SlotSet {
    const set = new SlotSet(this.high)
    for (const id of productIds) {
      for (let slot = this.newestOf(id); slot >= 0; slot = this.before(slot)) set.add(slot)
    }
    return set
  }

  list(): Uint32Array {
    const slots = new Uint32Array(this.live.count)
    let filled = 0
    for (let slot = 0; slot < this.high; slot++) if (this.live.has(slot)) slots[filled++] = slot
    return slots
  }

  #grow(): void {
    const products = new Float64Array(2 * this.#products.length)
    products.set(this.#products)
    this.#products = products
    const next = new Int32Array(2 * this.#next.length)
    next.set(this.#next)
    this.#next = next
  }
}

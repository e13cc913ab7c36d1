import { growToHold } from './grow.ts'
import { expectKind, type Snapshot } from './snapshot.ts'

/** Maps sparse product ids to dense numbers. Numbers are never reused, so the arrays of all models match. */
export class ItemNumbers {
  #numbers = new Map<number, number>()
  #ids = new Float64Array(1024)

  get size(): number {
    return this.#numbers.size
  }

  intern(productId: number): number {
    const known = this.#numbers.get(productId)
    if (known !== undefined) return known
    const item = this.#numbers.size
    this.#ids = growToHold(this.#ids, item)
    this.#ids[item] = productId
    this.#numbers.set(productId, item)
    return item
  }

  find(productId: number): number | undefined {
    return this.#numbers.get(productId)
  }

  idOf(item: number): number {
    return this.#ids[item]
  }

  save(): Snapshot {
    return { kind: 'item-numbers', version: 1, numbers: {}, arrays: { ids: this.#ids.slice(0, this.size) } }
  }

  static load(snapshot: Snapshot): ItemNumbers {
    expectKind(snapshot, 'item-numbers', 1)
    const numbers = new ItemNumbers()
    for (const id of snapshot.arrays.ids) numbers.intern(id)
    return numbers
  }
}

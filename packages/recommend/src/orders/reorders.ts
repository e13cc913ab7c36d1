import { growToHold } from '../core/grow.ts'
import { expectKind, type Snapshot } from '../core/snapshot.ts'

/** Counts first and repeat purchases of products: coffee is bought again, a sofa is not. */
export class Reorders {
  #first = new Uint32Array(0)
  #again = new Uint32Array(0)

  add(item: number, isAgain: boolean): void {
    this.#first = growToHold(this.#first, item)
    this.#again = growToHold(this.#again, item)
    const counts = isAgain ? this.#again : this.#first
    counts[item]++
  }

  countsOf(items: readonly number[]): { first: number; again: number } {
    const sum = (counts: Uint32Array) => items.reduce((all, item) => all + (counts[item] ?? 0), 0)
    return { first: sum(this.#first), again: sum(this.#again) }
  }

  save(): Snapshot {
    return { kind: 'reorders', version: 1, numbers: {}, arrays: { first: this.#first, again: this.#again } }
  }

  static load(snapshot: Snapshot): Reorders {
    expectKind(snapshot, 'reorders', 1)
    const reorders = new Reorders()
    reorders.#first = Uint32Array.from(snapshot.arrays.first)
    reorders.#again = Uint32Array.from(snapshot.arrays.again)
    return reorders
  }
}

/** Ratio of repeat to first purchases from which a product counts as bought again. */
const MIN_SHARE = 0.15
const MIN_REORDERS = 3

export function isBoughtAgain({ first, again }: { first: number; again: number }): boolean {
  return again >= MIN_REORDERS && again >= MIN_SHARE * first
}

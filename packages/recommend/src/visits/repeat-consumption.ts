import { growToHold } from '../core/grow.ts'
import { expectKind, type Snapshot } from '../core/snapshot.ts'

/**
 * Predicts the probability that the next product of a visit was already viewed in it. Rates are learned, because shops
 * differ: by the distance to the product, the number of products, and whether the last view was a return. The product's
 * own rate of returns corrects them.
 */
export const REPEAT_CONSUMPTION = {
  /** Products further back are not expected again. */
  depth: 10,
  maxDistinct: 6,
  /** Prior of a product's own rate, in expected returns. */
  itemDoubt: 8,
} as const

const CELLS = (REPEAT_CONSUMPTION.maxDistinct + 1) * 3 * 16

export class RepeatConsumption {
  #chances = new Float64Array(CELLS)
  #returns = new Float64Array(CELLS)
  #itemReturns = new Float64Array(0)
  #itemExpected = new Float64Array(0)

  /** `before` is oldest first. */
  extend(before: readonly number[], item: number): void {
    const recent = distinctNewestFirst(before, REPEAT_CONSUMPTION.depth)
    const situation = situationOf(before, recent.length)
    recent.forEach((seen, back) => {
      const hit = seen === item ? 1 : 0
      this.#itemReturns = growToHold(this.#itemReturns, seen)
      this.#itemExpected = growToHold(this.#itemExpected, seen)
      this.#itemReturns[seen] += hit
      this.#itemExpected[seen] += this.#rate(situation + back)
      this.#chances[situation + back]++
      this.#returns[situation + back] += hit
    })
  }

  /** Returns the probability of a return to each product of the visit, newest first. */
  expect(visit: readonly number[]): { items: number[]; chances: number[] } {
    const items = distinctNewestFirst(visit, REPEAT_CONSUMPTION.depth)
    const situation = situationOf(visit, items.length)
    const chances = items.map((item, back) => this.#rate(situation + back) * this.#itemFactor(item))
    return { items, chances }
  }

  #rate(cell: number): number {
    return (this.#returns[cell] + 0.5) / (this.#chances[cell] + 10)
  }

  #itemFactor(item: number): number {
    if (item >= this.#itemReturns.length) return 1
    return (
      (this.#itemReturns[item] + REPEAT_CONSUMPTION.itemDoubt) /
      (this.#itemExpected[item] + REPEAT_CONSUMPTION.itemDoubt)
    )
  }

  save(): Snapshot {
    const arrays = {
      chances: this.#chances.slice(),
      returns: this.#returns.slice(),
      itemReturns: this.#itemReturns.slice(),
      itemExpected: this.#itemExpected.slice(),
    }
    return { kind: 'repeat-consumption', version: 1, numbers: {}, arrays }
  }

  static load(snapshot: Snapshot): RepeatConsumption {
    expectKind(snapshot, 'repeat-consumption', 1)
    const model = new RepeatConsumption()
    model.#chances = Float64Array.from(snapshot.arrays.chances)
    model.#returns = Float64Array.from(snapshot.arrays.returns)
    model.#itemReturns = Float64Array.from(snapshot.arrays.itemReturns)
    model.#itemExpected = Float64Array.from(snapshot.arrays.itemExpected)
    return model
  }
}

export function distinctNewestFirst(visit: readonly number[], limit: number): number[] {
  const items: number[] = []
  for (let at = visit.length - 1; at >= 0 && items.length < limit; at--)
    if (!items.includes(visit[at])) items.push(visit[at])
  return items
}

/** Returns the first cell of the row for the number of products and the kind of the last view. */
function situationOf(visit: readonly number[], distinct: number): number {
  const last = visit[visit.length - 1]
  const isReload = visit[visit.length - 2] === last
  const isReturn = visit.indexOf(last) < visit.length - 1
  const arrival = isReload ? 2 : isReturn ? 1 : 0
  return (Math.min(distinct, REPEAT_CONSUMPTION.maxDistinct) * 3 + arrival) * 16
}

import { expectKind, type Snapshot } from '../core/snapshot.ts'

/** The longest window is 30 days, including today. */
const DAYS_KEPT = 31

/** Sparse sums by day and item, for windows such as "sold in the last 7 days". */
export class DailyCounts {
  #days = new Map<number, Map<number, number>>()

  add(item: number, amount: number, day: number): void {
    const newest = this.#newestDay()
    if (day <= newest - DAYS_KEPT) return
    const sums = this.#days.get(day)
    if (sums) sums.set(item, (sums.get(item) ?? 0) + amount)
    else {
      this.#days.set(day, new Map([[item, amount]]))
      for (const old of this.#days.keys()) if (old <= day - DAYS_KEPT) this.#days.delete(old)
    }
  }

  window(days: number, today: number): Map<number, number> {
    const sums = new Map<number, number>()
    for (let day = today - days + 1; day <= today; day++)
      for (const [item, amount] of this.#days.get(day) ?? []) sums.set(item, (sums.get(item) ?? 0) + amount)
    return sums
  }

  of(item: number, days: number, today: number): number {
    let sum = 0
    for (let day = today - days + 1; day <= today; day++) sum += this.#days.get(day)?.get(item) ?? 0
    return sum
  }

  total(days: number, today: number): number {
    let total = 0
    for (let day = today - days + 1; day <= today; day++)
      for (const amount of this.#days.get(day)?.values() ?? []) total += amount
    return total
  }

  #newestDay(): number {
    let newest = Number.NEGATIVE_INFINITY
    for (const day of this.#days.keys()) newest = Math.max(newest, day)
    return newest
  }

  save(): Snapshot {
    const rows = [...this.#days].flatMap(([day, sums]) => [...sums].map(([item, amount]) => [day, item, amount]))
    const arrays = {
      days: Int32Array.from(rows, (row) => row[0]),
      items: Int32Array.from(rows, (row) => row[1]),
      amounts: Float64Array.from(rows, (row) => row[2]),
    }
    return { kind: 'daily-counts', version: 1, numbers: {}, arrays }
  }

  static load(snapshot: Snapshot): DailyCounts {
    expectKind(snapshot, 'daily-counts', 1)
    const counts = new DailyCounts()
    const { days, items, amounts } = snapshot.arrays
    for (let i = 0; i < days.length; i++) counts.add(items[i], amounts[i], days[i])
    return counts
  }
}

import { RowArena } from '../core/row-arena.ts'
import type { SparseAccumulator } from '../core/sparse-accumulator.ts'
import { expectKind, type Snapshot } from '../core/snapshot.ts'
import { solvePositiveDefinite } from './solve-positive-definite.ts'

/**
 * A linear next-item model like SLIST and EASE, from the items seen so far to those that follow, with decay. Each
 * target is a ridge regression on the sources that preceded it (at most 100), instead of one inverted items × items
 * matrix: this needs little memory, can be spread over time, and repeats only for changed targets.
 */
export const SLIST = {
  /** With more items, the other visit models predict as well, and the nightly run is skipped. */
  maxItems: 20_000,
  ridge: 10,
  /** Weight of co-occurrence in any order, compared with past → future. */
  orderFree: 0.2,
  sources: 100,
  keep: 200,
  window: 50,
  contextItems: 50,
  contextDecay: 0.8,
} as const

const FADE = Float64Array.from({ length: SLIST.window + 1 }, (_, d) => Math.exp(-d))

export class Slist {
  #gram = new SparseGram()
  #cross = new SparseGram()
  /** The targets that each source ever preceded: all of them change with the evidence of the source. */
  #targetsOf: Set<number>[] = []
  #dirty = new Set<number>()
  #rows = new RowArena()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Scores change with the next `solve`. */
  update(visit: readonly number[]): void {
    const items = visit.slice(-SLIST.window)
    this.#addOrderFree([...new Set(items)])
    const past = new Map<number, number>()
    for (let at = 0; at < items.length - 1; at++) {
      past.set(items[at], at)
      const sources = [...past].map(([item, seen]): [number, number] => [item, FADE[at - seen]])
      this.#addStep(
        sources.filter(([, weight]) => weight > 1e-3),
        followers(items, at + 1),
      )
    }
    for (const item of items) {
      this.#size = Math.max(this.#size, item + 1)
      for (const target of this.#targetsOf[item] ?? []) this.#dirty.add(target)
    }
  }

  /** Solves up to `limit` targets whose evidence changed. Returns how many are left. */
  solve(limit = Number.POSITIVE_INFINITY): number {
    let solved = 0
    for (const target of this.#dirty) {
      if (solved++ >= limit) break
      this.#solveTarget(target)
      this.#dirty.delete(target)
    }
    return this.#dirty.size
  }

  static fit(visits: Iterable<readonly number[]>): Slist {
    const model = new Slist()
    for (const visit of visits) model.update(visit)
    model.solve()
    return model
  }

  /** `context` is newest first. */
  score(accumulator: SparseAccumulator, context: readonly number[]): void {
    const factors = new Map<number, number>()
    context.slice(0, SLIST.contextItems).forEach((item, back) => {
      if (!factors.has(item)) factors.set(item, SLIST.contextDecay ** back)
    })
    for (const [source, factor] of factors) {
      const start = this.#rows.startOf(source)
      const end = start + this.#rows.sizeOf(source)
      for (let cell = start; cell < end; cell++)
        accumulator.add(this.#rows.items[cell], factor * this.#rows.weights[cell])
    }
  }

  #addOrderFree(items: readonly number[]): void {
    for (const a of items)
      for (const b of items) {
        this.#gram.add(a, b, SLIST.orderFree)
        if (a !== b) this.#precede(a, b, SLIST.orderFree)
      }
  }

  #addStep(sources: [number, number][], targets: [number, number][]): void {
    const share = 1 - SLIST.orderFree
    for (const [a, weight] of sources) {
      for (const [b, other] of sources) this.#gram.add(a, b, share * weight * other)
      for (const [b, future] of targets) this.#precede(a, b, share * weight * future)
    }
  }

  #precede(source: number, target: number, amount: number): void {
    this.#cross.add(target, source, amount)
    const targets = this.#targetsOf[source]
    if (targets) targets.add(target)
    else this.#targetsOf[source] = new Set([target])
  }

  #solveTarget(target: number): void {
    const sources = this.#cross.strongest(target, SLIST.sources)
    const weights = solvePositiveDefinite(
      sources.length,
      (i, j) => this.#gram.get(sources[i][0], sources[j][0]) + (i === j ? SLIST.ridge : 0),
      (i) => sources[i][1],
    )
    sources.forEach(([source], i) => {
      this.#setWeight(source, target, weights[i])
    })
  }

  #setWeight(source: number, target: number, weight: number): void {
    const cell = this.#rows.find(source, target)
    if (cell >= 0) this.#rows.weights[cell] = Math.max(0, weight)
    else if (weight > 0 && this.#rows.add(source, target, weight, 1) >= 2 * SLIST.keep)
      this.#rows.prune(source, SLIST.keep, (_, kept) => kept)
  }

  /** The evidence is not saved: it is rebuilt from the log before the next nightly run. */
  save(): Snapshot {
    return { kind: 'slist', version: 1, numbers: { size: this.#size }, arrays: this.#rows.saveArrays() }
  }

  static load(snapshot: Snapshot): Slist {
    expectKind(snapshot, 'slist', 1)
    const model = new Slist()
    model.#rows = RowArena.loadArrays(snapshot.arrays)
    model.#size = snapshot.numbers.size
    return model
  }
}

/** Returns the eight items from `from` on, each once at its nearest position, with decaying weights. */
function followers(items: readonly number[], from: number): [number, number][] {
  const found = new Map<number, number>()
  for (let at = from; at < items.length && at - from < 8; at++)
    if (!found.has(items[at])) found.set(items[at], FADE[at - from])
  return [...found]
}

/** A sparse matrix of sums. Rows are maps, because they exist only during the nightly refinement. */
export class SparseGram {
  #rows: Map<number, number>[] = []

  add(row: number, column: number, amount: number): void {
    const sums = this.#rows[row]
    if (sums) sums.set(column, (sums.get(column) ?? 0) + amount)
    else this.#rows[row] = new Map([[column, amount]])
  }

  get(row: number, column: number): number {
    return this.#rows[row]?.get(column) ?? 0
  }

  /** Damps entries by the frequency of their columns; ties by column. */
  strongest(row: number, limit: number): [number, number][] {
    const entries = [...(this.#rows[row] ?? [])]
    if (entries.length <= limit) return entries
    const value = ([column, sum]: [number, number]) => sum / Math.sqrt((this.#rows[column]?.size ?? 0) + 20)
    return entries.sort((a, b) => value(b) - value(a) || a[0] - b[0]).slice(0, limit)
  }
}

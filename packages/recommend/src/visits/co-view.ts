import { grow } from '../core/grow.ts'
import { RowArena } from '../core/row-arena.ts'
import type { SparseAccumulator } from '../core/sparse-accumulator.ts'
import { nthLargest } from '../core/nth-largest.ts'
import { expectKind, type Snapshot } from '../core/snapshot.ts'

/**
 * Products viewed in the same visit, item to item.
 *
 * For a before b at distance d in a visit, w(d) = 0.3 + 0.7/d. The pair counts once per visit, with its highest weight:
 * W[a→b] += w, W[b→a] += 0.6 w.
 * S(a→b) = W / ((n_a+10)^0.8 · (n_b+10)^0.3), with n = visits of an item. A visit's score for b is Σ 0.6^k ·
 * S(item_k→b) over its last 10 items, newest first, plus half of two steps.
 *
 * Weights decay with a time constant of 90 days. They are stored relative to the newest day ("forward decay"), so that
 * an update touches only its own pairs.
 */
export const CO_VIEW = {
  /** Weight of a distant pair in a visit. A higher value gives broader results that depend less on the order. */
  farWeight: 0.3,
  /** Weight of "b, then a" as evidence for a → b. */
  backward: 0.6,
  smoothing: 10,
  sourcePower: 0.8,
  targetPower: 0.3,
  contextItems: 10,
  contextDecay: 0.6,
  /** Weight of the second step, which reaches rarely seen products through their neighbours. */
  secondStep: 0.5,
  secondStepItems: 2,
  secondStepFanout: 20,
  keep: 100,
  pruneAt: 200,
  /** Maximum distance of a pair, which limits crawlers and tabs that stay open all day. */
  window: 50,
  fadeDays: 90,
} as const

/** By distance, which is never 0. */
const PAIR_WEIGHT = Float64Array.from(
  { length: CO_VIEW.window + 1 },
  (_, d) => CO_VIEW.farWeight + (1 - CO_VIEW.farWeight) / d,
)

export interface CoViewEvidence {
  visits: number
  /** Expected number, if visitors of the source viewed the target as often as all visitors do. */
  expected: number
  score: number
}

/** Standard deviations above chance that evidence requires. Strict, because many pairs share visits by chance. */
const CHANCE_DEVIATIONS = 2.33

export class CoView {
  #rows = new RowArena()
  #visits = new Float64Array(0)
  #sourceNorm = new Float64Array(0)
  #targetNorm = new Float64Array(0)
  #day = 0
  #size = 0
  #allVisits = 0
  readonly #values = new Float64Array(CO_VIEW.pruneAt)
  readonly #sorting = new Float64Array(CO_VIEW.pruneAt)
  readonly #strongest = new Int32Array(CO_VIEW.secondStepFanout)

  /** Exclusive upper bound of item numbers. */
  get size(): number {
    return this.#size
  }

  get byteLength(): number {
    return this.#rows.byteLength + 3 * this.#visits.byteLength
  }

  visitsOf(item: number): number {
    return item < this.#size ? this.#visits[item] : 0
  }

  /** `before` are the earlier items of the visit, oldest first. */
  extend(before: readonly number[], item: number, day: number): void {
    this.#advance(day)
    const first = Math.max(0, before.length - CO_VIEW.window)
    const isRevisit = before.indexOf(item, first) >= 0
    this.#reserve(item)
    if (!isRevisit) this.#countVisit(item)
    const done: number[] = []
    for (let at = before.length - 1; at >= first; at--) {
      const other = before[at]
      if (other === item || done.includes(other)) continue
      done.push(other)
      this.#reserve(other)
      const weight = PAIR_WEIGHT[before.length - at]
      const earlier = isRevisit ? pairInVisit(before, first, other, item) : NO_PAIR
      this.#raise(other, item, weight, earlier.forward)
      this.#raise(item, other, CO_VIEW.backward * weight, earlier.backward)
    }
  }

  update(visit: readonly number[], day: number): void {
    const before: number[] = []
    for (const item of visit) {
      this.extend(before, item, day)
      before.push(item)
    }
  }

  static fit(visits: Iterable<{ items: readonly number[]; day: number }>): CoView {
    const model = new CoView()
    for (const { items, day } of visits) model.update(items, day)
    return model
  }

  /** Requires an empty accumulator. `context` is newest first, and its items may be in the result. */
  score(accumulator: SparseAccumulator, context: readonly number[]): void {
    let factor = 1
    const depth = Math.min(context.length, CO_VIEW.contextItems)
    for (let k = 0; k < depth; k++) {
      this.#spread(accumulator, context[k], factor)
      if (k < CO_VIEW.secondStepItems) this.#spreadTwice(accumulator, context[k], factor * CO_VIEW.secondStep)
      factor *= CO_VIEW.contextDecay
    }
    // A target's norm is the same for every path, so it is applied once per target.
    const { scores, touched, count } = accumulator
    const norms = this.#targetNorm
    for (let i = 0; i < count; i++) scores[touched[i]] *= norms[touched[i]]
  }

  evidence(source: number, target: number): CoViewEvidence {
    const cell = this.#rows.find(source, target)
    if (cell < 0) return { visits: 0, expected: 0, score: 0 }
    const score = this.#rows.weights[cell] * this.#sourceNorm[source] * this.#targetNorm[target]
    const expected = (this.#pairsOf(source) * this.#visits[target]) / this.#allVisits
    return { visits: this.#rows.counts[cell], expected, score }
  }

  #pairsOf(source: number): number {
    const start = this.#rows.startOf(source)
    let pairs = 0
    for (let i = 0; i < this.#rows.sizeOf(source); i++) pairs += this.#rows.counts[start + i]
    return pairs
  }

  /** Sets the visits of each item seen with a source. With several sources, the largest number counts. */
  addVisits(accumulator: SparseAccumulator, sources: readonly number[]): void {
    const { items, counts } = this.#rows
    for (const source of sources) {
      const start = this.#rows.startOf(source)
      const end = start + this.#rows.sizeOf(source)
      for (let cell = start; cell < end; cell++)
        if (counts[cell] > accumulator.scores[items[cell]]) accumulator.set(items[cell], counts[cell])
    }
  }

  #spread(accumulator: SparseAccumulator, source: number, factor: number): void {
    const { items, weights } = this.#rows
    const start = this.#rows.startOf(source)
    accumulator.addRow({
      items,
      weights,
      start,
      end: start + this.#rows.sizeOf(source),
      scale: factor * this.#sourceNorm[source],
    })
  }

  #spreadTwice(accumulator: SparseAccumulator, source: number, factor: number): void {
    const { items, weights } = this.#rows
    const strongest = this.#strongest
    const found = this.#findStrongest(source)
    for (let i = 0; i < found; i++) {
      const middle = items[strongest[i]]
      const step = weights[strongest[i]] * this.#sourceNorm[source] * this.#targetNorm[middle]
      this.#spread(accumulator, middle, factor * step)
    }
  }

  /** Leaves the source's strongest pairs in the scratch space. Returns their number. */
  #findStrongest(source: number): number {
    const { items, weights } = this.#rows
    const norms = this.#targetNorm
    const [values, sorting, strongest] = [this.#values, this.#sorting, this.#strongest]
    const start = this.#rows.startOf(source)
    const size = this.#rows.sizeOf(source)
    const fanout = CO_VIEW.secondStepFanout
    for (let i = 0; i < size; i++) values[i] = sorting[i] = weights[start + i] * norms[items[start + i]]
    const least = size <= fanout ? 0 : nthLargest(sorting, size, fanout)
    let found = 0
    for (let i = 0; i < size && found < fanout; i++) if (values[i] >= least) strongest[found++] = start + i
    return found
  }

  #countVisit(item: number): void {
    this.#visits[item] += 1
    this.#allVisits += 1
    this.#refreshNorm(item)
  }

  /** Raises the weight that this visit gives a pair from `given` to `weight`. Counts the visit if `given` is 0. */
  #raise(source: number, target: number, weight: number, given: number): void {
    if (weight <= given) return
    const size = this.#rows.add(source, target, weight - given, given === 0 ? 1 : 0)
    if (size >= CO_VIEW.pruneAt) this.#rows.prune(source, CO_VIEW.keep, (item, kept) => kept * this.#targetNorm[item])
  }

  #reserve(item: number): void {
    if (item < this.#size) return
    const from = this.#size
    this.#size = item + 1
    this.#visits = grow(this.#visits, this.#size)
    this.#sourceNorm = grow(this.#sourceNorm, this.#size)
    this.#targetNorm = grow(this.#targetNorm, this.#size)
    for (let i = from; i < this.#size; i++) this.#refreshNorm(i)
  }

  #refreshNorm(item: number): void {
    const visits = this.#visits[item] + CO_VIEW.smoothing
    this.#sourceNorm[item] = visits ** -CO_VIEW.sourcePower
    this.#targetNorm[item] = visits ** -CO_VIEW.targetPower
  }

  /** Late events of an earlier day count as of the newest day. */
  #advance(day: number): void {
    if (day <= this.#day) return
    const factor = Math.exp(-(day - this.#day) / CO_VIEW.fadeDays)
    this.#day = day
    this.#allVisits *= factor
    this.#rows.scale(factor)
    for (let item = 0; item < this.#size; item++) {
      this.#visits[item] *= factor
      this.#refreshNorm(item)
    }
  }

  save(): Snapshot {
    const arrays = { ...this.#rows.saveArrays(), visits: this.#visits.slice(0, this.#size) }
    return { kind: 'co-view', version: 1, numbers: { day: this.#day, size: this.#size }, arrays }
  }

  static load(snapshot: Snapshot): CoView {
    expectKind(snapshot, 'co-view', 1)
    const model = new CoView()
    model.#day = snapshot.numbers.day
    model.#rows = RowArena.loadArrays(snapshot.arrays)
    model.#visits = (snapshot.arrays.visits as Float64Array).slice()
    model.#allVisits = model.#visits.reduce((sum, visits) => sum + visits, 0)
    model.#reserve(snapshot.numbers.size - 1)
    return model
  }
}

export function isMoreThanChance({ visits, expected }: CoViewEvidence): boolean {
  return visits > expected + CHANCE_DEVIATIONS * Math.sqrt(expected)
}

interface PairInVisit {
  forward: number
  backward: number
}

const NO_PAIR: PairInVisit = { forward: 0, backward: 0 }

/** Returns the weight of the visit so far for other → item (`forward`) and item → other (`backward`). */
function pairInVisit(visit: readonly number[], first: number, other: number, item: number): PairInVisit {
  let lastOther = -1
  let lastItem = -1
  let otherFirst = 0
  let itemFirst = 0
  for (let at = first; at < visit.length; at++) {
    if (visit[at] === other) {
      lastOther = at
      if (lastItem >= 0) itemFirst = Math.max(itemFirst, PAIR_WEIGHT[at - lastItem])
    } else if (visit[at] === item) {
      lastItem = at
      if (lastOther >= 0) otherFirst = Math.max(otherFirst, PAIR_WEIGHT[at - lastOther])
    }
  }
  return {
    forward: Math.max(otherFirst, CO_VIEW.backward * itemFirst),
    backward: Math.max(itemFirst, CO_VIEW.backward * otherFirst),
  }
}

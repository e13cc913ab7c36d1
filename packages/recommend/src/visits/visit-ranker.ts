import { SparseAccumulator, type Scored } from '../core/sparse-accumulator.ts'
import type { Snapshot } from '../core/snapshot.ts'
import type { Slist } from '../refine/slist.ts'
import { CoView } from './co-view.ts'
import { distinctNewestFirst, RepeatConsumption } from './repeat-consumption.ts'
import { SessionKnn } from './session-knn.ts'

/**
 * Ranks the products that a visitor may view next, by co-view and similar visits, each normalized over unseen products,
 * and by the learned probability of returns.
 */
export const VISIT_RANKER = {
  sessionKnnShare: 0.7,
  slistShare: 0.5,
  /** Exponent of the scores of unseen products when returns are allowed. Above 1, the best ones stand out more. */
  sharpness: 1.4,
  /** Share of unseen products in the probability that returns leave. */
  newShare: 0.75,
} as const

export interface RankOptions {
  limit: number
  /** Whether the products of the visit itself may be in the result. */
  returns: 'allow' | 'leave out'
  accept?: (item: number) => boolean
}

export class VisitRanker {
  readonly coView: CoView
  readonly sessionKnn: SessionKnn
  readonly repeats: RepeatConsumption
  /** Set by the nightly run. Undefined if SLIST does not predict better. */
  slist: Slist | undefined
  #mixed = new SparseAccumulator()
  #part = new SparseAccumulator()

  constructor(coView = new CoView(), sessionKnn = new SessionKnn(), repeats = new RepeatConsumption()) {
    this.coView = coView
    this.sessionKnn = sessionKnn
    this.repeats = repeats
  }

  get byteLength(): number {
    return this.coView.byteLength + this.sessionKnn.byteLength
  }

  /** All models learn the item at once, except `SessionKnn`, which learns finished visits. */
  extend(before: readonly number[], item: number, day: number): void {
    this.coView.extend(before, item, day)
    if (before.length > 0) this.repeats.extend(before, item)
  }

  finish(visit: readonly number[]): void {
    this.sessionKnn.update(visit)
  }

  static fit(visits: Iterable<{ items: readonly number[]; day: number }>): VisitRanker {
    const model = new VisitRanker()
    for (const { items, day } of visits) {
      const before: number[] = []
      for (const item of items) {
        model.extend(before, item, day)
        before.push(item)
      }
      model.finish(items)
    }
    return model
  }

  /** `visit` is oldest first. Only its last 50 items are read. */
  rank(visit: readonly number[], options: RankOptions): Scored[] {
    const accumulator = this.#mixed
    accumulator.reset(Math.max(this.coView.size, this.slist?.size ?? 0))
    const recent = visit.slice(-50)
    const seen = distinctNewestFirst(recent, recent.length)
    this.#mix(recent, seen)
    if (options.returns === 'allow') this.#addReturns(recent)
    return accumulator.top(options.limit, options.accept)
  }

  /** Returns for each item the visits that saw it with a source. With several sources, the largest number counts. */
  visitsWith(sources: readonly number[], items: readonly number[]): number[] {
    this.#part.reset(this.coView.size)
    this.coView.addVisits(this.#part, sources)
    return items.map((item) => this.#part.scores[item] ?? 0)
  }

  /** Mixes the scores of unseen items. The first model is not scaled, because only proportions matter. */
  #mix(recent: readonly number[], seen: readonly number[]): void {
    const newestFirst = recent.toReversed()
    this.coView.score(this.#mixed, newestFirst)
    const whole = this.#mixed.takeOff(seen)
    this.#part.reset(this.#mixed.scores.length)
    this.sessionKnn.score(this.#part, seen)
    this.#addPart(seen, VISIT_RANKER.sessionKnnShare, whole)
    if (!this.slist) return
    this.#part.reset(this.#mixed.scores.length)
    this.slist.score(this.#part, newestFirst)
    this.#addPart(seen, VISIT_RANKER.slistShare, whole)
  }

  #addPart(seen: readonly number[], share: number, whole: number): void {
    const sum = this.#part.takeOff(seen)
    const { scores, touched, count } = this.#part
    if (sum === 0) return
    const factor = (share * (whole || 1)) / sum
    for (let i = 0; i < count; i++) this.#mixed.add(touched[i], factor * scores[touched[i]])
  }

  #addReturns(recent: readonly number[]): void {
    const accumulator = this.#mixed
    const { items, chances } = this.repeats.expect(recent)
    const returning = Math.min(
      0.95,
      chances.reduce((sum, chance) => sum + chance, 0),
    )
    let sum = 0
    for (let i = 0; i < accumulator.count; i++) {
      const item = accumulator.touched[i]
      accumulator.scores[item] = accumulator.scores[item] ** VISIT_RANKER.sharpness
      sum += accumulator.scores[item]
    }
    const share = (VISIT_RANKER.newShare * (1 - returning)) / sum
    for (let i = 0; i < accumulator.count; i++) accumulator.scores[accumulator.touched[i]] *= share
    items.forEach((item, back) => {
      if (item < accumulator.scores.length) accumulator.set(item, chances[back])
    })
  }

  save(): Snapshot[] {
    return [this.coView.save(), this.sessionKnn.save(), this.repeats.save()]
  }

  static load([coView, sessionKnn, repeats]: readonly Snapshot[]): VisitRanker {
    return new VisitRanker(CoView.load(coView), SessionKnn.load(sessionKnn), RepeatConsumption.load(repeats))
  }
}

import { SparseAccumulator, type Scored } from '../core/sparse-accumulator.ts'
import type { Snapshot } from '../core/snapshot.ts'
import type { Slist } from '../refine/slist.ts'
import { CoView } from './co-view.ts'
import { distinctNewestFirst, RepeatConsumption } from './repeat-consumption.ts'
import { SessionKnn } from './session-knn.ts'

/**
 * Ranks the products that a visitor may view next, from the visit so far: mixes co-view and similar visits, each
 * normalized to a distribution over unseen products. If returns are allowed, they get their learned probability, and
 * unseen products get most of the rest.
 */
export const VISIT_RANKER = {
  sessionKnnShare: 0.7,
  /** Weight of the nightly SLIST, if there is one. */
  slistShare: 0.5,
  /**
   * Exponent of the scores of unseen products if products of the visit may be in the result too. Above 1, the best
   * products stand out more.
   */
  sharpness: 1.4,
  /** Share that unseen products get of the probability that returns leave. */
  newShare: 0.75,
} as const

export interface RankOptions {
  limit: number
  /** Products of the visit itself are in the result only with `allow`. */
  returns: 'allow' | 'leave out'
  accept?: (item: number) => boolean
}

export class VisitRanker {
  readonly coView: CoView
  readonly sessionKnn: SessionKnn
  readonly repeats: RepeatConsumption
  /** Replaced by the nightly run. The ranker also works without it. */
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

  /** Adds an item to a running visit. All models learn it at once, except `SessionKnn`, which learns when it ends. */
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

  /** Returns products that may follow the visit, which is oldest first. Only its last 50 items are read. */
  rank(visit: readonly number[], options: RankOptions): Scored[] {
    const accumulator = this.#mixed
    accumulator.reset(Math.max(this.coView.size, this.slist?.size ?? 0))
    const recent = visit.slice(-50)
    const seen = distinctNewestFirst(recent, recent.length)
    this.#mix(recent, seen)
    if (options.returns === 'allow') this.#addReturns(recent)
    return accumulator.top(options.limit, options.accept)
  }

  /**
   * Returns, for each item, the number of visits that saw it with a source; with several sources, the largest number.
   */
  visitsWith(sources: readonly number[], items: readonly number[]): number[] {
    this.#part.reset(this.coView.size)
    this.coView.addVisits(this.#part, sources)
    return items.map((item) => this.#part.scores[item] ?? 0)
  }

  /** Mixes the models' scores of unseen items. The first model is not scaled, because only proportions matter. */
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

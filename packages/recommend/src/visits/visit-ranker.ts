import { ScoreBoard, type Scored } from '../core/score-board.ts'
import type { Snapshot } from '../core/snapshot.ts'
import type { LinearRefinement } from '../refine/linear-refinement.ts'
import { CoView } from './co-view.ts'
import { distinctNewestFirst, RepeatHabits } from './repeat-habits.ts'
import { VisitNeighbours } from './visit-neighbours.ts'

/**
 * What a visitor looks at next, from the visit so far: co-view and similar visits, each normalized to a distribution over
 * products not seen yet and mixed; where returns are allowed, returns get their learnt probability and the rest shares
 * what is left.
 */
export const VISIT_RANKER = {
  neighboursShare: 0.7,
  /** Share of the nightly linear refinement, where there is one. */
  linearShare: 0.5,
  /** Above 1 sharpens the mixed distribution before it competes with returns. */
  sharpness: 1.4,
  newShare: 0.75,
} as const

export interface RankOptions {
  limit: number
  /** Whether products of the visit itself may be answered. */
  returns: 'allow' | 'leave out'
  accept?: (item: number) => boolean
}

export class VisitRanker {
  readonly coView: CoView
  readonly neighbours: VisitNeighbours
  readonly habits: RepeatHabits
  /** Replaced whole by the nightly run; the ranker does without it. */
  linear: LinearRefinement | undefined
  #mixed = new ScoreBoard()
  #part = new ScoreBoard()

  constructor(coView = new CoView(), neighbours = new VisitNeighbours(), habits = new RepeatHabits()) {
    this.coView = coView
    this.neighbours = neighbours
    this.habits = habits
  }

  get byteLength(): number {
    return this.coView.byteLength + this.neighbours.byteLength
  }

  /** One more item of a running visit: learnt at once, but for similar visits, which are learnt when the visit ends. */
  extend(before: readonly number[], item: number, day: number): void {
    this.coView.extend(before, item, day)
    if (before.length > 0) this.habits.extend(before, item)
  }

  finish(visit: readonly number[]): void {
    this.neighbours.update(visit)
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

  /** `visit` oldest first, and no longer than what matters: the last 50 are read. */
  rank(visit: readonly number[], options: RankOptions): Scored[] {
    const board = this.#mixed
    board.reset(Math.max(this.coView.size, this.linear?.size ?? 0))
    const recent = visit.slice(-50)
    const seen = distinctNewestFirst(recent, recent.length)
    this.#mix(recent, seen)
    if (options.returns === 'allow') this.#addReturns(recent)
    return board.top(options.limit, options.accept)
  }

  /** Each part is a distribution over unseen items; only their proportions matter, so the first is not scaled at all. */
  #mix(recent: readonly number[], seen: readonly number[]): void {
    const newestFirst = recent.toReversed()
    this.coView.score(this.#mixed, newestFirst)
    const whole = this.#mixed.takeOff(seen)
    this.#part.reset(this.#mixed.scores.length)
    this.neighbours.score(this.#part, seen)
    this.#addPart(seen, VISIT_RANKER.neighboursShare, whole)
    if (!this.linear) return
    this.#part.reset(this.#mixed.scores.length)
    this.linear.score(this.#part, newestFirst)
    this.#addPart(seen, VISIT_RANKER.linearShare, whole)
  }

  #addPart(seen: readonly number[], share: number, whole: number): void {
    const sum = this.#part.takeOff(seen)
    const { scores, touched, count } = this.#part
    if (sum === 0) return
    const factor = (share * (whole || 1)) / sum
    for (let i = 0; i < count; i++) this.#mixed.add(touched[i], factor * scores[touched[i]])
  }

  #addReturns(recent: readonly number[]): void {
    const board = this.#mixed
    const { items, chances } = this.habits.expect(recent)
    const returning = Math.min(
      0.95,
      chances.reduce((sum, chance) => sum + chance, 0),
    )
    let best = 0
    for (let i = 0; i < board.count; i++) best = Math.max(best, board.scores[board.touched[i]])
    let sum = 0
    for (let i = 0; i < board.count; i++) {
      const item = board.touched[i]
      board.scores[item] = (board.scores[item] / best) ** VISIT_RANKER.sharpness
      sum += board.scores[item]
    }
    const share = (VISIT_RANKER.newShare * (1 - returning)) / sum
    for (let i = 0; i < board.count; i++) board.scores[board.touched[i]] *= share
    items.forEach((item, back) => {
      if (item < board.scores.length) board.set(item, chances[back])
    })
  }

  save(): Snapshot[] {
    return [this.coView.save(), this.neighbours.save(), this.habits.save()]
  }

  static load([coView, neighbours, habits]: readonly Snapshot[]): VisitRanker {
    return new VisitRanker(CoView.load(coView), VisitNeighbours.load(neighbours), RepeatHabits.load(habits))
  }
}

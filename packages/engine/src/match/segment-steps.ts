import type { ForkJoin } from '../shards/fork-join.ts'
import { type Accumulators, createAccumulators } from './accumulators.ts'
import { type MatchRule, type SegmentInput, selectMatches } from './match-segment.ts'
import { type AnyStep, doStep, matchTask, type Step, type StepName, type Steps } from './match-task.ts'
import { TopDocs } from './top-docs.ts'
import { totalPostings } from '../expand/weighted-postings.ts'

/** Takes the segments of a query through the steps of matching, at once where that is worth it. */
export class SegmentSteps {
  readonly inputs: SegmentInput[]
  readonly #forkJoin: ForkJoin | undefined
  readonly #accumulators: Accumulators[]
  /** Steps done so far, by segment. */
  readonly #done: AnyStep[][]

  /** `accumulators`: those of the inputs; one that a thread may still write into is replaced there. */
  constructor(inputs: SegmentInput[], accumulators: Accumulators[], forkJoin?: ForkJoin) {
    this.inputs = inputs
    this.#accumulators = accumulators
    this.#done = inputs.map(() => [])
    const isShared = forkJoin !== undefined && inputs.length > 1 && postingsOf(inputs) >= forkJoin.leastWork
    this.#forkJoin = isShared ? forkJoin : undefined
  }

  each<Name extends StepName>(stepOf: (segment: number) => Step<Name>): Steps[Name]['found'][] {
    const steps = this.inputs.map((_, s) => stepOf(s) as AnyStep)
    const found = this.#forkJoin === undefined ? steps.map((step, s) => this.#here(s, step)) : this.#run(steps)
    return found as Steps[Name]['found'][]
  }

  /** The last step: the best of all segments, and all that match. `counts`: docs that the step before left, by segment. */
  select(counts: readonly number[], rule: MatchRule, capacity: number) {
    const top = new TopDocs(capacity)
    if (this.#forkJoin === undefined) {
      const selected = this.inputs.map((input, s) => selectMatches(input, counts[s], rule, top))
      return { top, selected }
    }
    const selected = this.each<'select'>((s) => ({ name: 'select', count: counts[s], rule, capacity }))
    for (const { top: best } of selected) for (let slot = 0; slot < best.length; slot++) top.take(best, slot)
    return { top, selected }
  }

  #run(steps: readonly AnyStep[]) {
    const found = this.#forkJoin!.run(
      steps.map((step, s) => ({
        shard: this.inputs[s].shard!,
        docCount: this.inputs[s].segment.docCount,
        task: matchTask(this.inputs[s], step),
        here: () => this.#here(s, step),
        again: () => this.#again(s, step),
      })),
    )
    for (let s = 0; s < steps.length; s++) this.#done[s].push(steps[s])
    return found
  }

  #here(s: number, step: AnyStep) {
    return doStep(this.inputs[s], step)
  }

  /** From the first step on, in clean accumulators: nobody knows what a thread that is lost still writes. */
  #again(s: number, step: AnyStep) {
    const accumulators = createAccumulators(this.inputs[s].segment.docCount, true)
    this.#accumulators[s] = accumulators
    this.inputs[s] = { ...this.inputs[s], accumulators }
    for (const before of this.#done[s]) this.#here(s, before)
    return this.#here(s, step)
  }
}

function postingsOf(inputs: readonly SegmentInput[]): number {
  return inputs.reduce((sum, { postings }) => sum + postings.reduce((own, lists) => own + totalPostings(lists), 0), 0)
}

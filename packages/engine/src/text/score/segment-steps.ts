import type { ForkJoin } from '../../shards/fork-join.ts'
import { type Accumulators, createAccumulators } from './accumulators.ts'
import { type SegmentInput, selectMatches } from './collect-segment.ts'
import { type AnyStep, doStep, type Step, type StepName, type Steps, textTask } from './text-task.ts'
import { TopDocs } from './top-docs.ts'

/** Takes the segments of a query through the steps of collecting, at once where that is worth it. */
export class SegmentSteps {
  readonly inputs: SegmentInput[]
  readonly #forkJoin: ForkJoin | undefined
  readonly #accumulators: Accumulators[]
  /** What was done so far, by segment. */
  readonly #done: AnyStep[][]

  /** `accumulators`: those of the inputs; one that a thread may still write into is replaced there. */
  constructor(inputs: SegmentInput[], accumulators: Accumulators[] = [], forkJoin?: ForkJoin) {
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

  /** The last step: the best of all segments, and all that match. */
  select(stepOf: (segment: number) => Omit<Step<'select'>, 'name'>, capacity: number) {
    const top = new TopDocs(capacity)
    if (this.#forkJoin === undefined) {
      const selected = this.inputs.map((input, s) => selectMatches(input, stepOf(s).count, stepOf(s).rule, top))
      return { top, selected }
    }
    const selected = this.each<'select'>((s) => ({ name: 'select', ...stepOf(s) }))
    for (const { docs, scores, ids, classes, length } of selected.map((each) => each.top))
      for (let i = 0; i < length; i++) top.add(docs[i], scores[i], ids[i], classes[i])
    return { top, selected }
  }

  #run(steps: readonly AnyStep[]) {
    const found = this.#forkJoin!.run(
      steps.map((step, s) => ({
        shard: this.inputs[s].shard!,
        docCount: this.inputs[s].segment.docCount,
        task: textTask(this.inputs[s], step),
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
  let sum = 0
  for (const { postings } of inputs)
    for (const lists of postings) for (const { start, end } of lists) sum += end - start
  return sum
}

/** The steps of collecting as tasks: what a thread needs to do one on its segment, and nothing that the segment holds itself. */
import type { WeightedPostings } from '../expand/weighted-postings.ts'
import type { TextSegment } from '../text-segment.ts'
import { combineTerms, type MatchRule, scoreComplete, type SegmentInput, selectMatches } from './collect-segment.ts'
import { scoreAny } from './score-segment.ts'
import { TopDocs } from './top-docs.ts'

/** By name: what a step is told, and what it answers. */
export interface Steps {
  complete: { asked: object; found: ReturnType<typeof scoreComplete> }
  any: { asked: { enough: number }; found: ReturnType<typeof scoreAny> }
  combine: { asked: { count: number; terms: number }; found: ReturnType<typeof combineTerms> }
  select: { asked: { count: number; rule: MatchRule; capacity: number }; found: Selected }
}

export type StepName = keyof Steps
export type Step<Name extends StepName> = { readonly name: Name } & Readonly<Steps[Name]['asked']>
export type AnyStep = { [Name in StepName]: Step<Name> }[StepName]

export type Selected = ReturnType<typeof selectMatches> & {
  /** The best, in no order. */
  readonly top: Pick<TopDocs, 'docs' | 'scores' | 'ids' | 'classes' | 'length'>
}

/** What the step leaves for the next one lies in the accumulators. */
export function doStep(input: SegmentInput, step: AnyStep): Steps[StepName]['found'] {
  switch (step.name) {
    case 'complete':
      return scoreComplete(input)
    case 'any':
      return scoreAny(input, step.enough)
    case 'combine':
      return combineTerms(input, step.count, step.terms)
    case 'select': {
      const top = new TopDocs(step.capacity)
      const selected = selectMatches(input, step.count, step.rule, top)
      const { docs, scores, ids, classes, length } = top
      return { ...selected, top: { docs, scores, ids, classes, length } }
    }
  }
}

/** Postings of the segment itself are told by their place in it. */
type SentPostings = Omit<WeightedPostings, 'docs' | 'payloads'> & Partial<Pick<WeightedPostings, 'docs' | 'payloads'>>

export interface TextTask {
  readonly kind: 'text'
  readonly input: Omit<SegmentInput, 'segment' | 'shard' | 'ids' | 'postings' | 'excluded'> & {
    readonly postings: readonly (readonly SentPostings[])[]
    readonly excluded: readonly SentPostings[]
  }
  readonly step: AnyStep
}

export function textTask(all: SegmentInput, step: AnyStep): TextTask {
  const { segment, shard: _, ids: _ids, postings, excluded, ...input } = all
  const send = (list: WeightedPostings) => sentPostings(segment, list)
  return {
    kind: 'text',
    step,
    input: { ...input, postings: postings.map((lists) => lists.map(send)), excluded: excluded.map(send) },
  }
}

function sentPostings(segment: TextSegment, postings: WeightedPostings): SentPostings {
  const { docs, payloads, ...about } = postings
  return docs === segment.postDocs ? about : { ...about, docs: docs.slice(), payloads: payloads.slice() }
}

export function doTextTask(segment: TextSegment, ids: Float64Array, { input, step }: TextTask): unknown {
  const receive = (list: SentPostings): WeightedPostings => ({
    docs: segment.postDocs,
    payloads: segment.postPayloads,
    ...list,
  })
  const { postings, excluded, ...rest } = input
  const own = { postings: postings.map((lists) => lists.map(receive)), excluded: excluded.map(receive) }
  return doStep({ ...rest, ...own, segment, ids }, step)
}

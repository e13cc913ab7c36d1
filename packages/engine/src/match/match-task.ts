/** The steps of matching as tasks: what a thread needs to do one on its segment, and nothing that the segment holds itself. */
import type { WeightedPostings } from '../expand/weighted-postings.ts'
import type { TextSegment } from '../text/text-segment.ts'
import {
  findComplete,
  findPartial,
  type MatchRule,
  type PartialStep,
  type SegmentInput,
  selectMatches,
} from './match-segment.ts'
import { TopDocs, type TopDocsData } from './top-docs.ts'

/** Keyed by name: what a step is told, and what it answers. */
export interface Steps {
  complete: { asked: object; found: ReturnType<typeof findComplete> }
  partial: { asked: PartialStep; found: ReturnType<typeof findPartial> }
  select: { asked: { count: number; rule: MatchRule; capacity: number }; found: Selected }
}

export type StepName = keyof Steps
export type Step<Name extends StepName> = { readonly name: Name } & Readonly<Steps[Name]['asked']>
export type AnyStep = { [Name in StepName]: Step<Name> }[StepName]
export type Selected = ReturnType<typeof selectMatches> & { readonly top: TopDocsData }

/** Does one step. It leaves its results for the next one in the accumulators. */
export function doStep(input: SegmentInput, step: AnyStep): Steps[StepName]['found'] {
  switch (step.name) {
    case 'complete':
      return findComplete(input)
    case 'partial':
      return findPartial(input, step)
    case 'select': {
      const top = new TopDocs(step.capacity)
      return { ...selectMatches(input, step.count, step.rule, top), top: top.data() }
    }
  }
}

/** Postings of the segment itself are told by their place in it. */
type SentPostings = Omit<WeightedPostings, 'docs' | 'payloads'> & Partial<Pick<WeightedPostings, 'docs' | 'payloads'>>

export interface MatchTask {
  readonly kind: 'match'
  readonly input: Omit<SegmentInput, 'segment' | 'shard' | 'ids' | 'postings'> & {
    readonly postings: readonly (readonly SentPostings[])[]
  }
  readonly step: AnyStep
}

export function matchTask(all: SegmentInput, step: AnyStep): MatchTask {
  const { segment, shard: _, ids: _ids, postings, ...input } = all
  const send = (list: WeightedPostings) => sentPostings(segment, list)
  return { kind: 'match', step, input: { ...input, postings: postings.map((lists) => lists.map(send)) } }
}

function sentPostings(segment: TextSegment, postings: WeightedPostings): SentPostings {
  const { docs, payloads, ...about } = postings
  return docs === segment.postDocs ? about : { ...about, docs: docs.slice(), payloads: payloads.slice() }
}

export function doMatchTask(segment: TextSegment, ids: Float64Array, { input, step }: MatchTask): unknown {
  const receive = (list: SentPostings): WeightedPostings => ({
    docs: segment.postDocs,
    payloads: segment.postPayloads,
    ...list,
  })
  const postings = input.postings.map((lists) => lists.map(receive))
  return doStep({ ...input, postings, segment, ids }, step)
}

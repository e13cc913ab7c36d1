import { noTerm } from '../segment/dictionary.ts'
import { matchClass } from '../text-query.ts'
import type { TextSegment } from '../text-segment.ts'
import { rewardAgreement } from './agreement.ts'
import { measureCloseness, type SlotFinder, slotsInOptions } from './closeness.ts'
import { bestFieldFactor, type FieldRarities } from './best-field.ts'
import type { LengthNorms } from './length-norms.ts'
import type { OtherThings } from './another-thing.ts'
import { isIdentified, partNumberTerm } from './identified.ts'
import { ranking } from './ranking.ts'
import type { TopHits } from './top-hits.ts'

/** Hits whose words are read; the rest keep the order of their scores. Fixed, so that pages do not shift with their size. */
export const rerankWindow = 64

export interface Hit {
  /** Global doc. */
  readonly doc: number
  readonly segment: number
  /** Local doc. */
  readonly local: number
  readonly id: number
  matchClass: number
  score: number
}

export interface RerankInput {
  readonly segments: readonly TextSegment[]
  readonly finders: readonly SlotFinder[]
  readonly slotCount: number
  /** Slots that name a colour or a size, a bit each. */
  readonly optionSlots: number
  /** The whole query as a part number: a product with this one is what was asked for. */
  readonly partNumber: string
  /** Undefined while the query is typed: half a word says little of fields, and type-ahead must be fast. */
  readonly rarities: FieldRarities | undefined
  readonly norms: LengthNorms
  /** Undefined where the query names no thing, but a vendor. */
  readonly others: OtherThings | undefined
}

/** Hits best first: those of the window by how they read, then the others. Classes never improve down the list. */
export function rerank(top: TopHits, input: RerankInput): Hit[] {
  const hits = Array.from(top.order(), (place) => toHit(top, place, input.segments))
  const window = hits.slice(0, rerankWindow)
  for (const hit of window) hit.score *= 1 + readBonus(hit, input)
  rewardBestFields(window, input)
  if (input.others !== undefined) lowerOthers(window, input.others)
  rewardAgreement(window, input.segments)
  raiseIdentified(window, input)
  window.sort((a, b) => b.score - a.score || a.id - b.id)
  const ordered = window.concat(scaleBelow(hits.slice(rerankWindow), window))
  let worst = 0
  for (const hit of ordered) {
    worst = Math.max(worst, hit.matchClass)
    hit.matchClass = worst
  }
  return ordered
}

/** Hits that were not read lack the factors of those that were: scaled, they still come after them. */
function scaleBelow(rest: Hit[], window: readonly Hit[]): Hit[] {
  // A merchant may give every field no weight, and then no hit has a score.
  if (rest.length === 0 || rest[0].score === 0) return rest
  const scale = Math.min(1, window[window.length - 1].score / rest[0].score)
  for (const hit of rest) hit.score *= scale
  return rest
}

function toHit(top: TopHits, place: number, segments: readonly TextSegment[]): Hit {
  const doc = top.docs[place]
  let segment = 0
  let base = 0
  while (doc >= base + segments[segment].docCount) base += segments[segment++].docCount
  return {
    doc,
    segment,
    local: doc - base,
    id: top.ids[place],
    matchClass: top.classes[place],
    score: top.scores[place],
  }
}

function readBonus(hit: Hit, { segments, finders, slotCount, optionSlots }: RerankInput): number {
  const segment = segments[hit.segment]
  const finder = finders[hit.segment]
  const close = measureCloseness(segment, hit.local, finder, slotCount)
  return (
    ranking.titlePair * close.titlePairs +
    ranking.titleShare * close.titleShare +
    (close.isPhrase ? ranking.phrase : 0) +
    (optionSlots !== 0 && (slotsInOptions(segment, hit.local, finder) & optionSlots) !== 0 ? ranking.option : 0)
  )
}

/** Reading whole docs is dear: the first are read, and what they keep on average the others keep. */
const readWhole = 48

function rewardBestFields(hits: readonly Hit[], { segments, finders, rarities, norms }: RerankInput): void {
  if (rarities === undefined) return
  let sum = 0
  hits.forEach((hit, i) => {
    const { segment, local } = hit
    const factor =
      i < readWhole ? bestFieldFactor(segments[segment], local, finders[segment], rarities, norms) : sum / readWhole
    if (i < readWhole) sum += factor
    hit.score *= factor
  })
}

/** Where no hit is the thing itself, a coffee table is the nearest that a shop has to "coffee". */
function lowerOthers(hits: readonly Hit[], others: OtherThings): void {
  const named = hits.map(({ segment, local }) => others.named(segment, local))
  if (!named.includes('itself')) return
  hits.forEach((hit, i) => {
    if (named[i] === 'another') hit.score *= ranking.anotherThing
  })
}

/** Far above any other factor. */
const identifiedFactor = 100

function raiseIdentified(hits: readonly Hit[], { segments, partNumber }: RerankInput): void {
  const terms = segments.map((segment) => partNumberTerm(segment, partNumber))
  for (const hit of hits) {
    const term = terms[hit.segment]
    if (term === noTerm || !isIdentified(segments[hit.segment], hit.local, term)) continue
    hit.score *= identifiedFactor
    hit.matchClass = matchClass.identifier
  }
}

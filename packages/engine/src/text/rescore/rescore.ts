import { NO_TERM } from '../segment/dictionary.ts'
import { MATCH_CLASS } from '../text-query.ts'
import type { TextSegmentView } from '../text-index.ts'
import { applyPseudoRelevanceFeedback } from './pseudo-relevance-feedback.ts'
import { holdsPhrase, type TermMatcher } from './proximity.ts'
import { BestField } from './best-field.ts'
import type { FieldIdfs } from '../weigh/weigh-terms.ts'
import type { LengthNorms } from '../score/length-norms.ts'
import type { AccessoryDetector, Named } from './accessory-demotion.ts'
import { isSkuMatch, skuTerm } from '../expand/sku-match.ts'
import { RANKING } from '../ranking-constants.ts'
import type { TopDocs } from '../score/top-docs.ts'

/** Hits whose words are read; the rest keep the order of their scores. Fixed, so that pages do not shift with their size. */
export const RESCORE_WINDOW = 64

export interface ScoredDoc {
  /** Global doc. */
  readonly doc: number
  readonly segment: number
  /** Local doc. */
  readonly local: number
  readonly id: number
  matchClass: number
  score: number
}

export interface RescoreInput {
  readonly views: readonly TextSegmentView[]
  readonly matchers: readonly TermMatcher[]
  readonly termCount: number
  /** The whole query as a part number: a product with this one is what was asked for. */
  readonly partNumber: string
  /** Undefined while the query is typed: half a word says little of fields, and type-ahead must be fast. */
  readonly idfs: FieldIdfs | undefined
  readonly norms: LengthNorms
  /** Undefined where the query names no thing, but a vendor. */
  readonly accessories: AccessoryDetector | undefined
}

/** Hits best first: those of the window by how they read, then the others. Classes never improve down the list. */
export function rescore(top: TopDocs, input: RescoreInput): ScoredDoc[] {
  const hits: ScoredDoc[] = []
  for (const place of top.order()) hits.push(toHit(top, place, input.views))
  const window = hits.slice(0, RESCORE_WINDOW)
  for (const hit of window) hit.score *= 1 + phraseBonus(hit, input)
  applyBestFields(window, input)
  if (input.accessories !== undefined) demoteAccessories(window, input.accessories)
  applyPseudoRelevanceFeedback(window, input.views)
  raiseSkuMatches(window, input)
  window.sort((a, b) => b.score - a.score || a.id - b.id)
  const ordered = window.concat(scaleBelow(hits.slice(RESCORE_WINDOW), window))
  let worst = 0
  for (const hit of ordered) {
    worst = Math.max(worst, hit.matchClass)
    hit.matchClass = worst
  }
  return ordered
}

/** Hits that were not read lack the factors of those that were: scaled, they still come after them. */
function scaleBelow(rest: ScoredDoc[], window: readonly ScoredDoc[]): ScoredDoc[] {
  // A merchant may give every field no weight, and then no hit has a score.
  if (rest.length === 0 || rest[0].score === 0) return rest
  const scale = Math.min(1, window[window.length - 1].score / rest[0].score)
  for (const hit of rest) hit.score *= scale
  return rest
}

function toHit(top: TopDocs, place: number, views: readonly TextSegmentView[]): ScoredDoc {
  const doc = top.docs[place]
  let segment = 0
  let base = 0
  while (doc >= base + views[segment].segment.docCount) base += views[segment++].segment.docCount
  return {
    doc,
    segment,
    local: doc - base,
    id: top.ids[place],
    matchClass: top.classes[place],
    score: top.scores[place],
  }
}

function phraseBonus(hit: ScoredDoc, { views, matchers, termCount }: RescoreInput): number {
  const isPhrase = holdsPhrase(views[hit.segment].segment, hit.local, matchers[hit.segment], termCount)
  return isPhrase ? RANKING.phrase : 0
}

/** Reading whole docs is dear: the first are read, and what they keep on average the others keep. */
const READ_WHOLE = 48

function applyBestFields(hits: readonly ScoredDoc[], { views, matchers, idfs, norms }: RescoreInput): void {
  if (idfs === undefined) return
  const bestField = new BestField(idfs, norms)
  let sum = 0
  hits.forEach((hit, i) => {
    const { segment, local } = hit
    const factor =
      i < READ_WHOLE ? bestField.factor(views[segment].segment, local, matchers[segment]) : sum / READ_WHOLE
    if (i < READ_WHOLE) sum += factor
    hit.score *= factor
  })
}

/**
 * Where no hit is the thing itself, a coffee table is the nearest that a shop has to "coffee". Where most are likely accessories, the
 * shop sells those, and what bears the name alone may be anything.
 */
function demoteAccessories(hits: readonly ScoredDoc[], accessories: AccessoryDetector): void {
  const named = hits.map(({ segment, local }) => accessories.named(segment, local))
  const countOf = (kind: Named) => named.filter((each) => each === kind).length
  const itself = countOf('itself')
  if (itself === 0) return
  const sellsItself = itself >= countOf('likely accessory')
  hits.forEach((hit, i) => {
    if (named[i] === 'accessory' || (named[i] === 'likely accessory' && sellsItself)) hit.score *= RANKING.accessory
  })
}

/** Far above any other factor. */
const SKU_FACTOR = 100

function raiseSkuMatches(hits: readonly ScoredDoc[], { views, partNumber }: RescoreInput): void {
  const terms = views.map(({ segment }) => skuTerm(segment, partNumber))
  for (const hit of hits) {
    const term = terms[hit.segment]
    if (term === NO_TERM || !isSkuMatch(views[hit.segment].segment, hit.local, term)) continue
    hit.score *= SKU_FACTOR
    hit.matchClass = MATCH_CLASS.identifier
  }
}

/**
 * Decides which readings and operators of a query filter the answer, which only order it, and which are dropped because
 * no product satisfies them. If the filters together leave nothing, they are weakened by kind: readings first, then
 * quotes, prices and exclusions.
 */
import { type Bitset, bitsetOf, hasBit, listBits } from '../columns/bitset.ts'
import { convertPrice } from '../columns/price-conversion.ts'
import type { UnderstoodDocs } from '../facets/filter-sets.ts'
import { type Asked, criteriaFilter, judge, type Judged, passingVariants, STATE } from '../match/criteria.ts'
import { OTHER_THING } from '../match/match-words.ts'
import { MIN_CONFIDENCE } from '../query/parse-state.ts'
import type { Query, Reading } from '../query/query.ts'
import type { DocPlace } from './rank-by-column.ts'
import type { FindRequest, AppliedCriterion } from './search-request.ts'
import type { ShopIndex } from './shop-index.ts'

export interface CriteriaInput {
  readonly index: ShopIndex
  readonly request: FindRequest
  readonly matched: readonly Bitset[]
  /** Docs in `matched` with words of the query; undefined without words. Only these docs count as evidence. */
  readonly byWords: readonly Bitset[] | undefined
  readonly hasComplete: boolean
  /** Terms that were dropped so that some product matches, one bit per term. */
  readonly droppedTerms: number
  readonly exempt: readonly DocPlace[]
}

export interface AppliedCriteria {
  readonly criteria: readonly AppliedCriterion[]
  /** The matches in a segment that satisfy every filtering criterion; undefined if no criterion filters. */
  readonly satisfying: (view: number) => UnderstoodDocs | undefined
  /** Adds the demotions by all ordering criteria, doubled: the lowest bit means "sold out". */
  readonly demote: (view: number, demotions: Uint8Array) => void
}

export function askedOf({ operators, readings }: Query): Asked[] {
  const asked: Asked[] = [...operators, ...readings.filter(isApplicable)]
  return asked.sort((a, b) => a.first - b.first || b.end - a.end)
}

interface JudgedCriterion {
  asked: Asked
  judged: readonly Judged[]
  held: FilterMode
}

export function applyCriteria(input: CriteriaInput, asked: readonly Asked[]): AppliedCriteria {
  const { index, exempt } = input
  const docs = input.matched.map((set) => listBits(set))
  const criteria = asked.map((one) => judgeCriterion(input, withAmount(input, one, docs), docs))
  const satisfying = (view: number) => {
    const passing = criteria.flatMap(({ held, judged }) => (held === 'filter' ? [judged[view].passing] : []))
    if (passing.length === 0) return undefined
    const free = exempt.flatMap((place) => (place.view === view ? [place.doc] : []))
    return criteriaFilter({ index, view, docs: docs[view] }, passing, free)
  }
  for (const kind of WEAKENED) {
    if (docs.some((_, view) => satisfying(view)?.docs.length !== 0)) break
    for (const one of criteria) if (one.held === 'filter' && kindOf(one.asked) === kind) one.held = WEAKER[kind]
  }
  const ordering = criteria.filter(({ asked, held }) => held !== 'dropped' && isPreferred(asked, input))
  return {
    criteria: criteria.map(({ asked, held }) => ({ asked, held })),
    satisfying,
    demote: (view, demotions) => {
      for (const { asked, judged } of ordering) {
        const violated = asked.kind === 'category' ? OTHER_THING : STATE.violated
        docs[view].forEach((doc, place) => {
          const state = judged[view].states[place]
          demotions[doc] += 2 * (state === STATE.violated ? violated : state)
        })
      }
    },
  }
}

const WEAKENED = ['reading', 'phrase', 'price', 'exclusion'] as const
const WEAKER = { reading: 'preference', phrase: 'dropped', price: 'dropped', exclusion: 'dropped' } as const

function kindOf(asked: Asked): Asked['kind'] | 'reading' {
  return isReading(asked) ? 'reading' : asked.kind
}

/**
 * True if products that satisfy the criterion rank first. False for vendors, whose names are in titles. If no product has
 * every word, the meaning of one word must not outrank the others.
 */
function isPreferred(asked: Asked, { hasComplete }: CriteriaInput): boolean {
  if (!isReading(asked)) return asked.isSpoken === true
  if (asked.price !== undefined) return true
  return hasComplete && asked.kind !== 'vendor' && asked.confidence > MIN_CONFIDENCE
}

function isReading(asked: Asked): asked is Reading {
  return 'confidence' in asked
}

function judgeCriterion(input: CriteriaInput, asked: Asked, docs: readonly Uint32Array[]): JudgedCriterion {
  const { index, request } = input
  const judged = docs.map((own, view) => judge({ index, view, docs: own }, asked, request.prices))
  if (!isReading(asked)) return { asked, judged, held: 'filter' }
  return {
    asked,
    judged,
    held: isDropped(input, asked) ? 'dropped' : filterModeOf(asked, ofWords(input, judged, docs)),
  }
}

function ofWords(
  { byWords }: CriteriaInput,
  judged: readonly Judged[],
  docs: readonly Uint32Array[],
): readonly Evidence[] {
  if (byWords === undefined) return judged
  return judged.map(({ states, isSaidOtherwise }, view) => ({
    states: states.filter((_, place) => hasBit(byWords[view], docs[view][place])),
    isSaidOtherwise,
  }))
}

function isDropped({ request, droppedTerms }: CriteriaInput, { first, end }: Reading): boolean {
  return request.query!.parsed.terms.some(
    (term, place) => term.first < end && term.end > first && (droppedTerms & (1 << place)) !== 0,
  )
}

/** Replaces a share ("cheap" means the lowest prices) with price bounds from the products found. */
function withAmount({ index, request }: CriteriaInput, asked: Asked, docs: readonly Uint32Array[]): Asked {
  const part = asked.price?.share
  if (part === undefined) return asked
  const prices = docs.flatMap((own, view) => {
    const { minPrice } = index.views[view].segment.columns
    return Array.from(own, (doc) => convertPrice(minPrice[doc], request.prices)).filter((price) => price > 0)
  })
  prices.sort((a, b) => a - b)
  const at = (place: number) => prices[Math.round(place * (prices.length - 1))] ?? null
  const [from, to] = part
  return { ...asked, price: { min: from === 0 ? null : at(from), max: to === 1 ? null : at(to) } }
}

/** filter: hits satisfy the part of the query. preference: such products rank first. dropped: it has no effect. */
export type FilterMode = 'filter' | 'preference' | 'dropped'

/** A reading filters only if at most this share of matches has no value for the attribute. */
const MAX_UNKNOWN_SHARE = 0.1

/** Categories and vendors never filter: products without those words are in a lower tier anyway. */
function isName({ kind }: Reading): boolean {
  return kind === 'category' || kind === 'vendor'
}

type Evidence = Pick<Judged, 'states' | 'isSaidOtherwise'>

export function filterModeOf(reading: Reading, judged: readonly Evidence[]): FilterMode {
  const counts = [0, 0, 0, 0]
  for (const { states } of judged) for (const state of states) counts[state]++
  const satisfied = counts[STATE.said] + counts[STATE.satisfied]
  const unknown = counts[STATE.unknown]
  if (satisfied === 0) return 'dropped'
  if (isName(reading) || judged.some(({ isSaidOtherwise }) => isSaidOtherwise)) return 'preference'
  return unknown <= MAX_UNKNOWN_SHARE * (satisfied + unknown + counts[STATE.violated]) ? 'filter' : 'preference'
}

export function isApplicable({ kind, confidence }: Reading): boolean {
  return kind !== 'part_number' && kind !== 'filler' && confidence >= MIN_CONFIDENCE
}

/** Returns the visible docs within the query's price; undefined if the query names no price or no product has it. */
export function withinPrice(
  index: ShopIndex,
  { prices }: FindRequest,
  visible: readonly Bitset[],
  asked: readonly Asked[],
): readonly Bitset[] | undefined {
  const bounds = asked.filter(({ price }) => price && (price.min !== null || price.max !== null))
  if (bounds.length === 0) return undefined
  const within = visible.map((set, view) => {
    const found = { index, view, docs: listBits(set) }
    const passing = bounds.map((one) => passingVariants(found, one, prices))
    return bitsetOf(criteriaFilter(found, passing).docs, index.views[view].segment.columns.docCount)
  })
  return within.some((set) => set.some((bits) => bits !== 0)) ? within : undefined
}

import type { TermPostings } from '../expand/expand-terms.ts'
import { postingCount, type WeightedPostings } from '../expand/weighted-postings.ts'
import type { ParsedQuery, QueryTerm } from '../parse/parse-query.ts'
import { RANKING } from '../ranking-constants.ts'
import { FIELD_MASK } from '../segment/posting-payload.ts'
import { TEXT_FIELDS } from '../text-doc.ts'

const FIELD_COUNT = TEXT_FIELDS.length
const TYPE_FIELD = TEXT_FIELDS.indexOf('productType')

/** A query term with all that is known about it before docs are looked at. */
export interface WeighedTerm {
  readonly term: QueryTerm
  /** By segment. */
  readonly postings: TermPostings
  /** Docs of the word as typed or inflected; of its commonest other form where it has none. */
  readonly docs: number
  /** Whether the shop has the word as typed or inflected. */
  readonly isKnown: boolean
  /** In which share of its docs the word stands in each field; of what stands for it where no doc has it itself. */
  readonly fieldShares: Float64Array
  /** Inverse document frequency, with the boosts of words that name the thing itself. */
  readonly weight: number
}

export function weighTerms(parsed: ParsedQuery, expanded: readonly TermPostings[], docTotal: number): WeighedTerm[] {
  return expanded.map((postings, place) => {
    const docs = docsOf(postings)
    const fieldShares = sampleShares(postings)
    const head = place === parsed.head ? RANKING.head : 1
    return {
      term: parsed.wanted[place],
      postings,
      docs,
      isKnown: postings.some((lists) => lists.some(isOwn)),
      fieldShares,
      weight: idf(docs, docTotal) * head * (1 + RANKING.typeWord * fieldShares[TYPE_FIELD]),
    }
  })
}

/** Inverse document frequency of each query term in each field, term after term, and over all fields, summed. */
export interface FieldIdfs {
  readonly byField: Float64Array
  readonly total: number
}

/** A word may be rare in titles and common in descriptions. */
export function fieldIdfs(terms: readonly WeighedTerm[], docTotal: number): FieldIdfs {
  const byField = new Float64Array(terms.length * FIELD_COUNT)
  let total = 0
  terms.forEach(({ docs, fieldShares }, term) => {
    total += idf(docs, docTotal)
    for (let field = 0; field < FIELD_COUNT; field++)
      byField[term * FIELD_COUNT + field] = idf(docs * fieldShares[field], docTotal)
  })
  return { byField, total }
}

function idf(docs: number, docTotal: number): number {
  const known = Math.min(docTotal, docs)
  return Math.log(1 + (docTotal - known + 0.5) / (known + 0.5))
}

function docsOf(postings: TermPostings): number {
  let docs = 0
  for (const lists of postings) {
    let own = 0
    let most = 0
    for (const list of lists) {
      if (isOwn(list)) own += postingCount(list)
      else most = Math.max(most, postingCount(list))
    }
    docs += own > 0 ? own : most
  }
  return docs
}

/** Postings looked at to learn where a word usually stands. */
const SAMPLE_SIZE = 64

function sampleShares(postings: TermPostings): Float64Array {
  const own = postings.flat().filter(isOwn)
  const shares = new Float64Array(FIELD_COUNT)
  let seen = 0
  for (const list of own.length > 0 ? own : postings.flat()) {
    const step = Math.max(1, Math.floor(postingCount(list) / SAMPLE_SIZE))
    for (let at = list.start; at < list.end; at += step) {
      seen += step
      for (let bits = list.payloads[at] & FIELD_MASK; bits !== 0; bits &= bits - 1)
        shares[31 - Math.clz32(bits & -bits)] += step
    }
  }
  return seen === 0 ? shares : shares.map((count) => count / seen)
}

function isOwn(postings: WeightedPostings): boolean {
  return postings.kind === 'exact' || postings.kind === 'stem'
}

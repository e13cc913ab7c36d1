import { FIELD_MASK } from '../segment/posting-payload.ts'
import type { TermPostings } from '../expand/expand-terms.ts'
import type { ParsedQuery } from '../parse/parse-query.ts'
import { TEXT_FIELDS } from '../text-doc.ts'
import type { FieldIdfs } from '../rescore/best-field.ts'
import { RANKING } from '../ranking-constants.ts'
import { type WeightedPostings, postingCount } from '../expand/weighted-postings.ts'

const FIELD_COUNT = TEXT_FIELDS.length
const TYPE_FIELD = TEXT_FIELDS.indexOf('productType')

/** How much each query term counts: its inverse document frequency in the shop, more for the words that name the thing itself. */
export function weighTerms(parsed: ParsedQuery, expanded: readonly TermPostings[], docTotal: number): number[] {
  return expanded.map((postingLists, place) => {
    const head = place === parsed.head ? RANKING.head : 1
    return idf(size(postingLists), docTotal) * head * (1 + RANKING.typeWord * sharesByField(postingLists)[TYPE_FIELD])
  })
}

/** The same by field: a word may be rare in titles and common in descriptions. */
export function fieldIdfs(expanded: readonly TermPostings[], docTotal: number): FieldIdfs {
  const byField = new Float64Array(expanded.length * FIELD_COUNT)
  let total = 0
  expanded.forEach((postingLists, queryTerm) => {
    const docs = size(postingLists)
    const shares = sharesByField(postingLists)
    total += idf(docs, docTotal)
    for (let field = 0; field < FIELD_COUNT; field++)
      byField[queryTerm * FIELD_COUNT + field] = idf(docs * shares[field], docTotal)
  })
  return { byField, total }
}

function idf(docs: number, docTotal: number): number {
  const known = Math.min(docTotal, docs)
  return Math.log(1 + (docTotal - known + 0.5) / (known + 0.5))
}

/** Docs of the word as typed or inflected; of its commonest other form where it has none. */
function size(postingLists: TermPostings): number {
  let docs = 0
  for (const list of postingLists) {
    let own = 0
    let most = 0
    for (const postings of list) {
      if (isOwn(postings)) own += postingCount(postings)
      else most = Math.max(most, postingCount(postings))
    }
    docs += own > 0 ? own : most
  }
  return docs
}

/** Postings looked at to learn where a word usually stands. */
const SAMPLE_SIZE = 64

/** In which share of its products the word, as typed or inflected, stands in the given field. */
export function shareInField(postingLists: TermPostings, bit: number): number {
  return postingLists.some((list) => list.some(isOwn)) ? sharesByField(postingLists)[31 - Math.clz32(bit)] : 0
}

/** Asked for several times in one query. */
const knownShares = new WeakMap<TermPostings, Float64Array>()

/** The same for every field, from an even sample; of what stands for the word where no product has it itself. */
export function sharesByField(postingLists: TermPostings): Float64Array {
  let shares = knownShares.get(postingLists)
  if (shares === undefined) {
    shares = sampleShares(postingLists)
    knownShares.set(postingLists, shares)
  }
  return shares
}

function sampleShares(postingLists: TermPostings): Float64Array {
  const own = postingLists.flat().filter(isOwn)
  const shares = new Float64Array(FIELD_COUNT)
  let seen = 0
  for (const postings of own.length > 0 ? own : postingLists.flat()) {
    const step = Math.max(1, Math.floor(postingCount(postings) / SAMPLE_SIZE))
    for (let at = postings.start; at < postings.end; at += step) {
      seen += step
      for (let bits = postings.payloads[at] & FIELD_MASK; bits !== 0; bits &= bits - 1)
        shares[31 - Math.clz32(bits & -bits)] += step
    }
  }
  return seen === 0 ? shares : shares.map((count) => count / seen)
}

function isOwn(postings: WeightedPostings): boolean {
  return postings.kind === 'exact' || postings.kind === 'stem'
}

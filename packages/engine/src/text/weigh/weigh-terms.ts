import { levelFor } from '../../columns/even-sample.ts'
import type { TermPostings } from '../expand/expand-terms.ts'
import { formKey, postingCount, type WeightedPostings } from '../expand/weighted-postings.ts'
import type { ParsedQuery, QueryTerm } from '../parse/parse-query.ts'
import { RANKING } from '../ranking-constants.ts'
import { someSampled } from '../sample-postings.ts'
import { TEXT_FIELDS } from '../text-doc.ts'
import type { TextIndex } from '../text-index.ts'
import { fieldCounts } from './field-counts.ts'

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

type Statistics = Pick<TextIndex, 'views' | 'docTotal'>

export function weighTerms(parsed: ParsedQuery, expanded: readonly TermPostings[], index: Statistics): WeighedTerm[] {
  return expanded.map((postings, place) => {
    const forms = formsTogether(postings, index)
    const docs = forms?.docs ?? docsOf(postings, index)
    const fieldShares = forms?.fieldShares ?? sharesOf(postings, index)
    const head = place === parsed.head ? RANKING.head : 1
    return {
      term: parsed.wanted[place],
      postings,
      docs,
      isKnown: postings.some((lists) => lists.some(isOwn)),
      fieldShares,
      weight: idf(docs, index.docTotal) * head * (1 + RANKING.typeWord * fieldShares[TYPE_FIELD]),
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

/** At least about so many postings are looked at, to learn how many docs have several forms of a word. */
const SAMPLE_SIZE = 256

/**
 * Docs that have the word in any of its forms, and in which share of them it stands in each field; undefined where it has one form. A doc that
 * says "pot" and "pots" is one doc: counted twice, the thing that a shop sells would look commoner than it is.
 */
function formsTogether(
  postings: TermPostings,
  { views }: Statistics,
): { docs: number; fieldShares: Float64Array } | undefined {
  const own = postings.map((lists) => lists.filter(isOwn))
  const forms = new Set(own.flatMap((lists, s) => lists.map((list) => formKey(views[s].segment, list))))
  if (forms.size < 2) return undefined
  const count = own.flat().reduce((sum, list) => sum + postingCount(list), 0)
  const level = levelFor(count, SAMPLE_SIZE)
  const fieldShares = new Float64Array(FIELD_COUNT)
  let sampled = 0
  let docs = 0
  own.forEach((lists, s) => {
    const fields = new Map<number, number>()
    for (const list of lists)
      someSampled(views[s], list, level, (at) => {
        sampled++
        const doc = list.docs[at]
        fields.set(doc, (fields.get(doc) ?? 0) | list.payloads[at])
        return false
      })
    docs += fields.size
    for (const held of fields.values())
      for (let field = 0; field < FIELD_COUNT; field++) if ((held & (1 << field)) !== 0) fieldShares[field]++
  })
  // A sample may be empty, if only of very few.
  if (docs === 0) return undefined
  return { docs: (count * docs) / sampled, fieldShares: fieldShares.map((held) => held / docs) }
}

function docsOf(postings: TermPostings, { views }: Statistics): number {
  let own = 0
  for (const lists of postings) for (const list of lists) if (isOwn(list)) own += postingCount(list)
  if (own > 0) return own
  return postings.length === 1 ? longest(postings[0]) : commonestForm(postings, views)
}

function longest(lists: readonly WeightedPostings[]): number {
  return lists.reduce((most, list) => Math.max(most, postingCount(list)), 0)
}

/** A form's postings are spread over the segments. */
function commonestForm(postings: TermPostings, views: Statistics['views']): number {
  const docs = new Map<string, number>()
  postings.forEach((lists, s) => {
    // A form that comes twice is one form.
    const forms = new Map(lists.map((list) => [formKey(views[s].segment, list), postingCount(list)]))
    for (const [form, count] of forms) docs.set(form, (docs.get(form) ?? 0) + count)
  })
  return Math.max(0, ...docs.values())
}

function sharesOf(postings: TermPostings, { views }: Statistics): Float64Array {
  const isKnown = postings.some((lists) => lists.some(isOwn))
  const shares = new Float64Array(FIELD_COUNT)
  let seen = 0
  postings.forEach((lists, s) => {
    for (const list of lists) {
      if (isKnown && !isOwn(list)) continue
      seen += postingCount(list)
      const { all } = fieldCounts(views[s], list)
      for (let field = 0; field < FIELD_COUNT; field++) shares[field] += all[field]
    }
  })
  return seen === 0 ? shares : shares.map((count) => count / seen)
}

function isOwn(postings: WeightedPostings): boolean {
  return postings.kind === 'exact' || postings.kind === 'stem' || postings.kind === 'reading'
}

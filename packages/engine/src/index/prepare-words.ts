import { EXPANSION_WEIGHTS } from '../expand/expansion-weights.ts'
import type { NearTerm } from '../expand/synonyms.ts'
import { type ExpandedTerm, expandQuery } from '../expand/expand-query.ts'
import { satisfyingDocs } from '../match/criteria.ts'
import type { PreparedWords } from '../match/match-words.ts'
import type { Reading } from '../query/query.ts'
import { computedPostings, type WeightedPostings } from '../expand/weighted-postings.ts'
import { NAMED_IN } from '../match/score-segment.ts'
import { compiledSettings, lengthNorms } from '../match/bm25f-tables.ts'
import { TEXT_FIELDS, type TextField } from '../text/text-doc.ts'
import type { ParsedSearch } from './search-request.ts'
import type { ShopIndex } from './shop-index.ts'

/** Number of complete matches that is enough in a small shop, as a share of its products. */
const ENOUGH_SHARE_OF_SHOP = 0.02

/** Returns undefined for a query without words. */
export function prepareWords(
  index: ShopIndex,
  search: ParsedSearch | undefined,
  near: readonly NearTerm[] = [],
): PreparedWords | undefined {
  if (!search || search.parsed.terms.length === 0) return undefined
  const { parsed: query, prefixLast, settings } = search
  const { views, analyzer } = index.text
  const { synonyms, tables } = compiledSettings(analyzer, settings)
  const satisfying = (reading: Reading) => views.map((_, view) => attributePostings(index, view, reading))
  const { docCount } = index
  const terms = expandQuery({ views, analyzer, settings, synonyms, prefixLast, query, docCount, satisfying, near })
  return {
    index: index.text,
    workspace: index.workspace,
    terms,
    head: namesProducts(terms[query.head]) ? query.head : -1,
    tables: { ...tables, ...lengthNorms(index.text) },
    enough: Math.min(settings.relaxBelow, Math.max(1, Math.ceil(docCount * ENOUGH_SHARE_OF_SHOP))),
    docCount,
  }
}

/** False for words that products only mention. */
function namesProducts({ postings }: ExpandedTerm): boolean {
  return postings.flat().some(({ payloads, start, end }) => {
    for (let at = start; at < end; at++) if ((payloads[at] & NAMED_IN) !== 0) return true
    return false
  })
}

const ATTRIBUTE_FIELDS: Partial<Record<Reading['kind'], TextField>> = { category: 'productType', vendor: 'vendor' }

/** Returns the products that satisfy a reading. Cached with the segment, because queries repeat values. */
function attributePostings(index: ShopIndex, view: number, reading: Reading): WeightedPostings | undefined {
  const { kind, attributes, pictured, label } = reading
  const key = JSON.stringify(['satisfying', kind, attributes, pictured])
  const docs = index.views[view].memo.of(key, () => satisfyingDocs(index, view, reading))
  if (docs.length === 0) return undefined
  const payloads = new Uint16Array(docs.length).fill(1 << TEXT_FIELDS.indexOf(ATTRIBUTE_FIELDS[kind] ?? 'options'))
  const form = {
    weight: EXPANSION_WEIGHTS.attribute * reading.confidence,
    kind: 'attribute',
    edits: 0,
    text: label,
  } as const
  return computedPostings(docs, payloads, form, NO_ONE_TERM)
}

/** Term number of postings for several words. No dictionary has it, so titles are not searched for it. */
const NO_ONE_TERM = 0xfffffffe

import { hasBit } from '../columns/bitset.ts'
import { type ColumnSegment, findDoc } from '../columns/column-segment.ts'
import { termSet } from '../facets/filter-sets.ts'
import type { BoostTarget, RankingRules } from './search-request.ts'

type Boosts = RankingRules['boosts']

/** The product of all factors that apply to each doc, 1 where none does. */
export function boostFactors(columns: ColumnSegment, boosts: Boosts): Float32Array {
  const factors = new Float32Array(columns.docCount).fill(1)
  for (const { target, factor } of boosts) {
    for (const doc of targetedDocs(columns, target)) factors[doc] *= factor
  }
  return factors
}

/** The first rule that moves the doc. */
export function boostRuleOf(columns: ColumnSegment, doc: number, boosts: Boosts): string | undefined {
  return boosts.find(({ target }) => isTarget(columns, doc, target))?.rule
}

export function* targetedDocs(columns: ColumnSegment, target: BoostTarget): Iterable<number> {
  if (target.ids) {
    for (const id of target.ids) {
      const doc = findDoc(columns, id)
      if (doc >= 0 && hasTerms(columns, doc, target) && hasNumbers(columns, doc, target)) yield doc
    }
    return
  }
  if (isEmpty(target)) return
  const sets = (target.terms ?? []).map(({ name, value }) => {
    const column = columns.terms.get(name)
    return column && termSet(column, columns.docCount, { values: [value], operator: 'or' })
  })
  for (let doc = 0; doc < columns.docCount; doc++)
    if (sets.every((set) => set && hasBit(set, doc)) && hasNumbers(columns, doc, target)) yield doc
}

/** What names nothing means nothing, not everything. */
function isEmpty({ terms = [], price, inStock, createdAfterMs }: BoostTarget): boolean {
  return terms.length === 0 && price === undefined && inStock === undefined && createdAfterMs === undefined
}

function isTarget(columns: ColumnSegment, doc: number, target: BoostTarget): boolean {
  if (target.ids && !target.ids.has(columns.ids[doc])) return false
  if (!target.ids && isEmpty(target)) return false
  return hasTerms(columns, doc, target) && hasNumbers(columns, doc, target)
}

function hasTerms(columns: ColumnSegment, doc: number, { terms = [] }: BoostTarget): boolean {
  return terms.every(({ name, value }) => {
    const column = columns.terms.get(name)
    if (!column) return false
    const one = { ...column, starts: column.starts.subarray(doc, doc + 2) }
    return hasBit(termSet(one, 1, { values: [value], operator: 'or' }), 0)
  })
}

function hasNumbers(columns: ColumnSegment, doc: number, { price, inStock, createdAfterMs }: BoostTarget): boolean {
  if (price && !(columns.minPrice[doc] >= price.min && columns.minPrice[doc] <= price.max)) return false
  if (inStock !== undefined && hasBit(columns.variants.someAvailable, doc) !== inStock) return false
  return createdAfterMs === undefined || columns.createdMs[doc] >= createdAfterMs
}

import { hasBit } from '../columns/bitset.ts'
import { type ColumnSegment, findDoc } from '../columns/column-segment.ts'
import { termSet } from '../facets/filter-sets.ts'
import type { BoostTarget, RankingRules } from './search-request.ts'

type Boosts = RankingRules['boosts']

export interface BoostedDocs {
  /** Indexed by doc: the product of all factors, 1 for none. */
  factors: Float32Array
  /** Indexed by doc: the first boost that applies, -1 for none. */
  firstBoost: Int16Array
}

export function boostedDocs(columns: ColumnSegment, boosts: Boosts): BoostedDocs {
  const factors = new Float32Array(columns.docCount).fill(1)
  const firstBoost = new Int16Array(columns.docCount).fill(-1)
  boosts.forEach(({ target, factor }, place) => {
    for (const doc of targetedDocs(columns, target)) {
      factors[doc] *= factor
      if (firstBoost[doc] < 0) firstBoost[doc] = place
    }
  })
  return { factors, firstBoost }
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

/** A target without conditions must match no product, not every product. */
function isEmpty({ terms = [], price, inStock, createdAfterMs }: BoostTarget): boolean {
  return terms.length === 0 && price === undefined && inStock === undefined && createdAfterMs === undefined
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

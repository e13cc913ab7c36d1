/**
 * One question to the index: who may see what, which of it matches, what the filters leave, how it counts and how it is
 * ordered. The set of matches never depends on filters, facets, sort or page, so every caller gets the same numbers.
 */
import { countBits } from '../columns/bitset.ts'
import { countFacets, unionFor } from '../facets/count-facets.ts'
import type { FacetField } from '../facets/facet-field.ts'
import { compileFilters } from '../facets/filter-sets.ts'
import type { ValueUnion } from '../facets/value-union.ts'
import { findMatches, type Matches } from './find-matches.ts'
import { gateSet } from './gates.ts'
import { orderHits } from './order-hits.ts'
import { rerankWindow } from './rerank.ts'
import type { SearchRequest, SearchResult } from './search-request.ts'
import type { ShopIndex } from './shop-index.ts'

export function searchIndex(index: ShopIndex, request: SearchRequest): SearchResult {
  const gated = index.views.map((view) => gateSet(view, request.gates))
  // Twice what is needed, because some of the best may fall to filters or be out of stock.
  const ranked = request.sort === 'relevance' ? 2 * Math.max(rerankWindow(request), request.offset + request.limit) : 1
  const matches = findMatches(index, gated, request, request.limit === 0 ? 1 : ranked)
  const filters = index.views.map(({ segment }, v) =>
    compileFilters(segment.columns, matches.matched[v], request.selections, request.prices),
  )
  const { selections, prices } = request
  const unionOf = (field: FacetField) => valueUnion(index, field)
  return {
    total: filters.reduce((sum, { passed }) => sum + countBits(passed), 0),
    hits: request.limit === 0 ? [] : orderHits(index, request, filters, matches),
    facets: countFacets(request.facets, { filters, selections, prices, visible: gated, unionOf }),
    text: textOutcome(matches),
  }
}

/** Value numberings of a snapshot, made when a facet is first asked for. */
const unions = new WeakMap<ShopIndex, Map<string, ValueUnion>>()

function valueUnion(index: ShopIndex, field: FacetField): ValueUnion {
  const kept = unions.get(index) ?? new Map<string, ValueUnion>()
  unions.set(index, kept)
  const key = JSON.stringify(field)
  const known = kept.get(key)
  if (known) return known
  const union = unionFor(
    field,
    index.views.map(({ segment }) => segment.columns),
  )
  kept.set(key, union)
  return union
}

function textOutcome({ text }: Matches): SearchResult['text'] {
  if (!text) return undefined
  const { corrected, didYouMean, relaxed, understood, terms } = text
  return { corrected, didYouMean, relaxed, understood, terms }
}

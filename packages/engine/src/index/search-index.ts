import { prepareQuery } from './prepare-query.ts'
import type { SearchRequest, SearchResult } from './search-request.ts'
import type { ShopIndex } from './shop-index.ts'

/** All steps of a request, in their order. */
export function searchIndex(index: ShopIndex, request: SearchRequest): SearchResult {
  const query = prepareQuery(index, request)
  const matches = query.match()
  const filters = query.filter(matches)
  return {
    total: filters.reduce((sum, { passedCount }) => sum + passedCount, 0),
    hits: query.rank(matches, filters),
    facets: query.facets(filters),
    text: query.text &&
      matches.text && {
        corrected: query.text.corrected,
        didYouMean: matches.text.didYouMean,
        relaxed: matches.text.relaxed,
        entities: query.text.entities,
      },
    extendedByMeaning: matches.extension.length,
  }
}

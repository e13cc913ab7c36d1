import { foundSet } from './found-set.ts'
import type { SearchRequest, SearchResult } from './search-request.ts'
import type { ShopIndex } from './shop-index.ts'

/** All steps of a request, in their order. */
export function searchIndex(index: ShopIndex, request: SearchRequest): SearchResult {
  const found = foundSet(index, request)
  const { query, matches } = found
  return {
    total: found.total,
    isKindLeft: found.isKindLeft,
    hits: found.page(request),
    facets: found.facets(request.facets),
    text: query.text &&
      matches.text && {
        corrected: query.text.corrected,
        didYouMean: matches.text.didYouMean,
        relaxed: matches.text.relaxed || matches.members.length > 0,
        entities: query.text.entities,
      },
    extendedByMeaning: matches.extension.length,
  }
}

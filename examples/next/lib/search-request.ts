/** One request for server and browser: the same content means that the browser need not fetch again. */
import { searchRequestOf, type SearchState } from '@vitrine/client'

export function requestOf(state: SearchState, visitorId?: string) {
  return { ...searchRequestOf(state, 24), visitorId }
}

/** Counts of the shop's own facets, for the same query and selections. */
export function facetsRequestOf(state: SearchState) {
  const { query, appliedFilters } = searchRequestOf(state)
  return { query, appliedFilters }
}

import { useCallback, useEffect, useState } from 'react'
import { type SearchState, searchStateFromUrl, searchStateToUrl } from '../url-state.ts'

export interface UsedSearchState {
  state: SearchState
  /** Changes the state and the address. A change of query, filters or sort order goes back to page 1. */
  setState: (change: Partial<SearchState>) => void
  /** Selects a value of a facet, or takes it back. */
  toggleFilter: (key: string, value: string) => void
}

/**
 * A search that is kept in the address of the page, so that it can be linked to and the back button works. While rendering on a server, hand in
 * the address of the request.
 */
export function useSearchState(serverSearch = ''): UsedSearchState {
  const [state, set] = useState(() =>
    searchStateFromUrl(typeof location === 'undefined' ? serverSearch : location.search),
  )

  useEffect(() => {
    const read = () => set(searchStateFromUrl(location.search))
    addEventListener('popstate', read)
    return () => removeEventListener('popstate', read)
  }, [])

  const setState = useCallback((change: Partial<SearchState>) => {
    const next = { ...searchStateFromUrl(location.search), page: 1, ...change }
    const params = String(searchStateToUrl(next))
    history.pushState(history.state, '', `${location.pathname}${params && `?${params}`}${location.hash}`)
    set(next)
  }, [])

  const toggleFilter = useCallback(
    (key: string, value: string) => {
      const { filters } = searchStateFromUrl(location.search)
      const chosen = filters[key] ?? []
      const values = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]
      setState({ filters: { ...filters, [key]: values } })
    },
    [setState],
  )
  return { state, setState, toggleFilter }
}

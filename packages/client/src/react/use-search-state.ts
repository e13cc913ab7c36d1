import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { type SearchState, searchStateFromUrl, searchStateToUrl } from '../url-state.ts'

export interface UsedSearchState {
  state: SearchState
  /** Changes the state and the address. A change of query, filters or sort order goes back to page 1. */
  setState: (change: Partial<SearchState>) => void
  /** Selects a value of a facet, or takes it back. */
  toggleFilter: (key: string, value: string) => void
}

/** Place where the search is kept. Routers have adapters: `@vitrine/client/next`, `/react-router` and `/tanstack-router`. */
export interface SearchLocation {
  /** The query string now, with or without `?`. */
  search: string
  /** Goes to the same page with another query string, which is empty or begins with `?`. */
  push: (search: string) => void
}

/** A search that `location` keeps: what it says is the state, and a change only asks it to go elsewhere. */
export function useControlledSearchState({ search, push }: SearchLocation): UsedSearchState {
  const state = useMemo(() => searchStateFromUrl(search), [search])
  const setState = useCallback(
    (change: Partial<SearchState>) => {
      const params = String(searchStateToUrl({ ...state, page: 1, ...change }))
      push(params && `?${params}`)
    },
    [state, push],
  )
  const toggleFilter = useCallback(
    (key: string, value: string) => {
      const chosen = state.filters[key] ?? []
      const values = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]
      setState({ filters: { ...state.filters, [key]: values } })
    },
    [state, setState],
  )
  return { state, setState, toggleFilter }
}

/**
 * A search that is kept in the address of the page, so that it can be linked to and the back button works. For pages without a router.
 * While rendering on a server, hand in the query string of the request.
 */
export function useSearchState(serverSearch = ''): UsedSearchState {
  const search = useSyncExternalStore(
    subscribe,
    () => location.search,
    () => serverSearch,
  )
  return useControlledSearchState({ search, push: pushToHistory })
}

const CHANGED = 'vitrine:search'

/** `popstate` says nothing of `history.pushState`, which other code of the page may call; the Navigation API does where there is one. */
function subscribe(onChange: () => void): () => void {
  const { navigation } = globalThis as { navigation?: EventTarget }
  addEventListener('popstate', onChange)
  addEventListener(CHANGED, onChange)
  navigation?.addEventListener('currententrychange', onChange)
  return () => {
    removeEventListener('popstate', onChange)
    removeEventListener(CHANGED, onChange)
    navigation?.removeEventListener('currententrychange', onChange)
  }
}

function pushToHistory(search: string): void {
  history.pushState(history.state, '', `${location.pathname}${search}${location.hash}`)
  dispatchEvent(new Event(CHANGED))
}

import { startTransition, useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { type SearchState, searchStateFromUrl, searchStateToUrl } from '../url-state.ts'

export interface UsedSearchState {
  /** The state of the page that is shown. */
  state: SearchState
  /** The state that was last asked for, while its page is still loading; otherwise `state`. Inputs that show it react at once. */
  nextState: SearchState
  /** Changes the state and the URL. A change of query, filters or sort order goes back to page 1. */
  setState: (change: Partial<SearchState>) => void
  /** Selects a value of a facet, or deselects it. */
  toggleFilter: (key: string, value: string) => void
}

/** Location of the search state. There are adapters for routers: `@vitrine/client/next`, `/react-router` and `/tanstack-router`. */
export interface SearchLocation {
  /** The current query string, with or without `?`. */
  search: string
  /** Navigates to the same page with another query string, which is empty or begins with `?`. A promise ends with the navigation. */
  push: (search: string) => unknown
}

/** Search state that `location` keeps: it is read from the location, and a change only asks the location to navigate. */
export function useControlledSearchState({ search, push }: SearchLocation): UsedSearchState {
  const [asked, setAsked] = useState({ from: search, search })
  if (asked.from !== search) setAsked({ from: search, search })
  const state = useMemo(() => searchStateFromUrl(search), [search])
  // A second change adds to the first, even if the page of the first has not arrived.
  const nextState = useMemo(() => searchStateFromUrl(asked.search), [asked])
  const setState = useCallback(
    (change: Partial<SearchState>) => {
      const params = String(searchStateToUrl({ ...nextState, page: 1, ...change }))
      const going = { from: search, search: params && `?${params}` }
      setAsked(going)
      const done = push(going.search)
      // Shows `nextState` in a transition, as routers render the page in one, so that it is not rendered before the
      // page.
      const leave = () => startTransition(() => setAsked((now) => (now === going ? { from: search, search } : now)))
      if (done instanceof Promise) done.then(leave, leave)
    },
    [search, nextState, push],
  )
  const toggleFilter = useCallback(
    (key: string, value: string) => {
      const chosen = nextState.filters[key] ?? []
      const values = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]
      setState({ filters: { ...nextState.filters, [key]: values } })
    },
    [nextState, setState],
  )
  return { state, nextState, setState, toggleFilter }
}

/** Search state in the URL, for pages without a router. On a server, pass in the query string of the request. */
export function useSearchState(serverSearch = ''): UsedSearchState {
  const search = useSyncExternalStore(
    subscribe,
    () => location.search,
    () => serverSearch,
  )
  return useControlledSearchState({ search, push: pushToHistory })
}

const CHANGED = 'vitrine:search'

/** `popstate` does not report `history.pushState`, which other code of the page may call; the Navigation API does, if it exists. */
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

import { startTransition, useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { type SearchState, searchStateFromUrl, searchStateToUrl } from '../url-state.ts'

export interface UsedSearchState {
  /** The state of the page that is shown. */
  state: SearchState
  /** The requested state while its page is loading, otherwise `state`. For inputs that must react at once. */
  nextState: SearchState
  /** Changes state and URL. A change of query, filters or sort order returns to page 1. */
  setState: (change: Partial<SearchState>) => void
  toggleFilter: (key: string, value: string) => void
}

/** Where the search state is kept. There are adapters for routers, such as `@vitrine/client/next`. */
export interface SearchLocation {
  /** The current query string, with or without `?`. */
  search: string
  /** Navigates to the page with another query string, empty or with `?`. A promise must end with the navigation. */
  push: (search: string) => unknown
}

/** Search state kept by a router: changes only ask the router to navigate. */
export function useControlledSearchState({ search, push }: SearchLocation): UsedSearchState {
  const [asked, setAsked] = useState({ from: search, search })
  if (asked.from !== search) setAsked({ from: search, search })
  const state = useMemo(() => searchStateFromUrl(search), [search])
  // A second change adds to the first, whose page may still be loading.
  const nextState = useMemo(() => searchStateFromUrl(asked.search), [asked])
  const setState = useCallback(
    (change: Partial<SearchState>) => {
      const params = String(searchStateToUrl({ ...nextState, page: 1, ...change }))
      const going = { from: search, search: params && `?${params}` }
      setAsked(going)
      const done = push(going.search)
      // Routers render a page in a transition. Without one here, the old state would show before the new page.
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

/** Search state in the URL, for pages without a router. On a server, pass in the query string. */
export function useSearchState(serverSearch = ''): UsedSearchState {
  const search = useSyncExternalStore(
    subscribe,
    () => location.search,
    () => serverSearch,
  )
  return useControlledSearchState({ search, push: pushToHistory })
}

const CHANGED = 'vitrine:search'

/** `popstate` does not report `history.pushState` by other code; the Navigation API does, where it exists. */
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

import { useLocation, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type UsedSearchState, useControlledSearchState } from '../react/use-search-state.ts'

export function useSearchState(): UsedSearchState {
  const { history } = useRouter()
  const { pathname } = useLocation()
  const push = useCallback((search: string) => history.push(pathname + search), [history, pathname])
  // The search of the page that is shown. While a loader runs, the location is ahead.
  const shown: Search = useSearch({ strict: false })
  return useControlledSearchState({ search: plainSearch.stringifySearch(shown), push })
}

type Search = Record<string, unknown>

/** For `createRouter({ …plainSearch })`: writes `?color=Blue&color=Grey` instead of the router's JSON. */
export const plainSearch = {
  parseSearch(text: string): Search {
    const params = new URLSearchParams(text)
    const oneOrAll = (values: string[]) => (values.length === 1 ? values[0] : values)
    return Object.fromEntries([...new Set(params.keys())].map((key) => [key, oneOrAll(params.getAll(key))]))
  },
  stringifySearch(search: Search): string {
    const pairs = Object.entries(search).flatMap(([key, value]) =>
      [value ?? []].flat().map((one) => [key, String(one)]),
    )
    const text = String(new URLSearchParams(pairs))
    return text && `?${text}`
  },
}

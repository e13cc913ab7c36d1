import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type UsedSearchState, useControlledSearchState } from '../react/use-search-state.ts'

export function useSearchState(): UsedSearchState {
  const navigate = useNavigate()
  const push = useCallback((search: string) => navigate({ search }, { preventScrollReset: true }), [navigate])
  return useControlledSearchState({ search: useLocation().search, push })
}

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useCallback } from 'react'
import { type UsedSearchState, useControlledSearchState } from '../react/use-search-state.ts'

export function useSearchState(): UsedSearchState {
  const { push } = useRouter()
  const path = usePathname()
  const go = useCallback((search: string) => push(path + search, { scroll: false }), [push, path])
  return useControlledSearchState({ search: String(useSearchParams()), push: go })
}

import { useQuery } from '@tanstack/react-query'
import { useApi } from '../session/session.tsx'
import { useDraft } from './draft.tsx'
import type { Json, Patch } from './patch.ts'

export function useFilters() {
  const { config } = useDraft()
  return (useAutomatic('filters')?.found ?? config).filters ?? []
}

/** Returns the filters or sections that the server derives from the catalog; undefined if the shop configures its own. */
export function useAutomatic<Part extends 'filters' | 'sections'>(part: Part) {
  const api = useApi()
  const { config, live, edit } = useDraft()
  const isAutomatic = config[part] === undefined
  const effective = useQuery({
    queryKey: [api.shop, 'config', 'effective', live[part] === undefined],
    queryFn: () => api.effectiveConfig(),
    enabled: isAutomatic,
  })
  if (!isAutomatic || !effective.data) return undefined
  const found = effective.data
  const trees: Patch = part === 'filters' ? { filter_trees: found.filter_trees as Json } : {}
  return { found, takeOver: () => edit({ [part]: found[part] as Json, ...trees }) }
}

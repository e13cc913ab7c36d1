/** Filters and sections of a shop that configures none: they are derived from the catalog, and can be copied into the draft. */
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../session/session.tsx'
import { useDraft } from './draft.tsx'
import type { Json, Patch } from './patch.ts'

export function useFilters() {
  const { config } = useDraft()
  return (useAutomatic('filters')?.found ?? config).filters ?? []
}

/** Returns what is derived, and a function to copy it into the draft; undefined until loaded, or if draft or shop configure the part. */
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

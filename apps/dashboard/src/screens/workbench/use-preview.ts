import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PreviewAs } from '@vitrine/client/admin'
import { useDraft } from '../../draft/draft.tsx'
import { useApi } from '../../session/session.tsx'

export interface Place {
  query: string
  /** If set, the collection is shown instead of a search. */
  collection?: string | number
}

const SHOWN = 24

export function usePreview(place: Place, as: PreviewAs) {
  const api = useApi()
  const { patch } = useDraft()
  const request = { ...place, as, patch, explain: true, pagination: { limit: SHOWN } }
  return useQuery({
    queryKey: [api.shop, 'preview', request],
    queryFn: ({ signal }) => api.previewSearch(request, signal),
    enabled: place.query !== '' || place.collection !== undefined,
    placeholderData: keepPreviousData,
  })
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../session/session.tsx'
import { useWords } from '../messages/messages.tsx'

/** Shows how many products match a filter. Shows nothing without a filter. */
export function MatchCount({ filter }: { filter: string | undefined }) {
  const { count } = useWords()
  const api = useApi()
  const { data } = useQuery({
    queryKey: [api.shop, 'match-count', filter],
    queryFn: async () => (await api.products({ filter, limit: 1 })).total ?? 0,
    enabled: filter !== undefined,
    placeholderData: keepPreviousData,
  })
  if (filter === undefined || data === undefined) return <span />
  return <span className={`badge ${data === 0 ? 'warn' : 'good'}`}>{count('workbench.found', data)}</span>
}

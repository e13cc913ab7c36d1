/** The server computes findings in the background. The page polls until they are current. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Findings } from '@vitrine/client/admin'
import type { ReactNode } from 'react'
import { useFormat } from '../format/use-format.ts'
import { useApi } from '../session/session.tsx'
import { useWords } from '../messages/messages.tsx'
import { Loaded } from './loaded.tsx'
import { Skeleton } from './skeleton.tsx'

const AGAIN_MS = 2000

export function useFindings<Found>(
  name: string,
  read: () => Promise<Findings<Found>>,
): UseQueryResult<Findings<Found>> {
  const { shop } = useApi()
  return useQuery({
    queryKey: [shop, name],
    queryFn: read,
    refetchInterval: ({ state }) => (state.data?.is_current === false ? AGAIN_MS : false),
  })
}

interface LoadedFindingsProps<Found> {
  query: UseQueryResult<Findings<Found>>
  children: (found: Found) => ReactNode
}

export function LoadedFindings<Found>({ query, children }: LoadedFindingsProps<Found>) {
  const { t } = useWords()
  const { ago } = useFormat()
  return (
    <Loaded query={query}>
      {(found) =>
        found.looked_at === null ? (
          <Skeleton text={t('findings.first')} />
        ) : (
          <>
            {!found.is_current && (
              <p className="small soft" role="status">
                {t('findings.again', { ago: ago(found.looked_at) })}
              </p>
            )}
            {children(found)}
          </>
        )
      }
    </Loaded>
  )
}

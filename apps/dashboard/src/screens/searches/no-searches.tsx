import type { ReactNode } from 'react'
import { usePeriod, useReport } from '../../api/use-report.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { SEARCH_SNIPPET } from '../../messages/snippets.ts'
import { useWords } from '../../messages/messages.tsx'

/** If no search was reported at all, the text says so: “no search failed” would be misleading. */
export function NoSearches({ title, about }: { title: string; about?: ReactNode }) {
  const { t } = useWords()
  const report = useReport('overview', usePeriod().now)
  return (
    <Loaded query={report}>
      {({ totals }) =>
        totals.searches > 0 ? (
          <EmptyState title={title}>{about}</EmptyState>
        ) : (
          <EmptyState title={t('searches.none.all')} snippet={SEARCH_SNIPPET}>
            {t('today.nothingLostAbout')}
          </EmptyState>
        )
      }
    </Loaded>
  )
}

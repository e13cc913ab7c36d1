import { usePlace } from '../../router.ts'
import { Page } from '../../ui/page.tsx'
import { PeriodSelect } from '../../ui/period-select.tsx'
import { ReportFilters } from '../../ui/report-filters.tsx'
import { useWords } from '../../messages/messages.tsx'
import { QueryPage } from './query-page.tsx'
import { QueryTabs } from './query-tabs.tsx'

export function Searches() {
  const { t } = useWords()
  const { parts, query: address } = usePlace()
  const query = parts[1]
  if (query !== undefined) return <QueryPage query={query} />
  return (
    <Page
      title={t('nav.searches')}
      about={t('searches.about')}
      actions={
        // The health report always covers the last 30 days and all shoppers, so it has no filters.
        address.get('tab') !== 'health' && (
          <>
            <PeriodSelect />
            <ReportFilters />
          </>
        )
      }
    >
      <QueryTabs />
    </Page>
  )
}

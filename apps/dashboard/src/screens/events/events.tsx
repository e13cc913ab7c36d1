/** Shows what arrives: the last events and what became of them, refusals with their reason, and which events are missing. */
import { Page } from '../../ui/page.tsx'
import { ReportActions } from '../../ui/report-actions.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import { useWords } from '../../words/words.tsx'
import { Coverage } from './coverage.tsx'
import { Tail } from './tail.tsx'

const TABS = ['coverage', 'tail'] as const

export function Events() {
  const { t } = useWords()
  const tab = useTab(TABS)
  return (
    <Page
      title={t('nav.events')}
      about={t('events.about')}
      actions={tab === 'coverage' && <ReportActions report="ingestion" />}
    >
      <Tabs label={t('nav.events')} current={tab} tabs={TABS.map((key) => ({ key, label: t(`events.tab.${key}`) }))} />
      {tab === 'coverage' ? <Coverage /> : <Tail />}
    </Page>
  )
}

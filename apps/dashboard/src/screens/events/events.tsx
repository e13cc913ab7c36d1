import { Page } from '../../ui/page.tsx'
import { ReportActions } from '../../ui/report-actions.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import { useWords } from '../../messages/messages.tsx'
import { Coverage } from './coverage.tsx'
import { Install } from './install.tsx'
import { Tail } from './tail.tsx'

const TABS = { coverage: Coverage, tail: Tail, install: Install }
const NAMES = Object.keys(TABS) as (keyof typeof TABS)[]

export function Events() {
  const { t } = useWords()
  const tab = useTab(NAMES)
  const View = TABS[tab]
  return (
    <Page
      title={t('nav.events')}
      about={t('events.about')}
      actions={tab === 'coverage' && <ReportActions report="ingestion" />}
    >
      <Tabs label={t('nav.events')} current={tab} tabs={NAMES.map((key) => ({ key, label: t(`events.tab.${key}`) }))} />
      <View />
    </Page>
  )
}

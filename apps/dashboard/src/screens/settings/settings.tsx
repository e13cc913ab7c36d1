import { useSigned } from '../../session/session.tsx'
import { Page } from '../../ui/page.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import { useWords } from '../../messages/messages.tsx'
import { Account } from './account.tsx'
import { AlertSettings } from './alert-settings.tsx'
import { Audit } from './audit.tsx'
import { History } from './history.tsx'
import { Keys } from './keys.tsx'
import { settingTabsOf } from './setting-tabs.ts'
import { Shops } from './shops.tsx'
import { Users } from './users.tsx'

const VIEWS = {
  history: History,
  alerts: AlertSettings,
  users: Users,
  shops: Shops,
  keys: Keys,
  audit: Audit,
  account: Account,
}

export function Settings() {
  const { t } = useWords()
  const { role } = useSigned().session
  const names = settingTabsOf(role)
  const tab = useTab(names)
  const View = VIEWS[tab]
  return (
    <Page title={t('nav.settings')}>
      <Tabs
        label={t('nav.settings')}
        current={tab}
        tabs={names.map((key) => ({ key, label: t(`settings.tab.${key}`) }))}
      />
      <View />
    </Page>
  )
}

/** Who may do what, and what was done. */
import { type Role, useSigned } from '../../session/session.tsx'
import { Page } from '../../ui/page.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import { useWords } from '../../words/words.tsx'
import { Account } from './account.tsx'
import { AlertSettings } from './alert-settings.tsx'
import { Audit } from './audit.tsx'
import { History } from './history.tsx'
import { Keys } from './keys.tsx'
import { Users } from './users.tsx'

const TABS = {
  history: { roles: ['owner', 'merchandiser', 'analyst', 'developer'], View: History },
  alerts: { roles: ['owner', 'merchandiser', 'analyst', 'developer'], View: AlertSettings },
  users: { roles: ['owner'], View: Users },
  keys: { roles: ['owner', 'developer'], View: Keys },
  audit: { roles: ['owner', 'developer'], View: Audit },
  account: { roles: ['owner', 'merchandiser', 'analyst', 'developer'], View: Account },
} satisfies Record<string, { roles: Role[]; View: () => unknown }>

export function Settings() {
  const { t } = useWords()
  const { role } = useSigned().session
  const names = (Object.keys(TABS) as (keyof typeof TABS)[]).filter((name) =>
    (TABS[name].roles as Role[]).includes(role),
  )
  const tab = useTab(names)
  const { View } = TABS[tab]
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

import type { Role } from '../../session/session.tsx'

const EVERYBODY: readonly Role[] = ['owner', 'merchandiser', 'analyst', 'developer']

const SETTING_TABS = {
  history: EVERYBODY,
  alerts: EVERYBODY,
  users: ['owner'],
  shops: ['owner', 'developer'],
  keys: ['owner', 'developer'],
  audit: ['owner', 'developer'],
  account: EVERYBODY,
} as const satisfies Record<string, readonly Role[]>

export type SettingTab = keyof typeof SETTING_TABS

export function settingTabsOf(role: Role): SettingTab[] {
  return (Object.keys(SETTING_TABS) as SettingTab[]).filter((name) =>
    (SETTING_TABS[name] as readonly Role[]).includes(role),
  )
}

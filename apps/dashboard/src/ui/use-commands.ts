import { useDraft } from '../draft/draft.tsx'
import { useProductSearch } from '../products/use-products.ts'
import { path } from '../router.ts'
import { SCREENS } from '../screens.ts'
import { settingTabsOf } from '../screens/settings/setting-tabs.ts'
import { useSigned } from '../session/session.tsx'
import { useWords } from '../messages/messages.tsx'

export interface Command {
  label: string
  kind: string
  to: string
}

/** Maximum number of products. Collections, rules and settings together have twice as many entries. */
const SHOWN = 5

export function useCommands(text: string): Command[] {
  const asked = text.trim()
  const wanted = asked.toLowerCase()
  const screens = useScreenCommands()
  const rest = [...useSettingCommands(), ...useCollectionCommands(), ...useRuleCommands()]
  const products = useProductCommands(asked)
  const searches = useSearchCommands(asked)
  const named = (commands: readonly Command[]) => commands.filter(({ label }) => label.toLowerCase().includes(wanted))
  if (wanted === '') return screens
  return [...named(screens), ...named(rest).slice(0, 2 * SHOWN), ...products, ...searches]
}

function useScreenCommands(): Command[] {
  const { t } = useWords()
  return SCREENS.map(({ path: to, name }) => ({
    label: t(`nav.${name}`),
    kind: t('palette.screen'),
    to: `/${to}`,
  }))
}

function useSettingCommands(): Command[] {
  const { t } = useWords()
  const { role } = useSigned().session
  return settingTabsOf(role).map((tab) => ({
    label: t(`settings.tab.${tab}`),
    kind: t('palette.setting'),
    to: `/settings?tab=${tab}`,
  }))
}

function useCollectionCommands(): Command[] {
  const { t } = useWords()
  const { collections = [] } = useDraft().config
  return collections.map(({ title, handle }) => ({
    label: title,
    kind: t('palette.collection'),
    to: path('collections', handle),
  }))
}

function useRuleCommands(): Command[] {
  const { t } = useWords()
  const { config } = useDraft()
  return (config.search?.rules ?? []).map(({ id, name, when }) => ({
    label: [...new Set([name, when.query ?? when.collection, id].filter((one) => one).map(String))].join(' · '),
    kind: t('palette.rule'),
    to: `/rules?${new URLSearchParams({ rule: String(id) })}`,
  }))
}

function useProductCommands(asked: string): Command[] {
  const { t } = useWords()
  const found = useProductSearch(asked)
  if (asked === '') return []
  return (found.data ?? []).slice(0, SHOWN).map(({ id, title }) => ({
    label: title,
    kind: t('palette.product'),
    to: path('catalog', id),
  }))
}

function useSearchCommands(asked: string): Command[] {
  const { t } = useWords()
  return SCREENS.filter(({ forQuery }) => forQuery).map((screen) => ({
    label: t('palette.query', { query: asked }),
    kind: t(`nav.${screen.name}`),
    to: screen.forQuery === 'path' ? path(screen.path, asked) : `/${screen.path}?${new URLSearchParams({ q: asked })}`,
  }))
}

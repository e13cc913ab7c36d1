import { useQuery } from '@tanstack/react-query'
import { useIsLive } from '../../api/live.tsx'
import { useFormat } from '../../format/use-format.ts'
import { useApi } from '../../session/session.tsx'
import { KeySnippets } from '../../setup/key-snippets.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Card } from '../../ui/page.tsx'
import { INSTALL_SNIPPETS } from '../../messages/snippets.ts'
import { useWords } from '../../messages/messages.tsx'

const EVERY_MS = 3000

export function useLatestEvents() {
  const api = useApi()
  const isLive = useIsLive()
  return useQuery({
    queryKey: [api.shop, 'latest-events'],
    queryFn: () => api.latestEvents(100),
    refetchInterval: isLive ? false : EVERY_MS,
  })
}

export function Install() {
  const { t } = useWords()
  return (
    <div className="stack">
      <Card title={t('install.title')} about={t('install.about')}>
        <KeySnippets
          snippets={INSTALL_SNIPPETS}
          title={(name) => t(`install.${name}`)}
          about={(name) => t(`install.${name}.about`)}
        />
      </Card>
      <Card title={t('install.arrives')}>
        <Arrival />
      </Card>
    </div>
  )
}

function Arrival() {
  const { t } = useWords()
  const format = useFormat()
  return (
    <Loaded query={useLatestEvents()}>
      {({ events }) => {
        const [last] = events
        if (!last) return <p role="status">{t('install.waiting')}</p>
        return (
          <p className="row" role="status">
            <span className={`badge ${last.outcome === 'accepted' ? 'good' : 'bad'}`}>
              {t(`events.outcome.${last.outcome}`)}
            </span>
            <code>{last.name ?? t('events.unnamed')}</code>
            <span className="soft small">{format.ago(last.at)}</span>
          </p>
        )
      }}
    </Loaded>
  )
}

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ConfigVersionView, DraftView } from '@vitrine/client/admin'
import { useState } from 'react'
import { ChangeList } from '../../draft/change-list.tsx'
import { useRestore } from '../../draft/use-publish.ts'
import { titleOfVersion, toChange } from '../../draft/version-title.ts'
import { useFormat } from '../../format/use-format.ts'
import { useApi, useMayEdit } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Fault, Loaded } from '../../ui/loaded.tsx'
import { Card } from '../../ui/page.tsx'
import { useWords } from '../../messages/messages.tsx'

const PAGE = 20

export function History() {
  const { t } = useWords()
  const api = useApi()
  const history = useInfiniteQuery({
    queryKey: [api.shop, 'versions'],
    queryFn: ({ pageParam }) => api.versions({ limit: PAGE, before: pageParam }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.length < PAGE ? undefined : last.at(-1)?.version),
  })
  if (history.isError) return <Fault text={history.error.message} onRetry={() => void history.refetch()} />
  const versions = history.data?.pages.flat() ?? []
  return (
    <div className="stack">
      <Scheduled />
      <Card flush title={t('settings.tab.history')} about={t('history.about')}>
        <ol className="list">
          {versions.map((version, index) => (
            <Version key={version.version} version={version} isLive={index === 0} />
          ))}
        </ol>
        {history.hasNextPage && (
          <div className="more">
            <Button onClick={() => void history.fetchNextPage()}>{t('common.more')}</Button>
          </div>
        )}
      </Card>
    </div>
  )
}

function Version({ version, isLive }: { version: ConfigVersionView; isLive: boolean }) {
  const words = useWords()
  const { t, count } = words
  const format = useFormat()
  const mayEdit = useMayEdit()
  const restore = useRestore()
  const [open, setOpen] = useState(false)
  return (
    <li>
      <div className="spread">
        <div>
          <strong>{titleOfVersion(words, version)}</strong>{' '}
          {isLive && <span className="badge good">{t('history.live')}</span>}
          <p className="small soft">
            {t('history.line', {
              version: version.version,
              author: version.author ?? t('history.nobody'),
              at: format.dateTime(version.at),
            })}
          </p>
        </div>
        <div className="row">
          {version.diff && (
            <Button small kind="plain" aria-expanded={open} onClick={() => setOpen(!open)}>
              {count('draft.changes', version.diff.length)}
            </Button>
          )}
          {mayEdit && !isLive && (
            <Button small disabled={restore.isPending} onClick={() => restore.mutate(version.version)}>
              {t('history.restore')}
            </Button>
          )}
        </div>
      </div>
      {open && <ChangeList changes={(version.diff ?? []).map(toChange)} />}
    </li>
  )
}

function Scheduled() {
  const { t } = useWords()
  const api = useApi()
  const client = useQueryClient()
  const drafts = useQuery({ queryKey: [api.shop, 'drafts'], queryFn: () => api.drafts() })
  const remove = useMutation({
    mutationFn: api.deleteDraft,
    onSuccess: () => void client.invalidateQueries({ queryKey: [api.shop, 'drafts'] }),
  })
  return (
    <Loaded query={drafts}>
      {(all) => {
        const waiting = all.filter((draft) => draft.publish_at !== null || draft.failure !== null)
        if (waiting.length === 0) return null
        return (
          <Card flush title={t('history.scheduled')}>
            <ul className="list">
              {waiting.map((draft) => (
                <Waiting key={draft.id} draft={draft} onRemove={() => remove.mutate(draft.id)} />
              ))}
            </ul>
          </Card>
        )
      }}
    </Loaded>
  )
}

function Waiting({ draft, onRemove }: { draft: DraftView; onRemove: () => void }) {
  const { t } = useWords()
  const format = useFormat()
  return (
    <li className="spread">
      <div>
        <strong>{draft.title}</strong>
        <p className="small soft">
          {draft.publish_at
            ? t('history.goesLive', { at: format.dateTime(draft.publish_at), author: draft.author })
            : draft.author}
        </p>
        {draft.failure && <p className="small bad-text">{draft.failure}</p>}
      </div>
      {useMayEdit() && (
        <Button small onClick={onRemove}>
          {t('history.unschedule')}
        </Button>
      )}
    </li>
  )
}

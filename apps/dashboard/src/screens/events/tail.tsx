/** Shows the latest events that this node received. Polls while the event stream is closed. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { EventOutcome, SetAsideItem } from '@vitrine/client/admin'
import { useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useApi, useMayEdit } from '../../session/session.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Card } from '../../ui/page.tsx'
import { CodeSnippet } from '../../ui/code-snippet.tsx'
import { Button } from '../../ui/button.tsx'
import { useWords } from '../../messages/messages.tsx'
import { useLatestEvents } from './install.tsx'

const COLOR = {
  accepted: 'good',
  duplicate: '',
  unreadable: 'warn',
  unknown_product: 'warn',
  refused: 'bad',
  busy: 'warn',
  over_quota: 'warn',
  not_counted: '',
  set_aside: 'bad',
}

export function Tail() {
  const { t } = useWords()
  const [shown, setShown] = useState<EventOutcome | null>(null)
  const latest = useLatestEvents()
  return (
    <>
      <Loaded query={latest}>
        {({ events, set_aside }) => (
          <div className="stack">
            {set_aside.length > 0 && <SetAsideCard items={set_aside} />}
            <Card flush>
              {events.length === 0 ? (
                <EmptyState title={t('events.none')} link={{ to: '/events?tab=install', label: t('first.events.do') }}>
                  {t('events.noneAbout')}
                </EmptyState>
              ) : (
                <EventTable events={events} onShow={setShown} />
              )}
            </Card>
          </div>
        )}
      </Loaded>
      {shown && (
        <Dialog title={shown.name ?? t('events.unnamed')} onClose={() => setShown(null)}>
          {shown.error && <FaultList error={shown.error} />}
          <CodeSnippet text={JSON.stringify(shown.body ?? shown, null, 2)} />
        </Dialog>
      )}
    </>
  )
}

/** Shows events that the server could not process and keeps for a retry. */
function SetAsideCard({ items }: { items: SetAsideItem[] }) {
  const { t } = useWords()
  const format = useFormat()
  const api = useApi()
  const client = useQueryClient()
  const replay = useMutation({
    mutationFn: () => api.replaySetAside(),
    onSettled: () => client.invalidateQueries({ queryKey: [api.shop, 'latest-events'] }),
  })
  return (
    <Card
      flush
      title={t('events.setAside')}
      about={t('events.setAsideAbout')}
      actions={
        useMayEdit() && (
          <Button disabled={replay.isPending} onClick={() => replay.mutate()}>
            {t('common.retry')}
          </Button>
        )
      }
    >
      <DataTable
        caption={t('events.setAside')}
        stacks
        rows={items}
        rowKey={({ kind, key }) => `${kind}-${key}`}
        columns={[
          { title: t('events.setAside.what'), cell: ({ name, key }) => <code>{name || key}</code> },
          { title: t('events.setAside.kind'), cell: ({ kind }) => t(`events.setAside.${kind}`) },
          { title: t('events.reason'), cell: ({ cause }) => <span className="small soft">{cause}</span> },
          { title: t('events.at'), number: true, lessImportant: true, cell: ({ at }) => format.ago(at) },
        ]}
      />
    </Card>
  )
}

function EventTable({ events, onShow }: { events: EventOutcome[]; onShow: (event: EventOutcome) => void }) {
  const { t } = useWords()
  const format = useFormat()
  return (
    <DataTable
      caption={t('events.tab.tail')}
      rows={events}
      rowKey={(event) => `${event.at}-${event.event_id}-${event.outcome}`}
      columns={[
        { title: t('events.name'), cell: (event) => <code>{event.name ?? t('events.unnamed')}</code> },
        {
          title: t('events.outcome'),
          cell: (event) => (
            <span className={`badge ${COLOR[event.outcome]}`}>{t(`events.outcome.${event.outcome}`)}</span>
          ),
        },
        {
          title: t('events.reason'),
          lessImportant: true,
          cell: (event) => <span className="small soft">{reasonOf(event)}</span>,
        },
        { title: t('events.at'), number: true, lessImportant: true, cell: (event) => format.ago(event.at) },
      ]}
      actions={(event) =>
        (event.error !== undefined || event.body !== undefined) && (
          <Button small kind="plain" onClick={() => onShow(event)}>
            {t('events.open')}
          </Button>
        )
      }
    />
  )
}

function reasonOf({ error }: EventOutcome): string {
  if (error === undefined) return ''
  return typeof error === 'string' ? error : error.map(({ message }) => message).join('; ')
}

function FaultList({ error }: { error: NonNullable<EventOutcome['error']> }) {
  const items = typeof error === 'string' ? [error] : error.map(({ message }) => message)
  return (
    <div className="fault">
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  )
}

import { useState } from 'react'
import { usePeriod, useReport } from '../../api/use-report.ts'
import { useFormat } from '../../format/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Card } from '../../ui/page.tsx'
import { CodeSnippet } from '../../ui/code-snippet.tsx'
import { Stat } from '../../ui/stat.tsx'
import { useWords } from '../../messages/messages.tsx'
import { EVENT_GROUPS, type KnownEvent } from './event-names.ts'

export function Coverage() {
  const { t } = useWords()
  const { now } = usePeriod()
  const report = useReport('ingestion', now)
  return (
    <Loaded query={report}>
      {({ totals, refused_by_reason, events }) => (
        <div className="stack">
          {Object.values(totals).some((count) => count > 0) ? (
            <Totals totals={totals} seen={new Set(events.filter((one) => one.events > 0).map(({ name }) => name))} />
          ) : (
            <Card>
              <EmptyState
                title={t('events.noneInPeriod')}
                link={{ to: '/events?tab=install', label: t('first.events.do') }}
              >
                {t('events.noneAbout')}
              </EmptyState>
            </Card>
          )}
          {refused_by_reason.length > 0 && <Refusals rows={refused_by_reason} />}
          <Checklist counts={new Map(events.map((one) => [one.name, one.events]))} />
        </div>
      )}
    </Loaded>
  )
}

const ALL = EVENT_GROUPS.flatMap(({ events }) => events)

function Totals({ totals, seen }: { totals: Record<string, number>; seen: ReadonlySet<string> }) {
  const { t } = useWords()
  const format = useFormat()
  return (
    <dl className="stats">
      <Stat
        label={t('events.covered')}
        value={t('events.of', { n: ALL.filter(({ name }) => seen.has(name)).length, all: ALL.length })}
      />
      {(['accepted', 'refused', 'unreadable', 'unknown_product', 'duplicate'] as const).map((outcome) => (
        <Stat key={outcome} label={t(`events.outcome.${outcome}`)} value={format.number(totals[outcome] ?? 0)} />
      ))}
    </dl>
  )
}

function Refusals({ rows }: { rows: { reason: string; events: number }[] }) {
  const { t } = useWords()
  const format = useFormat()
  return (
    <Card flush title={t('events.refusals')} about={t('events.refusalsAbout')}>
      <ul className="list">
        {rows.map(({ reason, events }) => (
          <li key={reason} className="spread">
            <code>{reason}</code>
            <span className="badge bad">{format.number(events)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Lets a long event name break after `_` and `:`. */
function breakable(name: string) {
  return name.split(/(?<=[_:])/).flatMap((part) => [part, <wbr key={part} />])
}

function Checklist({ counts }: { counts: ReadonlyMap<string, number> }) {
  const { t } = useWords()
  const format = useFormat()
  const [shown, setShown] = useState<KnownEvent | null>(null)
  return (
    <>
      <div className="trees">
        {EVENT_GROUPS.map(({ group, events }) => (
          <Card key={group} flush title={t(`events.group.${group}`)}>
            <ul className="list">
              {events.map((event) => {
                const count = counts.get(event.name) ?? 0
                return (
                  <li key={event.name} className="spread tight">
                    <code>{breakable(event.name)}</code>
                    <span className="row">
                      {count > 0 ? (
                        <span className="badge good">{format.number(count)}</span>
                      ) : (
                        <span className="badge">{t('events.missing')}</span>
                      )}
                      <Button
                        small
                        kind="plain"
                        aria-label={t('events.howTo', { name: event.name })}
                        onClick={() => setShown(event)}
                      >
                        {t('events.code')}
                      </Button>
                    </span>
                  </li>
                )
              })}
            </ul>
          </Card>
        ))}
      </div>
      {shown && (
        <Dialog title={shown.name} onClose={() => setShown(null)}>
          <p className="soft">{t('events.snippetAbout')}</p>
          <CodeSnippet text={shown.snippet} />
        </Dialog>
      )}
    </>
  )
}

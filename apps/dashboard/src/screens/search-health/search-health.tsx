/** How good the shop's search is by its own log: a score with its parts, the searches that fail with a fix each, and golden queries. */
import type { SearchHealthAnswer } from '@vitrine/client/admin'
import { useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { Link, path } from '../../router.tsx'
import { useApi, useMayEdit } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useFindings } from '../../ui/findings.tsx'
import { LineChart } from '../../ui/line-chart.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Card } from '../../ui/page.tsx'
import { Stat } from '../../ui/stat.tsx'
import { useWords } from '../../words/words.tsx'
import { FixDialog } from './fix-dialog.tsx'
import { useFailureWords } from './use-failure-words.ts'

type Health = NonNullable<SearchHealthAnswer['health']>
export type Failing = Health['worst'][number]

export function SearchHealth() {
  const { t } = useWords()
  const api = useApi()
  const found = useFindings('search-health', () => api.searchHealth())
  return (
    <Loaded query={found}>
      {({ health, trend, progress }) =>
        health === null ? (
          <EmptyState title={t('health.looking')}>
            {progress && t('health.progress', { done: String(progress.done), of: String(progress.of) })}
          </EmptyState>
        ) : (
          <div className="stack">
            <Parts health={health} />
            {trend.length > 1 && <Trend trend={trend} />}
            <Worst rows={health.worst} />
            <Golden golden={health.golden} />
            <Learning learning={health.learning} />
          </div>
        )
      }
    </Loaded>
  )
}

function Parts({ health: { score, parts, replay } }: { health: Health }) {
  const { t } = useWords()
  const format = useFormat()
  return (
    <dl className="stats">
      <Stat label={t('health.score')} value={format.number(score)} note={t('health.scoreAbout')} />
      <Stat label={t('health.laws')} value={format.percent(parts.laws)} />
      <Stat label={t('health.answered')} value={format.percent(parts.answered)} />
      <Stat
        label={t('health.chosen')}
        value={format.percent(parts.chosen_in_first_10)}
        note={t('health.searches', { n: format.number(replay.searches) })}
      />
    </dl>
  )
}

function Trend({ trend }: Pick<SearchHealthAnswer, 'trend'>) {
  const { t } = useWords()
  const format = useFormat()
  return (
    <Card title={t('health.trend')}>
      <LineChart
        caption={t('health.trend')}
        labels={trend.map(({ date }) => format.day(date))}
        series={[{ name: t('health.score'), values: trend.map(({ score }) => score ?? 0) }]}
        format={(value) => format.number(value)}
      />
    </Card>
  )
}

function Worst({ rows }: { rows: readonly Failing[] }) {
  const { t } = useWords()
  const format = useFormat()
  const mayEdit = useMayEdit()
  const [open, setOpen] = useState<Failing | null>(null)
  return (
    <Card flush title={t('health.worst')}>
      <DataTable
        empty={<EmptyState title={t('health.noneFails')} />}
        caption={t('health.worst')}
        stacks
        rows={rows}
        rowKey={(row) => row.query}
        columns={[
          { title: t('table.query'), cell: (row) => <Link to={path('searches', row.query)}>{row.query}</Link> },
          { title: t('health.lost'), number: true, cell: (row) => format.number(row.lost) },
          { title: t('health.cause'), cell: (row) => <Why row={row} /> },
          {
            title: t('health.fix'),
            untitled: true,
            cell: (row) =>
              mayEdit && (row.fix.synonym || row.fix.pin) ? (
                <Button small aria-label={t('inbox.fixOf', { query: row.query })} onClick={() => setOpen(row)}>
                  {t('inbox.fix')}
                </Button>
              ) : null,
          },
        ]}
      />
      {open && <FixDialog failing={open} onClose={() => setOpen(null)} />}
    </Card>
  )
}

function Why({ row }: { row: Failing }) {
  const { t } = useWords()
  const whyOf = useFailureWords()
  return (
    <>
      {t(`health.cause.${row.cause}` as 'health.cause.typo')}
      <div className="small soft">{whyOf(row)}</div>
    </>
  )
}

function Learning({ learning: { models } }: Pick<Health, 'learning'>) {
  const { t } = useWords()
  const format = useFormat()
  return (
    <Card flush title={t('health.learning')}>
      <DataTable
        caption={t('health.learning')}
        stacks
        rows={models}
        rowKey={({ model }) => model}
        columns={[
          { title: t('health.learnt'), cell: ({ model }) => t(`health.model.${model}`) },
          {
            title: t('health.live'),
            cell: ({ since }) =>
              since === null ? t('health.notLive') : t('health.liveSince', { date: format.dateTime(since) }),
          },
          { title: t('health.cause'), cell: ({ reason }) => t(`health.reason.${reason}`) },
          { title: t('health.gain'), number: true, cell: ({ gain }) => format.percent(gain.value) },
          { title: t('health.replayedSearches'), number: true, cell: ({ searches }) => format.number(searches) },
        ]}
      />
    </Card>
  )
}

function Golden({ golden: { expected, broken } }: Pick<Health, 'golden'>) {
  const { t } = useWords()
  return (
    <Card title={t('health.golden')}>
      <p className="soft">
        {expected === 0
          ? t('health.goldenNone')
          : t('health.goldenKept', { n: String(expected - broken.length), of: String(expected) })}
      </p>
      <ul className="plain-list">
        {broken.map(({ query, fault }) => (
          <li key={query + fault}>
            <strong>{query}</strong> <span className="soft">{fault}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

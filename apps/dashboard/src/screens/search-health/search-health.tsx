import type { HealthEstimate, SearchHealthAnswer } from '@vitrine/client/admin'
import { useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { Link, path } from '../../router.ts'
import { useApi, useMayEdit } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useFindings } from '../../ui/findings.tsx'
import { LineChart } from '../../ui/line-chart.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Card } from '../../ui/page.tsx'
import { Stat } from '../../ui/stat.tsx'
import { en } from '../../messages/en.ts'
import { useWords, type WordKey } from '../../messages/messages.tsx'
import { useCheckTitle } from '../catalog/use-check-title.ts'
import { FixDialog } from './fix-dialog.tsx'
import { GoldenQueries } from './golden-queries.tsx'
import { useFailureWords } from './use-failure-words.ts'

type Health = NonNullable<SearchHealthAnswer['health']>
type NamedLaw = WordKey extends infer Key ? (Key extends `health.law.${infer N extends number}` ? N : never) : never
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
            {progress &&
              progress.of > 0 &&
              t('health.progress', { done: String(progress.done), of: String(progress.of) })}
          </EmptyState>
        ) : (
          <div className="stack">
            <Parts health={health} />
            {trend.length > 1 && <Trend trend={trend} />}
            <Worst rows={health.worst} />
            <Causes failing={health.failing} />
            <BrokenLaws laws={health.laws ?? []} />
            <CatalogFaults faults={health.catalog_faults} />
            <Replay replay={health.replay} />
            <GoldenQueries golden={health.golden} />
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

function Causes({ failing }: Pick<Health, 'failing'>) {
  const { t } = useWords()
  const format = useFormat()
  const rows = failing.filter(({ queries }) => queries > 0)
  if (rows.length === 0) return null
  return (
    <Card flush title={t('health.causes')}>
      <DataTable
        caption={t('health.causes')}
        rows={rows}
        rowKey={({ cause }) => cause}
        columns={[
          { title: t('health.cause'), cell: ({ cause }) => t(`health.cause.${cause}` as 'health.cause.typo') },
          { title: t('health.queries'), number: true, cell: ({ queries }) => format.number(queries) },
          { title: t('health.lost'), number: true, cell: (row) => format.number(row.lost_searches) },
        ]}
      />
    </Card>
  )
}

/** A newer server may check laws that have no translation here. */
function isNamed(law: number): law is NamedLaw {
  return `health.law.${law}` in en
}

function BrokenLaws({ laws }: { laws: NonNullable<Health['laws']> }) {
  const { t } = useWords()
  const format = useFormat()
  const broken = laws.filter(({ rate }) => rate < 1).toSorted((a, b) => a.rate - b.rate)
  if (broken.length === 0) return null
  return (
    <Card flush title={t('health.brokenLaws')} about={t('health.brokenLawsAbout')}>
      <DataTable
        caption={t('health.brokenLaws')}
        stacks
        rows={broken}
        rowKey={({ law }) => law}
        columns={[
          { title: t('health.law'), cell: ({ law, says }) => (isNamed(law) ? t(`health.law.${law}`) : says) },
          { title: t('health.example'), cell: ({ faults }) => faults[0]?.query ?? '' },
          { title: t('health.kept'), number: true, cell: ({ rate }) => format.percent(rate) },
        ]}
      />
    </Card>
  )
}

function CatalogFaults({ faults }: { faults: Health['catalog_faults'] }) {
  const { t } = useWords()
  const titleOf = useCheckTitle()
  const format = useFormat()
  if (faults.length === 0) return null
  return (
    <Card flush title={t('health.catalogFaults')}>
      <DataTable
        caption={t('health.catalogFaults')}
        rows={faults}
        rowKey={({ check }) => check}
        columns={[
          { title: t('health.fault'), cell: ({ check }) => <Link to="/catalog?tab=quality">{titleOf(check)}</Link> },
          { title: t('health.products'), number: true, cell: ({ count }) => format.number(count) },
          { title: t('health.affected'), number: true, cell: (row) => format.number(row.searches_affected) },
        ]}
      />
    </Card>
  )
}

const CHOSEN = ['clicked', 'clicked_head', 'clicked_tail', 'carted', 'bought'] as const

function Replay({ replay }: Pick<Health, 'replay'>) {
  const { t } = useWords()
  const format = useFormat()
  const rows = CHOSEN.flatMap((kind) => {
    const measured = replay[kind]
    return measured ? [{ kind, ...measured }] : []
  })
  if (rows.length === 0) return null
  const within = ({ value, interval: [low, high] }: HealthEstimate, shown: (value: number) => string) => (
    <>
      {shown(value)}{' '}
      <span className="small soft">
        {shown(low)}–{shown(high)}
      </span>
    </>
  )
  const share = (one: HealthEstimate) => within(one, (value) => format.percent(value))
  return (
    <Card flush title={t('health.replay')} about={t('health.replayAbout')}>
      <DataTable
        caption={t('health.replay')}
        stacks
        rows={rows}
        rowKey={({ kind }) => kind}
        columns={[
          { title: t('health.chosenBy'), cell: ({ kind }) => t(`health.chosenBy.${kind}`) },
          { title: t('health.first', { n: '3' }), number: true, cell: (row) => share(row.in_first_3) },
          { title: t('health.first', { n: '10' }), number: true, cell: (row) => share(row.in_first_10) },
          { title: t('health.first', { n: '24' }), number: true, cell: (row) => share(row.in_first_24) },
          {
            title: t('health.reciprocal'),
            number: true,
            cell: (row) => within(row.mean_reciprocal_rank, (value) => format.number(value, 2)),
          },
        ]}
      />
    </Card>
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
          {
            title: t('health.cause'),
            cell: ({ reason, breaks }) =>
              t(`health.reason.${reason}`, { queries: breaks.map((query) => `“${query}”`).join(', ') }),
          },
          { title: t('health.gain'), number: true, cell: ({ gain }) => format.percent(gain.value) },
          { title: t('health.replayedSearches'), number: true, cell: ({ searches }) => format.number(searches) },
        ]}
      />
    </Card>
  )
}

import type { AttributionModel, SurfaceRow } from '@vitrine/client/admin'
import { useState } from 'react'
import { usePeriod, useReport } from '../../api/use-report.ts'
import { useFormat } from '../../format/use-format.ts'
import { Bar, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Card } from '../../ui/page.tsx'
import { useReportFilter } from '../../ui/report-filters.tsx'
import { useWords } from '../../messages/messages.tsx'
import { CLICK_SNIPPET } from '../../messages/snippets.ts'

const MODELS: AttributionModel[] = ['last', 'first', 'linear']

export function Surfaces({ className }: { className?: string }) {
  const { t } = useWords()
  const format = useFormat()
  const [model, setModel] = useState<AttributionModel>('last')
  const { now } = usePeriod()
  const report = useReport('surfaces', { ...now, ...useReportFilter() })
  const switcher = (
    <fieldset className="segmented">
      <legend className="hidden">{t('attribution.model')}</legend>
      {MODELS.map((one) => (
        <button key={one} type="button" aria-pressed={one === model} onClick={() => setModel(one)}>
          {t(`attribution.model.${one}`)}
        </button>
      ))}
    </fieldset>
  )
  return (
    <Card
      className={className}
      flush
      title={t('today.surfaces')}
      about={t(`attribution.modelAbout.${model}`)}
      actions={switcher}
    >
      <Loaded query={report}>
        {({ rows, revenue, not_attributed: { models } }) =>
          rows.length === 0 ? (
            <EmptyState title={t('today.noSurfaces')} snippet={CLICK_SNIPPET}>
              {t('today.noSurfacesAbout')}
            </EmptyState>
          ) : (
            <>
              <SurfaceTable rows={rows} model={model} />
              <p className="more soft small">
                {t('today.notAttributed', {
                  rest: format.money(models[model].revenue),
                  all: format.money(revenue),
                })}
              </p>
            </>
          )
        }
      </Loaded>
    </Card>
  )
}

function SurfaceTable({ rows, model }: { rows: SurfaceRow[]; model: AttributionModel }) {
  const { t } = useWords()
  const format = useFormat()
  const revenueOf = (row: SurfaceRow) => row.models[model].revenue
  const most = Math.max(1, ...rows.map(revenueOf))
  const sorted = rows.toSorted((a, b) => revenueOf(b) - revenueOf(a))
  return (
    <DataTable
      caption={t('today.surfaces')}
      rows={sorted}
      rowKey={(row) => row.key}
      columns={[
        { title: t('table.surface'), cell: (row) => surfaceName(t, row.key) },
        { title: t('table.views'), number: true, lessImportant: true, cell: (row) => format.number(row.views) },
        { title: t('table.clicks'), number: true, lessImportant: true, cell: (row) => format.number(row.clicks) },
        { title: t('table.ctr'), number: true, lessImportant: true, cell: (row) => format.percent(row.ctr) },
        { title: t('table.orders'), number: true, cell: (row) => format.number(row.models[model].orders) },
        { title: t('table.revenue'), number: true, cell: (row) => format.money(revenueOf(row)) },
        {
          title: t('table.share'),
          untitled: true,
          lessImportant: true,
          cell: (row) => <Bar share={revenueOf(row) / most} />,
        },
      ]}
    />
  )
}

const NAMES = {
  search: 'surface.search',
  instant_search: 'surface.instant_search',
  image_search: 'surface.image_search',
  section: 'surface.section',
  recommendation: 'surface.recommendation',
  bundle: 'surface.bundle',
  checkout: 'surface.checkout',
} as const

/** Falls back to the key if there is no translation. */
export function surfaceName(t: ReturnType<typeof useWords>['t'], key: string): string {
  const word = NAMES[key as keyof typeof NAMES]
  return word ? t(word) : key
}

/** Shows the share of the catalog that appears in recommendations, and how evenly products appear. */
import { usePeriod, useReport } from '../../api/use-report.ts'
import { useFormat } from '../../format/use-format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Stat } from '../../ui/stat.tsx'
import { useWords } from '../../messages/messages.tsx'

export function Exposure() {
  const { t } = useWords()
  const format = useFormat()
  const report = useReport('exposure', usePeriod().now)
  return (
    <Loaded query={report}>
      {({ totals, catalog_products: all }) =>
        totals.lists > 0 && (
          <dl className="stats">
            <Stat
              label={t('exposure.coverage')}
              value={format.percent(totals.coverage)}
              note={t('exposure.coverageNote', { n: format.number(totals.products), all: format.number(all) })}
            />
            <Stat label={t('exposure.gini')} value={format.number(totals.gini, 2)} note={t('exposure.giniNote')} />
            <Stat
              label={t('exposure.explored')}
              value={format.percent(totals.explored_share)}
              note={t('exposure.exploredNote')}
            />
          </dl>
        )
      }
    </Loaded>
  )
}

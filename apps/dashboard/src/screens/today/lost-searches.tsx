/** Searches that found nothing, most frequent first. */
import { usePeriod, useReport } from '../../api/use-report.ts'
import { Link, path } from '../../router.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { useWords } from '../../messages/messages.tsx'
import { NoSearches } from '../searches/no-searches.tsx'

export function LostSearches() {
  const { t, count } = useWords()
  const { now } = usePeriod()
  const report = useReport('queries-without-results', { ...now, limit: 6 })
  return (
    <Loaded query={report}>
      {({ rows }) =>
        rows.length === 0 ? (
          <NoSearches title={t('today.nothingLost')} />
        ) : (
          <ul className="list">
            {rows.map((row) => (
              <li key={row.query} className="spread">
                <Link to={path('searches', row.query)}>{row.query}</Link>
                <span className="soft small">{count('searches.times', row.zero_results)}</span>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

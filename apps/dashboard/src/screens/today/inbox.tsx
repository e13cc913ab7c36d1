import type { Suggestion } from '@vitrine/client/admin'
import { useState } from 'react'
import { useApi, useMayEdit } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadedFindings, useFindings } from '../../ui/findings.tsx'
import { useWords } from '../../messages/messages.tsx'
import { proposalText } from './proposal-text.ts'
import { SuggestionDialog } from './suggestion-dialog.tsx'
import { usePeriod, useReport } from '../../api/use-report.ts'
import { Link, path } from '../../router.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { NoSearches } from '../searches/no-searches.tsx'

const SHOWN = 6

export function Inbox() {
  const words = useWords()
  const { t, count } = words
  const api = useApi()
  const mayEdit = useMayEdit()
  const [open, setOpen] = useState<Suggestion | null>(null)
  const suggestions = useFindings('suggestions', () => api.suggestions())
  return (
    <>
      <LoadedFindings query={suggestions}>
        {({ suggestions: rows }) =>
          rows.length === 0 ? (
            <LostSearches />
          ) : (
            <ul className="list">
              {rows.slice(0, SHOWN).map((one) => (
                <li key={one.id} className="spread">
                  <div className="grow">
                    <strong>{one.query}</strong>{' '}
                    {one.lost_searches > 0 && (
                      <span className="badge warn">{count('inbox.lost', one.lost_searches)}</span>
                    )}
                    <div className="small soft">{proposalText(words, one)}</div>
                  </div>
                  <Button
                    small
                    aria-label={t(mayEdit ? 'inbox.fixOf' : 'inbox.lookOf', { query: one.query })}
                    onClick={() => setOpen(one)}
                  >
                    {t(mayEdit ? 'inbox.fix' : 'alerts.look')}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </LoadedFindings>
      {open && <SuggestionDialog suggestion={open} onClose={() => setOpen(null)} />}
    </>
  )
}

function LostSearches() {
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

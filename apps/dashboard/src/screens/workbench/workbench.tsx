import type { PreviewAs } from '@vitrine/client/admin'
import { type FormEvent, useEffect, useState } from 'react'
import { usePeriod, useReport } from '../../api/use-report.ts'
import { setQuery, usePlace } from '../../router.ts'
import { useApi } from '../../session/session.tsx'
import { noteTriedSearch } from '../../setup/first-steps.tsx'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { useWords } from '../../messages/messages.tsx'
import { Compare } from './compare.tsx'
import { ViewAs } from './view-as.tsx'

export function Workbench() {
  const { t } = useWords()
  const query = usePlace().query.get('q') ?? ''
  const [as, setAs] = useState<PreviewAs>({})
  const { shop } = useApi()
  useEffect(() => {
    if (query !== '') noteTriedSearch(shop)
  }, [query, shop])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setQuery({ q: String(new FormData(event.currentTarget).get('q')).trim() })
  }
  return (
    <Page title={t('nav.workbench')} about={t('workbench.about')}>
      <div className="stack">
        <Card>
          <form className="row" onSubmit={submit}>
            <input
              key={query}
              className="input grow"
              type="search"
              name="q"
              aria-label={t('table.query')}
              placeholder={t('workbench.placeholder')}
              defaultValue={query}
            />
            <Button kind="primary" type="submit">
              {t('workbench.show')}
            </Button>
          </form>
          <ViewAs as={as} onChange={setAs} />
        </Card>
        {query === '' ? <Popular /> : <Compare place={{ query }} as={as} />}
      </div>
    </Page>
  )
}

function Popular() {
  const { t } = useWords()
  const { now } = usePeriod()
  const report = useReport('top-queries', { ...now, limit: 20 })
  return (
    <Loaded query={report}>
      {({ rows }) =>
        rows.length > 0 && (
          <Card title={t('workbench.popular')}>
            <div className="row">
              {rows.map((row) => (
                <Button key={row.query} small onClick={() => setQuery({ q: row.query })}>
                  {row.query}
                </Button>
              ))}
            </div>
          </Card>
        )
      }
    </Loaded>
  )
}

import { useQuery } from '@tanstack/react-query'
import { SavedDrafts } from '../../draft/saved-drafts.tsx'
import { titleOfVersion } from '../../draft/version-title.ts'
import { useFormat } from '../../format/use-format.ts'
import { Link } from '../../router.ts'
import { useApi } from '../../session/session.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Card } from '../../ui/page.tsx'
import { useWords } from '../../messages/messages.tsx'

export function RecentChanges({ className }: { className?: string }) {
  const words = useWords()
  const { t } = words
  const format = useFormat()
  const api = useApi()
  const versions = useQuery({
    queryKey: [api.shop, 'versions', 'latest'],
    queryFn: () => api.versions({ limit: 5 }),
  })
  return (
    <Card
      className={className}
      flush
      title={t('today.changes')}
      actions={<Link to="/settings?tab=history">{t('settings.tab.history')}</Link>}
    >
      <div className="card-note">
        <SavedDrafts />
      </div>
      <Loaded query={versions}>
        {(rows) => (
          <ul className="list">
            {rows.map((row) => (
              <li key={row.version}>
                <div>{titleOfVersion(words, row)}</div>
                <div className="small soft">
                  {row.author ?? t('history.nobody')} · {format.ago(row.at)}
                </div>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

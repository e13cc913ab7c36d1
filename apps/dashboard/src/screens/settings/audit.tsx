import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditView } from '@vitrine/client/admin'
import { useFormat } from '../../format/use-format.ts'
import { useApi } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Fault } from '../../ui/loaded.tsx'
import { Card } from '../../ui/page.tsx'
import { useWords } from '../../messages/messages.tsx'

const PAGE = 50

export function Audit() {
  const { t } = useWords()
  const api = useApi()
  const audit = useInfiniteQuery({
    queryKey: [api.shop, 'audit'],
    queryFn: ({ pageParam }) => api.audit({ limit: PAGE, before: pageParam }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.length < PAGE ? undefined : last.at(-1)?.id),
  })
  const entries = audit.data?.pages.flat() ?? []
  if (audit.isError) return <Fault text={audit.error.message} onRetry={() => void audit.refetch()} />
  return (
    <Card flush title={t('settings.tab.audit')} about={t('audit.about')}>
      {audit.isSuccess && entries.length === 0 ? (
        <EmptyState title={t('audit.none')} />
      ) : (
        <AuditTable entries={entries} />
      )}
      {audit.hasNextPage && (
        <div className="more">
          <Button onClick={() => void audit.fetchNextPage()}>{t('common.more')}</Button>
        </div>
      )}
    </Card>
  )
}

function AuditTable({ entries }: { entries: AuditView[] }) {
  const { t } = useWords()
  const format = useFormat()
  return (
    <DataTable
      stacks
      caption={t('settings.tab.audit')}
      rows={entries}
      rowKey={(entry) => entry.id}
      columns={[
        { title: t('audit.what'), cell: (entry) => entry.summary },
        { title: t('audit.who'), cell: (entry) => entry.actor },
        { title: t('audit.target'), lessImportant: true, cell: (entry) => entry.target && <code>{entry.target}</code> },
        { title: t('audit.when'), number: true, cell: (entry) => format.ago(entry.at) },
      ]}
    />
  )
}

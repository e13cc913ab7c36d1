import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useIsLive } from '../../api/live.tsx'
import { useFormat } from '../../format/use-format.ts'
import { Link } from '../../router.ts'
import { useApi, useMayEdit } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/page.tsx'
import { useWords } from '../../messages/messages.tsx'
import { alertMessage } from './alert-message.ts'

const EVERY_MS = 60_000
const WHERE = {
  zero_result_share: '/searches?tab=lost',
  error_share: '/events',
  conversion_drop: '/attribution',
  import_failed: '/catalog?tab=imports',
  embedding_stalled: '/catalog',
  golden_queries: '/searches?tab=health',
}

export function useAlerts() {
  const api = useApi()
  const isLive = useIsLive()
  return useQuery({
    queryKey: [api.shop, 'alerts'],
    queryFn: () => api.alerts(),
    refetchInterval: isLive ? false : EVERY_MS,
  })
}

export function Alerts() {
  const words = useWords()
  const { t } = words
  const format = useFormat()
  const api = useApi()
  const client = useQueryClient()
  const mayEdit = useMayEdit()
  const open = (useAlerts().data ?? []).filter((one) => one.closed_at === null && one.acknowledged_at === null)
  const acknowledge = useMutation({
    mutationFn: (id: string) => api.acknowledgeAlert(id),
    onSettled: () => client.invalidateQueries({ queryKey: [api.shop, 'alerts'] }),
  })
  if (open.length === 0) return null
  return (
    <Card flush title={t('alerts.title')} actions={<Link to="/settings?tab=alerts">{t('settings.tab.alerts')}</Link>}>
      <ul className="list">
        {open.map((alert) => (
          <li key={alert.id} className="spread">
            <div>
              <span className="badge bad">{t(`alerts.kind.${alert.kind}`)}</span> {alertMessage(words, format, alert)}{' '}
              <span className="small soft">{format.ago(alert.opened_at)}</span>
            </div>
            <div className="row">
              <Link to={WHERE[alert.kind]}>{t('alerts.look')}</Link>
              {mayEdit && (
                <Button small onClick={() => acknowledge.mutate(alert.id)}>
                  {t('alerts.acknowledge')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

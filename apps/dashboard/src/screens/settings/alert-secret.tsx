/** Shows the secret that signs alert deliveries, on request and only to owners and developers. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi, useSigned } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Snippet } from '../../ui/snippet.tsx'
import { useWords } from '../../messages/messages.tsx'

export function AlertSecret() {
  const { t } = useWords()
  const api = useApi()
  const { role } = useSigned().session
  const [isShown, setShown] = useState(false)
  const secret = useQuery({
    queryKey: [api.shop, 'alert-secret'],
    queryFn: () => api.alertSecret(),
    enabled: isShown,
  })
  if (role !== 'owner' && role !== 'developer') return null
  return (
    <div className="field">
      <span>{t('alerts.secret')}</span>
      {secret.data ? (
        <Snippet text={secret.data} />
      ) : (
        <Button onClick={() => setShown(true)} aria-label={`${t('alerts.secret')}: ${t('alerts.showSecret')}`}>
          {t('alerts.showSecret')}
        </Button>
      )}
      <small>{t('alerts.secretHint')}</small>
    </div>
  )
}

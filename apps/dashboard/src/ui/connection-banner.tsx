import { useIsConnected } from '../api/connection.ts'
import { useWords } from '../words/words.tsx'
import { Icon } from './icons.tsx'

export function ConnectionBanner() {
  const { t } = useWords()
  const isConnected = useIsConnected()
  return (
    <div role="status" className="connection" data-away={!isConnected}>
      {!isConnected && (
        <>
          <Icon name="warning" size={16} /> {t('connection.away')}
        </>
      )}
    </div>
  )
}

/** Shows where a product was before a change: that it is new, or its former position. A product that did not move has no mark. */
import type { Move } from '@vitrine/client/admin'
import { useWords } from '../messages/messages.tsx'

export function FormerPlace({ move }: { move: Move | undefined }) {
  const { t } = useWords()
  if (move?.to == null) return null
  const isUp = move.from === null || move.to < move.from
  const text = move.from === null ? t('workbench.new') : t('inbox.fromPlace', { n: move.from })
  return <span className={`move small ${isUp ? 'up' : 'down'}`}>{text}</span>
}

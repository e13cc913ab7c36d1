/** Shows a product's former position, or that the product is new. Shows nothing if it has not moved. */
import type { Move } from '@vitrine/client/admin'
import { useWords } from '../messages/messages.tsx'

export function FormerPlace({ move }: { move: Move | undefined }) {
  const { t } = useWords()
  if (move?.to == null) return null
  const isUp = move.from === null || move.to < move.from
  const text = move.from === null ? t('workbench.new') : t('inbox.fromPlace', { n: move.from })
  return <span className={`move small ${isUp ? 'up' : 'down'}`}>{text}</span>
}

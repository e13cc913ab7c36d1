/** One product of a list: its place, how it came there, and what can be done with it. */
import type { FoundProduct, Move, ProductId } from '@vitrine/client/admin'
import { type KeyboardEvent, useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { small } from '../../products/product-name.tsx'
import { ownIdOf } from '../../products/use-products.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useWords } from '../../words/words.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { type Largest, ScoreBars } from './score-bars.tsx'
import { useDrag } from './use-drag.ts'
import type { PlaceRule } from './use-place-rule.ts'

interface ResultRowProps {
  product: FoundProduct
  rank: number
  largest: Largest
  move?: Move
  /** Absent where nothing can be changed. */
  placeRule?: PlaceRule
  onExplain: (productId: ProductId) => void
}

export function ResultRow({ product, rank, largest, move, placeRule, onExplain }: ResultRowProps) {
  const { t } = useWords()
  const format = useFormat()
  const { title, image, explanation } = product
  const id = ownIdOf({ id: product.product_id, external_id: product.external_id })
  return (
    <li className="result" data-rank={placeRule && rank}>
      {placeRule && <Handle id={id} title={title} rank={rank} placeRule={placeRule} />}
      <span className="rank">
        {rank}
        <Arrow move={move} />
      </span>
      {image.url ? <img className="thumb" src={small(image.url)} alt="" loading="lazy" /> : <span className="thumb" />}
      <div className="grow">
        <div className="result-title">{title}</div>
        <div className="row small soft">
          <span>{format.money(product.price)}</span>
          {!product.is_in_stock && <span className="badge warn">{t('workbench.soldOut')}</span>}
          {placeRule?.isPinned(id) && <span className="badge accent">{t('workbench.pinned')}</span>}
        </div>
        {explanation && <ScoreBars explanation={explanation} largest={largest} />}
      </div>
      <div className="result-actions">
        <Button small kind="plain" aria-label={t('workbench.whyOf', { title })} onClick={() => onExplain(id)}>
          {t('workbench.why')}
        </Button>
        {placeRule && <Actions id={id} title={title} rank={rank} placeRule={placeRule} />}
      </div>
    </li>
  )
}

function Arrow({ move }: { move: Move | undefined }) {
  const { t } = useWords()
  if (!move) return null
  if (move.from === null) return <span className="badge good">{t('workbench.new')}</span>
  if (move.to === null || move.from === move.to) return null
  const up = move.to < move.from
  return (
    <span className={`move ${up ? 'up' : 'down'}`}>
      <span className="hidden">{t(up ? 'workbench.up' : 'workbench.down')}</span>
      <span aria-hidden="true">{up ? '▲' : '▼'}</span>
      {Math.abs(move.from - move.to)}
    </span>
  )
}

interface PlacedProps {
  id: ProductId
  title: string
  rank: number
  placeRule: PlaceRule
}

/** Dragged by the pointer; by keyboard, the arrows move it one place. */
function Handle({ id, title, rank, placeRule }: PlacedProps) {
  const { t } = useWords()
  const drag = useDrag((position) => placeRule.pin(id, position))
  const press = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    if (rank + by >= 1) placeRule.pin(id, rank + by)
  }
  return (
    <button type="button" className="handle" aria-label={t('workbench.drag', { title })} onKeyDown={press} {...drag}>
      <Icon name="grip" size={16} />
    </button>
  )
}

function Actions({ id, title, rank, placeRule }: PlacedProps) {
  const { t } = useWords()
  const [moving, setMoving] = useState(false)
  return (
    <>
      <Button small kind="plain" aria-label={t('workbench.moveOf', { title })} onClick={() => setMoving(true)}>
        {t('workbench.move')}
      </Button>
      {placeRule.isPinned(id) ? (
        <Button small kind="plain" aria-label={t('workbench.unpinOf', { title })} onClick={() => placeRule.unpin(id)}>
          {t('workbench.unpin')}
        </Button>
      ) : (
        <Button small kind="plain" aria-label={t('workbench.hideOf', { title })} onClick={() => placeRule.hide(id)}>
          {t('workbench.hide')}
        </Button>
      )}
      {moving && (
        <MoveDialog
          title={title}
          rank={rank}
          onClose={() => setMoving(false)}
          onMove={(position) => placeRule.pin(id, position)}
        />
      )}
    </>
  )
}

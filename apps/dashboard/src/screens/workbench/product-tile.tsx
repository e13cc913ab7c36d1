import type { FoundProduct, Move, ProductId } from '@vitrine/client/admin'
import { type KeyboardEvent, useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { small } from '../../products/product-name.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useWords } from '../../messages/messages.tsx'
import { idOf } from './arrange.ts'
import { MoveDialog } from './move-dialog.tsx'
import { type Largest, ScoreBars } from './score-bars.tsx'
import { TileActions } from './tile-actions.tsx'
import { TileBadges } from './tile-badges.tsx'
import { useDrag } from './use-drag.ts'
import type { PlaceRule } from './use-place-rule.ts'
import type { TileFacts } from './use-tile-facts.ts'

export interface TileProps {
  product: FoundProduct
  rank: number
  facts: TileFacts
  /** Undefined if scores are hidden. */
  largest?: Largest | undefined
  move?: Move | undefined
  /** Undefined if the user may not edit. */
  placeRule?: PlaceRule | undefined
  onExplain: (productId: ProductId) => void
  /** Called after a move by keyboard, so that the focus can follow the tile. */
  onMoved?: (productId: number) => void
}

export function ProductTile(props: TileProps) {
  const { product, rank, facts, largest, move, placeRule, onExplain } = props
  const { title, explanation } = product
  const format = useFormat()
  const { t } = useWords()
  const id = idOf(product)
  const [moving, setMoving] = useState(false)
  return (
    <li className="tile" data-rank={placeRule && rank} data-product={product.product_id}>
      <div className="tile-top">
        {placeRule ? <Handle {...props} placeRule={placeRule} /> : <Picture product={product} />}
        {placeRule ? (
          <button
            type="button"
            className="rank"
            aria-label={t('workbench.moveOf', { n: rank, title })}
            onClick={() => setMoving(true)}
          >
            {rank}
          </button>
        ) : (
          <span className="rank">{rank}</span>
        )}
        <Arrow move={move} isOwn={placeRule?.isPinned(id) ?? false} />
      </div>
      <div className="result-title">{title}</div>
      <div className="tile-price">{format.money(product.price)}</div>
      <TileBadges product={product} facts={facts} placeRule={placeRule} />
      {largest && explanation && <ScoreBars explanation={explanation} largest={largest} />}
      <TileActions id={id} title={title} rank={rank} placeRule={placeRule} onExplain={onExplain} />
      {moving && placeRule && (
        <MoveDialog
          title={title}
          rank={rank}
          onClose={() => setMoving(false)}
          onMove={(position) => placeRule.pin(id, position)}
        />
      )}
    </li>
  )
}

function Picture({ product: { image } }: { product: FoundProduct }) {
  return image.url ? (
    <img className="tile-picture" src={small(image.url)} alt="" loading="lazy" draggable={false} />
  ) : (
    <span className="tile-picture" />
  )
}

/** The picture is the drag handle. Arrow keys move the product; letters pin, boost, bury or hide it. */
function Handle({ product, rank, placeRule, onMoved }: TileProps & { placeRule: PlaceRule }) {
  const { t } = useWords()
  const id = idOf(product)
  const drag = useDrag((position) => placeRule.pin(id, position))
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    const by = moveOf(event.key, columnsAround(event.currentTarget))
    if (by !== undefined && rank + by >= 1) {
      onMoved?.(product.product_id)
      placeRule.pin(id, rank + by)
    } else if (!actByLetter(event.key, { placeRule, id, rank })) return
    event.preventDefault()
  }
  return (
    <button
      type="button"
      className="handle"
      aria-label={t('workbench.drag', { title: product.title })}
      aria-describedby="grid-keys"
      onKeyDown={press}
      {...drag}
    >
      <Picture product={product} />
    </button>
  )
}

interface Placed {
  placeRule: PlaceRule
  id: ProductId
  rank: number
}

/** Returns false if the key has no action. */
function actByLetter(key: string, { placeRule, id, rank }: Placed): boolean {
  if (key === 'p') placeRule.isPinned(id) ? placeRule.unpin(id) : placeRule.pin(id, rank)
  else if (key === 'b') placeRule.toggleWeight('boost', id)
  else if (key === 'u') placeRule.toggleWeight('bury', id)
  else if (key === 'h') placeRule.hide(id)
  else return false
  return true
}

function moveOf(key: string, columns: number): number | undefined {
  return { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key]
}

function columnsAround(element: Element): number {
  const list = element.closest('ol')
  return list === null ? 1 : getComputedStyle(list).gridTemplateColumns.split(' ').length
}

/** Shows how far the product moved, and whether the merchant or another product's move caused it. */
function Arrow({ move, isOwn }: { move: Move | undefined; isOwn: boolean }) {
  const { t } = useWords()
  if (!move) return null
  if (move.from === null) return <span className="move up">{t('workbench.new')}</span>
  if (move.to === null || move.from === move.to) return null
  const up = move.to < move.from
  const places = Math.abs(move.from - move.to)
  const text = t(isOwn ? 'workbench.movedByYou' : 'workbench.madeRoom', {
    direction: t(up ? 'workbench.up' : 'workbench.down'),
    n: places,
  })
  return (
    <span className={`move ${up ? 'up' : 'down'}`} title={text}>
      <span className="hidden">{text}</span>
      <span aria-hidden="true" className="row">
        <Icon name={up ? 'up' : 'down'} size={11} />
        {places}
      </span>
    </span>
  )
}

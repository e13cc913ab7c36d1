/** Shows live and draft results side by side; on a phone, one of the two. */
import { useLayoutEffect, useRef, useState } from 'react'
import type { FoundProduct, PreviewAs, ProductId, SearchPreview } from '@vitrine/client/admin'
import { useMayEdit } from '../../session/session.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useWords } from '../../messages/messages.tsx'
import { arrange } from './arrange.ts'
import { ExplainDialog } from './explain-dialog.tsx'
import { GridSide } from './grid-side.tsx'
import { GridToolbar, type ShownSides } from './grid-toolbar.tsx'
import { ProductTile } from './product-tile.tsx'
import { RulePanel } from './rule-panel.tsx'
import { largestScores } from './score-bars.tsx'
import { type PlaceRule, usePlaceRule } from './use-place-rule.ts'
import { type Place, usePreview } from './use-preview.ts'
import { useTileFacts } from './use-tile-facts.ts'

const PHONE_PX = 640

export function Compare({ place, as }: { place: Place; as: PreviewAs }) {
  const preview = usePreview(place, as)
  const placeRule = usePlaceRule(place)
  const [explained, setExplained] = useState<ProductId | null>(null)
  return (
    <>
      <Loaded query={preview} shape="grid">
        {(data) => (
          <Grids
            data={data}
            isAhead={preview.isPlaceholderData}
            placeRule={placeRule}
            place={place}
            onExplain={setExplained}
          />
        )}
      </Loaded>
      {explained !== null && (
        <ExplainDialog productId={explained} place={place} as={as} onClose={() => setExplained(null)} />
      )}
    </>
  )
}

interface GridsProps {
  data: SearchPreview
  /** True while the results do not include the last edit. */
  isAhead: boolean
  placeRule: PlaceRule
  place: Place
  onExplain: (productId: ProductId) => void
}

function Grids({ data, isAhead, placeRule, place, onExplain }: GridsProps) {
  const { t } = useWords()
  const { live, draft, moves, rules } = data
  const mayEdit = useMayEdit()
  const [sides, setSides] = useState<ShownSides>(() => firstSides(mayEdit))
  const [hasScores, setScores] = useState(false)
  const drafted = isAhead ? arrange(draft.products, placeRule.rule) : draft.products
  const all = [...live.products, ...drafted]
  const factsOf = useTileFacts(all.map(({ product_id: id }) => id))
  const followFocus = useFollowFocus(drafted)
  const largest = hasScores ? largestScores(all.map(({ explanation }) => explanation)) : undefined
  const tile = (product: FoundProduct, index: number) => ({
    product,
    rank: index + 1,
    facts: factsOf(product.product_id),
    largest,
    onExplain,
  })
  return (
    <div className="workbench">
      <div className="stack">
        <GridToolbar
          sides={sides}
          onSides={setSides}
          hasScores={hasScores}
          onScores={setScores}
          placeRule={mayEdit ? placeRule : undefined}
          shown={drafted}
          onExplain={onExplain}
        />
        <div className="compare" data-side={sides} aria-busy={isAhead}>
          <GridSide title={t('workbench.live')} side={live} name="live">
            {live.products.map((product, index) => (
              <ProductTile key={product.product_id} {...tile(product, index)} />
            ))}
          </GridSide>
          <GridSide title={t('workbench.draft')} side={draft} name="draft">
            {drafted.map((product, index) => (
              <ProductTile
                key={product.product_id}
                {...tile(product, index)}
                move={moves.find((one) => one.product_id === product.product_id)}
                placeRule={mayEdit ? placeRule : undefined}
                onMoved={followFocus}
              />
            ))}
          </GridSide>
        </div>
      </div>
      <RulePanel placeRule={placeRule} place={place} touches={rules.draft} />
    </div>
  )
}

/** A phone has no room for both grids. */
function firstSides(mayEdit: boolean): ShownSides {
  if (!mayEdit) return 'live'
  return innerWidth <= PHONE_PX ? 'draft' : 'both'
}

/** Restores the focus of a tile, which is lost when the tile moves in the DOM. */
function useFollowFocus(order: readonly { product_id: number }[]): (productId: number) => void {
  const moved = useRef<number | null>(null)
  const shown = order.map(({ product_id: id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rendered order changes
  useLayoutEffect(() => {
    if (moved.current === null) return
    document.querySelector<HTMLElement>(`.draft [data-product="${moved.current}"] .handle`)?.focus()
  }, [shown])
  return (productId) => {
    moved.current = productId
  }
}

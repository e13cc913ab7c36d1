import type { FoundProduct, ProductId } from '@vitrine/client/admin'
import { useState } from 'react'
import { ProductPicker } from '../../products/product-list.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useWords } from '../../messages/messages.tsx'
import { idOf } from './arrange.ts'
import type { PlaceRule } from './use-place-rule.ts'

const SIDES = ['both', 'live', 'draft'] as const
export type ShownSides = (typeof SIDES)[number]

interface GridToolbarProps {
  sides: ShownSides
  onSides: (sides: ShownSides) => void
  hasScores: boolean
  onScores: (hasScores: boolean) => void
  /** Undefined if the user may not edit. */
  placeRule: PlaceRule | undefined
  shown: readonly FoundProduct[]
  onExplain: (productId: ProductId) => void
}

export function GridToolbar(props: GridToolbarProps) {
  const { sides, onSides, hasScores, onScores, placeRule, shown, onExplain } = props
  const { t } = useWords()
  const [asking, setAsking] = useState<'add' | 'missing' | null>(null)
  const pick = (id: ProductId) => {
    setAsking(null)
    if (asking === 'add') placeRule?.pin(id, 1)
    else onExplain(id)
  }
  return (
    <div className="grid-toolbar">
      <div className="segmented">
        {SIDES.map((one) => (
          <button key={one} type="button" aria-pressed={one === sides} onClick={() => onSides(one)}>
            {t(`workbench.${one}`)}
          </button>
        ))}
      </div>
      {placeRule && (
        <Button small icon="plus" onClick={() => setAsking('add')}>
          {t('workbench.addProduct')}
        </Button>
      )}
      <Button small onClick={() => setAsking('missing')}>
        {t('workbench.missing')}
      </Button>
      <label className="check small">
        <input type="checkbox" checked={hasScores} onChange={(event) => onScores(event.target.checked)} />{' '}
        {t('workbench.scores')}
      </label>
      {placeRule && (
        <p id="grid-keys" className="small soft keys">
          {t('workbench.keys')}
        </p>
      )}
      {asking && (
        <Dialog
          title={t(asking === 'add' ? 'workbench.addProduct' : 'workbench.missing')}
          onClose={() => setAsking(null)}
        >
          <p className="soft">{t(asking === 'add' ? 'workbench.addAbout' : 'workbench.missingAbout')}</p>
          <ProductPicker
            label={t('rules.addProduct')}
            without={asking === 'missing' ? shown.map(idOf) : []}
            onPick={pick}
          />
        </Dialog>
      )}
    </div>
  )
}

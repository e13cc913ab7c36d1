/** Lets the merchant choose the products for a search that finds nothing, from the nearest ones or the whole catalog. */
import type { ProductId } from '@vitrine/client/admin'
import { useState } from 'react'
import { ProductPicker } from '../../products/product-list.tsx'
import { small } from '../../products/product-name.tsx'
import { useProductsById } from '../../products/use-products.ts'
import { useWords } from '../../messages/messages.tsx'

interface ChooseProductsProps {
  candidates: readonly number[]
  chosen: readonly number[]
  onChange: (chosen: readonly number[]) => void
}

export function ChooseProducts({ candidates, chosen, onChange }: ChooseProductsProps) {
  const { t } = useWords()
  const [added, setAdded] = useState<readonly ProductId[]>([])
  const ids = [...candidates, ...added]
  const products = useProductsById(ids)
  const shown = ids.flatMap((id) => products.get(id) ?? [])
  const toggle = (id: number) => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <fieldset className="stack-s">
      <legend>
        <h3>{t('inbox.choose')}</h3>
      </legend>
      <p className="soft small">{t('inbox.chooseAbout')}</p>
      <div className="shelf choose">
        {shown.map((product) => (
          <label key={product.id} data-chosen={chosen.includes(product.id)}>
            {product.images[0] ? <img src={small(product.images[0].src)} alt="" /> : <span className="thumb" />}
            <span className="row small">
              <input type="checkbox" checked={chosen.includes(product.id)} onChange={() => toggle(product.id)} />
              {product.title}
            </span>
          </label>
        ))}
      </div>
      <ProductPicker label={t('rules.addProduct')} without={ids} onPick={(id) => setAdded([...added, id])} />
    </fieldset>
  )
}

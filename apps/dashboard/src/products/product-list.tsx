import type { ProductId } from '@vitrine/client/admin'
import { useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { useWords } from '../messages/messages.tsx'
import { ProductName } from './product-name.tsx'
import { ownIdOf } from './own-id.ts'
import { useProductSearch, useProductsById } from './use-products.ts'

interface ProductListProps {
  ids: readonly ProductId[]
  label: string
  position?: (id: ProductId) => number | undefined
  onPosition?: (id: ProductId, position: number) => void
  onAdd: (id: ProductId) => void
  onRemove: (id: ProductId) => void
}

export function ProductList({ ids, label, position, onPosition, onAdd, onRemove }: ProductListProps) {
  const { t } = useWords()
  const products = useProductsById(ids)
  return (
    <div className="stack-s">
      {ids.length > 0 && (
        <ul className="product-list">
          {ids.map((id) => (
            <li key={id} className="row">
              {onPosition && (
                <input
                  className="input position"
                  type="number"
                  min="1"
                  max="1000"
                  aria-label={t('products.position', { name: products.get(id)?.title ?? id })}
                  value={position?.(id) ?? ''}
                  onChange={(event) => Number(event.target.value) > 0 && onPosition(id, Number(event.target.value))}
                />
              )}
              <div className="grow">
                <ProductName id={id} product={products.get(id)} />
              </div>
              <Button
                small
                kind="plain"
                icon="close"
                aria-label={t('common.removeNamed', { name: products.get(id)?.title ?? id })}
                onClick={() => onRemove(id)}
              />
            </li>
          ))}
        </ul>
      )}
      <ProductPicker label={label} without={ids} onPick={onAdd} />
    </div>
  )
}

interface ProductPickerProps {
  label: string
  without?: readonly ProductId[]
  onPick: (id: ProductId) => void
}

export function ProductPicker({ label, without = [], onPick }: ProductPickerProps) {
  const [text, setText] = useState('')
  const list = useId()
  const found = useProductSearch(text)
  const shown = (found.data ?? []).filter((product) => !without.includes(ownIdOf(product))).slice(0, 6)
  const isOpen = text.trim() !== '' && shown.length > 0
  const pick = (id: ProductId) => {
    setText('')
    onPick(id)
  }
  return (
    <div className="picker">
      <input
        className="input"
        type="search"
        aria-label={label}
        aria-controls={isOpen ? list : undefined}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (shown[0]) pick(ownIdOf(shown[0]))
        }}
      />
      {isOpen && (
        <ul id={list} className="picker-found">
          {shown.map((product) => (
            <li key={product.id}>
              <button type="button" onClick={() => pick(ownIdOf(product))}>
                <ProductName id={product.id} product={product} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

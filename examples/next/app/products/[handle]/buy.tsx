'use client'

import type { Product } from '@vitrine/client'
import { chosenVariant } from '@vitrine/client/events'
import { useReport } from '@vitrine/client/react'
import { useState } from 'react'
import { useCart } from '@/lib/cart'
import { money } from '@/lib/vitrine'

export function Buy({ product }: { product: Product }) {
  const { add } = useCart()
  const [variant, setVariant] = useState(chosenVariant(product))
  const { productId, title } = product

  const viewed = { productVariant: { product: { id: productId, title } } }
  useReport(productId, (tracker) => tracker.standard('product_viewed', viewed))

  return (
    <>
      <p className="price">{money(variant?.displayPrice ?? product.displayPrice, product.displayCurrency)}</p>
      <select
        aria-label="Variant"
        value={variant?.variantId}
        onChange={({ target }) => setVariant(product.variants.find(({ variantId }) => `${variantId}` === target.value))}
      >
        {product.variants.map(({ variantId, title, isInStock }) => (
          <option key={variantId} value={variantId} disabled={!isInStock}>
            {title}
          </option>
        ))}
      </select>{' '}
      <button type="button" disabled={!variant?.isInStock} onClick={() => add(product, variant)}>
        {variant?.isInStock ? 'Add to cart' : 'Sold out'}
      </button>
    </>
  )
}

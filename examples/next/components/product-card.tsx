'use client'

import Link from 'next/link'
import { useCart } from '@/lib/cart'
import { type CardProduct, money, pictureUrl } from '@/lib/vitrine'

/** `onOpen` and `onAdd` report events with the response that the product came from. */
type Props = { product: CardProduct; onOpen?: () => void; onAdd?: () => void }

export function ProductCard({ product, onOpen, onAdd }: Props) {
  const { add } = useCart()
  const { displayPrice, displayCompareAtPrice, displayCurrency } = product
  return (
    <li className="card">
      <Link href={`/products/${product.handle}`} onClick={onOpen}>
        <img src={pictureUrl(product.image)} alt={product.image.altText ?? ''} loading="lazy" />
        {product.title}
      </Link>
      <span className="price">
        {money(displayPrice, displayCurrency)}{' '}
        {displayPrice !== null && displayCompareAtPrice > displayPrice && (
          <s>{money(displayCompareAtPrice, displayCurrency)}</s>
        )}
      </span>
      <button
        type="button"
        disabled={!product.isInStock}
        onClick={() => {
          add(product)
          onAdd?.()
        }}
      >
        {product.isInStock ? 'Add to cart' : 'Sold out'}
      </button>
    </li>
  )
}

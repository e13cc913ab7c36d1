'use client'

import type { Product } from '@vitrine/client'
import Link from 'next/link'
import { useCart } from '@/lib/cart'
import { money, pictureUrl } from '@/lib/vitrine'

interface Props {
  product: Product
  /** Report events with the response that the product came from. */
  onOpen?: () => void
  onAdd?: () => void
}

export function ProductCard({ product, onOpen, onAdd }: Props) {
  const { add } = useCart()
  return (
    <li className="card">
      <Link href={`/products/${product.handle}`} onClick={onOpen}>
        <img src={pictureUrl(product.image)} alt={product.image.altText ?? ''} loading="lazy" />
        {product.title}
      </Link>
      <span className="price">{money(product.displayPrice, product.displayCurrency)}</span>
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

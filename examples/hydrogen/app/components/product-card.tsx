import type { Product } from '@vitrine/client'
import { chosenVariant } from '@vitrine/client/events'
import { Link } from 'react-router'
import { money, pictureUrl } from '~/lib/vitrine'
import { AddToCart } from './add-to-cart'

/** `onOpen` and `onAdd` report events with the response that the product came from. */
type Props = { product: Product; onOpen?: () => void; onAdd?: () => void }

export function ProductCard({ product, onOpen, onAdd }: Props) {
  return (
    <li className="card">
      <Link to={`/products/${product.handle}`} onClick={onOpen}>
        <img src={pictureUrl(product.image)} alt={product.image.altText ?? ''} loading="lazy" />
        {product.title}
      </Link>
      <span className="price">{money(product.displayPrice, product.displayCurrency)}</span>
      <AddToCart product={product} variant={chosenVariant(product)} onAdd={onAdd} />
    </li>
  )
}

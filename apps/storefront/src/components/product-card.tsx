import { useState } from 'react'
import { Link } from '../router.tsx'
import { formatMoney } from '../shop/market.ts'
import { discountPercent, productPath, type ShopProduct } from '../shop/product.ts'
import { pictureAt } from '../shop/picture-size.ts'
import { useWords } from '../shop/words.ts'

interface CardProps {
  product: ShopProduct
  onOpen?: () => void
}

/** Cards are never wider than this. */
const CARD_WIDTH = 320

export function ProductCard({ product, onOpen }: CardProps) {
  const words = useWords()
  const off = discountPercent(product)
  const [near, setNear] = useState(false)
  const second = product.variants.find((variant) => variant.image && variant.image.url !== product.image.url)?.image
  return (
    <article className="card" onPointerEnter={() => setNear(true)}>
      <Link to={productPath(product)} {...(onOpen ? { onClick: onOpen } : {})}>
        <div className="card-picture">
          {product.image.url && (
            <img
              {...pictureAt(product.image.url, CARD_WIDTH)}
              alt={product.image.altText ?? product.title}
              width={400}
              height={400}
              loading="lazy"
            />
          )}
          {near && second && (
            <img className="card-second" {...pictureAt(second.url, CARD_WIDTH)} alt="" width={400} height={400} />
          )}
          {off > 0 && <span className="badge badge-sale">−{off}%</span>}
          {!product.isInStock && <span className="badge">{words.soldOut}</span>}
        </div>
        <p className="card-vendor">{product.vendor}</p>
        <h3>{product.title}</h3>
        <Price product={product} />
      </Link>
    </article>
  )
}

export function Price({ product }: { product: ShopProduct }) {
  const off = discountPercent(product)
  return (
    <p className="price">
      <span className={off > 0 ? 'price-now' : ''}>
        {formatMoney(product.displayPrice ?? 0, product.displayCurrency)}
      </span>
      {off > 0 && (
        <s>
          <span className="sr-only">before: </span>
          {formatMoney(product.displayCompareAtPrice ?? 0, product.displayCurrency)}
        </s>
      )}
    </p>
  )
}

export function CardSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: these have nothing else, and never move
    <div className="card skeleton" key={at} aria-hidden="true">
      <div className="card-picture" />
      <p />
      <p />
    </div>
  ))
}

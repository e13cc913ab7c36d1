import { useState } from 'react'
import { Link } from '../router.ts'
import { formatMoney } from '../shop/market.ts'
import { productPath, shownImage, shownPrice, type ShopProduct, type ShownPrice } from '../shop/product.ts'
import { pictureAt } from '../shop/picture-size.ts'
import { Why } from './why.tsx'
import { useWords } from '../shop/words.ts'

interface CardProps {
  product: ShopProduct
  onOpen?: () => void
}

/** Maximum width of a card, in pixels. */
const CARD_WIDTH = 320

export function ProductCard({ product, onOpen }: CardProps) {
  const words = useWords()
  const price = shownPrice(product)
  const image = shownImage(product)
  const [near, setNear] = useState(false)
  const second = product.variants.find((variant) => variant.image && variant.image.url !== image.url)?.image
  return (
    <article className="card" onPointerEnter={() => setNear(true)}>
      <Link to={productPath(product)} {...(onOpen ? { onClick: onOpen } : {})}>
        <div className="card-picture">
          {image.url && (
            <img
              {...pictureAt(image.url, CARD_WIDTH)}
              alt={image.altText ?? product.title}
              width={400}
              height={400}
              loading="lazy"
            />
          )}
          {near && second && (
            <img className="card-second" {...pictureAt(second.url, CARD_WIDTH)} alt="" width={400} height={400} />
          )}
          {price.percentOff > 0 && <span className="badge badge-sale">−{price.percentOff}%</span>}
          {!product.isInStock && <span className="badge">{words.soldOut}</span>}
        </div>
        <p className="card-vendor">{product.vendor}</p>
        <h3>{product.title}</h3>
        <Price price={price} currency={product.displayCurrency} />
      </Link>
      <Why product={product} />
    </article>
  )
}

function Price({ price, currency }: { price: ShownPrice; currency: string }) {
  const words = useWords()
  const reduced = price.percentOff > 0
  return (
    <p className="price">
      <span className={reduced ? 'price-now' : ''}>{formatMoney(price.now, currency)}</span>
      {reduced && (
        <s>
          <span className="sr-only">{words.before} </span>
          {formatMoney(price.before, currency)}
        </s>
      )}
    </p>
  )
}

export function CardSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no id and never move
    <div className="card skeleton" key={at} aria-hidden="true">
      <div className="card-picture" />
      <p />
      <p />
    </div>
  ))
}

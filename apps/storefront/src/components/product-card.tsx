import { useState, useId } from 'react'
import { Link } from '../router.ts'
import { formatMoney } from '../shop/market.ts'
import { productPath, shownImage, shownPrice, type ShopProduct, type ShownPrice } from '../shop/product.ts'
import { pictureAt } from '../shop/picture-size.ts'
import { useWords, fill } from '../shop/words.ts'
import { barsOf } from '../shop/explanation.ts'

interface CardProps {
  product: ShopProduct
  onOpen?: () => void
}

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

function Why({ product }: { product: ShopProduct }) {
  const words = useWords()
  const id = useId()
  const [open, setOpen] = useState(false)
  if (!product.explanation) return null
  return (
    <div className="why">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        aria-label={`${words.why} ${product.title}`}
        onClick={() => setOpen(!open)}
      >
        {words.why}
      </button>
      <div id={id} hidden={!open}>
        {open && <Reasons explanation={product.explanation} title={product.title} />}
      </div>
    </div>
  )
}

function Reasons({ explanation, title }: { explanation: Record<string, unknown>; title: string }) {
  const words = useWords()
  const { reason, rule, matchedFields } = explanation
  const bars = barsOf(explanation)
  return (
    <>
      {typeof reason === 'string' && <p>{reason}</p>}
      {bars.length > 0 && (
        <dl className="bars" aria-label={fill(words.whyTitle, title)}>
          {bars.map(({ name, value, share }) => (
            <div key={name}>
              <dt>{words[name]}</dt>
              <dd>
                <meter min={0} max={1} value={share} aria-label={words[name]} />
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {Array.isArray(matchedFields) && matchedFields.length > 0 && (
        <p>
          {words.whyFields}: {matchedFields.join(', ')}
        </p>
      )}
      {typeof rule === 'string' && <p>{fill(words.whyRule, rule)}</p>}
    </>
  )
}

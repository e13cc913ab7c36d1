import type { PageProduct } from '../shop/product.ts'
import { fill, useWords } from '../shop/words.ts'

const STARS = 5

export function Rating({ product: { rating } }: { product: PageProduct }) {
  const words = useWords()
  if (rating === null || rating.count === 0) return null
  const label = fill(words.rating, rating.value.toFixed(1), rating.count)
  return (
    <p className="rating">
      <span className="stars" role="img" aria-label={label}>
        <span aria-hidden="true" style={{ width: `${(100 * rating.value) / STARS}%` }} />
      </span>{' '}
      <span aria-hidden="true">
        {rating.value.toFixed(1)} <small>({rating.count})</small>
      </span>
    </p>
  )
}

export function ProductTexts({ product, sku }: { product: PageProduct; sku: string }) {
  const words = useWords()
  const rows = product.metafields.filter(
    ({ value }) => value !== '' && value.length < 120 && !/^[[{]|^gid:/.test(value),
  )
  const paragraphs = product.description.split('\n\n').filter((text) => text !== '')
  return (
    <>
      {paragraphs.length > 0 && (
        <details className="facet" open>
          <summary>{words.description}</summary>
          <div className="description">
            {paragraphs.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        </details>
      )}
      {(rows.length > 0 || sku !== '') && (
        <details className="facet" open>
          <summary>{words.details}</summary>
          <dl className="details">
            {rows.map(({ namespace, key, value }) => (
              <div key={`${namespace}.${key}`}>
                <dt>{key.replaceAll(/[_-]+/g, ' ')}</dt>
                <dd>{value}</dd>
              </div>
            ))}
            {sku !== '' && (
              <div>
                <dt>{words.sku}</dt>
                <dd>{sku}</dd>
              </div>
            )}
          </dl>
        </details>
      )}
    </>
  )
}

/** Bought together, beside the buy button: one click each. */
import { useRef, useState } from 'react'
import { Link } from '../router.tsx'
import { addToCart } from '../shop/cart.ts'
import { formatMoney } from '../shop/market.ts'
import { pictureAt } from '../shop/picture-size.ts'
import { asProducts, productPath, type ShopProduct } from '../shop/product.ts'
import { useWords } from '../shop/words.ts'
import { type SectionsAnswer, useSectionEvents, useSeen } from './sections.tsx'

export function Bundle({ answer, product }: { answer: SectionsAnswer; product: ShopProduct }) {
  const section = answer.sections.find((one) => one.type === 'bought_together')
  return section === undefined ? null : <BundleRow answer={answer} section={section} parentId={product.productId} />
}

function BundleRow({
  answer,
  section,
  parentId,
}: {
  answer: SectionsAnswer
  section: SectionsAnswer['sections'][number]
  parentId: number
}) {
  const words = useWords()
  const row = useRef<HTMLElement>(null)
  const [added, setAdded] = useState<number[]>([])
  const events = useSectionEvents(answer, section, parentId)
  useSeen(row, events)
  const add = (product: ShopProduct) => {
    const variant = product.variants.find((one) => one.isInStock)
    if (variant === undefined) return
    addToCart(product, variant)
    void events.addToCart({ productId: product.productId, variantId: variant.variantId, quantity: 1 })
    setAdded([...added, product.productId])
  }
  return (
    <section ref={row} className="bundle" aria-label={section.title}>
      <h2>{section.title}</h2>
      <ul>
        {asProducts(section.products).map((product) => (
          <li key={product.productId}>
            {product.image.url && (
              <img {...pictureAt(product.image.url, 64)} alt="" width={64} height={64} loading="lazy" />
            )}
            <Link to={productPath(product)} onClick={() => void events.click({ productId: product.productId })}>
              {product.title}
              <small>{formatMoney(product.displayPrice ?? 0, product.displayCurrency)}</small>
            </Link>
            <button
              type="button"
              className="button button-quiet"
              disabled={!product.isInStock || added.includes(product.productId)}
              onClick={() => add(product)}
              aria-label={`${words.addToCart}: ${product.title}`}
            >
              {added.includes(product.productId) ? '✓' : '+'}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

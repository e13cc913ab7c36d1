/** Offers products that are often bought together, and adds the selected ones to the cart together. */
import { useSectionEvents } from '@vitrine/client/react'
import { useState } from 'react'
import { Link } from '../router.ts'
import { addToCart } from '../shop/cart.ts'
import { formatMoney } from '../shop/market.ts'
import { pictureAt } from '../shop/picture-size.ts'
import { asProducts, productPath, type ShopProduct, type ShopVariant, shownPrice } from '../shop/product.ts'
import { fill, useWords } from '../shop/words.ts'
import type { SectionsAnswer } from './sections.tsx'

type Section = SectionsAnswer['sections'][number]

interface BundleProps {
  answer: SectionsAnswer
  product: ShopProduct
  variant: ShopVariant
}

export function Bundle(props: BundleProps) {
  const section = props.answer.sections.find((one) => one.type === 'bought_together')
  return section === undefined ? null : <BundleRow {...props} section={section} />
}

interface Item {
  product: ShopProduct
  variant: ShopVariant
}

/** Items are the chosen variant of this product and the first available variant of each other product. */
function itemsOf({ product, variant, section }: BundleProps & { section: Section }): Item[] {
  const others = asProducts(section.products).flatMap((one): Item[] => {
    const first = one.variants.find(({ isInStock }) => isInStock)
    return first === undefined ? [] : [{ product: one, variant: first }]
  })
  return [...(variant.isInStock ? [{ product, variant }] : []), ...others]
}

function BundleRow(props: BundleProps & { section: Section }) {
  const { answer, section, product } = props
  const words = useWords()
  const [left, setLeft] = useState<number[]>([])
  const events = useSectionEvents(answer, section, product.productId)
  const items = itemsOf(props)
  const ticked = items.filter((item) => !left.includes(item.product.productId))
  const total = ticked.reduce((sum, item) => sum + shownPrice(item.product, item.variant).now, 0)
  const toggle = (id: number) => setLeft(left.includes(id) ? left.filter((one) => one !== id) : [...left, id])
  const add = () => {
    for (const item of ticked) {
      addToCart(item.product, item.variant)
      const { productId } = item.product
      if (productId !== product.productId)
        void events.addToCart({ productId, variantId: item.variant.variantId, quantity: 1 })
    }
  }
  return (
    <section ref={events.ref} className="bundle" aria-label={section.title}>
      <h2>{section.title}</h2>
      <ul>
        {items.map((item) => (
          <BundleItem
            key={item.product.productId}
            item={item}
            isOwn={item.product.productId === product.productId}
            isTicked={ticked.includes(item)}
            onToggle={() => toggle(item.product.productId)}
            onOpen={() => void events.click({ productId: item.product.productId })}
          />
        ))}
      </ul>
      <p className="bundle-total">
        <span>{words.total}</span> <b>{formatMoney(total, product.displayCurrency)}</b>
      </p>
      <button type="button" className="button button-quiet button-wide" disabled={ticked.length === 0} onClick={add}>
        {fill(words.addAll, ticked.length)}
      </button>
    </section>
  )
}

interface ItemProps {
  item: Item
  isOwn: boolean
  isTicked: boolean
  onToggle: () => void
  onOpen: () => void
}

function BundleItem({ item: { product, variant }, isOwn, isTicked, onToggle, onOpen }: ItemProps) {
  const words = useWords()
  const image = variant.image ?? product.image
  return (
    <li>
      <input type="checkbox" checked={isTicked} onChange={onToggle} aria-label={product.title} />
      {image.url && <img {...pictureAt(image.url, 64)} alt="" width={64} height={64} loading="lazy" />}
      {isOwn ? (
        <span>{words.thisProduct}</span>
      ) : (
        <Link to={productPath(product)} onClick={onOpen}>
          {product.title}
        </Link>
      )}
      <b>{formatMoney(shownPrice(product, variant).now, product.displayCurrency)}</b>
    </li>
  )
}

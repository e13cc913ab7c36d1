'use client'

import type { ServedSection } from '@vitrine/client/events'
import { useSectionEvents } from '@vitrine/client/react'
import type { CardProduct } from '@/lib/vitrine'
import { ProductCard } from './product-card'

/** A section, or a list that the code chose. */
type List = Omit<ServedSection, 'products'> & { title: string; products: CardProduct[] }
type Props = { answer: { requestId: string; sections: List[] }; productId?: number }

/** `productId` is the product whose page shows the sections. */
export function SectionList({ answer, productId }: Props) {
  return answer.sections
    .filter(({ products }) => products.length > 0)
    .map((section) => <Row key={section.id} answer={answer} section={section} productId={productId} />)
}

function Row({ answer, section, productId }: Props & { section: List }) {
  const { ref, click, addToCart } = useSectionEvents(answer, section, productId)
  return (
    <section ref={ref}>
      <h2>{section.title}</h2>
      <ul className="grid">
        {section.products.map((product) => (
          <ProductCard
            key={product.productId}
            product={product}
            onOpen={() => click(product)}
            onAdd={() => addToCart(product)}
          />
        ))}
      </ul>
    </section>
  )
}

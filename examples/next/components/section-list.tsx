'use client'

import type { Section, SectionsResponse } from '@vitrine/client'
import { useSectionEvents } from '@vitrine/client/react'
import { ProductCard } from './product-card'

export function SectionList({ answer }: { answer: SectionsResponse }) {
  return answer.sections
    .filter(({ products }) => products.length > 0)
    .map((section) => <Row key={section.id} answer={answer} section={section} />)
}

function Row({ answer, section }: { answer: SectionsResponse; section: Section }) {
  const { ref, click, addToCart } = useSectionEvents(answer, section)
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

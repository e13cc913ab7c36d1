import type { Section, SectionsResponse } from '@vitrine/client'
import { useSectionEvents } from '@vitrine/client/react'
import { Suspense } from 'react'
import { Await } from 'react-router'
import { ProductCard } from './product-card'

/** Sections report when they are shown, seen, opened and added to the cart. The page does not wait for them. */
export function Sections({ answer }: { answer: Promise<SectionsResponse | null> }) {
  return (
    <Suspense fallback={<p>Loading…</p>}>
      <Await resolve={answer}>
        {(loaded) =>
          loaded?.sections
            .filter(({ products }) => products.length > 0)
            .map((section) => <Row key={section.id} answer={loaded} section={section} />)
        }
      </Await>
    </Suspense>
  )
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

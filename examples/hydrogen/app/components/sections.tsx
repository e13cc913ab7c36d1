import type { Section, SectionsResponse } from '@vitrine/client'
import { useSectionEvents } from '@vitrine/client/react'
import { Suspense } from 'react'
import { Await } from 'react-router'
import { ProductCard } from './product-card'

type Props = { answer: Promise<SectionsResponse | null>; productId?: number }

/**
 * Sections report when they are shown, seen, opened and added to the cart. The page does not wait for them.
 * `productId` is the product whose page shows them.
 */
export function Sections({ answer, productId }: Props) {
  return (
    <Suspense fallback={<p>Loading…</p>}>
      <Await resolve={answer}>
        {(loaded) =>
          loaded?.sections
            .filter(({ products }) => products.length > 0)
            .map((section) => <Row key={section.id} answer={loaded} section={section} productId={productId} />)
        }
      </Await>
    </Suspense>
  )
}

type RowProps = { answer: SectionsResponse; section: Section; productId?: number }

function Row({ answer, section, productId }: RowProps) {
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

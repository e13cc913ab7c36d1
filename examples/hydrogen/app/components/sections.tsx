import type { Section, SectionsResponse } from '@vitrine/client'
import { sectionEvents } from '@vitrine/client/events'
import { useTracker } from '@vitrine/client/react'
import { Suspense, useEffect, useMemo, useRef } from 'react'
import { Await } from 'react-router'
import { ProductCard } from './product-card'

/** Sections that report when they are shown, seen, opened and added to the cart. The page does not wait for them. */
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
  const tracker = useTracker()
  const row = useRef<HTMLElement>(null)
  const events = useMemo(() => sectionEvents(tracker, answer, section), [tracker, answer, section])

  useEffect(() => {
    void events.render()
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      void events.view()
    })
    if (row.current) observer.observe(row.current)
    return () => observer.disconnect()
  }, [events])

  return (
    <section ref={row}>
      <h2>{section.title}</h2>
      <ul className="grid">
        {section.products.map((product) => (
          <ProductCard
            key={product.productId}
            product={product}
            onOpen={() => void events.click(product)}
            onAdd={() => void events.addToCart(product)}
          />
        ))}
      </ul>
    </section>
  )
}

import { useSectionEvents, useSections } from '@vitrine/client/react'
import { useMemo, useRef } from 'react'
import { visitorId } from '../shop/api.ts'
import { cart } from '../shop/cart.ts'
import { developerView } from '../shop/developer-view.ts'
import { recommendContext, shopperMarket } from '../shop/market.ts'
import { asProducts, type ShopProduct } from '../shop/product.ts'
import { Failed } from './failed.tsx'
import { Icon } from './icons.tsx'
import { CardSkeletons, ProductCard } from './product-card.tsx'

export interface SectionsRequest {
  pageType:
    | 'home'
    | 'product'
    | 'collection'
    | 'cart'
    | 'checkout'
    | 'order_status'
    | 'search'
    | '404'
    | 'returns'
    | 'other'
    | 'blog'
  productId?: number
  collection?: string
  /** The cart's products if undefined; an order page passes those of the order. */
  cartProductIds?: number[]
}

export function usePageSections(request: SectionsRequest) {
  shopperMarket.use()
  const { lines } = cart.use()
  // Only on cart and checkout pages does a change of the cart reload the sections.
  const follows = request.pageType === 'cart' || request.pageType === 'checkout'
  const frozen = useRef(lines)
  const counted = follows ? lines : frozen.current
  return useSections({
    ...request,
    userId: visitorId,
    pageUrl: location.href,
    cartProductIds: request.cartProductIds ?? counted.map((line) => line.productId),
    cartValue: counted.reduce((sum, line) => sum + line.price * line.quantity, 0),
    explain: developerView.use().isOn,
    ...recommendContext(),
  })
}

export type SectionsAnswer = NonNullable<ReturnType<typeof usePageSections>['data']>
type Section = SectionsAnswer['sections'][number]

interface SectionsProps {
  request: SectionsRequest
  /** Products that are elsewhere on the page; null until they are known. */
  shown?: readonly number[] | null
  most?: number
}

export function Sections({ request, shown = [], most }: SectionsProps) {
  const { data, loading, error } = usePageSections(request)
  const answer = useWithout(data, shown)
  // The home page consists of sections, so it shows the failure; other pages just leave the sections out.
  if (error && answer === null) return request.pageType === 'home' ? <Failed /> : null
  const first = answer && { ...answer, sections: answer.sections.slice(0, most) }
  return <SectionList answer={first} loading={loading || shown === null} />
}

/** A section with fewer products left is not shown. */
const MIN_LEFT = 3

/** Removes products that are elsewhere on the page: the service does not know what else the page shows. */
function useWithout(answer: SectionsAnswer | null, shown: readonly number[] | null): SectionsAnswer | null {
  const key = shown?.join()
  return useMemo(() => {
    if (answer === null || key === undefined) return null
    if (key === '') return answer
    const ids = new Set(key.split(','))
    const sections = answer.sections
      .map((section) => ({ ...section, products: section.products.filter((one) => !ids.has(String(one.productId))) }))
      .filter(({ products }) => products.length >= MIN_LEFT)
    return { ...answer, sections }
  }, [answer, key])
}

interface ListProps {
  answer: SectionsAnswer | null
  loading: boolean
  skip?: string[]
  parentId?: number
}

export function SectionList({ answer, loading, skip = [], parentId }: ListProps) {
  if (answer === null) return loading ? <SectionSkeleton /> : null
  return answer.sections
    .filter((section) => !skip.includes(section.type))
    .map((section) => (
      <SectionRow key={section.id} answer={answer} section={section} {...(parentId ? { parentId } : {})} />
    ))
}

function SectionRow({ answer, section, parentId }: { answer: SectionsAnswer; section: Section; parentId?: number }) {
  const shelf = useRef<HTMLDivElement>(null)
  const { ref, click } = useSectionEvents(answer, section, parentId)
  const products = asProducts(section.products)
  return (
    <section
      ref={ref}
      className={`section section-${section.layout === 'grid' ? 'grid' : 'carousel'}`}
      aria-label={section.title}
    >
      <div className="section-head">
        <h2>{section.title}</h2>
        {section.layout !== 'grid' && <Arrows shelf={shelf} />}
      </div>
      <div className="section-products" ref={shelf}>
        {products.map((product: ShopProduct) => (
          <ProductCard
            key={product.productId}
            product={product}
            onOpen={() => void click({ productId: product.productId })}
          />
        ))}
      </div>
    </section>
  )
}

/** Scrolls a section by mouse. Touch users swipe; keyboard users tab through the products. */
function Arrows({ shelf }: { shelf: React.RefObject<HTMLDivElement | null> }) {
  const move = (direction: 1 | -1) => shelf.current?.scrollBy({ left: direction * 0.8 * shelf.current.clientWidth })
  return (
    <div className="arrows" aria-hidden="true">
      <button type="button" className="icon-button" tabIndex={-1} onClick={() => move(-1)}>
        <Icon name="left" />
      </button>
      <button type="button" className="icon-button" tabIndex={-1} onClick={() => move(1)}>
        <Icon name="right" />
      </button>
    </div>
  )
}

function SectionSkeleton() {
  return (
    <section className="section section-carousel" aria-hidden="true">
      <h2 className="skeleton-line">&nbsp;</h2>
      <div className="section-products">
        <CardSkeletons count={5} />
      </div>
    </section>
  )
}

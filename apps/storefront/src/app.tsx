import { useEffect, useRef } from 'react'
import { ApiDrawer } from './components/api-drawer.tsx'
import { CartDrawer } from './components/cart-drawer.tsx'
import { Footer } from './components/footer.tsx'
import { Header } from './components/header.tsx'
import { CartPage } from './pages/cart-page.tsx'
import { CheckoutPage } from './pages/checkout-page.tsx'
import { ContentPage } from './pages/content-page.tsx'
import { HomePage } from './pages/home-page.tsx'
import { ImageSearchPage } from './pages/image-search-page.tsx'
import { ListPage } from './pages/list-page.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { OrderPage } from './pages/order-page.tsx'
import { ProductPage } from './pages/product-page.tsx'
import { ReturnsPage } from './pages/returns-page.tsx'
import { type Place, usePlace } from './router.ts'
import { tracker } from './shop/api.ts'
import { developerView } from './shop/developer-view.ts'
import { shopperMarket } from './shop/market.ts'
import { useWords } from './shop/words.ts'

export function App() {
  const place = usePlace()
  const words = useWords()
  const { locale } = shopperMarket.use()
  const path = place.parts.join('/')
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: one page view per path, not per filter
  useEffect(() => {
    void tracker.standard('page_viewed', {})
    // Moves the focus into the new page for users of a keyboard or a screen reader.
    if (!first.current) main.current?.focus({ preventScroll: true })
    first.current = false
  }, [path])
  useEffect(() => {
    document.documentElement.lang = locale
  }, [locale])

  return (
    <>
      <a className="skip-link" href="#main">
        {words.skip}
      </a>
      <Header />
      <main id="main" ref={main} tabIndex={-1}>
        {pageAt(place)}
      </main>
      <Footer />
      {developerView.use().isOn && <ApiDrawer />}
      <CartDrawer />
    </>
  )
}

function pageAt({ parts, query }: Place) {
  const [kind, id = '', name = ''] = parts
  switch (kind) {
    case undefined:
      return <HomePage />
    case 'search':
      return <ListPage key="search" query={query} />
    case 'collections':
      return <ListPage key={id} collection={id} query={query} />
    case 'products':
      return Number(id) > 0 ? (
        <ProductPage key={id} productId={Number(id)} variantId={Number(query.get('variant'))} />
      ) : (
        <NotFoundPage />
      )
    case 'image-search':
      return <ImageSearchPage />
    case 'cart':
      return <CartPage />
    case 'checkout':
      return <CheckoutPage />
    case 'order':
      return <OrderPage number={id} />
    case 'returns':
      return <ReturnsPage />
    case 'pages':
      return <ContentPage handle={id} kind="page" />
    case 'blogs':
      return <ContentPage handle={name} kind="article" />
    default:
      return <NotFoundPage />
  }
}

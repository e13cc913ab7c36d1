import { Sections } from '../components/sections.tsx'
import { Link } from '../router.ts'
import { shopName, target } from '../shop/target.ts'
import { useTitle } from '../shop/use-title.ts'
import { collectionTitle, useWords } from '../shop/words.ts'
import { useEffect, useState } from 'react'
import { client } from '../shop/api.ts'
import { recommendContext } from '../shop/market.ts'
import { pictureAt } from '../shop/picture-size.ts'
import { asProducts, type ShopProduct } from '../shop/product.ts'

const DOORS = [
  ['slow-mornings', 'slowMornings'],
  ['the-reading-corner', 'readingCorner'],
  ['weekend-away', 'weekendAway'],
] as const

export function HomePage() {
  const words = useWords()
  useTitle()
  return (
    <div className="page">
      <section className="hero">
        <div>
          <h1>{target.isDemo ? words.heroTitle : shopName()}</h1>
          <p>{target.isDemo ? words.heroText : words.ownHeroText}</p>
          <Link to={target.isDemo ? '/collections/new-in' : '/search'} className="button">
            {target.isDemo ? words.heroButton : words.ownHeroButton}
          </Link>
        </div>
        <HeroPictures />
      </section>
      {target.isDemo && (
        <div className="doors">
          {DOORS.map(([handle, text], at) => (
            <Link key={handle} to={`/collections/${handle}`} className={`door door-${at}`}>
              <b>{collectionTitle(words, handle)}</b>
              <span>{words[text]}</span>
            </Link>
          ))}
        </div>
      )}
      <Sections request={{ pageType: 'home' }} />
    </div>
  )
}

function HeroPictures() {
  const [products, setProducts] = useState<ShopProduct[]>([])
  useEffect(() => {
    client.top({ strategy: 'BESTSELLERS', pagination: { limit: 12 }, ...recommendContext() }).then(
      (answer) => setProducts(oneOfEachType(asProducts(answer.products)).slice(0, 3)),
      () => setProducts([]),
    )
  }, [])
  return (
    <div className="hero-pictures" aria-hidden="true">
      {products.map(
        (product) =>
          product.image.url && (
            <img key={product.productId} {...pictureAt(product.image.url, 260)} alt="" width={260} height={260} />
          ),
      )}
    </div>
  )
}

function oneOfEachType(products: ShopProduct[]): ShopProduct[] {
  return products.filter((one, at) => products.findIndex((other) => other.productType === one.productType) === at)
}

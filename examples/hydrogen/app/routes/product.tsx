import { chosenVariant } from '@vitrine/client/events'
import { useReport } from '@vitrine/client/react'
import { useState } from 'react'
import { AddToCart } from '~/components/add-to-cart'
import { Sections } from '~/components/sections'
import { money, pictureUrl, visitorId, vitrine } from '~/lib/vitrine'
import type { Route } from './+types/product'

export async function loader({ params: { handle }, request }: Route.LoaderArgs) {
  const visitor = visitorId(request)
  const [product] = (await vitrine.products({ handles: [handle], visitorId: visitor })).products
  if (product === undefined) throw new Response('There is no such product.', { status: 404 })
  const { productId } = product
  const sections = vitrine.sections({ pageType: 'product', productId, userId: visitor }).catch(() => null)
  return { product, sections }
}

export default function ProductPage({ loaderData: { product, sections } }: Route.ComponentProps) {
  const { productId, title } = product
  const [chosen, choose] = useState<string>()
  const variant = product.variants.find(({ variantId }) => `${variantId}` === chosen) ?? chosenVariant(product)

  const viewed = { productVariant: { product: { id: productId, title } } }
  useReport(productId, (tracker) => tracker.standard('product_viewed', viewed))

  return (
    <>
      <article className="product">
        <img src={pictureUrl(product.image)} alt={product.image.altText ?? title} />
        <div>
          <h1>{title}</h1>
          <p>{product.vendor}</p>
          <p className="price">{money(variant?.displayPrice ?? product.displayPrice, product.displayCurrency)}</p>
          <select aria-label="Variant" value={variant?.variantId} onChange={({ target }) => choose(target.value)}>
            {product.variants.map(({ variantId, title, isInStock }) => (
              <option key={variantId} value={variantId} disabled={!isInStock}>
                {title}
              </option>
            ))}
          </select>
          <AddToCart product={product} variant={variant} />
          <p className="description">{product.description}</p>
        </div>
      </article>
      <Sections answer={sections} productId={productId} />
    </>
  )
}

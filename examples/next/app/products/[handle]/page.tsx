import { notFound } from 'next/navigation'
import { Suspense } from 'react'
import { Sections, visitorId } from '@/components/sections'
import { pictureUrl, vitrine } from '@/lib/vitrine'
import { Buy } from './buy'

export default async function ProductPage({ params }: { params: Promise<{ handle: string }> }) {
  const { handle } = await params
  const [product] = (await vitrine.products({ handles: [handle], visitorId: await visitorId() })).products
  if (product === undefined) notFound()
  return (
    <>
      <article className="product">
        <img src={pictureUrl(product.image)} alt={product.image.altText ?? product.title} />
        <div>
          <h1>{product.title}</h1>
          <p>{product.vendor}</p>
          <Buy product={product} />
          <p className="description">{product.description}</p>
        </div>
      </article>
      <Suspense fallback={<p>Loading…</p>}>
        <Sections pageType="product" productId={product.productId} />
      </Suspense>
    </>
  )
}

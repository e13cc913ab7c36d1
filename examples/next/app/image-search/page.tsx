'use client'

import type { ImageSearchResponse } from '@vitrine/client'
import { useClient, useSearchEvents } from '@vitrine/client/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ProductCard } from '@/components/product-card'

export default function ImageSearchPage() {
  const client = useClient()
  const [answer, setAnswer] = useState<ImageSearchResponse>()
  const [problem, setProblem] = useState('')
  const { clicked, addToCart } = useSearchEvents(answer, { searchType: 'image' })

  const input = useRef<HTMLInputElement>(null)
  const search = useCallback(() => {
    const image = input.current?.files?.[0]
    if (image) client.imageSearch({ image }).then(setAnswer, (error: Error) => setProblem(error.message))
  }, [client])
  // The shopper can choose a picture before the page is hydrated.
  useEffect(search, [search])

  return (
    <>
      <h1>Search by picture</h1>
      <input ref={input} type="file" aria-label="Picture" accept="image/jpeg,image/png,image/webp" onChange={search} />
      {problem && <p role="alert">{problem}</p>}
      <ul className="grid">
        {answer?.products.map((product) => (
          <ProductCard
            key={product.productId}
            product={product}
            onOpen={() => clicked(product)}
            onAdd={() => addToCart(product)}
          />
        ))}
      </ul>
    </>
  )
}

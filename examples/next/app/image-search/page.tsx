'use client'

import type { ImageSearchResponse } from '@vitrine/client'
import { searchEvents } from '@vitrine/client/events'
import { useClient, useTracker } from '@vitrine/client/react'
import { useState } from 'react'
import { ProductCard } from '@/components/product-card'

export default function ImageSearchPage() {
  const client = useClient()
  const tracker = useTracker()
  const [answer, setAnswer] = useState<ImageSearchResponse>()
  const [problem, setProblem] = useState('')

  async function search(image: File): Promise<void> {
    try {
      setProblem('')
      const found = await client.imageSearch({ image })
      setAnswer(found)
      void searchEvents(tracker, found, { searchType: 'image' }).rendered()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }

  return (
    <>
      <h1>Search by picture</h1>
      <input
        type="file"
        aria-label="Picture"
        accept="image/jpeg,image/png,image/webp"
        onChange={({ target }) => target.files?.[0] && void search(target.files[0])}
      />
      {problem && <p role="alert">{problem}</p>}
      <ul className="grid">
        {answer?.products.map((product) => (
          <ProductCard
            key={product.productId}
            product={product}
            onOpen={() => void searchEvents(tracker, answer, { searchType: 'image' }).clicked(product)}
          />
        ))}
      </ul>
    </>
  )
}

import type { ImageSearchResponse } from '@vitrine/client'
import { useClient, useSearchEvents } from '@vitrine/client/react'
import { useState } from 'react'
import { ProductCard } from '~/components/product-card'

export default function ImageSearchPage() {
  const client = useClient()
  const [answer, setAnswer] = useState<ImageSearchResponse>()
  const [problem, setProblem] = useState('')
  const { clicked, addToCart } = useSearchEvents(answer, { searchType: 'image' })

  const search = (image: File) =>
    client.imageSearch({ image }).then(setAnswer, (error: Error) => setProblem(error.message))

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
            onOpen={() => clicked(product)}
            onAdd={() => addToCart(product)}
          />
        ))}
      </ul>
    </>
  )
}

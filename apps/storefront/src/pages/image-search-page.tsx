import type { Client } from '@vitrine/client'
import { searchEvents } from '@vitrine/client/events'
import { type FormEvent, useEffect, useState } from 'react'
import { ImageSearchDialog } from '../components/image-search-dialog.tsx'
import { CardSkeletons, ProductCard } from '../components/product-card.tsx'
import { client, tracker, visitorId } from '../shop/api.ts'
import { searchContext, shopperMarket } from '../shop/market.ts'
import { searchPicture } from '../shop/picture.ts'
import { asProducts } from '../shop/product.ts'
import { useWords } from '../shop/words.ts'

type Answer = Awaited<ReturnType<Client['imageSearch']>>

export function ImageSearchPage() {
  const words = useWords()
  const picture = searchPicture.use()
  const [asking, setAsking] = useState(picture === null)
  const [query, setQuery] = useState('')
  const { answer, error } = useImageSearch(query)
  const events = answer && searchEvents(tracker, answer, { searchType: 'image', searchTerm: query })

  useEffect(() => {
    if (answer) void searchEvents(tracker, answer, { searchType: 'image' }).rendered()
  }, [answer])
  const refine = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setQuery(String(new FormData(event.currentTarget).get('query')))
  }
  return (
    <div className="page">
      <h1>{words.imageSearch}</h1>
      <div className="picture-head">
        {picture && <img src={picture.url} alt="What you are looking for" />}
        <div>
          {answer && <PictureFacts answer={answer} />}
          <form className="refine" onSubmit={refine}>
            <label>
              <span className="sr-only">Narrow by words</span>
              <input name="query" placeholder="Narrow by words: “blue”, “linen” …" />
            </label>
            <button type="submit" className="button button-quiet">
              {words.searchButton}
            </button>
          </form>
          <button type="button" className="link-button" onClick={() => setAsking(true)}>
            Another picture
          </button>
        </div>
      </div>
      {error && <p className="notice">{error}</p>}
      <div className="grid">
        {!answer && !error && picture && <CardSkeletons count={8} />}
        {asProducts(answer?.products ?? []).map((product) => (
          <ProductCard
            key={product.productId}
            product={product}
            onOpen={() => void events?.clicked({ productId: product.productId })}
          />
        ))}
      </div>
      {asking && <ImageSearchDialog onClose={() => setAsking(false)} />}
    </div>
  )
}

function useImageSearch(query: string): { answer: Answer | null; error: string | null } {
  const picture = searchPicture.use()
  const { locale, handle } = shopperMarket.use()
  const [state, setState] = useState<{ answer: Answer | null; error: string | null }>({ answer: null, error: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: locale and market are read by searchContext
  useEffect(() => {
    if (picture === null) return
    const controller = new AbortController()
    setState({ answer: null, error: null })
    const request = {
      image: picture.file,
      pagination: { page: 1, limit: 24 },
      visitorId,
      ...(query === '' ? {} : { query }),
      ...searchContext(),
    }
    client.imageSearch(request, { signal: controller.signal, timeoutMs: 30_000 }).then(
      (answer) => setState({ answer, error: null }),
      (error: Error) => controller.signal.aborted || setState({ answer: null, error: error.message }),
    )
    return () => controller.abort()
  }, [picture, query, locale, handle])
  return state
}

function PictureFacts({ answer }: { answer: Answer }) {
  const { imageCaption, dominantColors, processingTime } = answer.searchMetadata
  return (
    <>
      {imageCaption && <p className="caption">{imageCaption}</p>}
      <ul className="picture-colors" aria-label="Colours of the picture">
        {dominantColors.map((color) => (
          <li key={color} style={{ background: color }} title={color} />
        ))}
      </ul>
      <p className="muted">
        {answer.pagination.total} products, {processingTime} ms
      </p>
    </>
  )
}

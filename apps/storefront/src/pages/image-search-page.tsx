import { type Client, InvalidRequestError } from '@vitrine/client'
import { searchEvents } from '@vitrine/client/events'
import { type FormEvent, useEffect, useState } from 'react'
import { type Crop, CropBox } from '../components/crop-box.tsx'
import { ImageSearchDialog } from '../components/image-search-dialog.tsx'
import { CardSkeletons, ProductCard } from '../components/product-card.tsx'
import { client, tracker, visitorId } from '../shop/api.ts'
import { searchContext, shopperMarket } from '../shop/market.ts'
import { searchPicture } from '../shop/picture.ts'
import { asProducts } from '../shop/product.ts'
import { useTitle } from '../shop/use-title.ts'
import { fill, type Messages, productCount, useWords } from '../shop/words.ts'

type Answer = Awaited<ReturnType<Client['imageSearch']>>

const A_PAGE = 24
/** Maximum that the service returns. */
const MAX_RESULTS = 96

export function ImageSearchPage() {
  const words = useWords()
  useTitle(words.imageSearch)
  const picture = searchPicture.use()
  const [asking, setAsking] = useState(picture === null)
  const [query, setQuery] = useState('')
  const [limit, setLimit] = useState(A_PAGE)
  const [chosen, setChosen] = useState<{ of: typeof picture; crop: Crop } | null>(null)
  // A crop applies only to the picture for which it was chosen.
  const crop = chosen?.of === picture ? chosen?.crop : undefined
  const { answer, error, loading } = useImageSearch(query, limit, crop)
  const searched = crop ?? cropOf(answer)
  const events = answer && searchEvents(tracker, answer, { searchType: 'image', searchTerm: query })

  useEffect(() => {
    if (answer) void searchEvents(tracker, answer, { searchType: 'image' }).rendered()
  }, [answer])
  const refine = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setLimit(A_PAGE)
    setQuery(String(new FormData(event.currentTarget).get('query')))
  }
  return (
    <div className="page">
      <h1>{words.imageSearch}</h1>
      <div className="picture-head">
        {picture && !error && (
          <CropBox url={picture.url} crop={searched} onChange={(to) => setChosen({ of: picture, crop: to })} />
        )}
        <div>
          {answer && <PictureFacts answer={answer} query={query} />}
          <form className="refine" onSubmit={refine}>
            <label>
              <span className="sr-only">{words.narrow}</span>
              <input name="query" placeholder={words.narrowHint} />
            </label>
            <button type="submit" className="button button-quiet">
              {words.searchButton}
            </button>
          </form>
          <button type="button" className="link-button" onClick={() => setAsking(true)}>
            {words.anotherPicture}
          </button>
        </div>
      </div>
      {error && <p className="notice">{error}</p>}
      <div className={loading && answer ? 'grid grid-busy' : 'grid'}>
        {!answer && !error && picture && <CardSkeletons count={8} />}
        {asProducts(answer?.products ?? []).map((product) => (
          <ProductCard
            key={product.productId}
            product={product}
            onOpen={() => void events?.clicked({ productId: product.productId })}
          />
        ))}
      </div>
      {answer?.pagination.hasNextPage && limit < MAX_RESULTS && (
        <p className="more">
          <button type="button" className="button button-quiet" onClick={() => setLimit(limit + A_PAGE)}>
            {words.loadMore}
          </button>
        </p>
      )}
      {asking && <ImageSearchDialog onClose={() => setAsking(false)} />}
    </div>
  )
}

const WHOLE: Crop = { x: 0, y: 0, width: 1, height: 1 }

function cropOf(answer: Answer | null): Crop {
  const analysis = answer?.searchMetadata.imageAnalysis as { crop?: Crop } | null | undefined
  return analysis?.crop ?? WHOLE
}

interface Found {
  answer: Answer | null
  error: string | null
  loading: boolean
}

const NOTHING: Found = { answer: null, error: null, loading: true }

/** An invalid request can only mean an invalid picture: the page itself writes all other fields. */
function faultOf(error: Error, words: Messages): string {
  return error instanceof InvalidRequestError ? words.unreadablePicture : error.message
}

/** While loading, keeps the previous answer for the same picture but not for another one. */
function useImageSearch(query: string, limit: number, crop: Crop | undefined): Found {
  const words = useWords()
  const picture = searchPicture.use()
  const { locale, handle } = shopperMarket.use()
  const [found, setFound] = useState({ ...NOTHING, of: picture })
  // biome-ignore lint/correctness/useExhaustiveDependencies: locale and market are read by searchContext
  useEffect(() => {
    if (picture === null) return
    const controller = new AbortController()
    setFound((former) => (former.of === picture ? { ...former, loading: true } : { ...NOTHING, of: picture }))
    const request = {
      image: picture.file,
      pagination: { page: 1, limit },
      visitorId,
      ...(query === '' ? {} : { query }),
      ...(crop ? { crop } : {}),
      ...searchContext(),
    }
    const done = (answer: Answer | null, error: string | null) =>
      setFound({ answer, error, loading: false, of: picture })
    client.imageSearch(request, { signal: controller.signal, timeoutMs: 30_000 }).then(
      (answer) => done(answer, null),
      (error: Error) => controller.signal.aborted || done(null, faultOf(error, words)),
    )
    return () => controller.abort()
  }, [picture, query, limit, crop, locale, handle])
  return found.of === picture ? found : NOTHING
}

interface NamedColor {
  hex: string
  name: string
}

function colorsOf({ searchMetadata }: Answer): NamedColor[] {
  const analysis = searchMetadata.imageAnalysis as { colors?: NamedColor[] } | null | undefined
  return analysis?.colors ?? searchMetadata.dominantColors.map((hex) => ({ hex, name: hex }))
}

function PictureFacts({ answer, query }: { answer: Answer; query: string }) {
  const words = useWords()
  const { imageCaption, processingTime, hasEmbedding, errors } = answer.searchMetadata
  const { total } = answer.pagination
  return (
    <>
      {imageCaption && <p className="caption">{imageCaption}</p>}
      <ul className="picture-colors" aria-label={words.pictureColors}>
        {colorsOf(answer).map(({ hex, name }) => (
          <li key={hex} style={{ background: hex }} title={name}>
            <span className="sr-only">{name}</span>
          </li>
        ))}
      </ul>
      {!hasEmbedding && errors.length > 0 && <p className="notice">{errors.join(' ')}</p>}
      {hasEmbedding && total === 0 && <p className="notice">{words.nothingAlike}</p>}
      {hasEmbedding && total > 0 && errors.length > 0 && <p className="notice">{fill(words.nothingNarrowed, query)}</p>}
      <p className="muted">
        {productCount(words, total)}, {processingTime} ms
      </p>
    </>
  )
}

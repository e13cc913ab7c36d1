/** Uses every React hook of the client. */
import { createClient, searchRequestOf } from '@vitrine/client'
import { useFacets, useProducts, useSearch, useSearchState, VitrineProvider } from '@vitrine/client/react'
import { createRoot } from 'react-dom/client'

declare const VITRINE_URL: string

const client = createClient({
  shop: 'demo-shop.myshopify.com',
  apiKey: `vsk_demo${'0'.repeat(28)}`,
  baseUrl: VITRINE_URL,
})

/** Whether there is data during the next request: `cleared` with `keepPreviousData: false`, `kept` by default. */
const RENDERS: { cleared: boolean; kept: boolean }[] = []
Object.assign(globalThis, { RENDERS })

function Page() {
  const { state, setState, toggleFilter } = useSearchState()
  const { data, loading, error, refetch, hasMore, loadMore } = useSearch(searchRequestOf(state, 5), {
    keepPreviousData: false,
  })
  const kept = useSearch({ query: state.query, pagination: { limit: 1 } })
  RENDERS.push({ cleared: loading ? data !== null : false, kept: kept.loading ? kept.data !== null : false })
  const facets = useFacets({ query: state.query, facets: [{ key: 'color' }] })
  const handles = data?.products.slice(0, 2).map(({ handle }) => handle) ?? []
  const looked = useProducts({ handles }, { enabled: handles.length > 0 })
  const [color] = facets.data?.aggregations.color?.buckets ?? []
  return (
    <>
      <input id="query" value={state.query} onChange={(event) => setState({ query: event.target.value })} />
      <button id="color" type="button" onClick={() => color && toggleFilter('color', color.value)}>
        {color?.value}
      </button>
      <button id="more" type="button" disabled={!hasMore} onClick={loadMore}>
        more
      </button>
      <button id="again" type="button" onClick={refetch}>
        again
      </button>
      <p id="state">{error ? error.message : loading ? 'loading' : `${data?.pagination.total}`}</p>
      <p id="looked">{looked.data?.products.map(({ title }) => title).join(', ')}</p>
      <ul>
        {data?.products.map((product) => (
          <li key={product.productId}>{product.title}</li>
        ))}
      </ul>
    </>
  )
}

const root = document.createElement('div')
document.body.replaceChildren(root)
createRoot(root).render(
  <VitrineProvider client={client}>
    <Page />
  </VitrineProvider>,
)

/** Search results and collections: one page, with or without words. */
import { useSearch } from '@vitrine/client/react'
import { useEffect, useState } from 'react'
import { Chips } from '../components/chips.tsx'
import { FacetPanel } from '../components/facet-panel.tsx'
import { Icon } from '../components/icons.tsx'
import { NoResults } from '../components/no-results.tsx'
import { Pages } from '../components/pages.tsx'
import { CardSkeletons, ProductCard } from '../components/product-card.tsx'
import { QueryNotes } from '../components/query-notes.tsx'
import { Sections } from '../components/sections.tsx'
import { SortSelect } from '../components/sort-select.tsx'
import { navigate, usePlace } from '../router.tsx'
import { visitorId } from '../shop/api.ts'
import { useFilters } from '../shop/filters.ts'
import { type ListState, readListState, writeListState } from '../shop/list-state.ts'
import { appliedFilters } from '../shop/list-state.ts'
import { searchContext, shopperMarket } from '../shop/market.ts'
import { asProducts } from '../shop/product.ts'
import { useTitle } from '../shop/use-title.ts'
import { useListEvents } from '../shop/use-list-events.ts'
import { useWords } from '../shop/words.ts'
import { NotFoundPage } from './not-found-page.tsx'

const PAGE_SIZE = 24

export function ListPage({ collection, query }: { collection?: string; query: URLSearchParams }) {
  const words = useWords()
  const { parts } = usePlace()
  shopperMarket.use()
  const [panelOpen, setPanelOpen] = useState(false)
  const state = readListState(query)
  const title = collection !== undefined ? titleOf(collection) : state.query === '' ? 'Everything' : `“${state.query}”`
  useTitle(title)
  const filters = useFilters(collection === undefined ? 'search' : 'collection')
  const { data, loading, error } = useSearch(
    {
      query: state.query,
      ignore: state.ignore,
      appliedFilters: appliedFilters(state),
      facets: (filters ?? []).map(({ key }) => ({ key })),
      sortBy: state.sortBy as 'relevance',
      pagination: { page: state.page, limit: PAGE_SIZE },
      visitorId,
      explain: true,
      options: { limit: 40 },
      ...(collection === undefined ? {} : { collection }),
      ...searchContext(),
    },
    { enabled: filters !== null },
  )
  const events = useListEvents(state, data, collection)
  const go = (next: ListState) =>
    navigate(`/${parts.join('/')}${writeListState(next)}`, { keepScroll: next.page === state.page })

  const redirect = data?.searchMetadata.redirect
  useEffect(() => {
    if (redirect) navigate(redirect, { replace: true })
  }, [redirect])

  const products = asProducts(data?.products ?? [])
  const total = data?.pagination.total ?? 0
  const isEmptyCollection = collection !== undefined && state.query === '' && appliedFilters(state).length === 0
  if (data && !loading && total === 0 && isEmptyCollection) return <NotFoundPage />
  return (
    <div className="page list-page">
      <header className="list-head">
        <h1>{title}</h1>
        <p className="muted" role="status">
          {data ? `${total} ${words.results}` : ' '}
        </p>
      </header>
      {data && <QueryNotes metadata={data.searchMetadata} state={state} />}
      <div className="list-tools">
        <button
          type="button"
          className="button button-quiet filter-toggle"
          aria-expanded={panelOpen}
          onClick={() => setPanelOpen(!panelOpen)}
        >
          <Icon name="filter" size={18} /> {words.filters}
        </button>
        <Chips state={state} filters={filters ?? []} understood={data?.searchMetadata.understood ?? []} onChange={go} />
        {(data === null || total > 0) && (
          <SortSelect
            value={state.sortBy}
            withQuery={state.query !== ''}
            onChange={(sortBy) => go({ ...state, sortBy, page: 1 })}
          />
        )}
      </div>
      <div className="list-columns">
        <FacetPanel
          open={panelOpen}
          filters={filters}
          aggregations={data?.aggregations}
          state={state}
          onChange={go}
          onClose={() => setPanelOpen(false)}
        />
        <div>
          {error && <p className="notice">{error.message}</p>}
          {data && total === 0 ? (
            <NoResults state={state} onChange={go} didYouMean={data.searchMetadata.didYouMean} />
          ) : (
            <div className={loading && data ? 'grid grid-busy' : 'grid'}>
              {data === null && !error ? <CardSkeletons count={12} /> : null}
              {products.map((product) => (
                <ProductCard key={product.productId} product={product} onOpen={() => events.clicked(product)} />
              ))}
            </div>
          )}
          {data && (
            <Pages page={state.page} total={data.pagination.totalPages} onChange={(page) => go({ ...state, page })} />
          )}
        </div>
      </div>
      <Sections
        request={collection === undefined ? { pageType: 'search' } : { pageType: 'collection', collection }}
        shown={data && products.map((product) => product.productId)}
      />
    </div>
  )
}

function titleOf(handle: string): string {
  const text = handle.replaceAll('-', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

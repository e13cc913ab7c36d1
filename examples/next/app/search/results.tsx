'use client'

import type { FilterAggregationsResponse, SearchResponse } from '@vitrine/client'
import { searchEvents } from '@vitrine/client/events'
import { useSearchState } from '@vitrine/client/next'
import { useFacets, useSearch, useTracker } from '@vitrine/client/react'
import { useEffect } from 'react'
import { ProductCard } from '@/components/product-card'
import { facetsRequestOf, requestOf } from '@/lib/search-request'
import { Facets } from './facets'

interface Props {
  visitorId: string | undefined
  initialAnswer: SearchResponse
  initialFacets: FilterAggregationsResponse
}

export function Results({ visitorId, initialAnswer, initialFacets }: Props) {
  const { state, setState, toggleFilter } = useSearchState()
  const { data, error, loading } = useSearch(requestOf(state, visitorId), { initialData: initialAnswer })
  const facets = useFacets(facetsRequestOf(state), { initialData: initialFacets })
  const tracker = useTracker()
  const events = searchEvents(tracker, data ?? initialAnswer, { searchTerm: state.query, source: 'search_page' })

  // One report for each answer that is shown.
  useEffect(() => {
    if (data)
      void searchEvents(tracker, data, { searchTerm: data.searchMetadata.query, source: 'search_page' }).rendered()
  }, [data, tracker])

  if (error) return <p role="alert">Search is not available right now.</p>
  const { pagination, products, searchMetadata } = data ?? initialAnswer
  return (
    <div className="search" aria-busy={loading}>
      {facets.data && <Facets answer={facets.data} selected={state.filters} onToggle={toggleFilter} />}
      <section>
        <h1>{state.query === '' ? 'All products' : `“${state.query}”`}</h1>
        <p>
          {pagination.total} products
          {searchMetadata.correctedQuery && <> for “{searchMetadata.correctedQuery}”</>}
        </p>
        <label>
          Sort by{' '}
          <select
            value={state.sortBy ?? ''}
            onChange={(event) =>
              setState({ sortBy: SORTS.find(({ value }) => value === event.target.value)?.value ?? null })
            }
          >
            <option value="">Relevance</option>
            {SORTS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <ul className="grid">
          {products.map((product) => (
            <ProductCard
              key={product.productId}
              product={product}
              onOpen={() => void events.clicked(product)}
              onAdd={() => void events.addToCart(product)}
            />
          ))}
        </ul>
        <nav aria-label="Pages">
          <button type="button" disabled={!pagination.hasPrevPage} onClick={() => setState({ page: state.page - 1 })}>
            Previous
          </button>{' '}
          Page {pagination.page} of {pagination.totalPages}{' '}
          <button type="button" disabled={!pagination.hasNextPage} onClick={() => setState({ page: state.page + 1 })}>
            Next
          </button>
        </nav>
      </section>
    </div>
  )
}

const SORTS = [
  { value: 'price_asc', label: 'Price, low to high' },
  { value: 'price_desc', label: 'Price, high to low' },
  { value: 'newest', label: 'Newest' },
] as const

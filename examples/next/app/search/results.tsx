'use client'

import type { FilterAggregationsResponse, SearchResponse } from '@vitrine/client'
import { searchEvents } from '@vitrine/client/events'
import { useSearchState } from '@vitrine/client/next'
import { useFacets, useSearch, useTracker } from '@vitrine/client/react'
import { useEffect, useMemo } from 'react'
import { ProductCard } from '@/components/product-card'
import { facetsRequestOf, requestOf } from '@/lib/vitrine'

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
  const answer = data ?? initialAnswer
  const { pagination, products, searchMetadata } = answer
  const events = useMemo(() => {
    return searchEvents(tracker, answer, { searchTerm: answer.searchMetadata.query, source: 'search_page' })
  }, [tracker, answer])
  useEffect(() => void events.rendered(), [events])

  if (error) return <p role="alert">Search is not available right now.</p>
  return (
    <div className="search" aria-busy={loading}>
      <aside aria-label="Filters">
        {facets.data?.facets.map(({ key, title }) => (
          <fieldset key={key}>
            <legend>{title}</legend>
            {facets.data?.aggregations[key]?.buckets.slice(0, 12).map(({ value, label, count }) => (
              <label key={value}>
                <input
                  type="checkbox"
                  checked={state.filters[key]?.includes(value) ?? false}
                  onChange={() => toggleFilter(key, value)}
                />
                {label} ({count})
              </label>
            ))}
          </fieldset>
        ))}
      </aside>
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
            onChange={({ target }) => setState({ sortBy: SORTS.find((sort) => sort === target.value) ?? null })}
          >
            <option value="">Relevance</option>
            <option value="price_asc">Price, low to high</option>
            <option value="price_desc">Price, high to low</option>
            <option value="newest">Newest</option>
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

const SORTS = ['price_asc', 'price_desc', 'newest'] as const

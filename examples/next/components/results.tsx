'use client'

import type { Facet, FilterAggregationsResponse, SearchResponse } from '@vitrine/client'
import { useSearchState } from '@vitrine/client/next'
import { useReport, useSearchEvents } from '@vitrine/client/react'
import type { CardProduct } from '@/lib/vitrine'
import { ProductCard } from './product-card'

export type Collection = { id: string; title: string }
type Answer = Omit<SearchResponse, 'products'> & { products: CardProduct[] }
type Props = { answer: Answer; facets: FilterAggregationsResponse; collection?: Collection | undefined }

export function Results({ answer, facets, collection }: Props) {
  const { state, nextState, setState, toggleFilter } = useSearchState()
  const { pagination, products, searchMetadata } = answer
  const filters = Object.entries(state.filters).map(([key, value]) => ({ key, value }))
  const source = collection ? 'collection' : 'search_page'
  const { clicked, addToCart, filterAppeared, filterUpdated } = useSearchEvents(answer, { source, filters })
  useReport(collection?.id, (tracker) => collection && tracker.standard('collection_viewed', { collection }))
  useReport('shown', () => filterAppeared(facets.facets.map(({ key }) => key)))
  useReport(filters.length > 0 ? JSON.stringify(filters) : null, filterUpdated)

  return (
    <div className="search">
      <aside aria-label="Filters">
        {facets.facets.map(({ key, title, dataType }) => {
          const { buckets = [], stats } = facets.aggregations[key] ?? {}
          const chosen = nextState.filters[key] ?? []
          if (buckets.length + chosen.length === 0) return null
          const choose = (values: string[]) => setState({ filters: { ...nextState.filters, [key]: values } })
          return (
            <fieldset key={key}>
              <legend>{title}</legend>
              {dataType === 'range' ? (
                <Range stats={stats} chosen={chosen[0]} choose={(range) => choose(range === ':' ? [] : [range])} />
              ) : (
                buckets.slice(0, 12).map(({ value, label, count }) => (
                  <label key={value}>
                    <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggleFilter(key, value)} />
                    {label} ({count})
                  </label>
                ))
              )}
            </fieldset>
          )
        })}
      </aside>
      <section>
        <h1>{collection?.title ?? (state.query === '' ? 'All products' : `“${state.query}”`)}</h1>
        <p>
          {pagination.total} products
          {searchMetadata.correctedQuery && <> for “{searchMetadata.correctedQuery}”</>}
        </p>
        <label>
          Sort by{' '}
          <select
            value={nextState.sortBy ?? ''}
            onChange={({ target }) => setState({ sortBy: SORTS.find((sort) => sort === target.value) ?? null })}
          >
            <option value="">{collection && state.query === '' ? 'Featured' : 'Relevance'}</option>
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
              onOpen={() => clicked(product)}
              onAdd={() => addToCart(product)}
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

type RangeProps = { stats: Facet['stats']; chosen: string | undefined; choose: (range: string) => void }

function Range({ stats, chosen = ':', choose }: RangeProps) {
  const [from, to] = chosen.split(':')
  const bound = { name: 'bound', type: 'number', step: 'any' }
  return (
    <form key={chosen} action={(form) => choose(form.getAll('bound').join(':'))}>
      <input {...bound} aria-label="From" placeholder={String(stats?.min ?? '')} defaultValue={from} />
      <input {...bound} aria-label="To" placeholder={String(stats?.max ?? '')} defaultValue={to} />
      <button type="submit">Apply</button>
    </form>
  )
}

const SORTS = ['price_asc', 'price_desc', 'newest'] as const

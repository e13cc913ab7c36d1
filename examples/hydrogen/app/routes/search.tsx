/** Every change of the URL runs the loader again, so the page itself fetches nothing. */
import { type Facet, searchRequestOf, searchStateFromUrl } from '@vitrine/client'
import { useReport, useSearchEvents } from '@vitrine/client/react'
import { useSearchState } from '@vitrine/client/react-router'
import type { FormEvent } from 'react'
import { useNavigation } from 'react-router'
import { ProductCard } from '~/components/product-card'
import { visitorId, vitrine } from '~/lib/vitrine'
import type { Route } from './+types/search'

export async function loader({ request }: Route.LoaderArgs) {
  const asked = searchRequestOf(searchStateFromUrl(new URL(request.url).search), 24)
  const { query, appliedFilters } = asked
  const [answer, facets] = await Promise.all([
    vitrine.search({ ...asked, visitorId: visitorId(request) }),
    vitrine.filterAggregations({ query, appliedFilters }),
  ])
  return { answer, facets }
}

const SORTS = ['price_asc', 'price_desc', 'newest'] as const

export default function SearchPage({ loaderData: { answer, facets } }: Route.ComponentProps) {
  const { state, nextState, setState, toggleFilter } = useSearchState()
  const { pagination, products, searchMetadata } = answer
  const filters = Object.entries(state.filters).map(([key, value]) => ({ key, value }))
  const events = useSearchEvents(answer, { source: 'search_page', filters })
  useReport('shown', () => events.filterAppeared(facets.facets.map(({ key }) => key)))
  useReport(filters.length > 0 ? JSON.stringify(filters) : null, events.filterUpdated)

  return (
    <div className="search" aria-busy={useNavigation().state === 'loading'}>
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
        <h1>{state.query === '' ? 'All products' : `“${state.query}”`}</h1>
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
              onOpen={() => events.clicked(product)}
              onAdd={() => events.addToCart(product)}
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

interface RangeProps {
  stats: Facet['stats']
  chosen: string | undefined
  choose: (range: string) => void
}

function Range({ stats, chosen = ':', choose }: RangeProps) {
  const [from, to] = chosen.split(':')
  const bound = { name: 'bound', type: 'number', step: 'any' }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    choose(new FormData(event.currentTarget).getAll('bound').join(':'))
  }
  return (
    <form key={chosen} onSubmit={submit}>
      <input {...bound} aria-label="From" placeholder={String(stats?.min ?? '')} defaultValue={from} />
      <input {...bound} aria-label="To" placeholder={String(stats?.max ?? '')} defaultValue={to} />
      <button type="submit">Apply</button>
    </form>
  )
}

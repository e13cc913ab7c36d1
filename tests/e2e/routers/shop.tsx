import { createClient, searchRequestOf, searchStateFromUrl, type SearchResponse } from '@vitrine/client'
import { type UsedSearchState, useSearch } from '@vitrine/client/react'
import type { ReactNode } from 'react'

declare const VITRINE_URL: string

export const client = createClient({
  shop: 'demo-shop.myshopify.com',
  apiKey: `vsk_demo${'0'.repeat(28)}`,
  baseUrl: VITRINE_URL,
})

/** Loads data once per navigation, before the page is shown, as a framework's server does. */
export function load(search: string): Promise<SearchResponse> {
  return client.search(requestOf(searchStateFromUrl(search)))
}

const requestOf = (state: UsedSearchState['state']) => ({ ...searchRequestOf(state, 5), facets: [{ key: 'color' }] })

interface ResultsProps {
  search: UsedSearchState
  initialData?: SearchResponse
  children: ReactNode
}

export function Results({ search: { state, nextState, setState, toggleFilter }, initialData, children }: ResultsProps) {
  const { data, loading } = useSearch(requestOf(state), initialData ? { initialData } : {})
  return (
    <>
      {children}
      <button id="colors" type="button" onClick={() => toggleFilter('color', 'Black')}>
        Black
      </button>
      <button id="both" type="button" onClick={() => setState({ filters: { color: ['Black', 'White'] } })}>
        Black and white
      </button>
      <p id="next">{nextState.filters.color?.join() ?? ''}</p>
      <p id="state">{`${state.query} ${state.filters.color ?? ''} ${loading ? 'loading' : data?.pagination.total}`}</p>
      <ul>
        {data?.products.map(({ productId, title }) => (
          <li key={productId}>{title}</li>
        ))}
      </ul>
    </>
  )
}

export function newRoot(): HTMLElement {
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  return root
}

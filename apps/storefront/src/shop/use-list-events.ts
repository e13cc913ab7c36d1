import type { Client } from '@vitrine/client'
import { searchEvents } from '@vitrine/client/events'
import { useEffect, useRef } from 'react'
import { tracker } from './api.ts'
import { appliedFilters, type ListState } from './list-state.ts'
import { asProducts, type ShopProduct } from './product.ts'

type SearchAnswer = Awaited<ReturnType<Client['search']>>

export function useListEvents(state: ListState, answer: SearchAnswer | null, collection: string | undefined) {
  const filters = appliedFilters(state)
  const events = (one: SearchAnswer) =>
    searchEvents(
      tracker,
      { requestId: one.requestId, products: asProducts(one.products) },
      { searchTerm: state.query, source: collection === undefined ? 'search_page' : 'collection', filters },
    )
  const last = useRef({ query: '', filters: '[]', appeared: false })

  // biome-ignore lint/correctness/useExhaustiveDependencies: one report per answer
  useEffect(() => {
    if (answer === null) return
    const { query } = state
    if (query !== '' && query !== last.current.query) {
      void tracker.standard('search_submitted', { searchResult: { query, productVariants: [] } })
    }
    void events(answer).rendered()
    if (!last.current.appeared) void events(answer).filterAppeared(Object.keys(answer.aggregations ?? {}))
    if (JSON.stringify(filters) !== last.current.filters) void events(answer).filterUpdated()
    last.current = { query, filters: JSON.stringify(filters), appeared: true }
  }, [answer])

  useEffect(() => {
    if (collection === undefined) return
    void tracker.standard('collection_viewed', {
      collection: { id: collection, title: collection, productVariants: [] },
    })
  }, [collection])

  return {
    clicked(product: ShopProduct) {
      if (answer !== null) void events(answer).clicked({ productId: product.productId })
    },
  }
}

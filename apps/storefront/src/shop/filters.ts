import type { Client } from '@vitrine/client'
import { useClient } from '@vitrine/client/react'
import { useEffect, useState } from 'react'
import { searchContext, shopperMarket } from './market.ts'

type FiltersAnswer = Awaited<ReturnType<Client['filters']>>
export type Filter = FiltersAnswer['filters'][number]
export type Aggregations = NonNullable<Awaited<ReturnType<Client['search']>>['aggregations']>

const known = new Map<string, Promise<FiltersAnswer>>()

/** `filters` is null until they are loaded; `failed` is true if the request failed. */
export function useFilters(targetPage: 'search' | 'collection'): { filters: Filter[] | null; failed: boolean } {
  const client = useClient()
  const { locale, handle } = shopperMarket.use()
  const [filters, setFilters] = useState<Filter[] | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let current = true
    const key = `${targetPage} ${locale} ${handle}`
    const { currency: _currency, ...context } = searchContext()
    const answer = known.get(key) ?? client.filters({ targetPage, ...context })
    known.set(key, answer)
    answer.then(
      (one) => current && setFilters(one.filters.filter((filter) => filter.visible)),
      () => {
        known.delete(key)
        if (current) setFailed(true)
      },
    )
    return () => {
      current = false
    }
  }, [client, targetPage, locale, handle])
  return { filters, failed: failed && filters === null }
}

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Client } from '../client.ts'
import type { SearchRequest, SearchResponse, ShopTypes, View } from '../types.ts'
import { useClient } from './client-context.ts'
import { type HookOptions, type Loaded, useCall } from './use-call.ts'

export interface LoadedSearch<Answer> extends Loaded<Answer> {
  /** Appends the next page to `data.products`. Does nothing during a request, or after the last page. */
  loadMore: () => void
  hasMore: boolean
  loadingMore: boolean
}

type Answer<V extends View> = SearchResponse<ShopTypes, V>

export function useSearch<V extends View = 'product_details'>(
  request: SearchRequest<ShopTypes, V>,
  options?: HookOptions<Answer<V>>,
): LoadedSearch<Answer<V>> {
  const client = useClient()
  const first = useCall((one) => one.search<V>, request, options)
  const { data, more, loadMore, loadingMore, error } = useFurtherPages(client, request, first.data)
  return { ...first, error: error ?? first.error, data, loadMore, hasMore: more, loadingMore }
}

interface Pages<V extends View> {
  /** The first page that these pages continue. Another first page invalidates them. */
  firstPage: Answer<V> | null
  last: Answer<V> | null
  products: Answer<V>['products']
  error: Error | null
}

function useFurtherPages<V extends View>(
  client: Client,
  request: SearchRequest<ShopTypes, V>,
  first: Answer<V> | null,
) {
  const [stored, setPages] = useState<Pages<V>>(noPages(null))
  const pages = stored.firstPage === first ? stored : noPages<V>(first)
  const [loadingMore, setLoading] = useState(false)
  const pending = useRef<AbortController | null>(null)
  const last = pages.last ?? first
  const more = last?.pagination.hasNextPage ?? false

  // biome-ignore lint/correctness/useExhaustiveDependencies: another first page aborts the request for more of the previous one
  useEffect(() => () => pending.current?.abort(), [first])

  const loadMore = useCallback(() => {
    if (!last || !more || loadingMore) return
    const controller = new AbortController()
    pending.current = controller
    setLoading(true)
    const { page, limit } = last.pagination
    client
      .search<V>({ ...request, pagination: { page: page + 1, limit } }, { signal: controller.signal })
      .then(
        (next) =>
          setPages({ firstPage: first, last: next, products: [...pages.products, ...next.products], error: null }),
        (error: Error) => controller.signal.aborted || setPages({ ...pages, error }),
      )
      .finally(() => setLoading(false))
  }, [client, request, first, last, more, loadingMore, pages])

  // Returns the same object if nothing was appended: effects of callers depend on its identity.
  const data = useMemo(
    () =>
      first && stored.firstPage === first ? { ...first, products: [...first.products, ...stored.products] } : first,
    [first, stored],
  )
  return { data, more, loadMore, loadingMore, error: pages.error }
}

function noPages<V extends View>(firstPage: Answer<V> | null): Pages<V> {
  return { firstPage, last: null, products: [], error: null }
}

/** Products by id, each asked once, and products by what is typed. */
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import type { AdminProduct } from '@vitrine/client/admin'
import { useApi } from '../session/session.tsx'

const FRESH_MS = 300_000

/** Those that are there so far; a deleted product never is. */
export function useProductsById(ids: readonly number[]): ReadonlyMap<number, AdminProduct> {
  const api = useApi()
  return useQueries({
    queries: [...new Set(ids)].map((id) => ({
      queryKey: [api.shop, 'product', id],
      queryFn: () => api.product(id).catch(() => null),
      staleTime: FRESH_MS,
    })),
    combine: (results) => new Map(results.flatMap(({ data }) => (data ? [[data.id, data] as const] : []))),
  })
}

export function useProductSearch(text: string) {
  const api = useApi()
  const query = text.trim()
  return useQuery({
    queryKey: [api.shop, 'products', query],
    queryFn: async () => (await api.products({ query, limit: 20 })).products,
    enabled: query !== '',
    placeholderData: keepPreviousData,
  })
}

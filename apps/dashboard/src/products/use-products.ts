/** Products by id, each asked once, and products by what is typed. */
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import type { AdminProduct, ProductId } from '@vitrine/client/admin'
import { useApi } from '../session/session.tsx'

const FRESH_MS = 300_000

/** Those that are there so far; a deleted product never is. */
export function useProductsById(ids: readonly ProductId[]): ReadonlyMap<ProductId, AdminProduct> {
  const api = useApi()
  const asked = [...new Set(ids)]
  return useQueries({
    queries: asked.map((id) => ({
      queryKey: [api.shop, 'product', id],
      queryFn: () => api.product(id).catch(() => null),
      staleTime: FRESH_MS,
    })),
    combine: (results) => new Map(results.flatMap(({ data }, i) => (data ? [[asked[i]!, data] as const] : []))),
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

/** Rules name a product by the platform's own id. */
export function ownIdOf({ id, external_id: own }: Pick<AdminProduct, 'id' | 'external_id'>): ProductId {
  return own ?? id
}

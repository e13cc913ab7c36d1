import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AdminProduct, ProductId } from '@vitrine/client/admin'
import { useMemo } from 'react'
import { useApi } from '../session/session.tsx'
import { ownIdOf } from './own-id.ts'

const FRESH_MS = 300_000
const MAX_IDS = 250

/** Returns the ids of one request, which lists at most `MAX_IDS`. */
export const idsToAsk = (ids: readonly ProductId[]) => [...new Set(ids.map(String))].sort().slice(0, MAX_IDS)

/** Requests at most `MAX_IDS` products. Deleted products are missing from the map. */
export function useProductsById(ids: readonly ProductId[]): ReadonlyMap<ProductId, AdminProduct> {
  const api = useApi()
  const asked = idsToAsk(ids)
  const { data } = useQuery({
    queryKey: [api.shop, 'products-by-id', asked],
    queryFn: async () => (await api.products({ ids: asked.join(',') })).products,
    staleTime: FRESH_MS,
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
  })
  return useMemo(() => byEveryId(data ?? []), [data])
}

/** Rules may name a product by its number, by the number as text, or by the platform's id. */
function byEveryId(products: readonly AdminProduct[]): ReadonlyMap<ProductId, AdminProduct> {
  return new Map(
    products.flatMap((product) =>
      [product.id, String(product.id), ownIdOf(product)].map((id) => [id, product] as const),
    ),
  )
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

import type { AdminProduct, ProductId } from '@vitrine/client/admin'
import { usePeriod, useReport } from '../../api/use-report.ts'
import { idsToAsk, useProductsById } from '../../products/use-products.ts'

export interface TileFacts {
  /** Undefined if the stock is not tracked. */
  stock: number | undefined
  revenue: number | undefined
  /** Visits to the product's page. */
  views: number | undefined
  margin: string | undefined
}

export function useTileFacts(ids: readonly ProductId[]): (id: number) => TileFacts {
  const { now } = usePeriod()
  const products = useProductsById(ids)
  const asked = idsToAsk(ids)
  const report = useReport('products', {
    ...now,
    ...(asked.length > 0 && { ids: asked.join(','), limit: asked.length }),
  })
  const rows = new Map((report.data?.rows ?? []).map((row) => [row.product_id, row]))
  return (id) => {
    const product = products.get(id)
    const { revenue, views } = rows.get(id) ?? {}
    return { stock: product && stockOf(product), revenue, views, margin: product && marginOf(product) }
  }
}

function stockOf({ variants }: AdminProduct): number | undefined {
  const counted = variants.filter(({ inventory_management: by }) => by !== null)
  if (counted.length === 0) return undefined
  return counted.reduce((sum, one) => sum + Math.max(0, one.inventory_quantity), 0)
}

function marginOf({ metafields }: AdminProduct): string | undefined {
  return metafields.find(({ key }) => key === 'margin')?.value
}

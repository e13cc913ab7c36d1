/** "Like this but cheaper": less than the product that the picture shows costs. */
import type { VectorHit } from '@vitrine/engine'
import type { Shop } from '../../ports/record-store/record-store.ts'
import type { Product } from '../../ports/record-store/product.ts'
import type { ProductReader } from '../catalog/product-reader.ts'

const CHEAPER =
  /(?<!\p{L})(?:but\s+)?(?:cheaper|less expensive|billiger|günstiger|preiswerter|moins ch(?:er|ère)s?|más barat[oa]s?|più economic[oa]|goedkoper)(?!\p{L})/giu

/** The query without the wish, and whether it was there. */
export function splitCheaper(query: string): { rest: string; wantsCheaper: boolean } {
  const rest = query.replaceAll(CHEAPER, ' ').replaceAll(/\s+/g, ' ').trim()
  return { rest, wantsCheaper: rest !== query.replaceAll(/\s+/g, ' ').trim() }
}

/** The hits that cost less than the first of `near`, in their order. */
export async function narrowByPrice(
  { shop, products }: { shop: Shop; products: ProductReader },
  near: readonly VectorHit[],
  hits: readonly VectorHit[],
): Promise<VectorHit[]> {
  const ids = [...near.slice(0, 1), ...hits].map(({ productId }) => productId)
  const prices = new Map((await products.read(shop.id, [...new Set(ids)])).map((one) => [one.id, minPrice(one)]))
  const limit = prices.get(ids[0] ?? -1) ?? 0
  return hits.filter(({ productId }) => (prices.get(productId) ?? Number.POSITIVE_INFINITY) < limit)
}

function minPrice({ variants }: Product): number {
  return Math.min(...variants.map(({ price }) => Number(price)))
}

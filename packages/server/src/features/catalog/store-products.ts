/** A shop that first imports a CSV, with handles, and then connects the API, with ids, must not get products twice. */
import { handleNumber } from '../../ports/record-store/item-number.ts'
import type { Product } from '../../ports/record-store/product.ts'
import type { PutOutcome, RecordStore, ShopId } from '../../ports/record-store/record-store.ts'
import { adoptIdentity } from './adopt-identity.ts'
import { PUBLISHED_WHEN_FIRST_SEEN } from './normalize/normalize-product.ts'

export type ProductWriter = Pick<
  RecordStore,
  'putProducts' | 'getProducts' | 'deleteProducts' | 'findProductIds' | 'scanProducts'
>

export interface StoredProduct {
  id: number
  outcome: PutOutcome
}

/** Stores products in the given order. A product replaces the stored one with its handle, unless both had ids. */
export async function storeProducts(
  { store, nowMs }: { store: ProductWriter; nowMs: number },
  shop: ShopId,
  products: readonly Product[],
): Promise<readonly StoredProduct[]> {
  const storedIds = await store.findProductIds(
    shop,
    products.map((product) => product.handle),
  )
  const settled = await datePublished({ store, nowMs }, shop, await adopt(store, shop, products, storedIds))
  const outcomes = await store.putProducts(shop, settled)
  const replaced = storedIds.filter(
    (id, index) => id !== settled[index]!.id && id === handleNumber(products[index]!.handle),
  )
  if (replaced.length > 0) await store.deleteProducts(shop, replaced as number[])
  return settled.map(({ id }, index) => ({ id, outcome: outcomes[index]! }))
}

async function adopt(
  store: ProductWriter,
  shop: ShopId,
  products: readonly Product[],
  storedIds: readonly (number | undefined)[],
): Promise<readonly Product[]> {
  const isTwin = (product: Product, index: number) => {
    const stored = storedIds[index]
    return stored !== undefined && stored !== product.id && product.id === handleNumber(product.handle)
  }
  const wanted = storedIds.filter((id, index) => id !== undefined && isTwin(products[index]!, index)) as number[]
  if (wanted.length === 0) return products
  const stored = new Map((await store.getProducts(shop, wanted)).map((one) => [one?.id, one]))
  return products.map((product, index) => {
    const twin = isTwin(product, index) ? stored.get(storedIds[index]) : undefined
    return twin ? adoptIdentity(product, twin) : product
  })
}

/** A product without a publication time gets that of the stored product, or now if the product is new. */
export async function datePublished(
  { store, nowMs }: { store: Pick<RecordStore, 'getProducts'>; nowMs: number },
  shop: ShopId,
  products: readonly Product[],
): Promise<readonly Product[]> {
  const undated = products.filter(({ publishedAt }) => publishedAt === PUBLISHED_WHEN_FIRST_SEEN).map(({ id }) => id)
  if (undated.length === 0) return products
  const stored = new Map((await store.getProducts(shop, undated)).map((one) => [one?.id, one?.publishedAt]))
  const now = new Date(nowMs).toISOString()
  return products.map((product) =>
    product.publishedAt === PUBLISHED_WHEN_FIRST_SEEN
      ? { ...product, publishedAt: stored.get(product.id) ?? now }
      : product,
  )
}

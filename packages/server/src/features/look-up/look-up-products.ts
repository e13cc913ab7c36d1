/** Products by id, handle or SKU, in the order asked for. What the shopper may not see is left out, as what is unknown is. */
import {
  type LookedUpProduct,
  MAX_LOOKED_UP,
  type PlatformId,
  type ProductsRequest,
  type ProductsResponse,
  validationItem,
} from '@vitrine/contract'
import { productNumber } from '../../ports/record-store/item-number.ts'
import type { Product } from '../../ports/record-store/product.ts'
import type { Shop } from '../../ports/record-store/record-store.ts'
import type { Call } from '../call.ts'
import { pageTexts } from '../catalog/present-page-product.ts'
import type { ProductReader } from '../catalog/product-reader.ts'
import { RequestRefused } from '../errors.ts'
import { externalIdOf } from '../platform/external-id.ts'
import { isVisible, type ShopperView, shopperView } from '../query/shopper-view.ts'

export interface LookUpDeps {
  products: ProductReader
  catalogs: { of(shop: Shop): Promise<NamedProducts> }
}

/** The shop's catalog, by the names a product has beside its id. */
interface NamedProducts {
  idOfHandle(handle: string): number | undefined
  idsOfSku(sku: string): readonly number[]
}

interface Names {
  ids?: readonly PlatformId[] | null
  handles?: readonly string[] | null
  skus?: readonly string[] | null
}

interface Found {
  product: Product
  /** That has the SKU asked for. */
  variantId: number | null
}

export async function lookUpProducts(deps: LookUpDeps, call: Call<ProductsRequest>): Promise<ProductsResponse> {
  const { shop, body } = call
  checkCount(body)
  const view = shopperView(shop, body, call.identity.customerId)
  const found = await findVisible(deps, { shop, view, nowMs: call.nowMs }, body)
  return { status: 'ok', request_id: call.requestId, products: found.map(presenter(deps, view, body.view)) }
}

export interface Looking {
  shop: Shop
  view: ShopperView
  nowMs: number
}

export async function findVisible(deps: LookUpDeps, looking: Looking, names: Names): Promise<Found[]> {
  const { shop, view, nowMs } = looking
  const named = await namedProducts(deps, shop, names)
  const products = await deps.products.read(
    shop.id,
    named.flatMap(({ candidates }) => candidates),
  )
  const visible = new Map(products.filter((one) => isVisible(one, view, nowMs)).map((one) => [one.id, one]))
  const found = new Map<number, Found>()
  for (const { candidates, sku } of named) {
    const product = candidates.map((id) => visible.get(id)).find((one) => one !== undefined)
    if (!product || found.has(product.id)) continue
    const variant = sku === undefined ? undefined : product.variants.find((one) => one.sku === sku)
    found.set(product.id, { product, variantId: variant?.id ?? null })
  }
  return [...found.values()]
}

/** The products that each name may mean, best first: several may share a SKU. */
async function namedProducts({ catalogs }: LookUpDeps, shop: Shop, { ids, handles, skus }: Names) {
  const byNumber = (ids ?? []).map((id) => ({ candidates: [productNumber(id)], sku: undefined }))
  if (!handles?.length && !skus?.length) return byNumber
  const catalog = await catalogs.of(shop)
  return [
    ...byNumber,
    ...(handles ?? []).map((handle) => ({ candidates: [catalog.idOfHandle(handle) ?? []].flat(), sku: undefined })),
    ...(skus ?? []).map((sku) => ({ candidates: catalog.idsOfSku(sku), sku })),
  ]
}

function presenter({ products }: LookUpDeps, { prices, locale }: ShopperView, asked: ProductsRequest['view']) {
  return ({ product, variantId }: Found) => {
    const matched = { matched_variant_id: variantId }
    if (asked === 'product_ids') return { product_id: product.id, ...externalIdOf(product), ...matched }
    return products
      .present(product, { style: 'search', prices, locale })
      .with({ ...matched, ...pageTexts(product, locale) })
      .as<LookedUpProduct>()
  }
}

function checkCount({ ids, handles, skus }: ProductsRequest): void {
  const count = [ids, handles, skus].reduce((sum, list) => sum + (list?.length ?? 0), 0)
  if (count === 0)
    throw new RequestRefused([validationItem(['ids'], 'any.required', 'is required, or handles, or skus')])
  if (count > MAX_LOOKED_UP)
    throw new RequestRefused([
      validationItem(['ids'], 'array.max', `, handles and skus must contain at most ${MAX_LOOKED_UP} names in all`),
    ])
}

/** Finds products by id, handle or SKU, in the requested order. Invisible and unknown products are left out. */
import {
  type LookedUpProduct,
  MAX_LOOKED_UP,
  type PlatformId,
  type ProductsRequest,
  type ProductsResponse,
  validationItem,
} from '@vitrine/contract'
import { itemNumber, productNumber } from '../../ports/record-store/item-number.ts'
import type { Product, Variant } from '../../ports/record-store/product.ts'
import type { Shop } from '../../ports/record-store/record-store.ts'
import type { Call } from '../call.ts'
import { pageTexts } from '../catalog/present-page-product.ts'
import type { ProductReader } from '../catalog/product-reader.ts'
import { RequestRefused } from '../errors.ts'
import { externalIdOf } from '../platform/external-id.ts'
import { isVisible, type ShopperView, shopperView } from '../query/shopper-view.ts'

export interface LookUpDeps {
  products: ProductReader
  catalogs: { of(shop: Shop): Promise<{ names: NamedProducts }> }
}

interface NamedProducts {
  find(kind: 'handle' | 'sku' | 'variant', name: PlatformId): number[]
}

/** `any` stands for the id of a product or variant, a handle or a SKU. */
interface AskedName {
  kind: 'id' | 'handle' | 'sku' | 'any'
  name: PlatformId
}

interface Found {
  asked: AskedName
  product: Product
  /** null if the name is the product's. */
  variant: Variant | null
}

export async function lookUpProducts(deps: LookUpDeps, call: Call<ProductsRequest>): Promise<ProductsResponse> {
  const { shop, body } = call
  checkCount(body)
  const view = shopperView(shop, body, call.identity.customerId)
  const found = await findVisible(deps, { shop, view, nowMs: call.nowMs }, namesIn(body))
  const once = found.filter(({ product }, at) => found.findIndex((one) => one.product === product) === at)
  return { status: 'ok', request_id: call.requestId, products: once.map(presenter(deps, view, body.view)) }
}

function namesIn({ ids, handles, skus }: ProductsRequest): AskedName[] {
  const named = (kind: AskedName['kind'], names: readonly PlatformId[] | null | undefined) =>
    (names ?? []).map((name) => ({ kind, name }))
  return [...named('id', ids), ...named('handle', handles), ...named('sku', skus)]
}

export interface Looking {
  shop: Shop
  view: ShopperView
  nowMs: number
}

/** Leaves out what the shopper may not see. Keeps the order of the names. */
export async function findVisible(deps: LookUpDeps, looking: Looking, names: readonly AskedName[]): Promise<Found[]> {
  const { shop, view, nowMs } = looking
  const candidates = await candidatesOf(deps, shop, names)
  const products = await deps.products.read(shop.id, [...new Set(candidates.flat())])
  const visible = new Map(products.filter((one) => isVisible(one, view, nowMs)).map((one) => [one.id, one]))
  return names.flatMap((asked, at) => {
    const product = candidates[at]?.map((id) => visible.get(id)).find((one) => one !== undefined)
    return product ? { asked, product, variant: variantNamed(product, asked) } : []
  })
}

/** Several products may share a SKU; the best candidate comes first. */
async function candidatesOf({ catalogs }: LookUpDeps, shop: Shop, asked: readonly AskedName[]): Promise<number[][]> {
  if (asked.every(({ kind }) => kind === 'id')) return asked.map(({ name }) => [productNumber(name)])
  const { names } = await catalogs.of(shop)
  return asked.map(({ kind, name }) => {
    if (kind === 'id') return [productNumber(name)]
    if (kind !== 'any') return names.find(kind, name)
    const variants = names.find('variant', itemNumber('variant', name))
    return [productNumber(name), ...variants, ...names.find('handle', name), ...names.find('sku', name)]
  })
}

function variantNamed({ id, handle, variants }: Product, { kind, name }: AskedName): Variant | null {
  if (kind === 'id' || kind === 'handle') return null
  if (kind === 'any' && (id === productNumber(name) || handle === name)) return null
  const byId = kind === 'any' ? variants.find((one) => one.id === itemNumber('variant', name)) : undefined
  return byId ?? variants.find(({ sku }) => sku === name) ?? null
}

function presenter({ products }: LookUpDeps, { prices, locale }: ShopperView, asked: ProductsRequest['view']) {
  return ({ product, variant }: Found) => {
    const matched = { matched_variant_id: variant?.id ?? null }
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
      validationItem(['ids'], 'array.max', `, handles and skus must contain at most ${MAX_LOOKED_UP} names in total`),
    ])
}

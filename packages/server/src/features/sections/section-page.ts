import { type PageType, type SectionsRequest, validationItem } from '@vitrine/contract'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { RequestRefused } from '../errors.ts'
import { productNumber } from '../../ports/record-store/item-number.ts'
import { collectionHandle } from '../platform/collection-names.ts'

export interface SectionPage {
  type: PageType
  productId: number | undefined
  cart: readonly number[] | undefined
  collection: string | undefined
  tags: readonly string[]
  market: string | undefined
  zipcode: string | undefined
  cartValue: number | undefined
}

const SAME_PAGE: Partial<Record<PageType, PageType>> = { product_page: 'product', order_confirm: 'order_status' }

export function normalPageType(type: PageType): PageType {
  return SAME_PAGE[type] ?? type
}

export function readSectionPage(shop: Shop, body: SectionsRequest): SectionPage {
  const type = normalPageType(body.page_type ?? impliedType(body))
  if (type === 'product' && body.product_id == null)
    throw new RequestRefused([validationItem(['product_id'], 'any.required', 'is required')])
  return {
    type,
    productId: body.product_id == null ? undefined : productNumber(body.product_id),
    cart: body.cart_product_ids?.map(productNumber),
    collection: body.collection == null ? undefined : collectionHandle(shop.config, body.collection),
    tags: body.tags ?? [],
    market: body.market ?? undefined,
    zipcode: body.zipcode?.replace(/\s/g, '').toUpperCase() ?? undefined,
    cartValue: body.cart_value == null ? undefined : Number(body.cart_value),
  }
}

function impliedType(body: SectionsRequest): PageType {
  if (body.product_id != null) return 'product'
  return body.collection != null ? 'collection' : 'other'
}

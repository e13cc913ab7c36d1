import type { Product, Variant } from '../../ports/record-store/product.ts'
import { externalIdOf } from '../platform/external-id.ts'

export type AdminProduct = ReturnType<typeof toAdminProduct>

/** Writes the platform's Admin REST shape with our additions. Reading it back gives the same product. */
export function toAdminProduct(product: Product) {
  return {
    id: product.id,
    ...externalIdOf(product),
    title: product.title,
    handle: product.handle,
    body_html: product.bodyHtml,
    vendor: product.vendor,
    product_type: product.productType,
    tags: product.tags.join(', '),
    status: product.status,
    created_at: product.createdAt,
    updated_at: product.updatedAt,
    published_at: product.publishedAt,
    options: product.options.map(({ id, name, position, values }) => ({ id, name, position, values })),
    variants: product.variants.map(toAdminVariant),
    images: product.images.map((image, index) => ({ ...image, position: index + 1 })),
    collections: product.collections,
    publication_ids: product.publicationIds,
    market_ids: product.marketIds,
    catalog_ids: product.catalogIds,
    metafields: product.metafields,
    rating: product.rating,
    translations: product.translations,
  }
}

function toAdminVariant(variant: Variant) {
  const [option1 = null, option2 = null, option3 = null] = variant.optionValues
  return {
    id: variant.id,
    ...externalIdOf(variant),
    title: variant.title,
    position: variant.position,
    sku: variant.sku,
    barcode: variant.barcode,
    price: moneyText(variant.price),
    compare_at_price: variant.compareAtPrice === null ? null : moneyText(variant.compareAtPrice),
    option1,
    option2,
    option3,
    inventory_quantity: variant.inventoryQuantity,
    inventory_policy: variant.inventoryPolicy,
    inventory_management: variant.inventoryTracked ? 'shopify' : null,
    image_id: variant.imageId,
    ...(variant.inventoryItemId === undefined ? {} : { inventory_item_id: variant.inventoryItemId }),
    ...(variant.grams === undefined ? {} : { grams: variant.grams }),
    ...(variant.metafields === undefined ? {} : { metafields: variant.metafields }),
  }
}

function moneyText(amount: number): string {
  const text = amount.toFixed(2)
  return Number(text) === amount ? text : String(amount)
}

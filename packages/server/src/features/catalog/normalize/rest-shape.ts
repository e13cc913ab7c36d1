import { isRecord, type Raw, readList } from '../../platform/catalog-values.ts'

/** Fields that already have their REST name stay unchanged. */
export function toRestShape(raw: Raw): Raw {
  const product = withRestNames(raw, PRODUCT_NAMES)
  product.variants = readList(product.variants).map(variantToRest)
  product.images = imagesOf(product).map(imageToRest)
  product.options = readList(product.options).map(optionToRest)
  if (product.metafields !== undefined && !isPlainMetafields(product.metafields)) {
    product.metafields = readList(product.metafields)
  }
  if (product.collections !== undefined) product.collections = readList(product.collections)
  readPublications(product)
  return product
}

const PRODUCT_NAMES: Record<string, string> = {
  descriptionHtml: 'body_html',
  bodyHtml: 'body_html',
  description: 'body_html',
  productType: 'product_type',
  type: 'product_type',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  publishedAt: 'published_at',
  publicationIds: 'publication_ids',
  marketIds: 'market_ids',
  catalogIds: 'catalog_ids',
}

const VARIANT_NAMES: Record<string, string> = {
  compareAtPrice: 'compare_at_price',
  inventoryQuantity: 'inventory_quantity',
  inventoryPolicy: 'inventory_policy',
  imageId: 'image_id',
  availableForSale: 'available',
  selectedOptions: 'selected_options',
}

function variantToRest(value: unknown): unknown {
  if (!isRecord(value)) return value
  const variant = withRestNames(value, VARIANT_NAMES)
  if (typeof variant.inventory_policy === 'string') variant.inventory_policy = variant.inventory_policy.toLowerCase()
  const { inventoryItem, image, featured_image: featured } = variant
  if (isRecord(inventoryItem) && typeof inventoryItem.tracked === 'boolean' && !('inventory_management' in variant)) {
    variant.inventory_management = inventoryItem.tracked ? 'shopify' : null
  }
  if (isRecord(inventoryItem) && !('inventory_item_id' in variant)) variant.inventory_item_id = inventoryItem.id
  const picture = isRecord(image) ? image : isRecord(featured) ? featured : undefined
  if (picture && !('image_id' in variant)) {
    variant.image_id = picture.id
    variant.image_src = sourceOf(picture)
  }
  return variant
}

/** REST has `images`; GraphQL has `images`, `media` or both. `media` is used only without `images`. */
function imagesOf(product: Raw): unknown[] {
  const images = readList(product.images)
  if (images.length > 0) return images
  const media = readList(product.media).filter((one) => isRecord(one) && sourceOf(one) !== undefined)
  if (media.length > 0) return media
  return [product.image, product.featuredImage].filter(isRecord).slice(0, 1)
}

function imageToRest(value: unknown): unknown {
  if (typeof value === 'string') return { src: value }
  if (!isRecord(value)) return value
  const inner = isRecord(value.image) ? value.image : value
  return {
    ...value,
    src: sourceOf(value),
    alt: value.alt ?? value.altText ?? inner.altText ?? inner.alt ?? null,
    width: value.width ?? inner.width ?? null,
    height: value.height ?? inner.height ?? null,
  }
}

function sourceOf(image: Raw): unknown {
  const inner = isRecord(image.image) ? image.image : {}
  return (
    image.src ?? image.url ?? image.originalSrc ?? image.transformedSrc ?? inner.url ?? inner.src ?? inner.originalSrc
  )
}

function optionToRest(value: unknown): unknown {
  if (typeof value === 'string') return { name: value }
  if (!isRecord(value) || value.values !== undefined || !Array.isArray(value.optionValues)) return value
  return { ...value, values: value.optionValues.map((one) => (isRecord(one) ? one.name : one)) }
}

/** True for `{ns: {key: value}}` or `{"ns.key": value}`, false for a GraphQL connection. */
function isPlainMetafields(value: unknown): boolean {
  return isRecord(value) && !Array.isArray(value.nodes) && !Array.isArray(value.edges)
}

/** GraphQL lists publications, each with whether the product is published there; REST has only ids. */
function readPublications(product: Raw): void {
  const listed = product.resourcePublications ?? product.resourcePublicationsV2
  if (listed === undefined || product.publication_ids !== undefined) return
  product.publication_ids = readList(listed)
    .filter(isRecord)
    .filter((one) => one.isPublished !== false)
    .map((one) => (isRecord(one.publication) ? one.publication.id : undefined))
    .filter((id) => id !== undefined)
}

function withRestNames(raw: Raw, names: Record<string, string>): Raw {
  const renamed: Raw = { ...raw }
  for (const [from, to] of Object.entries(names)) {
    if (from in renamed && !(to in renamed)) {
      renamed[to] = renamed[from]
      delete renamed[from]
    }
  }
  return renamed
}

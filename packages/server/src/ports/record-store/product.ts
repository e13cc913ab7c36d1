/** A product as stored: normalized once, at import, so that readers need not. */
export interface Product {
  /** The platform's number; otherwise one derived from its text id, or from handle and SKU if the source has no ids. */
  id: number
  /** The platform's own id, if that is a text. */
  externalId?: string
  title: string
  /** Unique within a shop; part of the URL. */
  handle: string
  bodyHtml: string
  vendor: string
  productType: string
  tags: string[]
  status: 'active' | 'draft' | 'archived'
  /** ISO 8601 UTC, like every time in this file. */
  createdAt: string | null
  updatedAt: string | null
  publishedAt: string | null
  /** In position order; empty for a product without options. */
  options: ProductOption[]
  /** In position order; at least one. */
  variants: Variant[]
  /** In position order; the first is the product's own picture. */
  images: ProductImage[]
  /** Handles or ids of manual collections, as the source named them. */
  collections: string[]
  /** null: only the online-store publication (the platform's default). */
  publicationIds: string[] | null
  /** null: every market. */
  marketIds: number[] | null
  /** Business catalogs that contain the product; null: none, so it is sold to everybody. */
  catalogIds: string[] | null
  metafields: Metafield[]
  rating: { value: number; count: number } | null
  /** locale → field (`title`, `body_html`, `product_type`, …) → text. */
  translations: Record<string, Record<string, string>>
  /** When the product last became more attractive to shoppers; absent if it never did. See `trackingProductChanges`. */
  changes?: ProductChanges
  /** The feed that imported the product and may delete it; absent if another source has written the product since. */
  feed?: string
}

export interface ProductChanges {
  /** When the product came back into stock after being sold out. */
  restockedAt?: string
  /** When the lowest price fell, from `priceBefore`. */
  cheaperAt?: string
  priceBefore?: number
}

export interface ProductOption {
  id: number
  name: string
  position: number
  values: string[]
}

export interface Variant {
  id: number
  /** The platform's own id, if that is a text. */
  externalId?: string
  title: string
  position: number
  sku: string
  barcode: string
  /** Shop currency, major units. */
  price: number
  compareAtPrice: number | null
  /** One value per product option, in the order of the options. */
  optionValues: string[]
  inventoryQuantity: number
  /** `continue`: can be sold even if the quantity is 0. */
  inventoryPolicy: 'deny' | 'continue'
  /** false: the platform does not track this variant's stock, so it is always in stock. */
  inventoryTracked: boolean
  imageId: number | null
  /** The platform reports stock by this number; absent if the source has none. */
  inventoryItemId?: number
  grams?: number
  /** The variant's own metafields; prices in markets are stored as `market.<name>.price` and similar keys. */
  metafields?: Metafield[]
}

export interface ProductImage {
  id: number
  src: string
  alt: string | null
  width: number | null
  height: number | null
}

export interface Metafield {
  namespace: string
  key: string
  value: string
  type?: string
  /** The merchant's own name for the metafield; absent if the source does not give it. */
  name?: string
}

/** Splits a list: JSON, `wool; cotton` from a CSV export, `wool, cotton` or lines. Any other text is a single value. */
export function metafieldValues(value: string): string[] {
  if (!value.startsWith('[')) return splitList(value)
  try {
    const list: unknown = JSON.parse(value)
    if (Array.isArray(list))
      return list.filter((one) => ['string', 'number', 'boolean'].includes(typeof one)).map(String)
  } catch {
    // The text only looks like a JSON list.
  }
  return [value]
}

/** Prose also contains semicolons and line breaks, but its parts are longer than the values of a list. */
const LONGEST_LISTED_VALUE = 60

/** Sentences and numbers also contain commas, so commas separate only short terms. */
const TERMS = /^[^,;.!?\n]{1,24}(?:\s?,\s?(?=\D)[^,;.!?\n]{1,24})+$/

function splitList(value: string): string[] {
  if (TERMS.test(value)) return value.split(',').map((part) => part.trim())
  const separator = ['\n', '; '].find((one) => value.trim().includes(one))
  if (separator === undefined) return [value]
  const lines = value.trim().split(separator)
  const parts = lines.map((part) => part.replace(/^\s*[-*•·]\s/, '').trim())
  return parts.some((part) => part === '' || part.length > LONGEST_LISTED_VALUE) ? [value] : parts
}

export function isVariantInStock(variant: Variant): boolean {
  return !variant.inventoryTracked || variant.inventoryPolicy === 'continue' || variant.inventoryQuantity > 0
}

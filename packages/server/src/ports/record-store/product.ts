/** Normalized at import, so that readers need not do it. */
export interface Product {
  /** The platform's number; otherwise derived from its text id, or from handle and SKU if the source has no ids. */
  id: number
  /** The platform's id, if it is a text. */
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
  /** Sorted by position; empty for a product without options. */
  options: ProductOption[]
  /** Sorted by position; at least one. */
  variants: Variant[]
  /** Sorted by position; the first is the product's own picture. */
  images: ProductImage[]
  /** Handles or ids of manual collections, as in the source. */
  collections: string[]
  /** null: only the online store (the platform's default). */
  publicationIds: string[] | null
  /** null: every market. */
  marketIds: number[] | null
  /** null: none, so the product is sold to everybody. */
  catalogIds: string[] | null
  metafields: Metafield[]
  rating: { value: number; count: number } | null
  /** locale → field (`title`, `body_html`, `product_type`, …) → text. */
  translations: Record<string, Record<string, string>>
  /** See `trackingProductChanges`. */
  changes?: ProductChanges
  /** The feed that imported the product and may delete it; absent if another source has written the product since. */
  feed?: string
}

export interface ProductChanges {
  /** When the product came back into stock. */
  restockedAt?: string
  /** When the lowest price fell from `priceBefore`. */
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
  /** The platform's id, if it is a text. */
  externalId?: string
  title: string
  position: number
  sku: string
  barcode: string
  /** Major units of the shop's currency. */
  price: number
  compareAtPrice: number | null
  /** One value per option of the product, in order. */
  optionValues: string[]
  inventoryQuantity: number
  /** `continue`: can be sold even if the quantity is 0. */
  inventoryPolicy: 'deny' | 'continue'
  /** false: the variant is always in stock. */
  inventoryTracked: boolean
  imageId: number | null
  /** The platform reports stock by this number. */
  inventoryItemId?: number
  grams?: number
  /** Prices in markets are stored as `market.<name>.price` and similar keys. */
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
  /** The merchant's name for the metafield, if the source has it. */
  name?: string
}

/** Splits JSON, `wool; cotton` from a CSV export, `wool, cotton` or lines. Any other text is a single value. */
export function metafieldValues(value: string): string[] {
  if (!value.startsWith('[')) return splitList(value)
  try {
    const list: unknown = JSON.parse(value)
    if (Array.isArray(list))
      return list.filter((one) => ['string', 'number', 'boolean'].includes(typeof one)).map(String)
  } catch {}
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

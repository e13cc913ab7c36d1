/** A product as it is stored: normalized once at import, so that no reader has to. */
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
  /** In position order. A product without options has none. */
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
  /** Business catalogs the product is in; null: in none, so it is sold to everybody. */
  catalogIds: string[] | null
  metafields: Metafield[]
  rating: { value: number; count: number } | null
  /** locale → field (`title`, `body_html`, `product_type`, …) → text. */
  translations: Record<string, Record<string, string>>
  /** When the product last became more attractive to shoppers; absent if it never did. See `noteChanges`. */
  changes?: ProductChanges
  /** The feed that imported the product and may also delete it; absent if there is none or another source has written it since. */
  feed?: string
}

export interface ProductChanges {
  /** When it came back into stock after being sold out. */
  restockedAt?: string
  /** When its lowest price fell, from `priceBefore`. */
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
  /** One value per product option, in the options' order. */
  optionValues: string[]
  inventoryQuantity: number
  /** continue: can be sold even if the quantity is 0. */
  inventoryPolicy: 'deny' | 'continue'
  /** false: the platform does not track this variant's stock, so it is always in stock. */
  inventoryTracked: boolean
  imageId: number | null
  /** The platform's number of the inventory item, by which it reports stock; absent if the source has none. */
  inventoryItemId?: number
  /** Absent if the source does not give it. */
  grams?: number
  /** The variant's own metafields; prices of markets are kept as `market.<name>.price` and the like. Absent if there are none. */
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
  /** The merchant's own name of the metafield; absent if the source does not give it. */
  name?: string
}

/**
 * The platform writes lists as JSON, and in its CSV export as `wool; cotton`; merchants also write `wool, cotton` or
 * one value per line. Anything else is one value.
 */
export function metafieldValues(value: string): string[] {
  if (!value.startsWith('[')) return splitList(value)
  try {
    const list: unknown = JSON.parse(value)
    if (Array.isArray(list))
      return list.filter((one) => ['string', 'number', 'boolean'].includes(typeof one)).map(String)
  } catch {
    // The text only looks like a list.
  }
  return [value]
}

/** Prose also has semicolons and line breaks, but the values of a list are short. */
const LONGEST_LISTED_VALUE = 60

/** Commas also occur in sentences and numbers, so they separate only short terms. */
const TERMS = /^[^,;.!?\n]{1,24}(?:\s?,\s?(?=\D)[^,;.!?\n]{1,24})+$/

function splitList(value: string): string[] {
  if (TERMS.test(value)) return value.split(',').map((part) => part.trim())
  const separator = ['\n', '; '].find((one) => value.trim().includes(one))
  if (separator === undefined) return [value]
  const lines = value.trim().split(separator)
  const parts = lines.map((part) => part.replace(/^\s*[-*•·]\s/, '').trim())
  return parts.some((part) => part === '' || part.length > LONGEST_LISTED_VALUE) ? [value] : parts
}

/** True if the variant is in stock now: untracked, oversellable, or at least one left. */
export function isVariantInStock(variant: Variant): boolean {
  return !variant.inventoryTracked || variant.inventoryPolicy === 'continue' || variant.inventoryQuantity > 0
}

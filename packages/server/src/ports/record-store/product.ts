/** A product as it is stored: normalized once at import, so that no reader has to guess. */
export interface Product {
  /** The platform's number; else one that follows from its text, or from handle and SKU where the source has no ids. */
  id: number
  /** The platform's own id, where that is a text. */
  externalId?: string
  title: string
  /** Unique within a shop; the URL part. */
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
  /** null: the online-store publication only (the platform's default when nothing is said). */
  publicationIds: string[] | null
  /** null: every market. */
  marketIds: number[] | null
  /** Business catalogs the product is in; null: it is in none, and sold to everybody. */
  catalogIds: string[] | null
  metafields: Metafield[]
  rating: { value: number; count: number } | null
  /** locale → field (`title`, `body_html`, `product_type`, …) → text. */
  translations: Record<string, Record<string, string>>
  /** When it last became better for shoppers, as far as we saw; absent where it never did. See `noteChanges`. */
  changes?: ProductChanges
  /** The feed that brought it, which may also take it away; absent where nobody did or another source has written it since. */
  feed?: string
}

export interface ProductChanges {
  /** It was sold out before, and is in stock since. */
  restockedAt?: string
  /** Its least price fell, from `priceBefore`. */
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
  /** As of the product. */
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
  /** continue: sold even when the quantity is used up. */
  inventoryPolicy: 'deny' | 'continue'
  /** false: the platform does not count this variant, so it is always in stock. */
  inventoryTracked: boolean
  imageId: number | null
  /** The platform's number of the counted thing, by which it reports stock; absent where the source has none. */
  inventoryItemId?: number
  /** Absent where the source says nothing. */
  grams?: number
  /** The variant's own metafields; prices of markets are kept as `market.<name>.price` and the like. Absent: none. */
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
  /** Name that the merchant gives it; absent if the source does not say. */
  name?: string
}

/** The platform writes lists as JSON, and in its CSV export as `wool; cotton`; merchants also as `wool, cotton` or a line each. Anything else is one value. */
export function metafieldValues(value: string): string[] {
  if (!value.startsWith('[')) return splitList(value)
  try {
    const list: unknown = JSON.parse(value)
    if (Array.isArray(list))
      return list.filter((one) => ['string', 'number', 'boolean'].includes(typeof one)).map(String)
  } catch {
    // Text that only looks like a list.
  }
  return [value]
}

/** Prose has semicolons and lines, too: the parts of a list are short. */
const LONGEST_LISTED_VALUE = 60

/** A comma also stands in sentences and numbers: between single terms only. */
const TERMS = /^[^,;.!?\n]{1,24}(?:\s?,\s?(?=\D)[^,;.!?\n]{1,24})+$/

function splitList(value: string): string[] {
  if (TERMS.test(value)) return value.split(',').map((part) => part.trim())
  const separator = ['\n', '; '].find((one) => value.trim().includes(one))
  if (separator === undefined) return [value]
  const lines = value.trim().split(separator)
  const parts = lines.map((part) => part.replace(/^\s*[-*•·]\s/, '').trim())
  return parts.some((part) => part === '' || part.length > LONGEST_LISTED_VALUE) ? [value] : parts
}

/** In stock now: uncounted, oversellable, or at least one left. */
export function isVariantInStock(variant: Variant): boolean {
  return !variant.inventoryTracked || variant.inventoryPolicy === 'continue' || variant.inventoryQuantity > 0
}

/** Converts a product from any source. The result depends on the input alone, not on time or randomness. */
import { handleNumber, readExternalId, readItemNumber, derivedNumber } from '../../../ports/record-store/item-number.ts'
import type { Product, ProductImage } from '../../../ports/record-store/product.ts'
import { Faults, NO_ID } from './faults.ts'
import { normalizeMetafields, normalizeRating } from './normalize-metafields.ts'
import { normalizeOptions } from './normalize-options.ts'
import { normalizeVariants } from './normalize-variants.ts'
import { areListsShort, checkProductSize } from './product-limits.ts'
import {
  isAbsent,
  isRecord,
  type Raw,
  readNumericId,
  readIdText,
  readList,
  readText,
  readTime,
  readWords,
  slug,
  readWhole,
} from '../../platform/catalog-values.ts'
import { toRestShape } from './rest-shape.ts'

export type Normalized = { kind: 'product'; product: Product } | { kind: 'fault'; reason: string }

/** Published at an unknown time. When the product is stored, the time of its first import replaces this value. */
export const PUBLISHED_WHEN_FIRST_SEEN = '1970-01-01T00:00:00.000Z'

export function normalizeProduct(input: unknown): Normalized {
  if (!isRecord(input)) return { kind: 'fault', reason: 'a product must be a JSON object' }
  const faults = new Faults()
  const raw = toRestShape(input)
  if (!areListsShort(raw, faults)) return { kind: 'fault', reason: faults.toString() }
  const product = readProduct(raw, faults)
  checkProductSize(product, faults)
  return faults.isEmpty() ? { kind: 'product', product } : { kind: 'fault', reason: faults.toString() }
}

function readProduct(raw: Raw, faults: Faults): Product {
  const title = readText(raw.title)?.trim() ?? ''
  if (title === '') faults.add('title', 'is missing')
  const handle = readText(raw.handle)?.trim() || slug(title)
  const id = productId(raw, handle, faults)
  const options = normalizeOptions(raw, handle, faults)
  const images = normalizeImages(raw, handle, faults)
  const variants = normalizeVariants(raw, { handle, options, images }, faults)
  const metafields = normalizeMetafields(raw.metafields, faults)
  const createdAt = timeOf(raw, 'created_at', faults)
  return {
    id,
    ...readExternalId('product', raw),
    title,
    handle,
    bodyHtml: readText(raw.body_html) ?? '',
    vendor: readText(raw.vendor)?.trim() ?? '',
    productType: readText(raw.product_type)?.trim() ?? '',
    tags: readWords(raw.tags),
    status: statusOf(raw.status, faults),
    createdAt,
    updatedAt: timeOf(raw, 'updated_at', faults),
    publishedAt: publishedAt(raw, createdAt, faults),
    options,
    variants,
    images,
    collections: idTexts(raw.collections) ?? [],
    publicationIds: idTexts(raw.publication_ids),
    marketIds: marketIds(raw.market_ids, faults),
    catalogIds: idTexts(raw.catalog_ids),
    metafields,
    rating: normalizeRating(raw, metafields, faults),
    translations: translationsOf(raw.translations),
  }
}

function productId(raw: Raw, handle: string, faults: Faults): number {
  if (isAbsent(raw.id)) {
    if (handle === '') faults.add('id', 'is missing, and there is no handle or title to derive one from')
    return handleNumber(handle)
  }
  const id = readItemNumber('product', raw.id)
  if (id === undefined) faults.add('id', NO_ID, raw.id)
  return id ?? 0
}

/** An `unlisted` product can be bought by link but must not be found, so it is treated as a draft. */
const STATUSES: ReadonlyMap<string, Product['status']> = new Map([
  ['active', 'active'],
  ['draft', 'draft'],
  ['archived', 'archived'],
  ['unlisted', 'draft'],
])

function statusOf(value: unknown, faults: Faults): Product['status'] {
  if (isAbsent(value)) return 'active'
  const status = STATUSES.get(readText(value)?.trim().toLowerCase() ?? '')
  if (!status) faults.add('status', 'must be active, draft or archived', value)
  return status ?? 'active'
}

function timeOf(raw: Raw, field: string, faults: Faults): string | null {
  if (isAbsent(raw[field])) return null
  const time = readTime(raw[field])
  if (time === undefined) faults.add(field, 'is not an ISO 8601 time', raw[field])
  return time ?? null
}

/** null and '' mean unpublished. If the source has no such field, all of its products are published. */
function publishedAt(raw: Raw, createdAt: string | null, faults: Faults): string | null {
  if ('published_at' in raw && raw.published_at !== undefined) return timeOf(raw, 'published_at', faults)
  return raw.published === false ? null : (createdAt ?? PUBLISHED_WHEN_FIRST_SEEN)
}

/** A single id may come without a list. */
function idTexts(value: unknown): string[] | null {
  if (value === undefined || value === null) return null
  const list = isRecord(value) || Array.isArray(value) ? readList(value) : [value]
  return [...new Set(list.map(readIdText).filter((id) => id !== undefined))]
}

function marketIds(value: unknown, faults: Faults): number[] | null {
  const texts = idTexts(value)
  if (texts === null) return null
  const ids = texts.map(readNumericId)
  if (ids.includes(undefined)) faults.add('market_ids', 'has an entry that is not a number', value)
  return ids.filter((id) => id !== undefined)
}

function translationsOf(value: unknown): Product['translations'] {
  if (!isRecord(value)) return {}
  const locales = Object.entries(value).filter((entry): entry is [string, Raw] => isRecord(entry[1]))
  return Object.fromEntries(
    locales.map(([locale, fields]) => {
      const texts = Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      return [locale, Object.fromEntries(texts)]
    }),
  )
}

/** Returns pictures in position order, then those that only a variant has, without duplicates. */
function normalizeImages(raw: Raw, handle: string, faults: Faults): ProductImage[] {
  const read = (raw.images as unknown[]).map((image, index) => readImage(image, index, handle, faults))
  read.sort((a, b) => a.position - b.position)
  const byId = new Map<number, ProductImage>()
  const sources = new Set<string>()
  for (const { image } of read) {
    if (!byId.has(image.id)) byId.set(image.id, image)
    sources.add(image.src)
  }
  for (const src of variantSources(raw)) {
    if (sources.has(src)) continue
    sources.add(src)
    const image = { id: derivedNumber('image', handle, src), src, alt: null, width: null, height: null }
    byId.set(image.id, image)
  }
  return [...byId.values()]
}

function readImage(value: unknown, index: number, handle: string, faults: Faults) {
  const raw = isRecord(value) ? value : {}
  const field = `images[${index}]`
  const src = readText(raw.src)?.trim() ?? ''
  if (src === '') faults.add(`${field}.src`, 'is missing')
  const id = isAbsent(raw.id) ? derivedNumber('image', handle, src) : readItemNumber('image', raw.id)
  if (id === undefined) faults.add(`${field}.id`, NO_ID, raw.id)
  const image: ProductImage = {
    id: id ?? 0,
    src,
    alt: readText(raw.alt) || null,
    width: sizeOf(raw.width),
    height: sizeOf(raw.height),
  }
  return { image, position: readWhole(raw.position) ?? index + 1 }
}

function sizeOf(value: unknown): number | null {
  const size = readWhole(value)
  return size !== undefined && size > 0 ? size : null
}

function variantSources(raw: Raw): string[] {
  const variants = (raw.variants as unknown[]).filter(isRecord)
  return variants.map((variant) => readText(variant.image_src)?.trim() ?? '').filter((src) => src !== '')
}

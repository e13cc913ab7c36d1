import { hash } from 'node:crypto'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { isDerivedNumber, itemNumber } from './item-number.ts'
import type { Metafield, Product, Variant } from './product.ts'

/** Compressed on demand, because that is expensive and an unchanged product is not stored. */
export class ProductBlob {
  /** Equal for equal products, with any order of keys. */
  readonly hash: Buffer
  readonly #json: Buffer
  #body: Buffer | undefined

  constructor(product: Product) {
    this.#json = Buffer.from(productJson(product))
    this.hash = hash('sha256', this.#json, 'buffer').subarray(0, HASH_BYTES)
  }

  /** A format byte, then compressed JSON. */
  get body(): Buffer {
    this.#body ??= Buffer.concat([Buffer.of(FORMAT_1), zstdCompressSync(this.#json, OPTIONS_1)])
    return this.#body
  }
}

/** zstd of JSON, about 2.6 times smaller. Another encoding must become format 2, because stored bodies stay. */
const FORMAT_1 = 1
// CPU time limits imports: level 1 takes half the time of a raw deflate with a dictionary, and its output is a quarter
// larger.
const OPTIONS_1 = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const HASH_BYTES = 16

export function isProductSound(body: Uint8Array, kept: Uint8Array): boolean {
  try {
    const json = zstdDecompressSync(body.subarray(1))
    return body[0] === FORMAT_1 && hash('sha256', json, 'buffer').subarray(0, HASH_BYTES).equals(kept)
  } catch {
    return false
  }
}

export function decodeProduct(body: Uint8Array): Product {
  if (body[0] !== FORMAT_1) throw new Error(`product body of unknown format ${body[0]}`)
  const product = JSON.parse(zstdDecompressSync(body.subarray(1)).toString()) as Product
  liftExternalId('product', product)
  for (const variant of product.variants) liftExternalId('variant', variant)
  return product
}

/** Earlier versions stored the platform's text id in a metafield. */
function liftExternalId(kind: 'product' | 'variant', item: Product | Variant): void {
  if (item.externalId !== undefined || !isDerivedNumber(item.id)) return
  const kept = item.metafields?.find(({ namespace, key }) => namespace === 'source' && key === 'id')
  if (!kept || itemNumber(kind, kept.value) !== item.id) return
  item.externalId = kept.value
  item.metafields = item.metafields?.filter((one) => one !== kept)
}

/** Writes keys in a fixed order, so that equal products have equal texts. Sorting would take much longer. */
export function productJson(product: Product): string {
  const {
    id,
    externalId,
    title,
    handle,
    bodyHtml,
    vendor,
    productType,
    tags,
    status,
    createdAt,
    updatedAt,
    publishedAt,
  } = product
  const { options, variants, images, collections, publicationIds, marketIds, catalogIds, metafields, rating } = product
  return JSON.stringify({
    id,
    externalId,
    title,
    handle,
    bodyHtml,
    vendor,
    productType,
    tags,
    status,
    createdAt,
    updatedAt,
    publishedAt,
    options: options.map(({ id, name, position, values }) => ({ id, name, position, values })),
    variants: variants.map(orderedVariant),
    images: images.map(({ id, src, alt, width, height }) => ({ id, src, alt, width, height })),
    collections,
    publicationIds,
    marketIds,
    catalogIds,
    metafields: metafields.map(orderedMetafield),
    rating: rating && { value: rating.value, count: rating.count },
    translations: sortedKeys(product.translations, (fields) => sortedKeys(fields, (text) => text)),
    feed: product.feed,
    changes: product.changes && sortedKeys({ ...product.changes }, (value) => value),
  } satisfies EveryField<Product>)
}

/** Requires optional fields, so that the compiler reports a missing one. JSON leaves out undefined ones. */
type EveryField<T> = { [K in keyof Required<T>]: T[K] | undefined }

function orderedVariant(variant: Variant): Variant {
  const { id, externalId, title, position, sku, barcode, price, compareAtPrice, optionValues } = variant
  const { inventoryQuantity, inventoryPolicy, inventoryTracked, imageId, inventoryItemId, grams, metafields } = variant
  return {
    id,
    externalId,
    title,
    position,
    sku,
    barcode,
    price,
    compareAtPrice,
    optionValues,
    inventoryQuantity,
    inventoryPolicy,
    inventoryTracked,
    imageId,
    inventoryItemId,
    grams,
    metafields: metafields?.map(orderedMetafield),
  } satisfies EveryField<Variant> as Variant
}

function orderedMetafield({ namespace, key, value, type, name }: Metafield): Metafield {
  return { namespace, key, value, type, name } satisfies EveryField<Metafield> as Metafield
}

function sortedKeys<T, U>(record: Record<string, T>, read: (value: T) => U): Record<string, U> {
  return Object.fromEntries(
    Object.keys(record)
      .sort()
      .map((key) => [key, read(record[key]!)]),
  )
}

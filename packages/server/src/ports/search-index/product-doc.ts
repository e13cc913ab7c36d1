import type { EngineDoc, EngineVariant } from '@vitrine/engine'
import {
  isVariantInStock,
  type Metafield,
  metafieldValues,
  type Product,
  type Variant,
} from '../record-store/product.ts'
import { contentHash, type PictureColor } from '../vector-archive/vector-archive.ts'
import type { CollectionLookup } from './collection-rules.ts'
import { EVERYBODY, EVERYWHERE, indexFields, ONLINE_STORE } from './index-fields.ts'
import { plainText } from './plain-text.ts'

const LONGEST_FACET_VALUE = 200
/** Longer metafields are prose (instructions, questions and answers), whose words often do not describe the product. */
const LONGEST_SEARCHED_VALUE = 100

/** Returns undefined for drafts and archived products. */
export function productDoc(
  product: Product,
  collections: CollectionLookup,
  colors: readonly PictureColor[] = [],
): EngineDoc | undefined {
  if (product.status !== 'active') return undefined
  const memberships = collections.membershipsOf(product)
  const colorOf = variantColors(product, colors)
  const places = memberships.flatMap(({ handle, place }) => (place === undefined ? [] : [[handle, place] as const]))
  return {
    id: product.id,
    title: product.title,
    text: textOf(
      product,
      memberships.map(({ title }) => title),
    ),
    terms: {
      ...gateTerms(product),
      [indexFields.vendor]: stated([product.vendor]),
      [indexFields.productType]: stated([product.productType]),
      [indexFields.tag]: product.tags,
      [indexFields.collection]: memberships.map(({ handle }) => handle),
      [indexFields.onSale]: [String(product.variants.some(isOnSale))],
      [indexFields.optionName]: product.options.map(({ name }) => name),
      ...metafieldTerms(product.metafields),
      ...titleTerms(product.translations),
    },
    variants: product.variants.map((variant) => ({ ...variantOf(product, variant), pictureColor: colorOf(variant) })),
    collectionPlaces: Object.fromEntries(places),
    rating: product.rating?.value ?? null,
    createdMs: timeOf(product.createdAt ?? product.publishedAt),
    visibleFromMs: timeOf(product.publishedAt),
    popularity: 0,
  }
}

function gateTerms(product: Product): Record<string, string[]> {
  const online = product.publishedAt === null ? [] : [ONLINE_STORE]
  return {
    [indexFields.publication]: product.publicationIds ?? online,
    [indexFields.market]: product.marketIds?.map(String) ?? [EVERYWHERE],
    [indexFields.catalog]: product.catalogIds?.length ? product.catalogIds : [EVERYBODY],
  }
}

function variantOf(product: Product, variant: Variant): EngineVariant {
  const options: Record<string, string> = {}
  product.options.forEach(({ name }, at) => {
    const value = variant.optionValues[at]
    if (value) options[name] = leadingPart(value)
  })
  const { id, price, compareAtPrice: compareAt, sku, barcode } = variant
  const partNumbers = [sku, barcode].filter(Boolean)
  return { id, price, compareAt, available: isVariantInStock(variant), options, partNumbers }
}

/** Shortens "Large | 280 mm x 250 mm" to "Large", a facet value that other products share. */
function leadingPart(value: string): string {
  const [first = value] = value.split(/\s+\|\s+/)
  return /\p{L}|\p{N}/u.test(first) ? first.trim() : value
}

/** Removes placeholders such as "n/a", which merchants write into required fields. */
function stated(values: readonly string[]): string[] {
  return values.map((value) => value.trim()).filter((value) => !UNSTATED.test(value))
}

const UNSTATED = /^(?:n\s*[./]\s*a\.?|null|undefined|unknown|tbd|[-–—.?]*)$/i

/** Prefers the variant's own picture to the product's first one. */
function variantColors(
  { images }: Product,
  colors: readonly PictureColor[],
): (variant: Variant) => PictureColor['color'] | undefined {
  if (colors.length === 0) return () => undefined
  const byHash = new Map(colors.map(({ hash, color }) => [hash, color]))
  const sources = new Map(images.map(({ id, src }) => [id, src]))
  return ({ imageId }) => {
    const src = (imageId === null ? undefined : sources.get(imageId)) ?? images[0]?.src
    return src === undefined ? undefined : byHash.get(contentHash(src))
  }
}

function isOnSale({ price, compareAtPrice }: Variant): boolean {
  return compareAtPrice !== null && compareAtPrice > price
}

/** Translations count as metafields: they are found in every locale, but rank below the shop's own language. */
function textOf(product: Product, collectionTitles: string[]): EngineDoc['text'] {
  const { title, productType, vendor, tags } = product
  const translations = Object.values(product.translations).flatMap((fields) =>
    Object.entries(fields).map(([field, text]) => (field === 'body_html' ? plainText(text) : text)),
  )
  return {
    title,
    productType,
    vendor,
    tags,
    options: [...new Set(product.options.flatMap(({ values }) => values))],
    skus: [...new Set(product.variants.flatMap(({ sku, barcode }) => [sku, barcode]))].filter(Boolean),
    collections: collectionTitles,
    metafields: [...product.metafields.flatMap(({ value }) => searchedValues(value)), ...translations],
    description: plainText(product.bodyHtml),
  }
}

/** Nobody searches for long values or references to other records. */
function searchedValues(value: string): string[] {
  return metafieldValues(value)
    .map((one) => one.trim())
    .filter((one) => one.length <= LONGEST_SEARCHED_VALUE && !/^(gid:\/\/|https?:\/\/|\{)/.test(one))
}

function metafieldTerms(metafields: readonly Metafield[]): Record<string, string[]> {
  const terms: Record<string, string[]> = {}
  for (const { namespace, key, value } of metafields) {
    const name = indexFields.metafield(`${namespace}.${key}`)
    terms[name] = [...(terms[name] ?? []), ...listValues(value)]
  }
  return terms
}

function titleTerms(translations: Product['translations']): Record<string, string[]> {
  const titles = Object.entries(translations).flatMap(([locale, { title }]) =>
    title ? [[locale, title] as const] : [],
  )
  return Object.fromEntries(titles.map(([locale, title]) => [indexFields.title(locale), [title]]))
}

function listValues(value: string): string[] {
  return stated(metafieldValues(value)).filter((one) => one.length <= LONGEST_FACET_VALUE)
}

function timeOf(moment: string | null): number {
  const ms = moment === null ? 0 : Date.parse(moment)
  return Number.isNaN(ms) ? 0 : ms
}

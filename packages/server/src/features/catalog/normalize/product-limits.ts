import { PRODUCT_LIMITS } from '@vitrine/contract'
import type { Product } from '../../../ports/record-store/product.ts'
import { isRecord, type Raw } from '../../platform/catalog-values.ts'
import type { Faults } from './faults.ts'

/** Runs before anything is read, because reading compares variants with pictures and options. */
export function areListsShort(raw: Raw, faults: Faults): boolean {
  const options = raw.options as unknown[]
  const lists: [field: string, value: unknown, most: number][] = [
    ['variants', raw.variants, PRODUCT_LIMITS.variants],
    ['images', raw.images, PRODUCT_LIMITS.images],
    ['options', options, PRODUCT_LIMITS.options],
    ['tags', raw.tags, PRODUCT_LIMITS.tags],
    ['metafields', raw.metafields, PRODUCT_LIMITS.metafields],
    ['collections', raw.collections, PRODUCT_LIMITS.collections],
    ['publication_ids', raw.publication_ids, PRODUCT_LIMITS.publications],
    ['market_ids', raw.market_ids, PRODUCT_LIMITS.markets],
    ['catalog_ids', raw.catalog_ids, PRODUCT_LIMITS.catalogs],
    ...options
      .slice(0, PRODUCT_LIMITS.options)
      .map((option, i): [string, unknown, number] => [
        `options[${i}].values`,
        isRecord(option) ? option.values : [],
        PRODUCT_LIMITS.optionValues,
      ]),
  ]
  const long = lists.filter(([, value, most]) => Array.isArray(value) && value.length > most)
  for (const [field, value, most] of long) addTooMany(field, (value as unknown[]).length, most, faults)
  return long.length === 0
}

/** Checks what is known only after reading: texts, and lists that came in another form. */
export function checkProductSize(product: Product, faults: Faults): void {
  checkCounts(product, faults)
  checkTexts(product, faults)
  product.options.forEach((option, i) => {
    checkText(`options[${i}].name`, option.name, faults)
    option.values.forEach((value, j) => {
      checkText(`options[${i}].values[${j}]`, value, faults)
    })
  })
  product.variants.forEach((variant, i) => {
    for (const field of ['title', 'sku', 'barcode'] as const) {
      checkText(`variants[${i}].${field}`, variant[field], faults)
    }
  })
  product.images.forEach((image, i) => {
    checkText(`images[${i}].src`, image.src, faults, isInline(image.src) ? MAX_INLINE_LENGTH : MAX_URL_LENGTH)
    checkText(`images[${i}].alt`, image.alt ?? '', faults)
  })
}

const MAX_URL_LENGTH = 8192
const MAX_INLINE_LENGTH = 512 * 1024

function isInline(src: string): boolean {
  return src.startsWith('data:')
}

function checkCounts(product: Product, faults: Faults): void {
  const counts: [field: string, count: number, most: number][] = [
    ['options', product.options.length, PRODUCT_LIMITS.options],
    ['images', product.images.length, PRODUCT_LIMITS.images],
    ['tags', product.tags.length, PRODUCT_LIMITS.tags],
    ['metafields', product.metafields.length, PRODUCT_LIMITS.metafields],
    ['translations', Object.keys(product.translations).length, PRODUCT_LIMITS.translations],
  ]
  for (const [field, count, most] of counts) if (count > most) addTooMany(field, count, most, faults)
}

function checkTexts(product: Product, faults: Faults): void {
  checkText('title', product.title, faults)
  checkText('handle', product.handle, faults)
  checkText('vendor', product.vendor, faults)
  checkText('product_type', product.productType, faults)
  checkText('body_html', product.bodyHtml, faults, PRODUCT_LIMITS.proseLength)
  product.tags.forEach((tag, i) => {
    checkText(`tags[${i}]`, tag, faults)
  })
  for (const { namespace, key, value } of product.metafields) {
    checkText(`metafields ${namespace.slice(0, 60)}.${key.slice(0, 60)}`, namespace + key, faults)
    checkText(`metafields ${namespace.slice(0, 60)}.${key.slice(0, 60)}`, value, faults, PRODUCT_LIMITS.proseLength)
  }
  product.variants.forEach(({ metafields = [] }, i) => {
    if (metafields.length > PRODUCT_LIMITS.metafields)
      addTooMany(`variants[${i}].metafields`, metafields.length, PRODUCT_LIMITS.metafields, faults)
    for (const { namespace, key, value } of metafields)
      checkText(`variants[${i}].metafields`, `${namespace}${key}${value}`, faults, PRODUCT_LIMITS.proseLength)
  })
  for (const [locale, fields] of Object.entries(product.translations)) {
    const texts = Object.entries(fields)
    const field = `translations.${locale.slice(0, 60)}`
    if (texts.length > PRODUCT_LIMITS.translatedFields) {
      addTooMany(field, texts.length, PRODUCT_LIMITS.translatedFields, faults)
    }
    for (const [name, text] of texts)
      checkText(`${field}.${name.slice(0, 60)}`, text, faults, PRODUCT_LIMITS.proseLength)
  }
}

function checkText(field: string, text: string, faults: Faults, most: number = PRODUCT_LIMITS.textLength): void {
  if (text.length > most) faults.add(field, `has ${text.length} characters, more than ${most}`)
}

function addTooMany(field: string, count: number, most: number, faults: Faults): void {
  faults.add(field, `has ${count} entries, more than ${most}`)
}

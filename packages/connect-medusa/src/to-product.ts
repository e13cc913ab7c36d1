import type { AdminProductInput } from '@vitrine/client/admin'
import type { SearchDocument } from './medusa.ts'
import { optionsOf } from './product-document.ts'
import { isRow, numberOf, type Row, rowsIn, textOf, timeOf } from './values.ts'

/** Namespace of ids for filters, which shoppers do not see. Readable values are in `medusa`. */
export const IDS = 'app--medusa'

export interface Target {
  currency: string
  index: string
}

export function toProduct(document: SearchDocument, { currency, index }: Target): AdminProductInput {
  const options = rowsIn(document.options).flatMap(({ title }) => textOf(title) ?? [])
  const variants = rowsIn(document.variants).map((variant) => toVariant(variant, options, currency))
  const priced = variants.filter(({ price }) => price !== undefined)
  const isSold = document.status === 'published' && priced.length > 0
  return {
    id: document.id,
    title: textOf(document.title) ?? document.id,
    handle: textOf(document.handle),
    body_html: textOf(document.description) ?? '',
    product_type: textOf(document.type) ?? textsIn(document.categories).at(-1) ?? '',
    tags: textsIn(document.tags),
    status: isSold ? 'active' : 'draft',
    created_at: timeOf(document.created_at),
    updated_at: timeOf(document.updated_at),
    options: options.map((name) => ({ name })),
    // A product without a price in this currency cannot be sold, so it becomes a draft.
    variants: (priced.length > 0 ? priced : [{ ...variants[0], price: 0 }]) as AdminProductInput['variants'],
    images: imagesOf(document),
    collections: [...textsIn(document.category_handles), ...textsIn([document.collection_handle])],
    metafields: metafieldsOf(document, index),
  }
}

function toVariant(variant: Row, options: readonly string[], currency: string) {
  const chosen = new Map(optionsOf(variant).map(({ name, value }) => [name, value]))
  const quantity = numberOf(variant.inventory_quantity)
  return {
    id: textOf(variant.id),
    title: textOf(variant.title),
    sku: textOf(variant.sku) ?? '',
    barcode: textOf(variant.barcode) ?? textOf(variant.ean) ?? textOf(variant.upc) ?? '',
    price: priceOf(variant, currency),
    ...Object.fromEntries(options.slice(0, 3).map((name, i) => [`option${i + 1}`, chosen.get(name) ?? null])),
    ...(quantity === undefined ? { inventory_management: null } : { inventory_quantity: quantity }),
    inventory_policy: variant.allow_backorder === true ? ('continue' as const) : ('deny' as const),
    ...(numberOf(variant.weight) ? { grams: numberOf(variant.weight) } : {}),
  }
}

/** Returns the price of one piece for all customers, without price lists and rules. */
function priceOf(variant: Row, currency: string): number | undefined {
  const plain = rowsIn(variant.prices).filter(
    (price) =>
      String(price.currency_code).toUpperCase() === currency.toUpperCase() &&
      !price.price_list_id &&
      !numberOf(price.rules_count) &&
      (numberOf(price.min_quantity) ?? 1) <= 1,
  )
  const amounts = plain.flatMap(({ amount }) => numberOf(amount) ?? [])
  return amounts.length === 0 ? undefined : Math.min(...amounts)
}

function imagesOf(document: Row) {
  const images = rowsIn(document.images).flatMap(({ id, url, rank }) => {
    const src = textOf(url)
    return src ? [{ src, ...(textOf(id) ? { id: id as string } : {}), position: (numberOf(rank) ?? 0) + 1 }] : []
  })
  const thumbnail = textOf(document.thumbnail)
  if (thumbnail === undefined || images.some(({ src }) => src === thumbnail)) return images
  return [{ src: thumbnail, position: 0 }, ...images]
}

function metafieldsOf(document: SearchDocument, index: string) {
  const said = ['subtitle', 'material'].map((key) => ({ namespace: 'medusa', key, value: document[key] }))
  const metadata = Object.entries(isRow(document.metadata) ? document.metadata : {}).map(([key, value]) => ({
    namespace: 'metadata',
    key,
    value: typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
  }))
  const ids = ['collection_id', 'category_ids', 'sales_channel_ids'].map((key) => ({
    namespace: IDS,
    key,
    value: JSON.stringify(textsIn([document[key]].flat())),
  }))
  const titles = ['collection', 'categories'].map((key) => ({
    namespace: 'medusa',
    key,
    value: JSON.stringify(textsIn([document[key]].flat())),
  }))
  const values = rowsIn(document.variants).flatMap((variant) => optionsOf(variant).map(({ value }) => value))
  const all = [
    ...said,
    ...metadata,
    ...ids,
    ...titles,
    { namespace: 'medusa', key: 'option_values', value: JSON.stringify([...new Set(values)]) },
    { namespace: IDS, key: 'index_id', value: index },
  ]
  return all.filter(({ value }) => value !== undefined && value !== null && value !== '' && value !== '[]')
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string' && one !== '') : []
}

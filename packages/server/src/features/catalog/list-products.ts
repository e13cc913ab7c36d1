import { validationItem } from '@vitrine/contract'
import { readItemNumber } from '../../ports/record-store/item-number.ts'
import type { Product } from '../../ports/record-store/product.ts'
import type { RecordStore, Shop, ShopId } from '../../ports/record-store/record-store.ts'
import { Refusal, RequestRefused } from '../errors.ts'
import { toAdminProduct } from './admin-product.ts'

export interface ListedEntry {
  id: number
  product: Product
  collections: readonly string[]
  inStock: boolean
  price: number
}

export interface ListedEntries {
  get(id: number): ListedEntry | undefined
  values(): Iterable<ListedEntry>
}

export interface ListDeps {
  store: RecordStore
  entriesOf(shop: Shop): Promise<ListedEntries>
  findIds(shop: Shop, query: string): Promise<number[]>
}

export type ListQuery = Record<string, string>

const DEFAULT_LIMIT = 50

export async function listProducts(deps: ListDeps, shopId: ShopId, query: ListQuery) {
  const shop = await deps.store.getShop(shopId)
  if (!shop) throw new Refusal(404, `there is no shop ${shopId}`)
  const limit = Number(query.limit ?? DEFAULT_LIMIT)
  if (query.handle !== undefined) {
    const found = await deps.store.findProductByHandle(shopId, query.handle)
    return answer(found ? [found] : [], { total: found ? 1 : 0 })
  }
  if (query.ids !== undefined) {
    const found = (await deps.store.getProducts(shopId, readIds(query.ids))).filter((one) => one !== undefined)
    return answer(found, { total: found.length })
  }
  if (['query', 'status', 'filter', 'sort', 'page'].some((name) => query[name] !== undefined))
    return listFound(deps, shop, query, limit)
  const products = await deps.store.scanProducts(shopId, Number(query.after_id ?? 0), limit)
  const isLast = products.length < limit
  return answer(products, { next: isLast ? null : products.at(-1)!.id, total: await deps.store.countProducts(shopId) })
}

type ListedAttribute = 'tag' | 'vendor' | 'product_type'

const VALUES_OF: Readonly<Record<ListedAttribute, (product: Product) => readonly string[]>> = {
  tag: ({ tags }) => tags,
  vendor: ({ vendor }) => [vendor],
  product_type: ({ productType }) => [productType],
}
const MAX_VALUES = 500

export async function listValues(
  deps: Pick<ListDeps, 'store' | 'entriesOf'>,
  shopId: ShopId,
  attribute: ListedAttribute,
) {
  const shop = await deps.store.getShop(shopId)
  if (!shop) throw new Refusal(404, `there is no shop ${shopId}`)
  const spellings = new Map<string, Map<string, number>>()
  for (const { product } of (await deps.entriesOf(shop)).values())
    for (const value of new Set(VALUES_OF[attribute](product))) {
      if (value === '') continue
      const counts = spellings.get(value.toLowerCase()) ?? new Map<string, number>()
      spellings.set(value.toLowerCase(), counts.set(value, (counts.get(value) ?? 0) + 1))
    }
  const values = [...spellings.values()].map((counts) => ({
    value: [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0],
    products: [...counts.values()].reduce((sum, one) => sum + one, 0),
  }))
  const inOrder = values.sort((a, b) => b.products - a.products || a.value.localeCompare(b.value))
  return { values: inOrder.slice(0, MAX_VALUES) }
}

function answer(products: readonly Product[], { next = null, total }: { next?: number | null; total: number }) {
  return { products: products.map(toAdminProduct), next_after_id: next, total }
}

function readIds(text: string): number[] {
  const ids = text.split(',').map((id) => readItemNumber('product', id))
  if (ids.every((id) => id !== undefined) && ids.length <= 250) return ids
  throw new RequestRefused([
    validationItem(['ids'], 'any.invalid', 'must be at most 250 product ids, separated by commas'),
  ])
}

/** Filters and sorts entries in memory, and reads only the products of the page. */
async function listFound(deps: ListDeps, shop: Shop, query: ListQuery, limit: number) {
  const entries = await deps.entriesOf(shop)
  const words = query.query?.trim() ?? ''
  const isWanted = conditionOf(query)
  const candidates = words === '' ? [...entries.values()] : await byWords(deps, shop, entries, words)
  const found = candidates.filter(isWanted)
  const order = query.sort ?? (words === '' ? 'id' : undefined)
  const sorted = order === undefined ? found : sortBy(found, order)
  const first = (Number(query.page ?? 1) - 1) * limit
  const ids = sorted.slice(first, first + limit).map(({ id }) => id)
  const products = (await deps.store.getProducts(shop.id, ids)).filter((one) => one !== undefined)
  return answer(products, { total: found.length })
}

/** Drafts and archived products are not indexed, so they are found by title, SKU, handle or vendor. */
async function byWords(deps: ListDeps, shop: Shop, entries: ListedEntries, words: string) {
  const indexed = (await deps.findIds(shop, words)).flatMap((id) => entries.get(id) ?? [])
  const known = new Set(indexed.map(({ id }) => id))
  const text = words.toLowerCase()
  const isNamed = ({ product }: ListedEntry) =>
    product.status !== 'active' &&
    [product.title, product.handle, product.vendor, ...product.variants.map(({ sku }) => sku)].some((one) =>
      one.toLowerCase().includes(text),
    )
  return [...indexed, ...[...entries.values()].filter((one) => !known.has(one.id) && isNamed(one))]
}

/** The value by which each order sorts; the orders in `REVERSED` are descending. */
const SORT_KEYS: Readonly<Record<string, (entry: ListedEntry) => string | number>> = {
  id: ({ id }) => id,
  title_asc: ({ product }) => product.title,
  title_desc: ({ product }) => product.title,
  price_asc: ({ price }) => price,
  price_desc: ({ price }) => price,
  newest: ({ product }) => timeOf(product),
}
const REVERSED: ReadonlySet<string> = new Set(['title_desc', 'price_desc', 'newest'])

/** Breaks ties by id. Computes each key once, because there may be a million entries. */
function sortBy(entries: readonly ListedEntry[], order: string): ListedEntry[] {
  const keyOf = SORT_KEYS[order]
  if (!keyOf) return [...entries]
  const sign = REVERSED.has(order) ? -1 : 1
  const keyed = entries.map((entry) => ({ entry, key: keyOf(entry) }))
  keyed.sort((a, b) => sign * compareKeys(a.key, b.key) || a.entry.id - b.entry.id)
  return keyed.map(({ entry }) => entry)
}

function compareKeys(a: string | number, b: string | number): number {
  return typeof a === 'string' ? a.localeCompare(b as string) : a - (b as number)
}

function timeOf({ createdAt, publishedAt }: Product): number {
  return Date.parse(createdAt ?? publishedAt ?? '') || 0
}

type Condition = (entry: ListedEntry) => boolean

/** Reads conditions such as `vendor:Acme;stock:out`, all of which must hold. */
function conditionOf({ status, filter }: ListQuery): Condition {
  const conditions = (filter ?? '')
    .split(';')
    .filter((part) => part.trim() !== '')
    .map(readCondition)
  if (status !== undefined) conditions.push(({ product }) => product.status === status)
  return (entry) => conditions.every((holds) => holds(entry))
}

const CONDITIONS: Readonly<Record<string, (value: string) => Condition | undefined>> = {
  vendor:
    (value) =>
    ({ product }) =>
      same(product.vendor, value),
  product_type:
    (value) =>
    ({ product }) =>
      same(product.productType, value),
  tag:
    (value) =>
    ({ product }) =>
      product.tags.some((tag) => same(tag, value)),
  collection:
    (value) =>
    ({ collections }) =>
      collections.includes(value),
  stock: (value) => (value === 'in' || value === 'out' ? ({ inStock }) => inStock === (value === 'in') : undefined),
  price: (value) => {
    const [, from, to] = /^([\d.]*):([\d.]*)$/.exec(value) ?? []
    if (from === undefined || to === undefined) return undefined
    return ({ price }) => price >= Number(from || 0) && price <= (to === '' ? Number.POSITIVE_INFINITY : Number(to))
  },
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

function readCondition(part: string): Condition {
  const [, name = '', value = ''] = /^\s*(\w+):(.*?)\s*$/.exec(part) ?? []
  const condition = CONDITIONS[name]?.(value)
  if (condition) return condition
  const words = `must have the form name:value;name:value with the names ${Object.keys(CONDITIONS).join(', ')} (stock is in or out, price like 10:50), not "${part}"`
  throw new RequestRefused([validationItem(['filter'], 'any.invalid', words)])
}

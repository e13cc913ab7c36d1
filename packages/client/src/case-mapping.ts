/**
 * snake_case on the wire, camelCase in code, lossless in both directions. Everything below an opaque field stays as
 * sent; in a keyed field the keys stay, and the values below them are converted.
 */

/** Fields whose contents are not renamed. */
const OPAQUE = new Set([
  'metafields',
  'extra',
  'translations',
  'settings',
  'site_wide_search',
  'personalization_config',
  'discount_config',
  'image_analysis',
  'cart',
  // Inside an event: the platform's own shapes, and tracks with names chosen by the caller.
  'data:event',
  'custom_data',
  'location',
  // filter_tree.data
  'data:filter_tree',
])

/** Fields whose keys are ids or facet keys. */
const KEYED = new Set(['aggregations', 'data', 'facets'])

/** Names that are in camelCase on the wire too. */
const AS_IS = new Set(['hasMore', 'altText', 'totalRelation'])

export function camelName(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

export function snakeName(name: string): string {
  return AS_IS.has(name) ? name : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export function fromWire<T>(value: unknown): T {
  return rename(value, camelName, (name) => name, '') as T
}

/** Like `fromWire`, with products in the same shape for every operation. */
export function answerFromWire<T>(value: unknown): T {
  return rename(value, camelName, (name) => name, '', asInCode, completeProduct) as T
}

export function toWire(value: unknown): unknown {
  return rename(value, snakeName, snakeName, '')
}

type Naming = (name: string) => string
/** Converts a plain value; `name` is its name on the wire. */
type Leaf = (value: unknown, name: string) => unknown
type Finish = (renamed: Record<string, unknown>) => void

/** Gives tags and prices one type: recommendations return tags as one text, and sections return prices as texts. */
const asInCode: Leaf = (value, name) => {
  if (typeof value !== 'string') return value
  if (name === 'price' || name === 'compare_at_price') return value === '' ? null : Number(value)
  if (name !== 'tags') return value
  return value
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
}

interface Priced {
  displayCurrency: string
  currencyRate: number
  variants?: { price: number | null; displayPrice?: number | null }[]
}

/** Adds `matchedVariantId`, which only searches return, and each variant's price in the shopper's currency, which no operation returns. */
const completeProduct: Finish = (renamed) => {
  if (!('productId' in renamed)) return
  renamed.matchedVariantId ??= null
  const { variants = [], currencyRate, displayCurrency } = renamed as unknown as Priced
  for (const one of variants) one.displayPrice = one.price && converted(one.price, currencyRate, displayCurrency)
}

/** Converts a price and rounds it as the service rounds a product's price, so that the cheapest variant costs what its product does. */
function converted(price: number, rate: number, currency: string): number {
  if (rate === 1) return price
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  const scale = 10 ** (maximumFractionDigits ?? 2)
  return Math.round(price * rate * scale * (1 + Number.EPSILON)) / scale
}

/** Renames the keys of a value and everything in it. `wireName` returns the wire name of a key, in either direction. */
function rename(
  value: unknown,
  naming: Naming,
  wireName: Naming,
  parent: string,
  leaf?: Leaf,
  finish?: Finish,
): unknown {
  const inside = (one: unknown, name: string) => rename(one, naming, wireName, name, leaf, finish)
  if (Array.isArray(value)) return value.map((one) => inside(one, ''))
  if (!isPlainObject(value)) return leaf ? leaf(value, parent) : value
  const keyed = KEYED.has(parent)
  const renamed: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    const wire = keyed ? '' : wireName(name)
    const opaque = !keyed && (OPAQUE.has(wire) || OPAQUE.has(`${wire}:${parent}`))
    set(renamed, keyed ? name : naming(name), opaque ? inner : inside(inner, wire))
  }
  finish?.(renamed)
  return renamed
}

/** Sets a key. A key called `__proto__` must become a key, not a prototype. */
function set(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') target[key] = value
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

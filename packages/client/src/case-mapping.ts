/** Converts snake_case on the wire to camelCase in code, and back without loss. */

/** Contents are not renamed. */
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
  // In an event: the platform's own shapes, and fields that the caller names.
  'data:event',
  'custom_data',
  'location',
  // filter_tree.data
  'data:filter_tree',
])

/** Keys are ids or facet keys. */
const KEYED = new Set(['aggregations', 'data', 'facets'])

/** Names in camelCase on the wire too. */
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

/** Like `fromWire`, with one shape of products for every operation. */
export function answerFromWire<T>(value: unknown): T {
  return rename(value, camelName, (name) => name, '', asInCode, completeProduct) as T
}

export function toWire(value: unknown): unknown {
  return rename(value, snakeName, snakeName, '')
}

type Naming = (name: string) => string
type Leaf = (value: unknown, name: string) => unknown
type Finish = (renamed: Record<string, unknown>) => void

/** Unifies types: recommendations return tags as one text, and sections return prices as texts. */
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

/** Adds `matchedVariantId`, which only searches return, and each variant's price in the shopper's currency. */
const completeProduct: Finish = (renamed) => {
  if (!('productId' in renamed)) return
  renamed.matchedVariantId ??= null
  const { variants = [], currencyRate, displayCurrency } = renamed as unknown as Priced
  for (const one of variants) one.displayPrice = one.price && converted(one.price, currencyRate, displayCurrency)
}

/** Rounds as the service does, so that the cheapest variant costs what its product does. */
function converted(price: number, rate: number, currency: string): number {
  if (rate === 1) return price
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  const scale = 10 ** (maximumFractionDigits ?? 2)
  return Math.round(price * rate * scale * (1 + Number.EPSILON)) / scale
}

/** `wireName` returns the wire name of a key, in either direction. */
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

/** A key called `__proto__` must become a key, not a prototype. */
function set(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') target[key] = value
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

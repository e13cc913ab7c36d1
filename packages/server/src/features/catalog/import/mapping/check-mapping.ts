import { isRecord } from '../../../platform/catalog-values.ts'
import type { Mapping } from './mapping.ts'
import { TRANSFORMS } from './transforms.ts'

const PRODUCT_FIELDS = [
  'id',
  'title',
  'handle',
  'body_html',
  'vendor',
  'product_type',
  'tags',
  'status',
  'published',
  'published_at',
  'created_at',
  'updated_at',
  'collections',
  'rating',
  'rating_count',
] as const

const VARIANT_FIELDS = [
  'id',
  'published',
  'title',
  'sku',
  'barcode',
  'price',
  'sale_price',
  'sale_from',
  'sale_to',
  'compare_at_price',
  'discount_amount',
  'discount_percent',
  'currency',
  'inventory_quantity',
  'inventory_policy',
  'inventory_management',
  'available',
  'grams',
  'image_src',
] as const

export class BadMapping extends Error {
  override name = 'BadMapping'
}

type Check = (at: string, value: unknown) => void

/** Throws `BadMapping`, which names the path of the first unknown or malformed part. */
export function checkMapping(mapping: Mapping): void {
  checkFields('', mapping, MAPPING)
  const { product = {}, variants, shape } = mapping
  if (shape !== 'admin' && (!product.title || !variants?.fields.price)) {
    throw new BadMapping('a mapping needs product.title and variants.fields.price')
  }
}

function checkFields(at: string, value: unknown, known: Record<string, Check>): void {
  if (!isRecord(value)) throw new BadMapping(`${at || 'a mapping'} must be an object`)
  for (const [field, inner] of Object.entries(value)) {
    const check = Object.hasOwn(known, field) ? known[field] : undefined
    if (!check)
      throw new BadMapping(
        `${path(at, field)} is not a field of a mapping; use one of ${Object.keys(known).join(', ')}`,
      )
    if (inner !== undefined) check(path(at, field), inner)
  }
}

function path(at: string, field: string): string {
  return at === '' ? field : `${at}.${field}`
}

const text: Check = (at, value) => {
  if (typeof value !== 'string' || value === '' || value.length > 1000)
    throw new BadMapping(`${at} must be a string of 1 to 1,000 characters`)
}
const flag: Check = (at, value) => {
  if (typeof value !== 'boolean') throw new BadMapping(`${at} must be true or false`)
}
const anything: Check = () => {}

/** Each wildcard of a pattern (`*`, `#`, `{name}`) multiplies the work of matching it. */
const MAX_PLACES = 4
const pattern: Check = (at, value) => {
  text(at, value)
  const places = String(value).match(/[*#{]/g)?.length ?? 0
  if (places > MAX_PLACES) throw new BadMapping(`${at} has more than ${MAX_PLACES} wildcards (*, #, {name})`)
  if (/\{(?!\w{1,20}\})/.test(String(value)) || hasRepeats(String(value).match(/\{\w+\}/g) ?? [])) {
    throw new BadMapping(
      `${at} must give each {name} in braces a different name, of at most 20 letters, digits or underscores`,
    )
  }
}
const listOf =
  (check: Check): Check =>
  (at, value) => {
    if (!Array.isArray(value)) throw new BadMapping(`${at} must be a list`)
    value.forEach((one, index) => {
      check(`${at}[${index}]`, one)
    })
  }
const oneOf =
  (...words: string[]): Check =>
  (at, value) => {
    if (!words.includes(String(value))) throw new BadMapping(`${at} must be one of ${words.join(', ')}`)
  }
const textOrTexts: Check = (at, value) => (Array.isArray(value) ? listOf(text)(at, value) : text(at, value))
const fields =
  (known: Record<string, Check>): Check =>
  (at, value) =>
    checkFields(at, value, known)
const dictionary =
  (check: Check): Check =>
  (at, value) => {
    if (!isRecord(value)) throw new BadMapping(`${at} must be an object`)
    for (const [field, inner] of Object.entries(value)) check(path(at, field), inner)
  }
const named = (names: readonly string[], check: Check) => fields(Object.fromEntries(names.map((name) => [name, check])))

function hasRepeats(list: readonly string[]): boolean {
  return new Set(list).size < list.length
}

const spec = fields({
  from: textOrTexts,
  has: text,
  const: anything,
  as: oneOf(...Object.keys(TRANSFORMS)),
  split: textOrTexts,
  words: dictionary(anything),
  unit: text,
  decimal: oneOf('.', ','),
  blank: anything,
  join: text,
  path: text,
  root: text,
  prefix: text,
  pair: text,
  separator: text,
  equals: text,
})
const oneSource: Check = (at, value) => (typeof value === 'string' ? text(at, value) : spec(at, value))
const source: Check = (at, value) => (Array.isArray(value) ? listOf(oneSource)(at, value) : oneSource(at, value))
const pair = fields({
  name: text,
  label: text,
  value: text,
  list: text,
  pairs: text,
  separator: text,
  equals: text,
  split: text,
  rows: text,
  where: text,
  labels: text,
  short: flag,
  spelled: flag,
  names: text,
  values: text,
})
const image = fields({ list: text, src: textOrTexts, alt: text, position: text, id: text, split: textOrTexts })
const part = fields({ from: text, split: text, name: text, choice: text, quantity: text, required: text })
const format = oneOf('csv', 'json', 'xml')
const metafieldName: Check = (at) => {
  if (!/[^.]+\.[^.]+$/.test(at)) throw new BadMapping(`${at} must be a namespace and a key, like source.link`)
}

const MAPPING: Record<string, Check> = {
  name: text,
  title: text,
  format: (at, value) => (Array.isArray(value) ? listOf(format)(at, value) : format(at, value)),
  extends: text,
  records: listOf(text),
  detect: listOf(listOf(text)),
  column_names: dictionary(listOf(pattern)),
  loose: flag,
  shape: oneOf('admin'),
  join: fields({
    name: source,
    aliases: source,
    parent: source,
    members: source,
    parts: listOf(part),
    kind: source,
    kinds: dictionary(text),
    follows: flag,
    only: listOf(listOf(text)),
    whole: text,
    ordered: flag,
  }),
  product: named(PRODUCT_FIELDS, source),
  variants: fields({ from: text, when: listOf(text), fields: named(VARIANT_FIELDS, source) }),
  options: listOf(pair),
  attributes: listOf(pair),
  images: listOf(image),
  image_base: (at, value) => value === '' || text(at, value),
  metafields: (at, value) =>
    dictionary((inner, one) => {
      metafieldName(inner, one)
      source(inner, one)
    })(at, value),
  metafield_columns: listOf(fields({ match: pattern, namespace: text, key: text, of: oneOf('product', 'variant') })),
  ignore: listOf(pattern),
  unknown: oneOf('leave'),
}

/**
 * A mapping says what the fields of a source mean: which column or path becomes which field of a product, by which transform, and which
 * records belong together. Presets are mappings that come with Vitrine; a merchant's own has the same form and may extend one.
 */
import { parse } from 'yaml'
import { isRecord } from '../../../platform/catalog-values.ts'
import { TRANSFORMS, type TransformName } from './transforms.ts'

export type Format = 'csv' | 'json' | 'xml'

/** Where a value comes from: a column or path, or the first of several that says anything. */
export type Source = string | SourceSpec | readonly (string | SourceSpec)[]

export interface SourceSpec {
  from?: string | readonly string[]
  /** `const` alone, or where the path `has` is filled. */
  has?: string
  const?: unknown
  as?: TransformName
  /** Cuts a text into a list. */
  split?: string
  /** What a word of the source stands for; words that are not listed say nothing. */
  words?: Record<string, unknown>
  /** Of a number that names none. */
  unit?: string
  decimal?: '.' | ','
  /** Taken where the source has the field and it is empty. */
  blank?: unknown
  /** Between the parts of a text that is made of a list. */
  join?: string
  /** Between the levels of a category; `>` where absent. */
  path?: string
  /** Stands before a name so that it cannot be taken for another kind of name. */
  prefix?: string
  /** The value of this name in a text of pairs, apart by `separator` and `equals`. */
  pair?: string
  separator?: string
  equals?: string
}

/** Pairs of name and value: from columns, from a list of objects, or from a text such as `Color=Red,Size=M`. */
export interface PairSource {
  /** The column or path of the name; `#` stands for every number. */
  name?: string
  /** The name itself. */
  label?: string
  value?: string
  list?: string
  pairs?: string
  /** Between pairs, and between name and value. */
  separator?: string
  equals?: string
  /** The value is a list. */
  split?: string
  /** The pairs have several rows, apart by this; the one counts whose pair `where` is the variant's SKU. */
  rows?: string
  where?: string
  /** Pairs of name and what it is called for shoppers. */
  labels?: string
  /** The value ends where `equals` comes again: `Composition:Cotton:1`. */
  short?: boolean
  /** The pairs are written out: `Type=Swatch|Name=Color|Value=Red`. */
  spelled?: boolean
  /** Names and values are two lists: `Size|Color` and `M|Red`. */
  names?: string
  values?: string
}

export interface ImageSource {
  list?: string
  src: string | readonly string[]
  alt?: string
  position?: string
  id?: string
  split?: string
}

export interface JoinSpec {
  /** Records of one name are one product. */
  name: Source
  /** Other names by which records may mean this one. */
  aliases?: Source
  /** Names the record that this one belongs to. */
  parent?: Source
  /** Names of the records that belong to this one. */
  members?: Source
  /**
   * What a record is; `kinds` says what becomes of it: `product`, `row` of a product, `variant`, `image`, `skip`, or a list of
   * the product.
   */
  kind?: Source
  kinds?: Record<string, string>
  /** Records that are no products belong to the product before them. */
  follows?: boolean
  /** Records that fit none of these lines belong to no others. */
  only?: readonly (readonly string[])[]
  /** A record that has this field is whole, and waits for no others. */
  whole?: string
  /** A parent stands before its children. */
  ordered?: boolean
}

export interface MetafieldColumn {
  /** A name with places: `{label} (product.metafields.{namespace}.{key})`. */
  match: string
  namespace: string
  key: string
  of?: 'product' | 'variant'
}

export interface Mapping {
  name: string
  title: string
  format: Format | readonly Format[]
  extends?: string
  /** Paths of the list of products in a JSON document, names of a product's element in XML. */
  records?: readonly string[]
  /** The source is this one where all fields of one line are there. */
  detect?: readonly (readonly string[])[]
  /** Names of fields are compared by their letters and digits alone. */
  loose?: boolean
  /** Records have the shape of the admin API already. */
  shape?: 'admin'
  join?: JoinSpec
  product?: Record<string, Source>
  /** `rows`: every record of the product; `children`: those below it; otherwise the path of a list. */
  variants?: { from?: string; when?: readonly string[]; fields: Record<string, Source> }
  options?: readonly PairSource[]
  attributes?: readonly PairSource[]
  images?: readonly ImageSource[]
  image_base?: string
  metafields?: Record<string, Source>
  metafield_columns?: readonly MetafieldColumn[]
  /** Fields that are left out without a word; `*` stands for anything. */
  ignore?: readonly string[]
  /** `leave`: fields that nobody names are left out. */
  unknown?: 'leave'
}

export const PRODUCT_FIELDS = [
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

export const VARIANT_FIELDS = [
  'id',
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

/** A mapping that cannot be used, and which part of it. */
export class BadMapping extends Error {
  override name = 'BadMapping'
}

const MAX_MAPPING_LENGTH = 64 * 1024

/** Reads a merchant's mapping: YAML, or JSON, which is YAML too. */
export function readMapping(text: string, presets: ReadonlyMap<string, Mapping>): Mapping {
  if (text.length > MAX_MAPPING_LENGTH)
    throw new BadMapping(`the mapping is longer than ${MAX_MAPPING_LENGTH} characters`)
  let document: unknown
  try {
    document = parse(text, { maxAliasCount: 0 })
  } catch (error) {
    throw new BadMapping(`the mapping is no YAML: ${(error as Error).message.split('\n', 1)[0]}`)
  }
  return completeMapping(document, presets)
}

export function completeMapping(document: unknown, presets: ReadonlyMap<string, Mapping>): Mapping {
  if (!isRecord(document)) throw new BadMapping('a mapping is an object with "product" and "variants"')
  const base = typeof document.extends === 'string' ? presets.get(document.extends) : undefined
  if (document.extends !== undefined && !base) {
    throw new BadMapping(`extends names no preset; there are ${[...presets.keys()].join(', ')}`)
  }
  const own = document as unknown as Mapping
  const mapping: Mapping = {
    ...base,
    ...own,
    name: own.name ?? 'own',
    title: own.title ?? 'your mapping',
    format: own.format ?? base?.format ?? 'csv',
    product: { ...base?.product, ...own.product },
    variants: {
      ...base?.variants,
      ...own.variants,
      fields: { ...base?.variants?.fields, ...own.variants?.fields },
    },
    metafields: { ...base?.metafields, ...own.metafields },
    ignore: [...(base?.ignore ?? []), ...(own.ignore ?? [])],
  }
  checkMapping(mapping)
  return mapping
}

const KEYS: readonly (keyof Mapping)[] = [
  'name',
  'title',
  'format',
  'extends',
  'records',
  'detect',
  'loose',
  'shape',
  'join',
  'product',
  'variants',
  'options',
  'attributes',
  'images',
  'image_base',
  'metafields',
  'metafield_columns',
  'ignore',
  'unknown',
]

function checkMapping(mapping: Mapping): void {
  refuseUnknown('', Object.keys(mapping), KEYS)
  if ([mapping.format].flat().some((format) => !['csv', 'json', 'xml'].includes(format)))
    throw new BadMapping('format is none of csv, json, xml')
  const { product = {}, variants, shape } = mapping
  refuseUnknown('product.', Object.keys(product), PRODUCT_FIELDS)
  refuseUnknown('variants.', Object.keys(variants ?? {}), ['from', 'when', 'fields'])
  refuseUnknown('variants.fields.', Object.keys(variants?.fields ?? {}), VARIANT_FIELDS)
  for (const [field, source] of Object.entries(product)) checkSource(`product.${field}`, source)
  for (const [field, source] of Object.entries(variants?.fields ?? {})) checkSource(`variants.fields.${field}`, source)
  for (const [field, source] of Object.entries(mapping.metafields ?? {})) checkSource(`metafields.${field}`, source)
  for (const part of ['options', 'attributes', 'images', 'ignore', 'records', 'detect', 'metafield_columns'] as const) {
    if (mapping[part] !== undefined && !Array.isArray(mapping[part])) throw new BadMapping(`${part} must be a list`)
  }
  for (const part of ['options', 'attributes', 'images', 'metafield_columns'] as const) {
    if (mapping[part]?.some((one) => !isRecord(one))) throw new BadMapping(`${part} must be a list of objects`)
  }
  if (shape !== 'admin' && (!product.title || !variants?.fields.price)) {
    throw new BadMapping('a mapping needs product.title and variants.fields.price')
  }
  if (mapping.join) {
    if (!isRecord(mapping.join)) throw new BadMapping('join must be an object')
    checkSource('join.name', mapping.join.name)
  }
}

function checkSource(field: string, source: unknown): void {
  const list = Array.isArray(source) ? source : [source]
  for (const one of list) {
    if (typeof one === 'string') continue
    if (!isRecord(one))
      throw new BadMapping(`${field} must be a column, a path, an object with "from", or a list of these`)
    refuseUnknown(`${field}.`, Object.keys(one), SPEC_KEYS)
    if (one.as !== undefined && !(String(one.as) in TRANSFORMS)) {
      throw new BadMapping(`${field}.as is none of ${Object.keys(TRANSFORMS).join(', ')}`)
    }
  }
}

const SPEC_KEYS = [
  'from',
  'has',
  'const',
  'as',
  'split',
  'words',
  'unit',
  'decimal',
  'blank',
  'join',
  'path',
  'prefix',
  'pair',
  'separator',
  'equals',
]

function refuseUnknown(at: string, given: readonly string[], known: readonly string[]): void {
  const unknown = given.find((key) => !known.includes(key))
  if (unknown !== undefined)
    throw new BadMapping(`${at}${unknown} is nothing a mapping has; there is ${known.join(', ')}`)
}

/** The specs of a source, in the order they are tried. */
export function specsOf(source: Source | undefined): SourceSpec[] {
  if (source === undefined) return []
  const list = Array.isArray(source) ? source : [source as string | SourceSpec]
  return list.map((one: string | SourceSpec) => (typeof one === 'string' ? { from: one } : one))
}

export function pathsOf(spec: SourceSpec): readonly string[] {
  const from = spec.from === undefined ? [] : typeof spec.from === 'string' ? [spec.from] : spec.from
  return spec.has === undefined ? from : [...from, spec.has]
}

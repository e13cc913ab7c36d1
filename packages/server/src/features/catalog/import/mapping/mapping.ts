/**
 * A mapping says what the fields of a source mean: which column or path becomes which field of a product, by which transform, and which
 * records belong together. Presets are mappings that come with Vitrine; a merchant's own has the same form and may extend one.
 */
import { parse } from 'yaml'
import { isRecord } from '../../../platform/catalog-values.ts'
import { BadMapping, checkMapping } from './check-mapping.ts'
import type { TransformName } from './transforms.ts'

export type Format = 'csv' | 'json' | 'xml'

/** Source of a value: a column or path, or the first of several that has a value. */
export type Source = string | SourceSpec | readonly (string | SourceSpec)[]

export interface SourceSpec {
  from?: string | readonly string[]
  /** `const` alone, or where the path `has` is filled. */
  has?: string
  const?: unknown
  as?: TransformName
  /** Cuts a text into a list. */
  split?: string
  /** Values that the words of the source stand for; words that are not listed have no value. */
  words?: Record<string, unknown>
  /** Unit of a number that names none. */
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
   * Kind of the record; `kinds` says what becomes of it: `product`, `row` of a product, `variant`, `image`, `skip`, or a list of
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

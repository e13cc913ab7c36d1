/**
 * A mapping defines which column or path becomes which field of a product, by which transform, and which records belong
 * together. Presets come with Vitrine; a merchant's own may extend one.
 */
import { parse } from 'yaml'
import { isRecord } from '../../../platform/catalog-values.ts'
import { BadMapping, checkMapping } from './check-mapping.ts'
import type { TransformName } from './transforms.ts'

export type Format = 'csv' | 'json' | 'xml'

/** A column or path, or the first of several that has a value. */
export type Source = string | SourceSpec | readonly (string | SourceSpec)[]

export interface SourceSpec {
  from?: string | readonly string[]
  /** If set, `const` applies only when the path `has` has a value. */
  has?: string
  const?: unknown
  as?: TransformName
  /** Splits a text into a list at this separator, or at each of several. */
  split?: string | readonly string[]
  /** Translates words of the source into values; words that are not listed have no value. */
  words?: Record<string, unknown>
  /** Unit of a number that comes without one. */
  unit?: string
  decimal?: '.' | ','
  /** The value if the source has the field but it is empty. */
  blank?: unknown
  /** Joins a list into one text with this separator. */
  join?: string
  /** Separator between the levels of a category, if it is not one of the usual characters. */
  path?: string
  /** The first level of every category, which carries no meaning and is dropped. */
  root?: string
  /** Put in front of a name so that it cannot be confused with another kind of name. */
  prefix?: string
  /** Takes the value of this name from a text of pairs, which `separator` and `equals` divide. */
  pair?: string
  separator?: string
  equals?: string
}

/** Pairs of name and value: from columns, from a list of objects, or from a text such as `Color=Red,Size=M`. */
export interface PairSource {
  /** The column or path of the name; `#` matches any number. */
  name?: string
  /** The name itself, if it is fixed. */
  label?: string
  value?: string
  list?: string
  pairs?: string
  /** `separator` divides pairs; `equals` divides name and value. */
  separator?: string
  equals?: string
  /** Splits the value into a list at this separator. */
  split?: string
  /** Separator between several rows of pairs; only the row whose pair `where` is the variant's SKU is used. */
  rows?: string
  where?: string
  /** Path of pairs that give each name the label shown to shoppers. */
  labels?: string
  /** The value ends at the next `equals`: `Composition:Cotton:1` gives `Cotton`. */
  short?: boolean
  /** Name and value are pairs themselves: `Type=Swatch|Name=Color|Value=Red`. */
  spelled?: boolean
  /** Names and values are in two parallel lists: `Size|Color` and `M|Red`. */
  names?: string
  values?: string
}

export interface ImageSource {
  list?: string
  src: string | readonly string[]
  alt?: string
  position?: string
  id?: string
  split?: string | readonly string[]
}

/** The products that a product consists of: a list of names, or of texts of pairs such as `name=Ball,sku=B1,required=1`. */
export interface PartSource {
  from: string
  /** Separator between the parts; a comma by default. */
  split?: string
  /** Names of the pairs that hold the part's name, choice, quantity, and whether it is required (`0`: optional). */
  name?: string
  choice?: string
  quantity?: string
  required?: string
}

export interface JoinSpec {
  /** Records with the same name are one product. */
  name: Source
  /** Other names by which records may refer to this one. */
  aliases?: Source
  /** Name of the record that this one belongs to. */
  parent?: Source
  /** Names of the records that belong to this one. */
  members?: Source
  /** Products whose prices give this one its price if it has none; they stay products of their own. */
  parts?: readonly PartSource[]
  /** Kind of the record; `kinds` maps it to a role: `product`, `row` of a product, `variant`, `image`, `skip`, or a list of the product. */
  kind?: Source
  kinds?: Record<string, string>
  /** Records that are not products belong to the product before them. */
  follows?: boolean
  /** Only records that match one of these conditions are joined; every other record is a product by itself. */
  only?: readonly (readonly string[])[]
  /** A record that has this field is a complete product and is not joined. */
  whole?: string
  /** A parent always comes before its children. */
  ordered?: boolean
}

export interface MetafieldColumn {
  /** A column name with placeholders: `{label} (product.metafields.{namespace}.{key})`. */
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
  /** Paths of the product list in a JSON document, or names of the product element in XML. */
  records?: readonly string[]
  /** The mapping is chosen if a record has all the fields of at least one of these lists. */
  detect?: readonly (readonly string[])[]
  /** Other names of columns, such as those in other languages. `#` stands for any number and `{name}` for any text. */
  column_names?: Record<string, readonly string[]>
  /** Field names are compared by their letters and digits only. */
  loose?: boolean
  /** Records already have the shape of the admin API. */
  shape?: 'admin'
  join?: JoinSpec
  product?: Record<string, Source>
  /** `from`: `rows` for every record of the product, `children` for the records below it, otherwise the path of a list. */
  variants?: { from?: string; when?: readonly string[]; fields: Record<string, Source> }
  options?: readonly PairSource[]
  attributes?: readonly PairSource[]
  images?: readonly ImageSource[]
  /** Put before a picture's path to form its URL. Empty in a preset whose platform writes paths: the merchant has to set it. */
  image_base?: string
  metafields?: Record<string, Source>
  metafield_columns?: readonly MetafieldColumn[]
  /** Fields that are not imported; a note names those that have a value. `*` matches anything. */
  ignore?: readonly string[]
  /** `leave`: fields that the mapping does not name are left out. */
  unknown?: 'leave'
}

const MAX_MAPPING_LENGTH = 64 * 1024

/** Reads a mapping in YAML or JSON, and the preset that it may extend. */
export function readMapping(text: string, presets: ReadonlyMap<string, Mapping>): Mapping {
  if (text.length > MAX_MAPPING_LENGTH)
    throw new BadMapping(`the mapping is longer than ${MAX_MAPPING_LENGTH} characters`)
  let document: unknown
  try {
    document = parse(text, { maxAliasCount: 0 })
  } catch (error) {
    throw new BadMapping(`the mapping is not valid YAML: ${(error as Error).message.split('\n', 1)[0]}`)
  }
  return completeMapping(document, presets)
}

export function completeMapping(document: unknown, presets: ReadonlyMap<string, Mapping>): Mapping {
  if (!isRecord(document)) throw new BadMapping('a mapping must be an object with "product" and "variants"')
  const base = typeof document.extends === 'string' ? presets.get(document.extends) : undefined
  if (document.extends !== undefined && !base) {
    throw new BadMapping(`extends must name a preset: ${[...presets.keys()].join(', ')}`)
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

/** Returns the alternatives of a source in the order in which they are tried. */
export function specsOf(source: Source | undefined): SourceSpec[] {
  if (source === undefined) return []
  const list = Array.isArray(source) ? source : [source as string | SourceSpec]
  return list.map((one: string | SourceSpec) => (typeof one === 'string' ? { from: one } : one))
}

export function pathsOf(spec: SourceSpec): readonly string[] {
  const from = spec.from === undefined ? [] : typeof spec.from === 'string' ? [spec.from] : spec.from
  return spec.has === undefined ? from : [...from, spec.has]
}

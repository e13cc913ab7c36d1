import { PRODUCT_LIMITS } from '@vitrine/contract'
import { isAbsent, isRecord, type Raw } from '../../../platform/catalog-values.ts'
import { type ImageSource, type Mapping, pathsOf, type PairSource, type Source, specsOf } from './mapping.ts'
import { looserNames, shortName } from './read-source.ts'

export interface UnknownField {
  field: string
  /** Null if the field is not kept. */
  metafield: string | null
  /** Guessed from the first value; for a field that is not kept, the reason. */
  type: string
  line: number
}

/** Maximum number of fields kept for one product or variant; the others are reported and left out. */
const MAX_KEPT = 200
const MAX_VALUE_LENGTH = PRODUCT_LIMITS.proseLength / 8
const MAX_FIELDS = 500
/** Bounds for the names that are remembered with a mapping, which may live as long as the process. */
const MAX_KNOWN = 2000
const MAX_KNOWN_LENGTH = 100
/** Matches fields with the shop's own costs, which must not be shown to anyone else. */
const PRIVATE = /(^|[^a-z])(cost|costs|cogs|wholesale|purchase[ _-]?price|margin|supplier[ _-]?price)([^a-z]|$)/i

/** Keeps the fields of a source that its mapping does not name, as metafields `source.<name>` with a guessed type. */
export class UnknownFields {
  readonly #mapping: Mapping
  readonly #names: NamesOf
  readonly #fields = new Map<string, UnknownField>()
  readonly #leftOut = new Set<string>()

  constructor(mapping: Mapping) {
    this.#mapping = mapping
    this.#names = namesOf(mapping)
  }

  get list(): readonly UnknownField[] {
    return [...this.#fields.values()]
  }

  /** Fields with a value that the mapping ignores and reads nowhere. */
  get leftOut(): readonly string[] {
    return [...this.#leftOut]
  }

  /** True if the field is empty, or if the mapping reads or ignores it. */
  isPassedOver(field: string, value: unknown, of: 'product' | 'variant' = 'product'): boolean {
    if (isEmpty(value)) return true
    if (!this.#isNamed(field, of)) return false
    const { ignored, read } = this.#names
    if (ignored.has(field) && !read.has(field) && this.#leftOut.size < MAX_FIELDS) this.#leftOut.add(field)
    return true
  }

  isIgnored(field: string): boolean {
    return this.#names.ignored.has(field)
  }

  #isNamed(field: string, of: 'product' | 'variant'): boolean {
    return this.#mapping.unknown === 'leave' || this.#names[of].has(field)
  }

  keep(value: Raw, { line, of = 'product' }: { line: number; of?: 'product' | 'variant' }): Raw[] {
    const kept: Raw[] = []
    for (const [field, given] of Object.entries(value)) {
      if (this.isPassedOver(field, given, of)) continue
      for (const [name, inner] of flattened(field, given)) {
        if (this.#isNamed(name, of)) continue
        const metafield = this.#metafield(name, inner, { line, count: kept.length })
        if (metafield) kept.push(metafield)
      }
    }
    return kept
  }

  #metafield(field: string, value: unknown, { line, count }: { line: number; count: number }): Raw | undefined {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    const why = reasonToLeave(field, { value, text, count })
    const type = guessType(value, text)
    const key = metafieldKey(field)
    this.#tell({ field, metafield: why === undefined ? `source.${key}` : null, type: why ?? type, line })
    return why === undefined ? { namespace: 'source', key, value: text, type, name: field } : undefined
  }

  #tell(field: UnknownField): void {
    const name = `${field.field} ${field.metafield === null}`
    if (!this.#fields.has(name) && this.#fields.size < MAX_FIELDS) this.#fields.set(name, field)
  }
}

function reasonToLeave(
  field: string,
  { value, text, count }: { value: unknown; text: string; count: number },
): string | undefined {
  if (isVector(value)) return 'it is a vector of another search engine'
  if (PRIVATE.test(field)) return 'it looks like the purchase price, which is private'
  if (text.length > MAX_VALUE_LENGTH) return `it is longer than ${MAX_VALUE_LENGTH} characters`
  return count >= MAX_KEPT ? `a product has more than ${MAX_KEPT} such fields` : undefined
}

/** Embeddings have hundreds of numbers; a list of sizes or coordinates has a few. */
const MIN_VECTOR_LENGTH = 64

function isVector(value: unknown): boolean {
  if (isRecord(value)) return Object.values(value).some(isVector)
  if (!Array.isArray(value)) return false
  return value.length >= MIN_VECTOR_LENGTH ? value.every((one) => typeof one === 'number') : value.some(isVector)
}

/** Returns a field by itself, or one field per entry if its value is an object of plain values and lists of them. */
function flattened(field: string, value: unknown): [name: string, value: unknown][] {
  if (!isRecord(value)) return [[field, value]]
  const entries = Object.entries(value).filter(([, inner]) => !isEmpty(inner))
  const isPlain = entries.every(([, inner]) => [inner].flat().every((one) => typeof one !== 'object'))
  return isPlain ? entries.map(([key, inner]) => [`${field}.${key}`, inner]) : [[field, value]]
}

function isEmpty(value: unknown): boolean {
  if (isAbsent(value)) return true
  return typeof value === 'object' && Object.keys(value as object).length === 0
}

export function metafieldKey(name: string): string {
  const key = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
  return key.slice(0, 64) || 'field'
}

function guessType(value: unknown, text: string): string {
  if (typeof value === 'boolean' || /^(true|false)$/i.test(text)) return 'boolean'
  if (typeof value === 'object')
    return Array.isArray(value) && value.every((one) => typeof one === 'string')
      ? 'list.single_line_text_field'
      : 'json'
  if (/^-?\d{1,15}$/.test(text) && !/^-?0\d/.test(text)) return 'number_integer'
  if (/^-?\d{1,15}\.\d+$/.test(text)) return 'number_decimal'
  if (/^https?:\/\/\S+$/.test(text)) return 'url'
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return 'date'
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)) return 'date_time'
  return text.includes('\n') ? 'multi_line_text_field' : 'single_line_text_field'
}

interface NamesOf {
  ignored: Names
  read: Names
  product: Names
  variant: Names
}

const knownNames = new WeakMap<Mapping, NamesOf>()

/** Prepared once for each mapping, because that takes longer than reading a small file. */
function namesOf(mapping: Mapping): NamesOf {
  const known = knownNames.get(mapping)
  if (known) return known
  const { ignore = [], loose = false } = mapping
  const read = pathsRead(mapping, 'product')
  const firstKeys = read.flatMap((path) => [path.replace('$CURRENCY', '*'), path.split(/[.[]/, 1)[0]!])
  const names: NamesOf = {
    // A record of the admin API's own shape is passed on whole; what its mapping names is read later.
    ignored: new Names(mapping.shape === 'admin' ? [] : ignore, loose),
    read: new Names(firstKeys, loose),
    product: new Names([...read, ...ignore], loose),
    variant: new Names([...pathsRead(mapping, 'variant'), ...ignore], loose),
  }
  knownNames.set(mapping, names)
  return names
}

class Names {
  readonly #exact: ReadonlySet<string>
  readonly #patterns: readonly RegExp[]
  readonly #loose: boolean
  readonly #known = new Map<string, boolean>()

  constructor(names: readonly string[], loose: boolean) {
    this.#exact = new Set(names.map((name) => shortName(name, loose)))
    this.#patterns = names.filter((name) => /[#*{]/.test(name)).map(namePattern)
    this.#loose = loose
  }

  has(field: string): boolean {
    const known = this.#known.get(field)
    if (known !== undefined) return known
    const shorts = [shortName(field, this.#loose), ...(this.#loose ? looserNames(field) : [])]
    const found =
      shorts.some((short) => this.#exact.has(short)) || this.#patterns.some((pattern) => pattern.test(field))
    if (this.#known.size < MAX_KNOWN && field.length < MAX_KNOWN_LENGTH) this.#known.set(field, found)
    return found
  }
}

/** Returns a pattern for names of fields: `#` matches any number, `*` anything, `{name}` a part that is captured by that name. */
export function namePattern(name: string): RegExp {
  const source = name
    .trim()
    .replace(/[.+?^$()|[\]\\/]/g, '\\$&')
    .replaceAll('*', '.*')
    .replace(/ +/g, '\\s*')
    .replaceAll('#', '(?<number>\\d+)')
    .replace(/\{(\w+)\}/g, '(?<$1>.+?)')
  return new RegExp(`^${source}$`, 'i')
}

function pathsRead(mapping: Mapping, of: 'product' | 'variant'): readonly string[] {
  const { product = {}, variants, options = [], attributes = [], images = [], metafields = {}, join } = mapping
  const isPathOfVariants = variants?.from !== undefined && variants.from !== 'rows' && variants.from !== 'children'
  const sources = [...Object.values(variants?.fields ?? {})]
  const pairs: readonly PairSource[] = of === 'variant' && isPathOfVariants ? options : [...options, ...attributes]
  const paths = [...sources.flatMap(sourcePaths), ...pairs.flatMap(pairPaths)]
  if (of === 'product' || !isPathOfVariants) {
    paths.push(
      ...[...Object.values(product), ...Object.values(metafields)].flatMap(sourcePaths),
      ...joinPaths(join),
      ...images.flatMap(imagePaths).flatMap((path) => (mapping.loose ? [path, `${path} #`, `${path} (#)`] : [path])),
      ...(variants?.when ?? []),
      ...(isPathOfVariants ? [variants.from as string] : []),
    )
  }
  const columns = (mapping.metafield_columns ?? []).map(({ match }) => match)
  const heads = paths.map((path) => path.replace(/^\$\./, '')).flatMap((path) => [path, path.split('[', 1)[0]!])
  return [...heads, ...columns]
}

function sourcePaths(source: Source): readonly string[] {
  return specsOf(source).flatMap(pathsOf)
}

function joinPaths(join: Mapping['join']): readonly string[] {
  if (!join) return []
  const sources = [join.name, join.aliases, join.parent, join.members, join.kind].filter((one) => one !== undefined)
  const parts = (join.parts ?? []).map(({ from }) => from)
  return [...sources.flatMap(sourcePaths), ...parts, ...(join.whole ? [join.whole] : [])]
}

function imagePaths({ list, src, alt, position, id }: ImageSource): readonly string[] {
  return list ? [list] : [src, alt, position, id].flat().filter((one) => one !== undefined)
}

function pairPaths({ name, value, list, pairs, names, values, labels }: PairSource): readonly string[] {
  if (list) return [list]
  return [name, value, pairs, names, values, labels].filter((one) => one !== undefined)
}

import { PRODUCT_LIMITS } from '@vitrine/contract'
import {
  isAbsent,
  isRecord,
  type Raw,
  readList,
  readText,
  readTime,
  readWhole,
  slug,
} from '../../../platform/catalog-values.ts'
import type { SourceRecord } from '../readers/record-reader.ts'
import type { RecordGroup } from './join-records.ts'
import { ColumnMetafields } from './column-metafields.ts'
import type { ImageSource, Mapping, PairSource, Source } from './mapping.ts'
import { hasPrice, PartPrices } from './part-prices.ts'
import { type Pair, readPairs } from './read-pairs.ts'
import { readPath, readSource, readSourceText, type Scope, scopeOf } from './read-source.ts'
import { listOf, splitText, textOf } from './transforms.ts'
import { metafieldKey, UnknownFields } from './unknown-fields.ts'
import { applySale, isStockUnknown, variantFault } from './variant-rules.ts'

export interface MapContext {
  /** ISO 4217 code of the shop's currency, if known. */
  currency?: string
  /** Decides whether a sale has begun or ended. */
  nowMs: number
}

export interface MappedProduct {
  /** In the shape of the admin API. */
  raw: Raw
  faults: { line: number; reason: string }[]
}

interface VariantRecord {
  scope: Scope
  line: number
  /** True if the variant has a record of its own, false if it is part of the product's record. */
  isRecord: boolean
  raw: Raw
}

/** Converts the records of one product to the admin API's shape, following a mapping. */
export class ProductMapper {
  readonly #mapping: Mapping
  readonly #context: MapContext
  readonly #columns: ColumnMetafields
  readonly unknown: UnknownFields
  readonly parts: PartPrices
  readonly counts = {
    unknownStock: 0,
    unpublishedVariants: 0,
    shortenedBarcodes: 0,
    relativePictures: 0,
    pricedByParts: 0,
  }

  constructor(mapping: Mapping, context: MapContext) {
    this.#mapping = mapping
    this.#context = context
    this.#columns = new ColumnMetafields(mapping.metafield_columns ?? [])
    this.unknown = new UnknownFields(mapping)
    this.parts = new PartPrices(mapping)
  }

  map(group: RecordGroup): MappedProduct {
    return this.#mapping.shape === 'admin' ? this.#asItIs(group) : this.#mapped(group)
  }

  /** Keeps records that already have the admin API's shape, and adds each child to the product's list for its role. */
  #asItIs({ rows: [row], children }: RecordGroup): MappedProduct {
    const raw: Raw = { ...row!.value }
    for (const { record, role } of children) raw[role] = [...readList(raw[role]), record.value]
    const kept = this.unknown.keep(row!.value, { line: row!.line })
    if (kept.length > 0) raw.metafields = withMetafields(raw.metafields, kept)
    return { raw, faults: [] }
  }

  #mapped(group: RecordGroup): MappedProduct {
    const mapping = this.#mapping
    const rows = group.rows.map((row) => this.#scope(row))
    const root = rows[0]!
    const first = (source: Source | undefined) => firstOf(rows, (scope) => readSource(source, scope))
    const raw: Raw = {}
    for (const [field, source] of Object.entries(mapping.product ?? {})) raw[field] = first(source)
    const variants = this.#published(raw, this.#variantsOf(group, rows))
    this.#priceByParts(root, variants)
    const faults: MappedProduct['faults'] = []
    const sound = variants.filter(({ line, raw: variant, isRecord: isOwn }) => {
      const reason = variantFault(variant, isOwn, this.#context)
      if (reason) faults.push({ line, reason })
      return !reason
    })
    this.#setOptions(raw, sound, rows)
    raw.images = this.#imagesOf(group, rows)
    raw.metafields = this.#metafieldsOf(raw, { group, rows, root, variants: sound })
    raw.variants = sound.map(({ raw: variant }) => variant)
    if (raw.status !== 'draft')
      for (const { raw: variant, scope } of sound) this.parts.keep([scope, root], variant.price)
    this.counts.unknownStock += sound.filter(({ raw: variant }) => isStockUnknown(variant)).length
    tidy(raw)
    return { raw, faults }
  }

  #scope(record: SourceRecord, root?: Scope): Scope {
    return { ...scopeOf(record, this.#mapping, this.#context.currency), ...(root ? { root } : {}) }
  }

  #variantsOf({ rows, children }: RecordGroup, scopes: readonly Scope[]): VariantRecord[] {
    const { from = 'rows', when } = this.#mapping.variants ?? {}
    const root = scopes[0]!
    if (from === 'rows') {
      return rows.flatMap((row, index) => {
        const scope = { ...scopes[index]!, root }
        const isVariant = !when || when.some((path) => !isAbsent(readPath(path, scope)))
        return isVariant ? [this.#variant(scope, row.line, true)] : []
      })
    }
    const own = children.filter(({ role }) => role === 'variant')
    if (own.length > 0) return own.map(({ record }) => this.#variant(this.#scope(record, root), record.line, true))
    const line = rows[0]!.line
    if (from === 'children') return [this.#variant({ ...root, root }, line, true)]
    const listed = readList(readPath(from, root) ?? []).filter(isRecord)
    if (listed.length === 0) return this.#variantsOfRows(rows, scopes)
    return listed.map((value) => {
      const scope: Scope = { ...root, value, root }
      delete scope.columns
      return this.#variant(scope, line, false)
    })
  }

  /** Prices variants without a price by the products that they consist of. Such variants have no stock of their own. */
  #priceByParts(root: Scope, variants: readonly VariantRecord[]): void {
    const price = this.parts.priceOf(root)
    const unpriced = price === undefined ? [] : variants.filter(({ raw }) => !hasPrice(raw.price))
    for (const { raw } of unpriced) {
      raw.price = price
      delete raw.inventory_quantity
      delete raw.inventory_management
    }
    if (unpriced.length > 0) this.counts.pricedByParts++
  }

  /** Leaves out variants that the platform has switched off. A product with no others stays, unpublished. */
  #published(raw: Raw, variants: readonly VariantRecord[]): readonly VariantRecord[] {
    const published = variants.filter(({ raw: variant }) => variant.published !== false)
    for (const { raw: variant } of variants) delete variant.published
    if (published.length > 0) {
      this.counts.unpublishedVariants += variants.length - published.length
      return published
    }
    raw.published = false
    return variants
  }

  /** Makes one variant per row for a product that lists none; a row that repeats another adds none. */
  #variantsOfRows(rows: readonly SourceRecord[], scopes: readonly Scope[]): VariantRecord[] {
    const variants = new Map<string, VariantRecord>()
    for (const [index, { line }] of rows.entries()) {
      const variant = this.#variant({ ...scopes[index]!, root: scopes[0]! }, line, true)
      const { sku } = variant.raw
      // Rows of one product may all have its id.
      if (rows.length > 1) delete variant.raw.id
      const key = JSON.stringify([sku, readPairs(this.#mapping.options ?? [], variant.scope, textOf(sku))])
      if (!variants.has(key)) variants.set(key, variant)
    }
    return [...variants.values()]
  }

  #variant(scope: Scope, line: number, isOwnRecord: boolean): VariantRecord {
    const raw: Raw = {}
    for (const [field, source] of Object.entries(this.#mapping.variants!.fields)) {
      const value = readSource(source, scope)
      if (value !== undefined) raw[field] = Array.isArray(value) && field !== 'currency' ? value[0] : value
    }
    applySale(raw, this.#context.nowMs)
    if (SHORTENED_NUMBER.test(textOf(raw.barcode))) {
      delete raw.barcode
      this.counts.shortenedBarcodes++
    }
    if (typeof raw.image_src === 'string') raw.image_src = this.#address(raw.image_src)
    return { scope, line, isRecord: isOwnRecord, raw }
  }

  /** Sets options by position if each has columns of its own; otherwise by name, using all names that occur in any variant. */
  #setOptions(raw: Raw, variants: readonly VariantRecord[], rows: readonly Scope[]): void {
    const sources = this.#mapping.options ?? []
    const arePlaced = sources.length > 0 && sources.every(isPlaced)
    if (arePlaced) {
      const names = sources.map(({ name }) => firstOf(rows, (scope) => readSourceText(name, scope) || undefined) ?? '')
      raw.options = names.flatMap((name, index) => (name === '' ? [] : [{ name, position: index + 1 }]))
      for (const { raw: variant, scope } of variants) {
        sources.forEach(({ value }, index) => {
          variant[`option${index + 1}`] = readSourceText(value, scope)
        })
      }
      return
    }
    const names: string[] = []
    for (const { raw: variant, scope } of variants) {
      const isItself = this.#mapping.variants?.from === 'children' && scope.value === rows[0]!.value
      // If a product has no variants, its pairs are attributes, not options.
      const pairs = (isItself ? [] : readPairs(sources, scope, textOf(variant.sku))).slice(
        0,
        PRODUCT_LIMITS.options + 1,
      )
      variant.selected_options = pairs.map(({ name, values }) => ({ name, value: values[0] }))
      for (const { name } of pairs) if (!names.includes(name)) names.push(name)
    }
    raw.options = names.map((name) => ({ name }))
  }

  #imagesOf({ rows, children }: RecordGroup, scopes: readonly Scope[]): Raw[] {
    const sources = this.#mapping.images ?? []
    const own = rows.flatMap((_, index) => sources.flatMap((source) => this.#images(source, scopes[index]!)))
    const below = children.flatMap(({ record }) => {
      const scope = this.#scope(record, scopes[0])
      return sources.flatMap((source) => this.#images(source, scope))
    })
    return eachOnce([...own, ...below])
  }

  #images(source: ImageSource, scope: Scope): Raw[] {
    const scopes =
      source.list === undefined
        ? [scope]
        : listOf(readPath(source.list, scope) ?? []).map((value): Scope => {
            const inner: Scope = { ...scope, value: isRecord(value) ? value : { '#text': value } }
            delete inner.columns
            return inner
          })
    return scopes.flatMap((inner) => {
      const paths = typeof source.src === 'string' ? [source.src] : source.src
      const found = this.#numbered(paths, inner)
      const texts = found.map((one) => textOf(one).trim())
      const split = source.split === undefined ? texts : texts.flatMap((text) => splitText(text, source.split!))
      const addresses = split.filter((src) => src !== '').map((src) => this.#address(src))
      const alts = source.alt === undefined ? [] : listOf(readPath(source.alt, inner) ?? [])
      const altTexts = source.split === undefined ? alts : alts.flatMap((alt) => splitText(textOf(alt), source.split!))
      const position = source.position === undefined ? undefined : readWhole(readPath(source.position, inner))
      const id = source.id === undefined ? undefined : readPath(source.id, inner)
      return addresses.map((src, index) => ({
        src,
        alt: textOf(altTexts[index]),
        ...(position === undefined ? {} : { position }),
        ...(isAbsent(id) ? {} : { id }),
      }))
    })
  }

  /** Returns the values of the first path with any. If names are guessed, `image 2`, `image 3` … follow `image`. */
  #numbered(paths: readonly string[], scope: Scope): unknown[] {
    const path = paths.find((one) => listOf(readPath(one, scope)).some((value) => textOf(value) !== ''))
    if (path === undefined) return listOf(readPath('#text', scope) ?? [])
    const others = this.#mapping.loose ? NUMBERS.map((number) => readPath(`${path} ${number}`, scope)) : []
    return [readPath(path, scope), ...others].flatMap((value) => (isAbsent(value) ? [] : listOf(value)))
  }

  #address(src: string): string {
    const { image_base: base } = this.#mapping
    if (base === undefined || /^([a-z]+:)?\/\//i.test(src) || src.startsWith('data:')) return src
    if (base === '') {
      this.counts.relativePictures++
      return src
    }
    return `${base.replace(/\/+$/, '')}/${src.replace(/^\/+/, '')}`
  }

  #metafieldsOf(
    raw: Raw,
    { group, rows, root, variants }: { group: RecordGroup; rows: Scope[]; root: Scope; variants: VariantRecord[] },
  ): Raw[] {
    const named = Object.entries(this.#mapping.metafields ?? {}).flatMap(([name, source]) => {
      const value = firstOf(rows, (scope) => readSource(source, scope))
      const dot = name.indexOf('.')
      return value === undefined
        ? []
        : [{ namespace: name.slice(0, dot), key: name.slice(dot + 1), value: valueText(value) }]
    })
    const options = new Set((raw.options as { name: string }[]).map(({ name }) => name))
    const attributes = byName(readPairs(this.#mapping.attributes ?? [], root))
      .filter(({ name }) => !options.has(name) && !this.unknown.isIgnored(name))
      .map(({ name, values }) => ({ namespace: 'attribute', key: metafieldKey(name), value: valueText(values), name }))
    const columns = this.#columns.of('product', group.rows)
    for (const variant of variants) {
      const own = this.#columns.of('variant', [{ line: variant.line, value: variant.scope.value, bytes: 0 }])
      if (own.length > 0) variant.raw.metafields = own
    }
    return [...columns, ...named, ...attributes, ...this.#unknownOf(group, variants)]
  }

  /** Fields with the same value in all rows go to the product; fields that differ go to the variants. */
  #unknownOf({ rows }: RecordGroup, variants: readonly VariantRecord[]): Raw[] {
    const { shared, differing } = this.#compare(rows)
    for (const { raw, scope, line } of variants) {
      const isRow = rows.some((row) => row.value === scope.value)
      const isOther = (field: string, value: unknown) => (isRow ? differing.has(field) : shared[field] !== value)
      const own = Object.fromEntries(Object.entries(scope.value).filter(([field, value]) => isOther(field, value)))
      const kept = this.unknown.keep(own, { line, of: isRow ? 'product' : 'variant' })
      if (kept.length > 0) raw.metafields = [...((raw.metafields as Raw[] | undefined) ?? []), ...kept]
    }
    return this.unknown.keep(shared, { line: rows[0]!.line })
  }

  #compare(rows: readonly SourceRecord[]): { shared: Raw; differing: ReadonlySet<string> } {
    const shared: Raw = Object.create(null)
    const differing = new Set<string>()
    for (const [field, value] of rows.flatMap((row) => Object.entries(row.value))) {
      if (this.unknown.isPassedOver(field, value)) continue
      if (shared[field] === undefined) shared[field] = value
      else if (JSON.stringify(shared[field]) !== JSON.stringify(value)) differing.add(field)
    }
    for (const field of differing) delete shared[field]
    return { shared, differing }
  }
}

/** Matches a long number that a spreadsheet has shortened, such as 4.00638E+12. Its other digits are lost. */
const SHORTENED_NUMBER = /^\d([.,]\d+)?E\+?\d+$/i

const NUMBERS = Array.from({ length: 20 }, (_, index) => index + 1)

function eachOnce(images: readonly Raw[]): Raw[] {
  const bySource = new Map<unknown, Raw>()
  for (const image of images) {
    const known = bySource.get(image.src)
    bySource.set(image.src, known && isAbsent(image.id) ? known : { ...known, ...image })
  }
  return [...bySource.values()]
}

function firstOf<Item, Value>(items: readonly Item[], read: (item: Item) => Value | undefined): Value | undefined {
  for (const item of items) {
    const value = read(item)
    if (!isAbsent(value)) return value
  }
  return undefined
}

/** Joins the values of pairs with the same name: some platforms list each value of an attribute by itself. */
function byName(pairs: readonly Pair[]): Pair[] {
  const names = new Map<string, Set<string>>()
  for (const { name, values } of pairs) names.set(name, new Set([...(names.get(name) ?? []), ...values]))
  return [...names].map(([name, values]) => ({ name, values: [...values] }))
}

function valueText(value: unknown): string {
  if (!Array.isArray(value)) return readText(value) ?? JSON.stringify(value)
  return value.length === 1 ? valueText(value[0]) : JSON.stringify(value)
}

/** True if the option's name and value have columns of their own, so that the option's position is known. */
function isPlaced({ name, value, list, label }: PairSource): boolean {
  return Boolean(name && value) && !list && !label && !name!.includes('#')
}

function withMetafields(given: unknown, kept: readonly Raw[]): unknown {
  const isPlain = isRecord(given) && !Array.isArray(given.nodes) && !Array.isArray(given.edges)
  if (!isPlain) return [...readList(given), ...kept]
  return { ...given, ...Object.fromEntries(kept.map(({ key, value }) => [`source.${key}`, value])) }
}

const TIMES = ['published_at', 'created_at', 'updated_at'] as const

function tidy(raw: Raw): void {
  raw.published ??= true
  for (const field of TIMES) if (readTime(raw[field]) === undefined) delete raw[field]
  if (raw.published === false) raw.published_at = null
  // The id makes the handle unique: titles repeat in most catalogs.
  if (isAbsent(raw.handle) && !isAbsent(raw.id)) raw.handle = slug(`${textOf(raw.title)} ${textOf(raw.id)}`)
  raw.rating = ratingOf(raw)
  delete raw.rating_count
  for (const field of TEXTS) if (Array.isArray(raw[field])) raw[field] = textOf((raw[field] as unknown[])[0])
  if (raw.collections !== undefined) raw.collections = listOf(raw.collections)
  for (const field of Object.keys(raw)) if (raw[field] === undefined) delete raw[field]
}

const TEXTS = ['id', 'title', 'handle', 'vendor', 'product_type', 'body_html'] as const

function ratingOf(raw: Raw): Raw | undefined {
  const value = isAbsent(raw.rating) ? Number.NaN : Number(readText(raw.rating) ?? Number.NaN)
  return value >= 0 && value <= 100 ? { value, count: readWhole(raw.rating_count) ?? 0 } : undefined
}

import { kindOf, nounOf, typeOf } from '@vitrine/engine'
import { growToHold, type ItemNumbers } from '@vitrine/recommend'
import { isVariantInStock, type Product } from '../../../ports/record-store/product.ts'
import type { Audience } from '../../query/shopper-view.ts'
import { isForChildren, isService, preciousMetalOf, type Worn, wearerOf, wornAs } from './product-kind.ts'
import { groupOf, skuNumber } from './product-group.ts'
import { ProductRows } from './product-rows.ts'

export interface CatalogEntry {
  readonly id: number
  /** Without texts, pictures and translations, which are read only for the few products that are shown. */
  readonly product: Product
  readonly collections: readonly string[]
  readonly inStock: boolean
  /** What the product is, by type, tags or title. See `kindOf`. */
  readonly kind: string
  /** The normalized type of the merchant; '' if there is none. See `typeOf`. */
  readonly type: string
  /** The noun of the title; '' if there is none. */
  readonly noun: string
  /** undefined if the product is not worn. */
  readonly worn: Worn | undefined
  /** Equal for listings with the same title, and for colors and sizes of one design. */
  readonly group: string
  /** Equal for listings with the same SKU; 0 without one. */
  readonly sku: number
  /** True for gift cards, insurance and the like. */
  readonly isService: boolean
  /** undefined if the product does not state it. */
  readonly wearer: 'women' | 'men' | undefined
  readonly isForChildren: boolean
  /** undefined if the product states none. */
  readonly metal: 'gold' | 'silver' | undefined
  readonly pictures: number
  readonly price: number
  readonly launchedMs: number
  readonly publishedMs: number | null
  readonly audience: Audience
}

/** Products in columns. An entry is a view of its row, created on demand, so entries must be compared by id. */
export class CatalogEntries {
  readonly #items: ItemNumbers
  readonly #locale: string
  readonly #columns = new Columns()
  #size = 0

  constructor(items: ItemNumbers, locale: string) {
    this.#items = items
    this.#locale = locale
  }

  get size(): number {
    return this.#size
  }

  has(id: number): boolean {
    return this.#rowOf(id) !== undefined
  }

  get(id: number): CatalogEntry | undefined {
    const row = this.#rowOf(id)
    return row === undefined ? undefined : new RowView(this.#columns, row, id)
  }

  put(product: Product, collections: readonly string[]): CatalogEntry {
    const row = this.#items.intern(product.id)
    if (!this.#columns.products.has(row)) this.#size++
    this.#columns.put(row, product, { locale: this.#locale, collections })
    return new RowView(this.#columns, row, product.id)
  }

  setCollections(id: number, collections: readonly string[]): void {
    const row = this.#rowOf(id)
    if (row !== undefined) this.#columns.collections[row] = this.#columns.lists.numberOf(collections)
  }

  delete(id: number): void {
    const row = this.#rowOf(id)
    if (row === undefined) return
    this.#columns.products.remove(row)
    this.#size--
  }

  *keys(): Generator<number> {
    for (const { id } of this.values()) yield id
  }

  *values(): Generator<CatalogEntry> {
    const { products } = this.#columns
    for (let row = 0; row < this.#items.size; row++)
      if (products.has(row)) yield new RowView(this.#columns, row, this.#items.idOf(row))
  }

  #rowOf(id: number): number | undefined {
    const row = this.#items.find(id)
    return row !== undefined && this.#columns.products.has(row) ? row : undefined
  }
}

const IN_STOCK = 1
const SERVICE = 2
const WOMEN = 4
const MEN = 8
const CHILDREN = 16
const GOLD = 32
const SILVER = 64

const NUMBERED = [
  'audienceNumbers',
  'pictures',
  'kinds',
  'types',
  'groups',
  'skus',
  'nouns',
  'worn',
  'collections',
] as const

class Columns {
  readonly products = new ProductRows()
  readonly texts = new Numbered<string>((text) => text)
  readonly lists = new Numbered<readonly string[]>((handles) => handles.join('\0'))
  readonly audiences = new Numbered<Audience>((audience) => JSON.stringify(audience))
  flags = new Uint8Array(0)
  prices = new Float64Array(0)
  launched = new Float64Array(0)
  published = new Float64Array(0)
  audienceNumbers = new Uint32Array(0)
  pictures = new Uint32Array(0)
  kinds = new Uint32Array(0)
  types = new Uint32Array(0)
  groups = new Uint32Array(0)
  skus = new Uint32Array(0)
  nouns = new Uint32Array(0)
  /** Numbers of body parts in `texts`; the number of '' if the product is not worn. */
  worn = new Uint32Array(0)
  collections = new Uint32Array(0)

  put(
    row: number,
    product: Product,
    { locale, collections }: { locale: string; collections: readonly string[] },
  ): void {
    this.products.put(row, product)
    this.#grow(row)
    this.flags[row] = flagsOf(product)
    this.prices[row] = product.variants.reduce((least, { price }) => Math.min(least, price), Number.POSITIVE_INFINITY)
    const launched = product.publishedAt ?? product.createdAt
    this.launched[row] = launched ? Date.parse(launched) : 0
    this.published[row] = product.publishedAt === null ? Number.NaN : Date.parse(product.publishedAt) || 0
    this.audienceNumbers[row] = this.audiences.numberOf(audienceOf(product))
    this.pictures[row] = product.images.length
    const [kind, noun] = [kindOf(product, locale), nounOf(product.title, locale)]
    this.kinds[row] = this.texts.numberOf(kind)
    this.types[row] = this.texts.numberOf(typeOf(product))
    this.nouns[row] = this.texts.numberOf(noun)
    this.worn[row] = this.texts.numberOf(wornAs({ kind, noun }, product.title) ?? '')
    this.groups[row] = this.texts.numberOf(groupOf(product, locale))
    this.skus[row] = skuNumber(product)
    this.collections[row] = this.lists.numberOf(collections)
  }

  #grow(row: number): void {
    this.flags = growToHold(this.flags, row)
    this.prices = growToHold(this.prices, row)
    this.launched = growToHold(this.launched, row)
    this.published = growToHold(this.published, row)
    for (const name of NUMBERED) this[name] = growToHold(this[name], row)
  }
}

function audienceOf({ status, publicationIds, marketIds, catalogIds }: Product): Audience {
  return { status, publicationIds, marketIds, catalogIds }
}

function flagsOf(product: Product): number {
  const wearer = wearerOf(product)
  const metal = preciousMetalOf(product)
  return (
    (product.variants.some(isVariantInStock) ? IN_STOCK : 0) |
    (isService(product) ? SERVICE : 0) |
    (wearer === 'women' ? WOMEN : 0) |
    (wearer === 'men' ? MEN : 0) |
    (isForChildren(product) ? CHILDREN : 0) |
    (metal === 'gold' ? GOLD : 0) |
    (metal === 'silver' ? SILVER : 0)
  )
}

class RowView implements CatalogEntry {
  readonly id: number
  readonly #columns: Columns
  readonly #row: number
  #product: Product | undefined

  constructor(columns: Columns, row: number, id: number) {
    this.#columns = columns
    this.#row = row
    this.id = id
  }

  get product(): Product {
    this.#product ??= this.#columns.products.get(this.#row, this.id)
    return this.#product
  }

  get collections(): readonly string[] {
    return this.#columns.lists.at(this.#columns.collections[this.#row] as number)
  }

  get inStock(): boolean {
    return this.#has(IN_STOCK)
  }

  get group(): string {
    return this.#columns.texts.at(this.#columns.groups[this.#row] as number)
  }

  get sku(): number {
    return this.#columns.skus[this.#row] as number
  }

  get type(): string {
    return this.#columns.texts.at(this.#columns.types[this.#row] as number)
  }

  get noun(): string {
    return this.#columns.texts.at(this.#columns.nouns[this.#row] as number)
  }

  get worn(): Worn | undefined {
    return (this.#columns.texts.at(this.#columns.worn[this.#row] as number) || undefined) as Worn | undefined
  }

  get kind(): string {
    return this.#columns.texts.at(this.#columns.kinds[this.#row] as number)
  }

  get isService(): boolean {
    return this.#has(SERVICE)
  }

  get wearer(): CatalogEntry['wearer'] {
    return this.#has(WOMEN) ? 'women' : this.#has(MEN) ? 'men' : undefined
  }

  get isForChildren(): boolean {
    return this.#has(CHILDREN)
  }

  get metal(): CatalogEntry['metal'] {
    return this.#has(GOLD) ? 'gold' : this.#has(SILVER) ? 'silver' : undefined
  }

  get pictures(): number {
    return this.#columns.pictures[this.#row] as number
  }

  get price(): number {
    return this.#columns.prices[this.#row] as number
  }

  get launchedMs(): number {
    return this.#columns.launched[this.#row] as number
  }

  get publishedMs(): number | null {
    const publishedMs = this.#columns.published[this.#row] as number
    return Number.isNaN(publishedMs) ? null : publishedMs
  }

  get audience(): Audience {
    return this.#columns.audiences.at(this.#columns.audienceNumbers[this.#row] as number)
  }

  #has(flag: number): boolean {
    return ((this.#columns.flags[this.#row] as number) & flag) !== 0
  }
}

/** Stores each value once and gives it a number, because many rows share a value. */
class Numbered<T> {
  readonly #keyOf: (value: T) => string
  readonly #numbers = new Map<string, number>()
  readonly #values: T[] = []

  constructor(keyOf: (value: T) => string) {
    this.#keyOf = keyOf
  }

  numberOf(value: T): number {
    const key = this.#keyOf(value)
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.#numbers.set(key, this.#values.length)
    return this.#values.push(value) - 1
  }

  at(number: number): T {
    return this.#values[number] as T
  }
}

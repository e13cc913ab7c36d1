import { growToHold } from '@vitrine/recommend'
import type { Product } from '../../../ports/record-store/product.ts'
import { ValueReader, ValueTables, ValueWriter } from './value-codec.ts'

/** Read from the store for the few products that are shown. */
type Left = 'id' | 'bodyHtml' | 'images' | 'translations' | 'feed'

/** Fields that are read for every candidate come first. */
const PLACES: Record<Exclude<keyof Product, Left>, number> = {
  status: 0,
  publishedAt: 1,
  publicationIds: 2,
  marketIds: 3,
  catalogIds: 4,
  vendor: 5,
  productType: 6,
  tags: 7,
  title: 8,
  variants: 9,
  metafields: 10,
  options: 11,
  handle: 12,
  collections: 13,
  createdAt: 14,
  updatedAt: 15,
  rating: 16,
  externalId: 17,
  changes: 18,
}
const FIELDS = Object.keys(PLACES).sort(byPlace) as (keyof typeof PLACES)[]

/** Strings that hardly ever recur are not worth an entry in the shared table. */
const UNIQUE = new Set([
  'product.title',
  'product.handle',
  'product.createdAt',
  'product.updatedAt',
  'product.publishedAt',
  'sku',
  'externalId',
  'product.externalId',
  'barcode',
  'value',
])

const CHUNK = 1 << 20

interface Chunk {
  bytes: Buffer
  used: number
  /** Bytes of the rows in use. */
  live: number
}

/** Packs a product into a few hundred bytes. Rows are only appended, so a product that was returned never changes. */
export class ProductRows {
  readonly #tables = new ValueTables()
  readonly #writer = new ValueWriter(this.#tables, UNIQUE)
  readonly #field = new ValueWriter(this.#tables, UNIQUE)
  readonly #reader = new ValueReader(this.#tables)
  readonly #chunks: (Chunk | undefined)[] = []
  #tail = -1
  #chunkOf = new Uint32Array(0)
  #startOf = new Uint32Array(0)
  /** Length of each row; 0 for a number without a row. */
  #lengthOf = new Uint32Array(0)

  put(row: number, product: Product): void {
    for (const name of FIELDS) {
      this.#field.write(product[name], `product.${name}`)
      this.#writer.writeCount(this.#field.length)
      this.#writer.append(this.#field.take())
    }
    this.remove(row)
    this.#chunkOf = growToHold(this.#chunkOf, row)
    this.#startOf = growToHold(this.#startOf, row)
    this.#lengthOf = growToHold(this.#lengthOf, row)
    this.#append(row, this.#writer.take())
  }

  remove(row: number): void {
    const length = this.#lengthOf[row] ?? 0
    if (length === 0) return
    this.#lengthOf[row] = 0
    const number = this.#chunkOf[row] as number
    const chunk = this.#chunks[number] as Chunk
    chunk.live -= length
    if (number !== this.#tail && chunk.live * 2 < chunk.used) this.#empty(number, chunk)
  }

  has(row: number): boolean {
    return (this.#lengthOf[row] ?? 0) > 0
  }

  get(row: number, id: number): Product {
    const { bytes } = this.#chunks[this.#chunkOf[row] as number] as Chunk
    return new PackedProduct({ id, bytes, start: this.#startOf[row] as number, reader: this.#reader })
  }

  /** Only used for measurements. */
  get byteLength(): number {
    return this.#chunks.reduce((sum, chunk) => sum + (chunk?.bytes.length ?? 0), 0)
  }

  /** Moves the remaining rows of a mostly unused chunk to the last chunk. */
  #empty(number: number, { bytes, live }: Chunk): void {
    for (let row = 0; live > 0 && row < this.#chunkOf.length; row++) {
      const length = this.#lengthOf[row] as number
      if (length === 0 || this.#chunkOf[row] !== number) continue
      const start = this.#startOf[row] as number
      this.#append(row, bytes.subarray(start, start + length))
    }
    this.#chunks[number] = undefined
  }

  #append(row: number, bytes: Buffer): void {
    const chunk = this.#chunkFor(bytes.length)
    chunk.bytes.set(bytes, chunk.used)
    this.#chunkOf[row] = this.#tail
    this.#startOf[row] = chunk.used
    this.#lengthOf[row] = bytes.length
    chunk.used += bytes.length
    chunk.live += bytes.length
  }

  #chunkFor(length: number): Chunk {
    const last = this.#chunks[this.#tail]
    if (last && last.used + length <= last.bytes.length) return last
    const chunk = { bytes: Buffer.allocUnsafeSlow(Math.max(CHUNK, length)), used: 0, live: 0 }
    const free = this.#chunks.indexOf(undefined)
    this.#tail = free < 0 ? this.#chunks.length : free
    this.#chunks[this.#tail] = chunk
    return chunk
  }
}

interface Packed {
  id: number
  bytes: Buffer
  start: number
  reader: ValueReader
}

class PackedProduct implements Product {
  readonly id: number
  readonly #packed: Packed
  readonly #known: unknown[] = []

  constructor(packed: Packed) {
    this.id = packed.id
    this.#packed = packed
  }

  get status() {
    return this.#field('status')
  }
  get publishedAt() {
    return this.#field('publishedAt')
  }
  get publicationIds() {
    return this.#field('publicationIds')
  }
  get marketIds() {
    return this.#field('marketIds')
  }
  get catalogIds() {
    return this.#field('catalogIds')
  }
  get vendor() {
    return this.#field('vendor')
  }
  get productType() {
    return this.#field('productType')
  }
  get tags() {
    return this.#field('tags')
  }
  get title() {
    return this.#field('title')
  }
  get variants() {
    return this.#field('variants')
  }
  get metafields() {
    return this.#field('metafields')
  }
  get options() {
    return this.#field('options')
  }
  get handle() {
    return this.#field('handle')
  }
  get collections() {
    return this.#field('collections')
  }
  get createdAt() {
    return this.#field('createdAt')
  }
  get updatedAt() {
    return this.#field('updatedAt')
  }
  get changes() {
    return this.#field('changes')
  }
  get rating() {
    return this.#field('rating')
  }
  get externalId() {
    return this.#field('externalId') ?? undefined
  }
  get bodyHtml() {
    return ''
  }
  get images() {
    return []
  }
  get translations() {
    return {}
  }

  #field<Name extends keyof typeof PLACES>(name: Name): Product[Name] {
    const place = PLACES[name]
    this.#known[place] ??= this.#unpack(place)
    return this.#known[place] as Product[Name]
  }

  #unpack(place: number): unknown {
    const reader = this.#packed.reader.moveTo(this.#packed.bytes, this.#packed.start)
    for (let i = 0; i < place; i++) reader.skip(reader.readCount())
    reader.readCount()
    return reader.read()
  }
}

function byPlace(a: string, b: string): number {
  return PLACES[a as keyof typeof PLACES] - PLACES[b as keyof typeof PLACES]
}

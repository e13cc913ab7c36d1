/** A shop's products in memory, as recommendations need them: facts by id, likeness, and the orders everything falls back to. */
import type { CollectionConfig, TopFacets } from '@vitrine/contract'
import { ContentIndex, ItemNumbers } from '@vitrine/recommend'
import { TtlCache } from '../models/ttl-cache.ts'
import { LikenessCache } from './likeness-cache.ts'
import { isVariantInStock, type Product } from '../../../ports/record-store/product.ts'
import { type CollectionLookup, collectionLookup } from '../../../ports/search-index/collection-rules.ts'
import { productFeatures } from './product-features.ts'
import { isService, kindOf, typeOf } from './product-kind.ts'

export interface CatalogEntry {
  /** Without texts, pictures and translations: those are read for the few that are shown. */
  product: Product
  collections: readonly string[]
  inStock: boolean
  /** Folded product type; '' where the merchant gave none. */
  type: string
  /** The type, or what the title says the product is. */
  kind: string
  /** Gift cards, insurance and the like. */
  isService: boolean
  pictures: number
  price: number
  launchedMs: number
}

export class ShopCatalog {
  readonly entries = new Map<number, CatalogEntry>()
  readonly items = new ItemNumbers()
  readonly content = new ContentIndex()
  readonly alike = new LikenessCache(this.content, this.items)
  /** Rises with every change: the key of what is derived from the catalog and kept. */
  generation = 0
  /** How many products a listing has, by what it asks for. */
  readonly totals = new TtlCache<{ total: number; facets?: TopFacets }>()
  /** The shop's language: decides where the noun of a title stands. */
  readonly #locale: string
  readonly #byHandle = new Map<string, number>()
  /** How the merchant writes a type. */
  readonly #typeNames = new Map<string, string>()
  readonly #kept = new Map<string, unknown>()
  #changes = 0
  #free = 0
  readonly #byType = new Map<string, Set<number>>()
  readonly #byCollection = new Map<string, Set<number>>()
  #lookup: CollectionLookup = collectionLookup([])
  #newest: number[] | undefined

  constructor(locale = 'en') {
    this.#locale = locale
  }

  /** Membership may follow from rules, so a change of the collections touches every product. */
  setCollections(collections: readonly CollectionConfig[]): void {
    this.#lookup = collectionLookup(collections)
    for (const { product } of [...this.entries.values()]) this.put(product)
  }

  put(product: Product): void {
    this.#unlist(product.id)
    const collections = this.#lookup.membershipsOf(product).map(({ handle }) => handle)
    const entry = entryOf(product, collections, this.#locale)
    this.entries.set(product.id, entry)
    this.content.put(this.items.intern(product.id), {
      features: productFeatures(product, collections, entry.type),
      price: entry.price,
    })
    addTo(this.#byType, entry.type, product.id)
    if (!this.#typeNames.has(entry.type)) this.#typeNames.set(entry.type, product.productType)
    this.#byHandle.set(product.handle, product.id)
    if (entry.price === 0) this.#free++
    for (const handle of collections) addTo(this.#byCollection, handle, product.id)
    this.#newest = undefined
    this.#noteChange()
  }

  remove(id: number): void {
    if (!this.entries.has(id)) return
    this.#unlist(id)
    this.entries.delete(id)
    this.content.remove(this.items.intern(id))
    this.#newest = undefined
    this.#noteChange()
  }

  /** Out of the lists by type and collection; likeness is replaced in place. */
  #unlist(id: number): void {
    const entry = this.entries.get(id)
    if (!entry) return
    this.#byType.get(entry.type)?.delete(id)
    if (this.#byHandle.get(entry.product.handle) === id) this.#byHandle.delete(entry.product.handle)
    if (entry.price === 0) this.#free--
    for (const handle of entry.collections) this.#byCollection.get(handle)?.delete(id)
  }

  ofType(type: string): ReadonlySet<number> {
    return this.#byType.get(type) ?? NONE
  }

  ofCollection(handle: string): ReadonlySet<number> {
    return this.#byCollection.get(handle) ?? NONE
  }

  nameOfType(type: string): string {
    return this.#typeNames.get(type) || type
  }

  idOfHandle(handle: string): number | undefined {
    return this.#byHandle.get(handle)
  }

  /** Free or a service: not what the shop is about. Where most products have no price, that says nothing. */
  isIncidental({ isService, price }: CatalogEntry): boolean {
    return isService || (price === 0 && this.#free * 2 < this.entries.size)
  }

  /** Worked out from the whole catalog and kept while it changes little: a product more or less does not shift it. */
  keep<T>(name: string, make: () => T): T {
    const known = this.#kept.get(name)
    if (known !== undefined) return known as T
    // Names carry dates and kinds; what is old goes with the rest.
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear()
    const made = make()
    this.#kept.set(name, made)
    return made
  }

  #noteChange(): void {
    this.generation++
    this.alike.noteChange(this.entries.size)
    if (++this.#changes < Math.max(1, this.entries.size / 100)) return
    this.#changes = 0
    this.#kept.clear()
  }

  types(): Iterable<string> {
    return this.#byType.keys()
  }

  /** All products, latest launch first; ties by id. */
  newest(): readonly number[] {
    this.#newest ??= [...this.entries.keys()].sort((a, b) => this.#launched(b) - this.#launched(a) || a - b)
    return this.#newest
  }

  #launched(id: number): number {
    return this.entries.get(id)?.launchedMs ?? 0
  }
}

const NONE: ReadonlySet<number> = new Set()
const MOST_KEPT = 1_000

function entryOf(product: Product, collections: readonly string[], locale: string): CatalogEntry {
  const launched = product.publishedAt ?? product.createdAt
  return {
    product: { ...product, bodyHtml: '', images: [], translations: {} },
    collections,
    type: typeOf(product),
    kind: kindOf(product, locale),
    isService: isService(product),
    pictures: product.images.length,
    inStock: product.variants.some(isVariantInStock),
    price: product.variants.reduce((least, { price }) => Math.min(least, price), Number.POSITIVE_INFINITY),
    launchedMs: launched ? Date.parse(launched) : 0,
  }
}

function addTo(sets: Map<string, Set<number>>, key: string, id: number): void {
  const set = sets.get(key)
  if (set) set.add(id)
  else sets.set(key, new Set([id]))
}

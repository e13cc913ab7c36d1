/** A shop's products in memory, with their similarity and the default rankings. */
import { type Analyzer, fold, analyzerFor, typeOf } from '@vitrine/engine'
import type { Product } from '../../../ports/record-store/product.ts'
import { type CatalogEntry, CatalogEntries } from './catalog-entries.ts'
import type { CollectionConfig, TopFacets } from '@vitrine/contract'
import { ContentIndex, ItemNumbers } from '@vitrine/recommend'
import { TtlCache } from '../models/ttl-cache.ts'
import { TwoGenerationCache } from '../models/two-generation-cache.ts'
import { SimilarityCache } from './similarity-cache.ts'
import { type CollectionLookup, collectionLookup } from '../../../ports/search-index/collection-rules.ts'
import { ProductNames } from './product-names.ts'

export class ShopCatalog {
  readonly items = new ItemNumbers()
  readonly locale: string
  readonly entries: CatalogEntries
  readonly content = new ContentIndex()
  readonly similar = new SimilarityCache(this.content, this.items)
  /** Increases with every change, as a key for caches. */
  generation = 0
  /** Comparisons with each anchor; see `sharedWeight`. Any change of the catalog may change the results. */
  readonly comparisons = new TwoGenerationCache<number, (entry: CatalogEntry) => number>(MAX_COMPARED_ANCHORS)
  /** Number of products in each requested list. */
  readonly totals = new TtlCache<{ total: number; facets?: TopFacets }>()
  readonly names: ProductNames
  readonly #kindNames = new Map<string, string>()
  readonly #kept = new Map<string, unknown>()
  readonly #analyzer: Analyzer
  #changes = 0
  #free = 0
  readonly #byKind = new Map<string, Set<number>>()
  readonly #byCollection = new Map<string, Set<number>>()
  #lookup: CollectionLookup = collectionLookup([])
  #newest: number[] | undefined

  /** @param locale the language that decides which word of a title is its noun */
  constructor(locale = 'en') {
    this.locale = locale
    const entries = new CatalogEntries(this.items, locale)
    this.entries = entries
    this.names = new ProductNames(() => Iterator.from(entries.values()).map(({ product }) => product))
    this.#analyzer = analyzerFor(locale)
  }

  /** Rules may decide who is a member, so a change affects every product. */
  setCollections(collections: readonly CollectionConfig[]): void {
    this.#lookup = collectionLookup(collections)
    for (const entry of this.entries.values()) {
      const { product } = entry
      this.#unlist(entry)
      this.entries.setCollections(entry.id, this.#handlesOf(product))
      this.#list(entry, product)
    }
  }

  put(product: Product): void {
    const known = this.entries.get(product.id)
    if (known) this.#unlist(known)
    this.#list(this.entries.put(product, this.#handlesOf(product)), product)
  }

  #handlesOf(product: Product): string[] {
    return this.#lookup.membershipsOf(product).map(({ handle }) => handle)
  }

  #list(entry: CatalogEntry, product: Product): void {
    const { id, kind, price, collections } = entry
    this.content.put(this.items.intern(id), { features: productFeatures(product, entry, this.#analyzer), price })
    addTo(this.#byKind, kind, id)
    if (!this.#kindNames.has(kind) && typeOf(product) === kind) this.#kindNames.set(kind, product.productType)
    this.names.put(product)
    if (price === 0) this.#free++
    for (const handle of collections) addTo(this.#byCollection, handle, id)
    this.#newest = undefined
    this.#noteChange()
  }

  remove(id: number): void {
    const entry = this.entries.get(id)
    if (!entry) return
    this.#unlist(entry)
    this.entries.delete(id)
    this.content.remove(this.items.intern(id))
    this.#newest = undefined
    this.#noteChange()
  }

  /** Similarity data stays until it is replaced. */
  #unlist({ id, kind, price, collections, product }: CatalogEntry): void {
    this.#byKind.get(kind)?.delete(id)
    this.names.remove(product)
    if (price === 0) this.#free--
    for (const handle of collections) this.#byCollection.get(handle)?.delete(id)
  }

  ofKind(kind: string): ReadonlySet<number> {
    return this.#byKind.get(kind) ?? NONE
  }

  ofCollection(handle: string): ReadonlySet<number> {
    return this.#byCollection.get(handle) ?? NONE
  }

  nameOfKind(kind: string): string {
    return this.#kindNames.get(kind) || kind
  }

  /** True for services and free gifts. If half of the shop is free, a price of 0 means nothing. */
  isIncidental({ isService, price }: CatalogEntry): boolean {
    return isService || (price === 0 && this.#free * 2 < this.entries.size)
  }

  /** Caches a value computed from the whole catalog until one percent of the catalog has changed. */
  keep<T>(name: string, make: () => T): T {
    const known = this.#kept.get(name)
    if (known !== undefined) return known as T
    // Names contain dates and kinds, so outdated entries would pile up.
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear()
    const made = make()
    this.#kept.set(name, made)
    return made
  }

  #noteChange(): void {
    this.generation++
    this.comparisons.clear()
    this.similar.noteChange(this.entries.size)
    if (++this.#changes < Math.max(1, this.entries.size / 100)) return
    this.#changes = 0
    this.#kept.clear()
  }

  kinds(): Iterable<string> {
    return this.#byKind.keys()
  }

  /** Sorted by launch, latest first; ties by id. */
  newest(): readonly number[] {
    this.#newest ??= [...this.entries.keys()].sort((a, b) => this.#launched(b) - this.#launched(a) || a - b)
    return this.#newest
  }

  #launched(id: number): number {
    return this.entries.get(id)?.launchedMs ?? 0
  }
}

const NONE: ReadonlySet<number> = new Set()
const MAX_KEPT = 1_000
/** A comparison takes about 10 kB. */
const MAX_COMPARED_ANCHORS = 1_000

function addTo(sets: Map<string, Set<number>>, key: string, id: number): void {
  const set = sets.get(key)
  if (set) set.add(id)
  else sets.set(key, new Set([id]))
}

const WORD = /[\p{L}\p{N}]{3,}/gu
/** Options that describe a product. Others, such as sizes, do not. */
const DESCRIPTIVE_OPTIONS = /colou?r|material|style|scent|flavou?r|finish|pattern/i

/** Returns features for similarity. The prefix before the colon decides the weight. */
function productFeatures(
  product: Product,
  { collections, kind }: Pick<CatalogEntry, 'collections' | 'kind'>,
  analyzer: Analyzer,
): string[] {
  const features = collections.map((handle) => `collection:${handle}`)
  if (kind) features.push(`type:${kind}`)
  if (product.vendor) features.push(`vendor:${product.vendor.toLowerCase()}`)
  for (const tag of product.tags) features.push(`tag:${tag.toLowerCase()}`)
  for (const word of product.title.toLowerCase().match(WORD) ?? [])
    if (!analyzer.isStopWord(fold(word))) features.push(`word:${word}`)
  for (const { name, values } of product.options)
    if (DESCRIPTIVE_OPTIONS.test(name))
      for (const value of values.slice(0, 20)) features.push(`option:${value.toLowerCase()}`)
  return features
}

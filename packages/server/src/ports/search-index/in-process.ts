/** Shops are loaded on first use and, above a memory cap, unloaded. */
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  namingTerms,
  parseQuery,
  type Query,
  searchIndex,
  type ShopVocabulary,
  shopVocabulary,
  surveyCatalog,
} from '@vitrine/engine'
import { LRUCache } from 'lru-cache'
import type { RecordStore, Shop, ShopId } from '../record-store/record-store.ts'
import type { PictureColors } from '../vector-archive/vector-archive.ts'
import { indexFields } from './index-fields.ts'
import { LiveIndex, type IndexLog, type OnUnindexed, type SharedSnapshots } from './live-index.ts'
import { withdrawSnapshot } from './published-snapshot.ts'
import { IndexThreads } from './index-threads.ts'
import { indexingPlan } from './indexing-plan.ts'
import type { LoadSource, SearchIndex } from './search-index.ts'

export interface InProcessOptions {
  records: RecordStore
  pictures?: PictureColors
  /** For snapshot files, which are only a cache. */
  folder: string
  /** Snapshots of another data folder are ignored. */
  folderId?: string
  /** Absent if indexes are not shared with other nodes. */
  shared?: SharedSnapshots
  log: IndexLog
  /** The least recently used indexes above this total are unloaded. */
  memoryCapBytes?: number
  /** Shops in memory; unlimited if absent. */
  maxShops?: number
}

/** Pictures are analyzed one by one, and results within this time are indexed together. */
const PICTURES_PAUSE_MS = 1000

/** Limit per shop. Most queries are repeated often. */
const MAX_PARSED = 500

const DEFAULT_MEMORY_CAP = 2 * 1024 ** 3

export function inProcessSearchIndex(options: InProcessOptions): SearchIndex {
  return new InProcessIndexes(options)
}

class InProcessIndexes implements SearchIndex {
  /** Ordered by use, least recent first. */
  readonly #open = new Map<ShopId, Promise<LiveIndex>>()
  readonly #loads = new Map<ShopId, number>()
  /** By vocabulary, which is replaced when the shop's products or settings change. */
  readonly #parsed = new WeakMap<ShopVocabulary, LRUCache<string, Query>>()
  readonly #threads = new IndexThreads()
  readonly #options: InProcessOptions
  readonly #stopListening: () => void
  /** Shops with new picture colors that are not indexed yet. */
  readonly #pictured = new Set<ShopId>()
  #pause: NodeJS.Timeout | undefined
  readonly #loadCounts = { file: 0, published: 0, built: 0 }
  #tellUnindexed: OnUnindexed | undefined
  #readPopularity: ((shop: Shop) => Promise<ReadonlyMap<number, number>>) | undefined

  constructor(options: InProcessOptions) {
    this.#options = options
    this.#stopListening = options.records.onChange((shop) => this.#wake(shop))
  }

  async open(shop: Shop): Promise<void> {
    await this.#live(shop)
  }

  async search(shop: Shop, request: Parameters<SearchIndex['search']>[1]) {
    const live = await this.#live(shop)
    return searchIndex(live.index, request)
  }

  async parse(shop: Shop, { currency, ...request }: Parameters<SearchIndex['parse']>[1]) {
    const live = await this.#live(shop)
    const { vendor: vendorAttribute, productType: typeAttribute } = indexFields
    const vocabulary = shopVocabulary(live.index, { currency, vendorAttribute, typeAttribute })
    const parsed = this.#parsed.get(vocabulary) ?? new LRUCache({ max: MAX_PARSED })
    this.#parsed.set(vocabulary, parsed)
    const key = JSON.stringify(request)
    const query = parsed.get(key) ?? parseQuery(request, vocabulary)
    parsed.set(key, query)
    return query
  }

  async namingTerms(shop: Shop): Promise<readonly string[]> {
    const live = await this.#live(shop)
    return namingTerms(live.index, indexFields.productType)
  }

  async productCount(shop: Shop): Promise<number> {
    const live = await this.#live(shop)
    return live.index.docCount
  }

  async waitFor(shop: Shop, seq: number): Promise<void> {
    const live = await this.#live(shop)
    await live.waitFor(seq)
  }

  picturesChanged(shop: ShopId): void {
    this.#pictured.add(shop)
    this.#pause ??= setTimeout(() => {
      this.#pause = undefined
      for (const one of this.#pictured) this.#wake(one)
      this.#pictured.clear()
    }, PICTURES_PAUSE_MS).unref()
  }

  #wake(shop: ShopId): void {
    void this.#open.get(shop)?.then(
      (live) => live.wake(),
      () => {},
    )
  }

  async generation(shop: Shop): Promise<string> {
    const live = await this.#live(shop)
    return live.generation
  }

  async survey(shop: Shop) {
    const live = await this.#live(shop)
    return surveyCatalog(live.index)
  }

  async setPopularity(shop: Shop, popularity: ReadonlyMap<number, number>): Promise<void> {
    const live = await this.#live(shop)
    live.setPopularity(popularity)
  }

  unindexedTo(tell: OnUnindexed): void {
    this.#tellUnindexed = tell
  }

  async retryUnindexed(shop: Shop): Promise<void> {
    const live = await this.#live(shop)
    await live.retryUnindexed()
  }

  popularityFrom(read: (shop: Shop) => Promise<ReadonlyMap<number, number>>): void {
    this.#readPopularity = read
  }

  loaded(): { id: ShopId; load: number }[] {
    return [...this.#open.keys()].map((id) => ({ id, load: this.#loads.get(id) ?? 0 }))
  }

  loadCounts(): Readonly<Record<LoadSource, number>> {
    return this.#loadCounts
  }

  async release(shop: ShopId): Promise<void> {
    const opened = this.#open.get(shop)
    this.#open.delete(shop)
    this.#loads.delete(shop)
    await opened?.then(
      (live) => live.close(),
      () => {},
    )
  }

  async forget(shop: ShopId): Promise<void> {
    await this.release(shop)
    await rm(this.#snapshotPath(shop), { force: true })
    const { shared, log } = this.#options
    if (shared)
      await withdrawSnapshot(shared.store, shop).catch((error) =>
        log.warn({ shop, err: error }, 'index snapshot could not be withdrawn'),
      )
  }

  async close(): Promise<void> {
    this.#stopListening()
    clearTimeout(this.#pause)
    const opened = await Promise.allSettled(this.#open.values())
    for (const one of opened) if (one.status === 'fulfilled') await one.value.close()
    await this.#threads.close()
  }

  async #live(shop: Shop): Promise<LiveIndex> {
    const known = this.#open.get(shop.id)
    const opening = known ?? this.#load(shop)
    this.#open.delete(shop.id)
    this.#open.set(shop.id, opening)
    const live = await opening
    await live.follow(indexingPlan(shop.config))
    return live
  }

  #load(shop: Shop): Promise<LiveIndex> {
    const { records, pictures, log, shared, folderId = '' } = this.#options
    const snapshotPath = (id: ShopId) => this.#snapshotPath(id)
    const deps = {
      records,
      pictures,
      log,
      shared,
      snapshotPath,
      folderId,
      threads: this.#threads,
      onUnindexed: this.#tellUnindexed,
    }
    const opening = LiveIndex.open(deps, shop).then(async (live) => {
      this.#loadCounts[live.source]++
      await this.#recallPopularity(shop, live)
      return live
    })
    opening.then(
      (live) => {
        // The shop may have been unloaded already.
        if (this.#open.get(shop.id) === opening) this.#loads.set(shop.id, live.load)
        return this.#makeRoom()
      },
      () => this.#open.delete(shop.id),
    )
    return opening
  }

  /** After a failure, products are found without popularity. */
  async #recallPopularity(shop: Shop, live: LiveIndex): Promise<void> {
    try {
      const popularity = await this.#readPopularity?.(shop)
      if (popularity && popularity.size > 0) live.setPopularity(popularity)
    } catch (error) {
      this.#options.log.warn({ shop: shop.id, err: error }, 'popularity could not be read')
    }
  }

  async #makeRoom(): Promise<void> {
    const { memoryCapBytes: cap = DEFAULT_MEMORY_CAP, maxShops = Number.POSITIVE_INFINITY } = this.#options
    const loaded = await Promise.allSettled(this.#open.values())
    let held = loaded.reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value.size : 0), 0)
    for (const [shop, opening] of [...this.#open]) {
      if ((held <= cap && this.#open.size <= maxShops) || this.#open.size === 1) return
      const leaving = await opening.catch(() => undefined)
      this.#open.delete(shop)
      this.#loads.delete(shop)
      held -= leaving?.size ?? 0
      await leaving?.close()
    }
  }

  /** Hashed, because the shop's name must never determine a path. */
  #snapshotPath(shop: ShopId): string {
    return join(this.#options.folder, `${createHash('sha256').update(shop).digest('hex').slice(0, 32)}.vitridx`)
  }
}

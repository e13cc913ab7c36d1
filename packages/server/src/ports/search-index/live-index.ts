/** One shop's index, which follows the record store. It is replaced by one assignment; searches keep the old one. */
import {
  indexBytes,
  planMerge,
  type Segment,
  type ShopIndex,
  withMerged,
  withPopularity,
  withSegment,
} from '@vitrine/engine'
import { type FeedPage, readFeed } from '../record-store/change-feed.ts'
import type { RecordStore, Shop, ShopId } from '../record-store/record-store.ts'
import { buildFromStore, NO_PICTURES } from './build-from-store.ts'
import type { Unindexed } from './index-work.ts'
import type { IndexThreads } from './index-threads.ts'
import { type IndexingPlan, indexingPlan } from './indexing-plan.ts'
import { readSnapshot } from './read-snapshot.ts'
import type { PictureColors } from '../vector-archive/vector-archive.ts'
import type { SnapshotStore } from '../snapshot-store/snapshot-store.ts'
import type { LoadSource } from './search-index.ts'
import { SnapshotSaver } from './snapshot-saver.ts'

export interface IndexLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface LiveIndexDeps {
  records: RecordStore
  pictures?: PictureColors | undefined
  threads: IndexThreads
  segmentProducts?: number
  snapshotPath: (shop: ShopId) => string
  folderId: string
  /** Absent if indexes are not shared with other nodes. */
  shared?: SharedSnapshots
  log: IndexLog
  /** Called when products could not be indexed, and after they were tried again. */
  onUnindexed?: OnUnindexed | undefined
}

/** Receives the products that were tried, undefined for the whole shop, and those that could not be indexed. */
export type OnUnindexed = (
  shop: ShopId,
  tried: readonly number[] | undefined,
  failed: readonly Unindexed[],
) => Promise<void>

export interface SharedSnapshots {
  store: SnapshotStore
  /** If false, this node fetches indexes but does not publish any. */
  publishes: () => Promise<boolean>
}

const CHANGES_AT_ONCE = 1000
const RETRY_AFTER_MS = 1000
/** When the indexing plan changes, so small a shop is indexed again before the next answer. */
const SMALL_SHOP = 5000
/** An answer waits at most this long for a new index. */
const LONGEST_WAIT_MS = 2000

interface Loaded {
  index: ShopIndex
  seq: number
  picturesSeen: number
  source: LoadSource
}

let loads = 0

export class LiveIndex {
  index: ShopIndex
  #seq: number
  /** Position in the changes of picture colors. */
  #picturesSeen: number
  readonly #pictures: PictureColors
  #plan: IndexingPlan
  readonly #shop: ShopId
  readonly #deps: LiveIndexDeps
  readonly load = ++loads
  readonly source: LoadSource
  #version = 0
  #catchingUp: Promise<void> | undefined
  #again = false
  #merging: Promise<void> | undefined
  #rebuilding: { key: string; done: Promise<void> } | undefined
  #waiters: { seq: number; resolve: () => void }[] = []
  readonly #saver: SnapshotSaver
  readonly #unindexed = new Set<number>()
  #isRetryDue = false
  #closed = false

  private constructor(deps: LiveIndexDeps, shop: Shop, plan: IndexingPlan, start: Loaded) {
    this.#deps = deps
    this.source = start.source
    this.#shop = shop.id
    this.#plan = plan
    this.index = start.index
    this.#saver = new SnapshotSaver(deps, shop, () => ({
      index: this.index,
      seq: this.#seq,
      picturesSeen: this.#picturesSeen,
      key: this.#plan.key,
    }))
    this.#seq = start.seq
    this.#pictures = deps.pictures ?? NO_PICTURES
    this.#picturesSeen = start.picturesSeen
  }

  /** Loads a valid snapshot or builds the index, then catches up with the store. */
  static async open(deps: LiveIndexDeps, shop: Shop): Promise<LiveIndex> {
    const plan = indexingPlan(shop.config)
    const thread = deps.threads.for(await deps.records.countProducts(shop.id))
    const saved = await readSnapshot({ ...deps, thread }, shop, plan)
    const start: Loaded = saved ?? {
      ...(await buildFromStore(deps, thread, shop.id, plan, deps.segmentProducts)),
      source: 'built' as const,
    }
    const failed = saved ? undefined : await thread.run({ kind: 'unindexed' })
    // An archive that was created again counts its changes from 0.
    if (start.picturesSeen > ((await deps.pictures?.lastPictureChange(shop.id)) ?? 0)) start.picturesSeen = 0
    const live = new LiveIndex(deps, shop, plan, start)
    if (failed) await live.#noteUnindexed(undefined, failed)
    if (!saved && start.index.docCount > 0) live.#saveSoon()
    await live.wake()
    // A large catalog was built in several segments, which may now be merged.
    live.#mergeIfDue()
    deps.threads.warmUp(start.index.docCount)
    return live
  }

  get generation(): string {
    return `${this.load}.${this.#version}`
  }

  get size(): number {
    return indexBytes(this.index)
  }

  /** Resolves when everything committed before the call can be found. */
  wake(): Promise<void> {
    this.#again = true
    this.#catchingUp ??= this.#catchUp().finally(() => {
      this.#catchingUp = undefined
    })
    return this.#catchingUp
  }

  waitFor(seq: number): Promise<void> {
    if (this.#seq >= seq) return Promise.resolve()
    const reached = new Promise<void>((resolve) => this.#waiters.push({ seq, resolve }))
    void this.wake()
    return reached
  }

  retryUnindexed(): Promise<void> {
    this.#isRetryDue = true
    return this.wake()
  }

  /** Indexes the shop again if the plan differs. A small shop waits up to `LONGEST_WAIT_MS` for the new index. */
  async follow(plan: IndexingPlan): Promise<void> {
    if (plan.key === this.#plan.key) return
    if (this.#rebuilding?.key !== plan.key) {
      const done = this.#rebuild(plan).catch((error) =>
        this.#deps.log.error({ shop: this.#shop, err: error }, 'index could not be rebuilt; the old one stays'),
      )
      this.#rebuilding = { key: plan.key, done }
    }
    if (this.index.docCount <= SMALL_SHOP) await Promise.race([this.#rebuilding.done, delay(LONGEST_WAIT_MS)])
  }

  setPopularity(popularity: ReadonlyMap<number, number>): void {
    this.#replace(withPopularity(this.index, popularity))
  }

  async settle(): Promise<void> {
    await this.#catchingUp
    while (this.#merging) await this.#merging
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#catchingUp?.catch(() => {})
    await this.#saver.close()
  }

  async #catchUp(): Promise<void> {
    try {
      while (this.#again && !this.#closed) {
        this.#again = false
        while ((await this.#applyNext()) || (await this.#applyPictures()) || (await this.#applyUnindexed())) {}
      }
    } catch (error) {
      this.#deps.log.error({ shop: this.#shop, err: error }, 'index could not follow the catalog; trying again')
      setTimeout(() => void this.wake(), RETRY_AFTER_MS).unref()
    }
  }

  async #applyNext(): Promise<boolean> {
    const page = await readFeed(this.#deps.records, this.#shop, this.#seq, CHANGES_AT_ONCE)
    if (!page || this.#closed) return false
    const plan = this.#plan
    const segment = await this.#index(page, plan)
    // If the index was rebuilt with another plan meanwhile, this page must be indexed with that plan.
    if (plan !== this.#plan) return true
    this.#replace(withSegment(this.index, segment, page.ids))
    this.#seq = page.seq
    this.#releaseWaiters()
    this.#saveSoon()
    this.#mergeIfDue()
    return true
  }

  async #applyPictures(): Promise<boolean> {
    const changes = await this.#pictures.pictureChanges(this.#shop, this.#picturesSeen, CHANGES_AT_ONCE)
    if (!changes || this.#closed) return false
    if (await this.#indexAgain(changes.productIds)) this.#picturesSeen = changes.place
    return true
  }

  async #applyUnindexed(): Promise<boolean> {
    if (!this.#isRetryDue || this.#closed) return false
    this.#isRetryDue = false
    if (this.#unindexed.size > 0) this.#isRetryDue = !(await this.#indexAgain([...this.#unindexed]))
    return true
  }

  /** Returns false if the index was rebuilt with another plan meanwhile. */
  async #indexAgain(ids: readonly number[]): Promise<boolean> {
    const products = await this.#deps.records.getProducts(this.#shop, ids)
    const plan = this.#plan
    const segment = await this.#index({ ids, products }, plan)
    if (plan !== this.#plan) return false
    this.#replace(withSegment(this.index, segment, []))
    this.#saveSoon()
    this.#mergeIfDue()
    return true
  }

  async #index(page: Pick<FeedPage, 'ids' | 'products'>, plan: IndexingPlan): Promise<Segment> {
    const colors = await this.#pictures.pictureColors(this.#shop, page.ids)
    const products = page.products.filter((product) => product !== undefined)
    const thread = this.#deps.threads.for(products.length)
    const segment = await thread.run({ kind: 'build', products, colors, plan })
    await this.#noteUnindexed(page.ids, await thread.run({ kind: 'unindexed' }))
    return segment
  }

  async #noteUnindexed(tried: readonly number[] | undefined, failed: readonly Unindexed[]): Promise<void> {
    const isKnown = tried === undefined || tried.some((id) => this.#unindexed.has(id))
    for (const id of tried ?? [...this.#unindexed]) this.#unindexed.delete(id)
    for (const { productId } of failed) this.#unindexed.add(productId)
    if (isKnown || failed.length > 0) await this.#deps.onUnindexed?.(this.#shop, tried, failed)
  }

  /** An index without some products is not saved, so that the next start builds it again and retries them. */
  #saveSoon(): void {
    if (this.#unindexed.size === 0) this.#saver.saveSoon()
  }

  #mergeIfDue(): void {
    if (this.#merging || this.#closed) return
    const due = planMerge(this.index.views)
    if (!due) return
    this.#merging = this.#merge(due)
      .catch((error) => this.#deps.log.error({ shop: this.#shop, err: error }, 'index segments could not be merged'))
      .then(() => {
        this.#merging = undefined
        this.#mergeIfDue()
      })
  }

  async #merge(due: ShopIndex['views']): Promise<void> {
    const sources = due.map(({ segment }) => segment)
    const liveAtStart = due.map(({ liveDocs }) => liveDocs)
    const parts = due.map(({ segment, liveDocs }) => ({ segment, liveDocs }))
    const thread = this.#deps.threads.for(due.reduce((sum, { liveDocCount }) => sum + liveDocCount, 0))
    const merged = await thread.run({ kind: 'merge', parts })
    // Documents removed during the merge stay removed: all of them if the index was rebuilt meanwhile.
    this.#replace(withMerged(this.index, sources, liveAtStart, merged))
  }

  async #rebuild(plan: IndexingPlan): Promise<void> {
    const begunMs = performance.now()
    const { records, threads, segmentProducts } = this.#deps
    const thread = threads.for(await records.countProducts(this.#shop))
    const built = await buildFromStore(this.#deps, thread, this.#shop, plan, segmentProducts)
    await this.#noteUnindexed(undefined, await thread.run({ kind: 'unindexed' }))
    let index = withPopularity(built.index, this.index.sales)
    let seq = built.seq
    // Changes during the build are applied before the swap, so that products that were found are still found.
    while (seq < this.#seq) {
      const page = await readFeed(this.#deps.records, this.#shop, seq, CHANGES_AT_ONCE)
      if (!page) break
      index = withSegment(index, await this.#index(page, plan), page.ids)
      seq = page.seq
    }
    if (this.#closed || this.#rebuilding?.key !== plan.key) return
    this.#plan = plan
    this.#seq = seq
    this.#picturesSeen = built.picturesSeen
    this.#replace(index)
    this.#rebuilding = undefined
    this.#saveSoon()
    const ms = Math.round(performance.now() - begunMs)
    this.#deps.log.info({ shop: this.#shop, products: index.docCount, ms }, 'index rebuilt for a new configuration')
    await this.wake()
    this.#mergeIfDue()
  }

  #replace(index: ShopIndex): void {
    this.index = index
    this.#version++
  }

  #releaseWaiters(): void {
    const ready = this.#waiters.filter(({ seq }) => seq <= this.#seq)
    this.#waiters = this.#waiters.filter(({ seq }) => seq > this.#seq)
    for (const { resolve } of ready) resolve()
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}

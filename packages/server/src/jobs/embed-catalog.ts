/**
 * Follows every shop's catalog and keeps its vectors: new and changed products are embedded in the background, a few at a time. A
 * change of model builds a second space beside the one that serves, and takes its place when it is whole.
 */
import type { VectorStore } from '@vitrine/engine'
import type { ShopVectors } from '../features/vectors/shop-vectors.ts'
import type { Embedder, VectorSpace } from '@vitrine/embedder'
import type { ImageSource } from '../ports/image-source/image-source.ts'
import type { RecordStore, ShopId } from '../ports/record-store/record-store.ts'
import type { ArchivedSpace, VectorArchive, VectorKind } from '../ports/vector-archive/vector-archive.ts'
import { imageItems } from './embed-catalog/embed-images.ts'
import { textItems } from './embed-catalog/embed-texts.ts'
import type { ItemEmbedder } from './embed-catalog/item-vectors.ts'
import { loadSpace, SpaceFollower } from './embed-catalog/space-follower.ts'

export interface EmbedCatalogDeps {
  records: Pick<RecordStore, 'readChanges' | 'getProducts' | 'countProducts' | 'listShops' | 'onChange'>
  archive: VectorArchive
  embedder: Embedder
  /** The setting that chose the embedder; kept with its vectors. Holds no secret. */
  embedderSetting: string
  /** Where the catalog's pictures come from. */
  images: ImageSource
  vectors: ShopVectors
  clock: () => number
  onError: (error: unknown, shop: ShopId) => void
}

export interface EmbedProgress {
  kind: VectorKind
  space: string
  /** Products that have vectors, of all that there are. Not all ever do: some have no picture. */
  done: number
  total: number
  complete: boolean
}

interface Followed {
  kind: VectorKind
  follower: SpaceFollower
  /** Spaces of other models, dropped once this one is whole. */
  older: ArchivedSpace[]
}

/** Changes that come together are embedded together. */
const PAUSE_MS = 50
/** How often failed pictures and a failed model are looked at again. */
const RETRY_MS = 60_000

export class CatalogEmbedder {
  readonly #deps: EmbedCatalogDeps
  readonly #shops = new Map<ShopId, Promise<Followed[]>>()
  readonly #awake = new Set<ShopId>()
  #pause: NodeJS.Timeout | undefined
  #interval: NodeJS.Timeout | undefined
  #unsubscribe: (() => void) | undefined
  #running: Promise<void> | undefined
  /** The shop that is being embedded right now, and when that ends. */
  #current: { shop: ShopId; ended: Promise<void> } | undefined
  /** Shops that are being forgotten: what is done for them ends with its step. */
  readonly #leaving = new Set<ShopId>()
  /** Gives up the pictures that are being fetched, by shop: a dead host is waited for as long as it likes. */
  readonly #fetches = new Map<ShopId, AbortController>()
  #stopped = false

  constructor(deps: EmbedCatalogDeps) {
    this.#deps = deps
  }

  /** Loads what is on disk, so that it serves, and begins to follow. Embedding itself goes on in the background. */
  async start(): Promise<void> {
    const shops = (await this.#deps.records.listShops()).map(({ id }) => id)
    await this.#dropSpaces((space) => !shops.includes(space.shop))
    for (const shop of shops) {
      await this.#followed(shop)
      this.#awake.add(shop)
    }
    this.#unsubscribe = this.#deps.records.onChange((shop) => this.wake(shop))
    this.#interval = setInterval(() => this.#wakeAll(), RETRY_MS).unref()
    this.#wakeAll()
  }

  /** The shop's catalog has changed. */
  wake(shop: ShopId): void {
    this.#awake.add(shop)
    if (this.#stopped || this.#pause !== undefined) return
    this.#pause = setTimeout(() => void this.runOnce(), PAUSE_MS).unref()
  }

  /** Brings every shop that was woken level with its catalog. What fails is reported and tried again later. */
  async runOnce(): Promise<void> {
    clearTimeout(this.#pause)
    this.#pause = undefined
    while (this.#running) await this.#running
    this.#running = this.#run().finally(() => {
      this.#running = undefined
    })
    await this.#running
  }

  async progress(shop: ShopId): Promise<EmbedProgress[]> {
    const total = await this.#deps.records.countProducts(shop)
    return (await this.#followed(shop)).map(({ kind, follower: { space, store } }) => ({
      kind,
      space: space.space,
      done: store.size,
      total,
      complete: space.complete,
    }))
  }

  /**
   * The shop was deleted: nothing of it is kept. Waits for a step of this shop, but not for its pictures, and never for what is
   * embedded for others.
   */
  async forget(shop: ShopId): Promise<void> {
    this.#leaving.add(shop)
    this.#fetches.get(shop)?.abort()
    this.#fetches.delete(shop)
    try {
      if (this.#current?.shop === shop) await this.#current.ended
      this.#awake.delete(shop)
      this.#shops.delete(shop)
      this.#deps.vectors.forget(shop)
      await this.#dropSpaces((space) => space.shop === shop)
    } finally {
      this.#leaving.delete(shop)
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#pause)
    clearInterval(this.#interval)
    this.#unsubscribe?.()
    for (const fetches of this.#fetches.values()) fetches.abort()
    await this.#running
  }

  #wakeAll(): void {
    for (const shop of this.#shops.keys()) this.wake(shop)
  }

  async #run(): Promise<void> {
    for (const shop of this.#awake) {
      this.#awake.delete(shop)
      const ended = this.#level(shop).catch((error) => {
        if (!this.#isGivenUp(shop)) this.#deps.onError(error, shop)
      })
      this.#current = { shop, ended }
      await ended
      this.#current = undefined
    }
  }

  /** Turn about, so that thousands of pictures do not hold up a new product's text. */
  async #level(shop: ShopId): Promise<void> {
    const unfinished = new Set(await this.#followed(shop))
    while (unfinished.size > 0 && !this.#isGivenUp(shop)) {
      for (const followed of unfinished) {
        if (await followed.follower.step()) continue
        await this.#finish(shop, followed)
        unfinished.delete(followed)
      }
    }
  }

  #isGivenUp(shop: ShopId): boolean {
    return this.#stopped || this.#leaving.has(shop)
  }

  async #dropSpaces(isGone: (space: ArchivedSpace) => boolean): Promise<void> {
    const { archive } = this.#deps
    for (const space of (await archive.listSpaces(null)).filter(isGone)) await archive.dropSpace(space.id)
  }

  async #finish(shop: ShopId, followed: Followed): Promise<void> {
    const { follower, kind, older } = followed
    if (follower.store.size > (await this.#deps.records.countProducts(shop))) await follower.sweep()
    if (!follower.space.complete) await follower.markComplete()
    this.#deps.vectors.serve(shop, kind, follower.store)
    for (const space of older.splice(0)) await this.#deps.archive.dropSpace(space.id)
    if (follower.store.wantsIvf) await inSlices(follower.store)
  }

  #followed(shop: ShopId): Promise<Followed[]> {
    const known = this.#shops.get(shop) ?? this.#open(shop)
    this.#shops.set(shop, known)
    // A shop that could not be opened is opened anew at the next turn.
    known.catch(() => this.#shops.delete(shop))
    return known
  }

  async #open(shop: ShopId): Promise<Followed[]> {
    const { embedder } = this.#deps
    const opened: Followed[] = []
    if (embedder.text) opened.push(await this.#openKind(shop, 'text', embedder.text, textItems(embedder.text)))
    if (embedder.image) opened.push(await this.#openKind(shop, 'image', embedder.image, this.#imageItems(shop)))
    return opened
  }

  async #openKind(shop: ShopId, kind: VectorKind, model: VectorSpace, embed: ItemEmbedder): Promise<Followed> {
    const { archive, records, clock, vectors, embedderSetting } = this.#deps
    const { space, dimension } = model
    const own = await archive.openSpace({ shop, kind, space, dimension, embedder: embedderSetting })
    const older = (await archive.listSpaces(shop)).filter((other) => other.kind === kind && other.id !== own.id)
    const store = await loadSpace(archive, own)
    const follower = new SpaceFollower(own, store, { shop, records, archive, embed, clock })
    // Half a new space is worse than the whole old one, and better than nothing.
    const whole = own.complete ? undefined : older.findLast(({ complete }) => complete)
    vectors.serve(shop, kind, whole === undefined ? store : await loadSpace(archive, whole))
    return { kind, follower, older }
  }

  #imageItems(shop: ShopId): ItemEmbedder {
    const { embedder, images, archive, clock } = this.#deps
    const failuresOf = (ids: readonly number[]) => archive.failuresOf(shop, ids)
    const fetches = new AbortController()
    this.#fetches.set(shop, fetches)
    return imageItems({ embedder: embedder.image!, images, failuresOf, clock, signal: fetches.signal })
  }
}

/** Lets requests through between two slices. */
async function inSlices(store: VectorStore): Promise<void> {
  for (const _ of store.buildIvf()) await new Promise((resolve) => setImmediate(resolve))
}

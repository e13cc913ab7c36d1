/**
 * Embeds changes of all catalogs, with shops taking turns. Pictures come after texts, so that their models need not be
 * in memory together, and slow pictures do not delay texts.
 */
import type { Embedder, TextEmbedder } from '@vitrine/embedder'
import type { ShopVectors } from '../features/vectors/shop-vectors.ts'
import type { LanguageRouter } from '../features/vectors/text-models.ts'
import type { ImageSource } from '../ports/image-source/image-source.ts'
import type { RecordStore, ShopId } from '../ports/record-store/record-store.ts'
import type { ArchivedSpace, VectorArchive, VectorKind } from '../ports/vector-archive/vector-archive.ts'
import { imageItems } from './embed-catalog/embed-images.ts'
import { textItems } from './embed-catalog/embed-texts.ts'
import type { ItemEmbedder } from './embed-catalog/item-vectors.ts'
import { ShopSpaces, type ShopSpacesDeps } from './embed-catalog/shop-spaces.ts'
import { ShopTurns } from './embed-catalog/shop-turns.ts'
import { type OwnSpace, UnloadedShopQueue } from './embed-catalog/unloaded-shop-queue.ts'
import { ShopSchedule } from './shop-schedule.ts'

export interface EmbedCatalogDeps {
  records: Pick<
    RecordStore,
    'readChanges' | 'lastChange' | 'getProducts' | 'countProducts' | 'getShop' | 'listShopIds' | 'onChange'
  >
  archive: VectorArchive
  embedder: Embedder
  /** Stored with the vectors. Contains no secret. */
  embedderSetting: string
  languages: LanguageRouter
  images: ImageSource
  vectors: ShopVectors
  /** If false, other nodes embed, and this one loads their vectors. */
  embeds?: boolean
  /** If true, only the vectors of opened shops are in memory. */
  onDemand?: boolean
  /** Called when any node has processed pictures, so that more colors may be known. */
  onPictures?: (shop: ShopId) => void
  clock: () => number
  onError: (error: unknown, shop: ShopId) => void
}

export interface EmbedProgress {
  kind: VectorKind
  space: string
  /** Products with vectors. Some never get any, for example without a picture. */
  done: number
  total: number
  complete: boolean
}

/** Collects changes that arrive together. */
const PAUSE_MS = 50
const RETRY_MS = 60_000
/** Interval at which a node that does not embed checks the progress of the others. */
const LOOK_AGAIN_MS = 1000
/** Texts wait only for the model, pictures for hosts that may be slow or dead. */
const TEXTS_AT_ONCE = 2
const IMAGES_AT_ONCE = 16

export class CatalogEmbedder {
  readonly #deps: EmbedCatalogDeps
  readonly #texts = new Map<ShopId, Promise<ShopSpaces>>()
  readonly #images = new Map<ShopId, Promise<ShopSpaces>>()
  readonly #textTurns: ShopTurns
  readonly #imageTurns: ShopTurns
  readonly #awake = new Set<ShopId>()
  /** Shops whose vectors are in memory, if `onDemand` is true. */
  readonly #held = new Set<ShopId>()
  readonly #unloaded: UnloadedShopQueue
  /** Shops that another node has not finished. */
  readonly #lagging = new Set<ShopId>()
  readonly #rounds = new ShopSchedule()
  /** Shops with pictures that must be retried. */
  readonly #failing = new Set<ShopId>()
  readonly #counts = new Map<ShopId, { seq: number; count: Promise<number> }>()
  #look: NodeJS.Timeout | undefined
  #pause: NodeJS.Timeout | undefined
  #interval: NodeJS.Timeout | undefined
  #unsubscribe: (() => void) | undefined
  /** Shops that are being removed. Their work ends with the current step. */
  readonly #leaving = new Set<ShopId>()
  /** Aborts fetches of pictures, because stopping would otherwise wait for the timeout of a dead host. */
  readonly #fetches = new Map<ShopId, AbortController>()
  #stopped = false

  constructor(deps: EmbedCatalogDeps) {
    this.#deps = deps
    const onError = (error: unknown, shop: ShopId) => {
      if (this.#isGivenUp(shop)) return
      this.#rounds.touch(shop)
      deps.onError(error, shop)
    }
    this.#unloaded = new UnloadedShopQueue(deps, {
      isHeld: (shop) => this.#isHeld(shop),
      modelsOf: (shop) => this.#modelsOf(shop),
      wake: (shop) => this.wake(shop),
    })
    this.#textTurns = new ShopTurns({
      atOnce: TEXTS_AT_ONCE,
      step: (shop) => this.#embedTexts(shop),
      onError,
    })
    this.#imageTurns = new ShopTurns({
      atOnce: IMAGES_AT_ONCE,
      step: (shop) =>
        this.#work(
          shop,
          () => this.#openImages(shop),
          () => this.#letGoOfImages(shop),
        ),
      onError,
    })
  }

  async start(): Promise<void> {
    const shops = await this.#deps.records.listShopIds()
    const known = new Set(shops)
    await this.#dropSpaces((space) => !known.has(space.shop))
    if (!this.#deps.onDemand) for (const shop of shops) await this.open(shop)
    this.#unsubscribe = this.#deps.records.onChange((shop) => {
      this.#rounds.touch(shop)
      this.wake(shop)
    })
    this.#interval = setInterval(() => void this.retry(), RETRY_MS).unref()
    await this.retry()
  }

  /** Wakes all shops that need embedding. Slow if there are many shops. */
  async findWork(): Promise<void> {
    if (this.#deps.onDemand && this.#embeds) await this.#unloaded.look(await this.#deps.records.listShopIds())
  }

  async open(shop: ShopId): Promise<void> {
    this.#held.add(shop)
    await this.#openTexts(shop)
    await this.#openImages(shop)
    this.wake(shop)
  }

  leave(shop: ShopId): void {
    this.#held.delete(shop)
    this.#failing.delete(shop)
    if (!this.#textTurns.isBusy(shop)) this.#letGoOfTexts(shop)
    if (!this.#imageTurns.isBusy(shop)) this.#letGoOfImages(shop)
  }

  wake(shop: ShopId): void {
    if (!this.#embeds && !this.#isHeld(shop)) return
    this.#awake.add(shop)
    if (this.#stopped || this.#pause !== undefined) return
    this.#pause = setTimeout(() => void this.runOnce(), PAUSE_MS).unref()
  }

  /** Processes every woken shop. Failures are reported and retried later. */
  async runOnce(): Promise<void> {
    clearTimeout(this.#pause)
    this.#pause = undefined
    for (const shop of this.#awake) {
      this.#awake.delete(shop)
      this.#textTurns.wake(shop)
    }
    await this.#textTurns.run()
    await this.#imageTurns.run()
  }

  async retry(): Promise<void> {
    for (const shop of new Set([...this.#failing, ...this.#rounds.next(this.#texts.keys())])) this.wake(shop)
    await this.#unloaded.retry()
  }

  /** Searches by meaning may change in these shops. */
  get busyShops(): number {
    const waiting = [...this.#awake].filter((shop) => !this.#textTurns.isBusy(shop))
    return waiting.length + this.#textTurns.busyShops
  }

  async progress(shop: ShopId): Promise<EmbedProgress[]> {
    const { records } = this.#deps
    const last = await records.lastChange(shop)
    const total = await this.#countProducts(shop, last)
    const spaces = this.#isHeld(shop) ? await this.#openSpaces(shop) : await this.#unloaded.spaces(shop)
    return spaces.map(({ kind, space, done, seq }) => ({ kind, space, done, total, complete: seq >= last }))
  }

  /** Cached by `seq`, because open dashboards request it every two seconds. */
  async #countProducts(shop: ShopId, seq: number): Promise<number> {
    const known = this.#counts.get(shop)
    if (known?.seq === seq) return known.count
    const count = this.#deps.records.countProducts(shop)
    this.#counts.set(shop, { seq, count })
    count.catch(() => this.#counts.delete(shop))
    return count
  }

  /** Waits for the current step, but not for pictures or other shops. */
  async forget(shop: ShopId): Promise<void> {
    this.#leaving.add(shop)
    this.#fetches.get(shop)?.abort()
    this.#fetches.delete(shop)
    try {
      await this.#textTurns.leave(shop)
      await this.#imageTurns.leave(shop)
      this.#awake.delete(shop)
      this.#lagging.delete(shop)
      this.#failing.delete(shop)
      this.#held.delete(shop)
      this.#unloaded.forget(shop)
      this.#letGoOfTexts(shop)
      this.#letGoOfImages(shop)
      this.#counts.delete(shop)
      await this.#dropSpaces((space) => space.shop === shop)
    } finally {
      this.#leaving.delete(shop)
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#pause)
    clearTimeout(this.#look)
    clearInterval(this.#interval)
    this.#unsubscribe?.()
    for (const fetches of this.#fetches.values()) fetches.abort()
    await Promise.all([this.#textTurns.stop(), this.#imageTurns.stop()])
  }

  get #embeds(): boolean {
    return this.#deps.embeds ?? true
  }

  #isHeld(shop: ShopId): boolean {
    return this.#held.has(shop) || !this.#deps.onDemand
  }

  #isGivenUp(shop: ShopId): boolean {
    return this.#stopped || this.#leaving.has(shop)
  }

  /** The pictures are queued after the last step, even if it failed. */
  async #embedTexts(shop: ShopId): Promise<boolean> {
    let hasMore = false
    try {
      hasMore = await this.#work(
        shop,
        () => this.#openTexts(shop),
        () => this.#letGoOfTexts(shop),
      )
      return hasMore
    } finally {
      if (!hasMore) {
        this.#imageTurns.wake(shop)
        void this.#imageTurns.run()
      }
    }
  }

  /** A shop that is not kept in memory is unloaded after its last step. */
  async #work(shop: ShopId, open: () => Promise<ShopSpaces>, letGo: () => void): Promise<boolean> {
    let hasMore = false
    let isDone = false
    try {
      hasMore = !this.#isGivenUp(shop) && (await (await open()).step())
      isDone = true
      return hasMore
    } finally {
      if (!hasMore && !this.#isHeld(shop)) {
        letGo()
        await this.#unloaded.ended(shop, isDone)
      }
    }
  }

  #letGoOfTexts(shop: ShopId): void {
    this.#texts.delete(shop)
    this.#deps.vectors.forgetTexts(shop)
  }

  #letGoOfImages(shop: ShopId): void {
    this.#images.delete(shop)
    this.#fetches.delete(shop)
    this.#deps.vectors.forgetImages(shop)
  }

  async #dropSpaces(isGone: (space: ArchivedSpace) => boolean): Promise<void> {
    const { archive } = this.#deps
    for (const space of (await archive.listSpaces(null)).filter(isGone)) await archive.dropSpace(space.id)
  }

  async #openSpaces(shop: ShopId): Promise<OwnSpace[]> {
    const spaces = await Promise.all([this.#openTexts(shop), this.#openImages(shop)])
    return spaces
      .flatMap(({ followers }) => followers)
      .map(({ space: { kind, space, seq }, store }) => ({ kind, space, seq, done: store.size }))
  }

  /** Opens the spaces again if the shop's languages need other models. */
  async #openTexts(shop: ShopId): Promise<ShopSpaces> {
    const own = await this.#textModels(shop)
    const isSame = (spaces: ShopSpaces) =>
      spaces.followers.map(({ store }) => store.space).join() === own.map(({ space }) => space).join()
    // Synchronous if nothing is open, so that the second of two concurrent callers finds what the first one opens.
    const known = this.#texts.get(shop)
    if (known !== undefined && isSame(await known)) return known
    return this.#remember(this.#texts, shop, () =>
      ShopSpaces.open(
        this.#spacesDeps(shop, 'text', (stores) => this.#deps.vectors.serveTexts(shop, stores)),
        own.map((model) => ({ model, embed: textItems(model) })),
      ),
    )
  }

  async #textModels(shop: ShopId): Promise<TextEmbedder[]> {
    const { languages, records } = this.#deps
    const config = (await records.getShop(shop))?.config
    const models = config === undefined ? [] : await languages.modelsOf(config)
    return models.filter((model) => this.#isOwn(model.space))
  }

  async #modelsOf(shop: ShopId): Promise<Pick<OwnSpace, 'kind' | 'space'>[]> {
    const { image } = this.#deps.embedder
    const texts = (await this.#textModels(shop)).map(({ space }) => ({ kind: 'text' as const, space }))
    return image === undefined ? texts : [...texts, { kind: 'image', space: image.space }]
  }

  /** A replaced model only serves queries until the new space is complete. */
  #isOwn(space: string): boolean {
    const { text, multilingual } = this.#deps.embedder
    return space === text?.space || space === multilingual?.space
  }

  #openImages(shop: ShopId): Promise<ShopSpaces> {
    const { embedder, vectors } = this.#deps
    const models = embedder.image === undefined ? [] : [embedder.image]
    return this.#remember(this.#images, shop, () =>
      ShopSpaces.open(
        this.#spacesDeps(shop, 'image', ([store]) => store && vectors.serveImages(shop, store)),
        models.map((model) => ({ model, embed: this.#imageItems(shop) })),
      ),
    )
  }

  /** If opening fails, the shop's next turn tries again. */
  #remember(
    spaces: Map<ShopId, Promise<ShopSpaces>>,
    shop: ShopId,
    open: () => Promise<ShopSpaces>,
  ): Promise<ShopSpaces> {
    const opened = (spaces === this.#images ? spaces.get(shop) : undefined) ?? open()
    spaces.set(shop, opened)
    opened.catch(() => {
      if (spaces.get(shop) === opened) spaces.delete(shop)
    })
    return opened
  }

  #spacesDeps(shop: ShopId, kind: VectorKind, serve: ShopSpacesDeps['serve']): ShopSpacesDeps {
    const { records, archive, embedderSetting, clock, onPictures } = this.#deps
    const onBehind = this.#embeds ? undefined : () => this.#lookAgain(shop)
    const onWritten = kind === 'image' ? () => onPictures?.(shop) : undefined
    const onFailures = () => void this.#failing.add(shop)
    return { shop, kind, records, archive, embedderSetting, clock, serve, onBehind, onWritten, onFailures }
  }

  #lookAgain(shop: ShopId): void {
    this.#lagging.add(shop)
    this.#look ??= setTimeout(() => {
      this.#look = undefined
      for (const one of this.#lagging) this.wake(one)
      this.#lagging.clear()
    }, LOOK_AGAIN_MS).unref()
  }

  #imageItems(shop: ShopId): ItemEmbedder {
    const { embedder, images, archive, clock } = this.#deps
    const failuresOf = (ids: readonly number[]) => archive.failuresOf(shop, ids)
    const fetches = new AbortController()
    this.#fetches.set(shop, fetches)
    return imageItems({ embedder: embedder.image!, images, failuresOf, clock, signal: fetches.signal })
  }
}

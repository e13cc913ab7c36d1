import { setImmediate } from 'node:timers/promises'
import { readFeed } from '../../../ports/record-store/change-feed.ts'
import { isStoreFault } from '../../../ports/derived-store/set-aside.ts'
import type { RecordStore, Shop, ShopId } from '../../../ports/record-store/record-store.ts'
import { ShopCatalog } from './shop-catalog.ts'

interface Followed {
  catalog: ShopCatalog
  seq: number
  version: number
  /** The collections as text, compared with those of a new version. */
  collections: string
  /** True if something was written since the last update of the catalog. */
  stale: boolean
  catchingUp: Promise<void> | undefined
  keepUp?: NodeJS.Timeout | undefined
}

/** Products per turn: about ten milliseconds of work. */
const SCAN = 100
const KEEP_UP_MS = 250
/** Limit over all shops; a product takes less than a kilobyte. The least recently used shops are dropped first. */
const MAX_PRODUCTS = 1_000_000
/** Two shops stay, whatever their size, so that large shops in alternating use are not read at every request. */
const MIN_SHOPS = 2

/**
 * `of` waits until all earlier commits are applied, so that a deleted product is missing from the next answer. While
 * the store cannot be read, catalogs stay unchanged.
 */
export class LiveCatalogs {
  readonly #store: RecordStore
  readonly #maxProducts: number
  readonly #shops = new Map<ShopId, Followed>()
  readonly #unsubscribe: () => void
  #isClosed = false

  constructor(store: RecordStore, maxProducts = MAX_PRODUCTS) {
    this.#store = store
    this.#maxProducts = maxProducts
    this.#unsubscribe = store.onChange((shop) => {
      const followed = this.#shops.get(shop)
      if (!followed) return
      followed.stale = true
      this.#keepUp(shop, followed)
    })
  }

  async of(shop: Shop): Promise<ShopCatalog> {
    const followed = this.#use(shop)
    while (followed.stale || followed.catchingUp) {
      try {
        await this.#beginCatchUp(shop.id, followed)
      } catch (error) {
        if (followed.seq < 0 || !isStoreFault(error)) throw error
        break
      }
      this.#makeRoom(shop.id)
    }
    this.#setCollections(followed, shop)
    return followed.catalog
  }

  /** Updates the catalog after an import, so that the next request need not wait for it. */
  #keepUp(shop: ShopId, followed: Followed): void {
    followed.keepUp ??= setTimeout(() => {
      followed.keepUp = undefined
      if (this.#isClosed || this.#shops.get(shop) !== followed || !followed.stale || followed.catchingUp) return
      this.#beginCatchUp(shop, followed).catch(() => {})
    }, KEEP_UP_MS).unref()
  }

  #beginCatchUp(shop: ShopId, followed: Followed): Promise<void> {
    followed.catchingUp ??= this.#catchUp(shop, followed)
      .catch((error) => {
        followed.stale = true
        throw error
      })
      .finally(() => {
        followed.catchingUp = undefined
      })
    return followed.catchingUp
  }

  /** Fills free room before the first requests, because reading a hundred thousand products takes seconds. */
  async readAhead(shops: readonly Shop[]): Promise<void> {
    for (const shop of shops) {
      if (this.#isClosed || this.#held() >= this.#maxProducts) return
      await this.of(shop)
    }
  }

  /** Sorted by use, least recent first. */
  get loaded(): ShopId[] {
    return [...this.#shops.keys()]
  }

  forget(shop: ShopId): void {
    this.#shops.delete(shop)
  }

  close(): void {
    this.#isClosed = true
    this.#unsubscribe()
  }

  #held(): number {
    let held = 0
    for (const { catalog } of this.#shops.values()) held += catalog.entries.size
    return held
  }

  #use({ id, config }: Shop): Followed {
    const followed = this.#shops.get(id) ?? newFollowed(config.shop.primary_locale)
    this.#shops.delete(id)
    this.#shops.set(id, followed)
    return followed
  }

  /** Keeps the requested shop. Requests in progress keep the catalog that they have. */
  #makeRoom(asked: ShopId): void {
    let held = this.#held()
    for (const [shop, { catalog }] of this.#shops) {
      if (held <= this.#maxProducts || this.#shops.size <= MIN_SHOPS) return
      if (shop === asked) continue
      held -= catalog.entries.size
      this.#shops.delete(shop)
    }
  }

  async #catchUp(shop: ShopId, followed: Followed): Promise<void> {
    followed.stale = false
    if (followed.seq < 0) await this.#load(shop, followed)
    while (!this.#isClosed) {
      const page = await readFeed(this.#store, shop, followed.seq, SCAN)
      if (!page) return
      for (const [i, id] of page.ids.entries()) {
        const product = page.products[i]
        if (product) followed.catalog.put(product)
        else followed.catalog.remove(id)
      }
      followed.seq = page.seq
    }
  }

  /** Reads the position of the feed first, so that changes during the scan are applied afterwards. */
  async #load(shop: ShopId, followed: Followed): Promise<void> {
    const seq = await this.#store.lastChange(shop)
    for (let after = 0; !this.#isClosed; ) {
      const products = await this.#store.scanProducts(shop, after, SCAN)
      for (const product of products) followed.catalog.put(product)
      const last = products.at(-1)
      if (!last) {
        followed.seq = seq
        return
      }
      after = last.id
      await setImmediate()
    }
  }

  #setCollections(followed: Followed, { version, config }: Shop): void {
    if (followed.version === version) return
    followed.version = version
    const collections = JSON.stringify(config.collections)
    if (followed.collections === collections) return
    followed.collections = collections
    followed.catalog.setCollections(config.collections)
  }
}

function newFollowed(locale: string): Followed {
  return {
    catalog: new ShopCatalog(locale),
    seq: -1,
    version: -1,
    collections: '[]',
    stale: true,
    catchingUp: undefined,
  }
}

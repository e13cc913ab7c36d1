import { setImmediate } from 'node:timers/promises'
import { readFeed } from '../../../ports/record-store/change-feed.ts'
import { isStoreFault } from '../../../ports/derived-store/set-aside.ts'
import type { RecordStore, Shop, ShopId } from '../../../ports/record-store/record-store.ts'
import { ShopCatalog } from './shop-catalog.ts'

interface Followed {
  catalog: ShopCatalog
  seq: number
  /** Version of the shop's configuration. */
  version: number
  /** The collections as text, to notice whether a new version changes them. */
  collections: string
  /** True if something was written since the catalog was last updated; set by the store's change listener. */
  stale: boolean
  catchingUp: Promise<void> | undefined
  keepUp?: NodeJS.Timeout | undefined
}

/** Products read before yielding to other work: about ten milliseconds. */
const SCAN = 100
/** Changes within this time are read together. */
const KEEP_UP_MS = 250
/**
 * Limit for all shops in memory; a product takes less than a kilobyte. Beyond it, the least recently used shops are
 * dropped until asked for again.
 */
const MAX_PRODUCTS = 1_000_000
/** This many shops stay, whatever their size: two large shops used in turn must not be read again at every request. */
const MIN_SHOPS = 2

/**
 * Keeps the shops' catalogs. `of` waits until every write committed before the call is applied, so a deleted or
 * sold-out product is gone from the very next answer. While the store cannot be read, the catalog stays as it was.
 */
export class LiveCatalogs {
  readonly #store: RecordStore
  readonly #maxProducts: number
  /** Ordered by use, least recent first. */
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

  /**
   * Updates the catalog in the background, so that the next request after an import does not wait for all of it. A
   * catalog that was never asked for is not read.
   */
  #keepUp(shop: ShopId, followed: Followed): void {
    followed.keepUp ??= setTimeout(() => {
      followed.keepUp = undefined
      if (this.#isClosed || this.#shops.get(shop) !== followed || !followed.stale || followed.catchingUp) return
      // The next request tries again and reports the error.
      this.#beginCatchUp(shop, followed).catch(() => {})
    }, KEEP_UP_MS).unref()
  }

  #beginCatchUp(shop: ShopId, followed: Followed): Promise<void> {
    followed.catchingUp ??= this.#catchUp(shop, followed)
      .catch((error) => {
        // The next caller tries again.
        followed.stale = true
        throw error
      })
      .finally(() => {
        followed.catchingUp = undefined
      })
    return followed.catchingUp
  }

  /** Loads catalogs while there is room, so that no first request has to wait: a hundred thousand products take seconds. */
  async readAhead(shops: readonly Shop[]): Promise<void> {
    for (const shop of shops) {
      if (this.#isClosed || this.#held() >= this.#maxProducts) return
      await this.of(shop)
    }
  }

  /** Shops in memory, least recently used first. */
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

  /** Drops shops, but not the one just asked for. Requests in progress keep the catalog they have. */
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

  /** Reads the feed's position first, so that changes during the scan are applied again afterwards. */
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

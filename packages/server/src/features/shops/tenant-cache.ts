/** Shops are opened on first use, once for all who wait. Beyond `most`, the least recently used are released. */
import type { ShopId } from '../../ports/record-store/record-store.ts'

export interface ResidentPart {
  /** The name that `/ready` shows while the part is loading. */
  loading: string
  /** Resolves when the part answers as if the shop had always been open. May be called for an open shop. */
  open(shop: ShopId): Promise<void>
  /** Stores what cannot be derived again, and frees the rest. */
  leave(shop: ShopId): Promise<void>
}

export interface ResidentDeps {
  /** Opened in parallel, but in sequence at startup. */
  parts: readonly ResidentPart[]
  most: number
  /** After this time a request is answered without the parts that are not open. */
  patienceMs?: number
  onError: (error: unknown, shop: ShopId) => void
}

export interface Resident {
  /** Resolves when the shop is loaded or `patienceMs` is over; undefined if it is already loaded. Never rejects. */
  readonly ready: Promise<void> | undefined
}

interface CacheEntry extends Resident {
  ready: Promise<void> | undefined
  /** Resolves when the shop is loaded, even after `ready`. */
  opening: Promise<void> | undefined
  /** Requests in progress. A shop in use is not released. */
  users: number
}

const PATIENCE_MS = 5000

export class TenantCache {
  readonly #deps: ResidentDeps
  /** Ordered by use, least recent first. */
  readonly #shops = new Map<ShopId, CacheEntry>()
  readonly #leaving = new Map<ShopId, Promise<void>>()
  /** Counts since the start of the process. */
  opened = 0
  left = 0

  constructor(deps: ResidentDeps) {
    this.#deps = deps
  }

  get size(): number {
    return this.#shops.size
  }

  get most(): number {
    return this.#deps.most
  }

  ids(): ShopId[] {
    return [...this.#shops.keys()]
  }

  has(shop: ShopId): boolean {
    return this.#shops.has(shop)
  }

  /** Every call must be followed by `exit`, even if the request fails. */
  enter(shop: ShopId): Resident {
    const entry = this.#shops.get(shop) ?? this.#open(shop)
    entry.users++
    this.#shops.delete(shop)
    this.#shops.set(shop, entry)
    return entry
  }

  exit(resident: Resident): void {
    const entry = resident as CacheEntry
    entry.users--
    if (this.#shops.size > this.#deps.most) this.#makeRoom()
  }

  async during<T>(shop: ShopId, work: () => T | Promise<T>): Promise<T> {
    const resident = this.enter(shop)
    try {
      await resident.ready
      return await work()
    } finally {
      this.exit(resident)
    }
  }

  /** Opens a shop in the background because an event arrived, but only if there is room. */
  requestLoad(shop: ShopId): void {
    if (this.#shops.size < this.#deps.most && !this.#shops.has(shop)) this.#shops.set(shop, this.#open(shop))
  }

  /** Opens shops at startup, most recently used first, part by part. `run` gets the name of each step. */
  async warm(shops: readonly ShopId[], run: (step: string, work: () => Promise<void>) => Promise<void>): Promise<void> {
    for (const part of this.#deps.parts) {
      await run(part.loading, async () => {
        for (const shop of shops) await part.open(shop)
      })
    }
    for (const shop of shops.toReversed())
      if (!this.#shops.has(shop)) this.#shops.set(shop, { ready: undefined, opening: undefined, users: 0 })
    this.opened += shops.length
    this.#makeRoom()
  }

  /** Must be called before the parts delete the shop's data. */
  async forget(shop: ShopId): Promise<void> {
    await this.#shops.get(shop)?.opening
    this.#shops.delete(shop)
    await this.#leaving.get(shop)
  }

  async settle(): Promise<void> {
    await Promise.all(this.#leaving.values())
  }

  #open(shop: ShopId): CacheEntry {
    const entry: CacheEntry = { ready: undefined, opening: undefined, users: 0 }
    entry.opening = this.#openParts(shop)
      .catch((error) => {
        if (this.#shops.get(shop) === entry) this.#shops.delete(shop)
        this.#leave(shop)
        this.#deps.onError(error, shop)
      })
      .then(() => {
        entry.ready = undefined
        entry.opening = undefined
        this.#makeRoom()
      })
    entry.ready = atMost(this.#deps.patienceMs ?? PATIENCE_MS, entry.opening)
    return entry
  }

  async #openParts(shop: ShopId): Promise<void> {
    const leaving = this.#leaving.get(shop)
    if (leaving) await leaving
    await Promise.all(this.#deps.parts.map((part) => part.open(shop)))
    this.opened++
  }

  #makeRoom(): void {
    let over = this.#shops.size - this.#deps.most
    for (const [shop, { users, opening }] of this.#shops) {
      if (over <= 0) return
      if (users > 0 || opening) continue
      this.#shops.delete(shop)
      this.left++
      this.#leave(shop)
      over--
    }
  }

  #leave(shop: ShopId): void {
    const left = Promise.all(this.#deps.parts.map((part) => part.leave(shop)))
      .then(
        () => {},
        (error) => this.#deps.onError(error, shop),
      )
      .finally(() => this.#leaving.delete(shop))
    this.#leaving.set(shop, left)
  }
}

function atMost(ms: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms).unref()
    void work.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

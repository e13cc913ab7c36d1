/**
 * Which shops are held in memory. A shop is opened when it is first asked for, once however many ask at a time. Beyond `most` those
 * least recently used leave. Each part (index, models, vectors) says how it opens a shop, and how it lets it go.
 */
import type { ShopId } from '../../ports/record-store/record-store.ts'

export interface ResidentPart {
  /** Name of what a start waits for, in the words of `/ready`. */
  loading: string
  /** Resolves when the part answers as if the shop had always been there. May be called for a shop that is open. */
  open(shop: ShopId): Promise<void>
  /** Stores what could not be had again, and frees the rest. */
  leave(shop: ShopId): Promise<void>
}

export interface ResidentDeps {
  /** Opened together, and one after the other at the start. */
  parts: readonly ResidentPart[]
  most: number
  /** The longest that a request waits for its shop; then it is answered without what is missing. */
  patienceMs?: number
  onError: (error: unknown, shop: ShopId) => void
}

/** A shop in use by a request. */
export interface Resident {
  /** undefined: all of it is there. Never rejects. */
  readonly ready: Promise<void> | undefined
}

interface Held extends Resident {
  ready: Promise<void> | undefined
  /** Goes on when `ready` has lost its patience. */
  opening: Promise<void> | undefined
  /** Requests under way: what they use does not leave. */
  users: number
}

const PATIENCE_MS = 5000

export class TenantCache {
  readonly #deps: ResidentDeps
  /** The least recently used shop comes first. */
  readonly #shops = new Map<ShopId, Held>()
  readonly #leaving = new Map<ShopId, Promise<void>>()
  /** Since the start of the process. */
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

  /** To be followed by `exit`, whatever becomes of the request. */
  enter(shop: ShopId): Resident {
    const held = this.#shops.get(shop) ?? this.#open(shop)
    held.users++
    this.#shops.delete(shop)
    this.#shops.set(shop, held)
    return held
  }

  exit(resident: Resident): void {
    const held = resident as Held
    held.users--
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

  /** Something happened in the shop, and nobody waits for it: opens it while there is room. */
  welcome(shop: ShopId): void {
    if (this.#shops.size < this.#deps.most && !this.#shops.has(shop)) this.#shops.set(shop, this.#open(shop))
  }

  /** At the start: opens these, the most recently used first, one part after the other. `run` is told what is waited for. */
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

  /** The shop was deleted: its parts are told by whoever deletes it, and after this. */
  async forget(shop: ShopId): Promise<void> {
    await this.#shops.get(shop)?.opening
    this.#shops.delete(shop)
    await this.#leaving.get(shop)
  }

  /** Resolves when whoever is leaving has left. */
  async settle(): Promise<void> {
    await Promise.all(this.#leaving.values())
  }

  #open(shop: ShopId): Held {
    const held: Held = { ready: undefined, opening: undefined, users: 0 }
    held.opening = this.#openParts(shop)
      .catch((error) => {
        // Whoever asks next tries again.
        if (this.#shops.get(shop) === held) this.#shops.delete(shop)
        this.#leave(shop)
        this.#deps.onError(error, shop)
      })
      .then(() => {
        held.ready = undefined
        held.opening = undefined
        this.#makeRoom()
      })
    held.ready = atMost(this.#deps.patienceMs ?? PATIENCE_MS, held.opening)
    return held
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

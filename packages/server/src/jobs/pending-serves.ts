/** Keeps events that were derived before their serve was stored, so that a click earns its credit minutes later. */
import { factSubject, subjectsOfIdentity } from '../features/identity/subjects.ts'
import type { DerivedStore } from '../ports/derived-store/derived-store.ts'
import { emptyBatch } from '../ports/derived-store/empty-batch.ts'
import { UTC_DAYS } from '../ports/derived-store/shop-days.ts'
import type { ErasedShopper } from '../ports/event-log/event-consumer.ts'
import type { ShopEvent } from '../ports/event-log/shop-event.ts'
import type { ShopId } from '../ports/record-store/record-store.ts'
import { deriveBatch } from './derive-events/derive-batch.ts'
import { attributeAll, type DeriveDeps } from './derive-events/derive-events.ts'
import { knownServes } from './derive-events/known-serves.ts'

export interface PendingServeDeps extends DeriveDeps {
  now: () => number
}

interface Waiting {
  event: ShopEvent
  looks: number
  nextMs: number
}

/** A serve that is stored after the last look earns nothing. */
const LOOKS_MS = [200, 1000, 5000, 30_000, 120_000, 600_000]
const WINDOW_MS = 15 * 60_000
/** Limit over all shops. Anybody could invent answer ids, so the fullest shop's oldest events are dropped. */
const MAX_WAITING = 10_000

export class PendingServes {
  readonly #deps: PendingServeDeps
  readonly #shops = new Map<ShopId, Map<string, Waiting>>()
  #count = 0

  constructor(deps: PendingServeDeps) {
    this.#deps = deps
  }

  note(shop: ShopId, events: readonly ShopEvent[]): void {
    const nowMs = this.#deps.now()
    for (const event of events) {
      // The serve of an old event will not arrive any more, for example when a log is read again.
      if (nowMs - event.receivedAtMs > WINDOW_MS || factSubject(event) === undefined) continue
      const ofShop = this.#shops.get(shop) ?? new Map<string, Waiting>()
      this.#shops.set(shop, ofShop)
      if (!ofShop.has(event.id)) this.#count++
      ofShop.set(event.id, { event, looks: 0, nextMs: nowMs + LOOKS_MS[0]! })
      while (this.#count > MAX_WAITING) this.#dropOldest()
    }
  }

  get waiting(): number {
    return this.#count
  }

  /** undefined if nothing is waiting. */
  get dueInMs(): number | undefined {
    if (this.#count === 0) return undefined
    const next = Math.min(
      ...[...this.#shops.values()].flatMap((ofShop) => [...ofShop.values()].map((one) => one.nextMs)),
    )
    return Math.max(0, next - this.#deps.now())
  }

  get due(): ShopId[] {
    const nowMs = this.#deps.now()
    return [...this.#shops]
      .filter(([, ofShop]) => [...ofShop.values()].some((one) => one.nextMs <= nowMs))
      .map(([shop]) => shop)
  }

  /** Nothing else of the shop may be derived meanwhile. */
  async look(shop: ShopId): Promise<void> {
    const { store } = this.#deps
    const nowMs = this.#deps.now()
    const due = [...(this.#shops.get(shop)?.values() ?? [])].filter((one) => one.nextMs <= nowMs)
    const followed = due.map(({ event }) => ({ offset: 0, event }))
    const { byId } = await knownServes(store, shop, followed)
    const nothing = { byEvent: new Map(), places: new Map(), isServedElsewhere: false }
    const serves = { byId, ...nothing, keptFromMs: Number.NEGATIVE_INFINITY }
    const { touches, exposures } = deriveBatch(followed, { fromOffset: 0, serves, days: UTC_DAYS })
    if (touches.length + exposures.length > 0) await this.#earn(shop, { touches, exposures })
    const found = new Set(touches.map(({ eventId }) => eventId))
    for (const one of due) this.#lookedFor(shop, one, found.has(one.event.id))
  }

  erase(shop: ShopId, { subjects }: ErasedShopper): void {
    for (const { event } of this.#shops.get(shop)?.values() ?? [])
      if (subjectsOfIdentity(event).some((subject) => subjects.includes(subject))) this.#drop(shop, event.id)
  }

  forget(shop: ShopId): void {
    this.#count -= this.#shops.get(shop)?.size ?? 0
    this.#shops.delete(shop)
  }

  /** Applies the batch at the shop's current offset, and again if another node has advanced it. */
  async #earn(shop: ShopId, facts: Pick<Parameters<DerivedStore['apply']>[1], 'touches' | 'exposures'>): Promise<void> {
    const { store, windowsOf } = this.#deps
    const windows = await windowsOf(shop)
    for (let isApplied = false; !isApplied; ) {
      const offset = await store.offset(shop)
      isApplied = await store.apply(shop, { ...emptyBatch(offset, offset), ...facts }, windows)
    }
    await attributeAll(store, shop, windows)
  }

  #lookedFor(shop: ShopId, one: Waiting, isFound: boolean): void {
    const wait = LOOKS_MS[++one.looks]
    if (isFound || wait === undefined) this.#drop(shop, one.event.id)
    else one.nextMs = this.#deps.now() + wait
  }

  /** A flood in one shop displaces no events of other shops. */
  #dropOldest(): void {
    let [fullest] = this.#shops
    for (const one of this.#shops) if (one[1].size > (fullest as typeof one)[1].size) fullest = one
    const [first] = fullest?.[1].keys() ?? []
    if (fullest && first !== undefined) this.#drop(fullest[0], first)
  }

  #drop(shop: ShopId, id: string): void {
    const ofShop = this.#shops.get(shop)
    if (!ofShop?.delete(id)) return
    this.#count--
    if (ofShop.size === 0) this.#shops.delete(shop)
  }
}

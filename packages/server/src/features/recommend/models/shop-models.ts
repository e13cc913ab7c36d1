/** Everything that a shop's events teach about its products, learned from the log in its order. */
import {
  Bestsellers,
  BoughtTogether,
  ClickTrials,
  DecayedCounts,
  ItemNumbers,
  type LazyRanking,
  packSnapshots,
  type Purchase,
  Reorders,
  Slist,
  type Snapshot,
  Trending,
  unpackSnapshots,
  VisitRanker,
} from '@vitrine/recommend'
import type { ErasedShopper } from '../../../ports/event-log/event-consumer.ts'
import type { ShopEvent } from '../../../ports/event-log/shop-event.ts'
import { subjectsOfIdentity } from '../../identity/subjects.ts'
import type { SimilarIds, ViewedIds } from '../ranked-ids.ts'
import { type OpenVisit, OpenVisits } from './open-visits.ts'
import { ShopperPurchases } from './shopper-purchases.ts'
import { TtlCache } from './ttl-cache.ts'
import { UsualUnits } from './usual-units.ts'

const DAY_MS = 86_400_000
/** The pixel, a reloaded page and a webhook may report an order several times, so the latest ids are remembered. */
const MAX_ORDER_IDS = 20_000
/** Half-life of views and orders in the conversion rates of launches. */
const CONVERSION_HALF_LIFE_DAYS = 30

interface Remembered {
  visits: [string, OpenVisit][]
  purchases: [string, Purchase[]][]
  orderIds: [string, boolean][]
  firstEventMs: number
  lastEventMs: number
  usualUnits: number
}

export class ShopModels {
  items = new ItemNumbers()
  ranker = new VisitRanker()
  orders = new BoughtTogether()
  carts = new BoughtTogether()
  bestsellers = new Bestsellers()
  trending = new Trending()
  views = new DecayedCounts(CONVERSION_HALF_LIFE_DAYS)
  sales = new DecayedCounts(CONVERSION_HALF_LIFE_DAYS)
  trials = new ClickTrials()
  reorders = new Reorders()
  firstEventMs = 0
  lastEventMs = 0
  /** Increases with every batch, as a key for caches. */
  generation = 0
  /** Products viewed with each list of seeds. */
  readonly viewedWith = new TtlCache<ViewedIds>()
  /** Ids of similar products for each list of anchors, best first. */
  readonly similar = new TtlCache<SimilarIds>()
  /** Rankings of the whole shop, by what is counted. */
  readonly rankings = new TtlCache<LazyRanking>()
  readonly ofKinds = new TtlCache<Float64Array>()
  #visits = new OpenVisits()
  #purchases = new ShopperPurchases()
  /** Id of each learned order: true if the order was confirmed. */
  #orderIds = new Map<string, boolean>()
  #usualUnits = new UsualUnits()

  learn(events: readonly ShopEvent[]): void {
    for (const event of events) if (!event.bot && event.personalize && event.teaches !== false) this.#learnOne(event)
    this.generation++
  }

  /** Combines all ids, without duplicates. */
  purchasesOf(subjects: readonly string[]): Purchase[] {
    const found = new Map<string, Purchase>()
    for (const subject of subjects)
      for (const purchase of this.#purchases.of(subject)) found.set(`${purchase.item} ${purchase.atMs}`, purchase)
    return [...found.values()]
  }

  /** Forgets what is stored about single shoppers. Sums over all shoppers are learned again from the log. */
  erase({ subjects, sessions }: ErasedShopper): void {
    for (const subject of subjects) this.#purchases.erase(subject)
    for (const session of sessions) this.#visits.erase(session)
    this.generation++
  }

  #learnOne(event: ShopEvent): void {
    this.firstEventMs = this.firstEventMs === 0 ? event.atMs : Math.min(this.firstEventMs, event.atMs)
    this.lastEventMs = Math.max(this.lastEventMs, event.atMs)
    for (const visit of this.#visits.takeFinished(this.lastEventMs)) this.#finish(visit)
    if (event.action === 'product_view') this.#learnView(event)
    else if (event.action === 'cart_add' || event.action === 'surface_cart_add') this.#learnCart(event)
    else if (event.action === 'order') this.#learnOrder(event)
    else if (event.track?.surface === 'section') this.#learnTrial(event)
  }

  #learnView(event: ShopEvent): void {
    const session = sessionOf(event)
    for (const { productId } of event.lines) {
      const item = this.items.intern(productId)
      this.views.add(item, 1, event.atMs)
      this.trending.update(item, hashOf(session ?? event.id), event.atMs)
      if (session === undefined) continue
      const visit = this.#visits.touch(session, event.atMs)
      if (this.#visits.isFull(visit)) continue
      this.ranker.extend(visit.items, item, Math.floor(event.atMs / DAY_MS))
      visit.items.push(item)
    }
  }

  /** Events arrive here once per visitor and day, so the counts are of visitors. */
  #learnTrial({ action, lines, atMs }: ShopEvent): void {
    for (const { productId } of lines) {
      if (action === 'surface_view') this.trials.addSeen(this.items.intern(productId), atMs)
      else if (action === 'surface_click') this.trials.addClick(this.items.intern(productId), atMs)
    }
  }

  #learnCart(event: ShopEvent): void {
    const session = sessionOf(event)
    if (session === undefined) return
    const visit = this.#visits.touch(session, event.atMs)
    for (const { productId } of event.lines) {
      const item = this.items.intern(productId)
      if (!visit.cart.includes(item)) visit.cart.push(item)
    }
  }

  #learnOrder(event: ShopEvent): void {
    const isConfirmed = event.trust === 'signed'
    const known = event.orderId === undefined ? undefined : this.#orderIds.get(event.orderId)
    if (known === true || known === isConfirmed) return
    const lines = event.lines.map(({ productId, quantity, price }) => {
      const units = this.#usualUnits.count(quantity, isConfirmed)
      return { item: this.items.intern(productId), units, revenue: units * (price ?? 0) }
    })
    this.#rememberOrder(event.orderId, isConfirmed)
    if (isConfirmed) this.bestsellers.confirm(lines, event.atMs)
    if (lines.length === 0 || known !== undefined) return
    const bought = [...new Set(lines.map(({ item }) => item))]
    this.orders.update(bought)
    this.bestsellers.update(lines, event.atMs)
    for (const item of bought) this.sales.add(item, 1, event.atMs)
    const purchases = bought.map((item) => ({ item, atMs: event.atMs }))
    const subjects = subjectsOfIdentity(event)
    const earlier = new Set(this.purchasesOf(subjects).map(({ item }) => item))
    for (const item of bought) this.reorders.add(item, earlier.has(item))
    for (const subject of subjects) this.#purchases.add(subject, purchases)
  }

  #rememberOrder(orderId: string | undefined, isConfirmed: boolean): void {
    if (orderId === undefined) return
    this.#orderIds.set(orderId, isConfirmed)
    if (this.#orderIds.size > MAX_ORDER_IDS) this.#orderIds.delete(this.#orderIds.keys().next().value as string)
  }

  #finish(visit: OpenVisit): void {
    this.ranker.finish(visit.items)
    if (visit.cart.length > 1) this.carts.update(visit.cart)
  }

  save(): Uint8Array {
    const remembered: Remembered = {
      visits: this.#visits.save(),
      purchases: this.#purchases.save(),
      orderIds: [...this.#orderIds],
      firstEventMs: this.firstEventMs,
      lastEventMs: this.lastEventMs,
      usualUnits: this.#usualUnits.mean,
    }
    const text = new TextEncoder().encode(JSON.stringify(remembered))
    return packSnapshots([
      this.items.save(),
      ...this.ranker.save(),
      this.orders.save(),
      this.carts.save(),
      ...this.bestsellers.save(),
      ...this.trending.save(),
      this.views.save(),
      this.sales.save(),
      ...this.trials.save(),
      this.reorders.save(),
      { kind: 'remembered', version: 1, numbers: {}, arrays: { text } },
      ...(this.ranker.slist ? [this.ranker.slist.save()] : []),
    ])
  }

  /** @throws if the snapshot has another version; the caller then learns from the log again */
  static load(bytes: Uint8Array): ShopModels {
    const parts = unpackSnapshots(bytes)
    if (!parts || (parts.length !== PARTS && parts.length !== PARTS + 1))
      throw new Error('the stored models cannot be read')
    const take = (count: number): Snapshot[] => parts.splice(0, count)
    const one = () => take(1)[0] as Snapshot
    const models = new ShopModels()
    models.items = ItemNumbers.load(one())
    models.ranker = VisitRanker.load(take(3))
    models.orders = BoughtTogether.load(one())
    models.carts = BoughtTogether.load(one())
    models.bestsellers = Bestsellers.load(take(7))
    models.trending = Trending.load(take(3))
    models.views = DecayedCounts.load(one())
    models.sales = DecayedCounts.load(one())
    models.trials = ClickTrials.load(take(2))
    models.reorders = Reorders.load(one())
    models.#remember(JSON.parse(new TextDecoder().decode(one().arrays.text as Uint8Array)))
    if (parts.length > 0) models.ranker.slist = Slist.load(one())
    return models
  }

  #remember({ visits, purchases, orderIds, firstEventMs, lastEventMs, usualUnits }: Remembered): void {
    this.#visits = OpenVisits.load(visits)
    this.#purchases = new ShopperPurchases(purchases)
    this.#orderIds = new Map(orderIds)
    this.#usualUnits = new UsualUnits(usualUnits)
    this.firstEventMs = firstEventMs
    this.lastEventMs = lastEventMs
  }
}

/** Snapshots in a stored block, not counting SLIST, which may follow. */
const PARTS = 22

function sessionOf(event: ShopEvent): string | undefined {
  return event.sessionId ?? event.visitorId ?? event.clientId
}

/** FNV-1a suffices to distinguish the few visitors of a product. */
function hashOf(text: string): number {
  let hash = 2166136261
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619)
  return hash >>> 0
}

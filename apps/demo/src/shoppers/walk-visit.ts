import { slug } from '../catalog/create-product.ts'
import { MATERIALS } from '../catalog/materials.ts'
import { ORDER_EXPERIENCE_ID, SIMILAR_SECTION } from '../config/sections.ts'
import type { Random } from '../random.ts'
import type { Demand } from './demand.ts'
import { type CartLine, cart, cartLine, checkout, productVariant, toSellable } from './pixel-data.ts'
import { plainQuery, typeQuery } from './queries.ts'
import type { AssortmentItem } from './assortment.ts'
import type { Shopper } from './shopper.ts'
import { homeSections, productSections, showSections } from './show-sections.ts'
import type { VisitRecorder } from './visit-recorder.ts'

export interface Memory {
  cart: CartLine[]
  /** When the shopper last ordered each consumable, by product id. */
  usedUp: Map<number, number>
  hasOrdered: boolean
}

export interface Walk {
  demand: Demand
  shopper: Shopper
  memory: Memory
  random: Random
  recorder: VisitRecorder
  nextOrderId: () => string
  collectionIdOf: (handle: string) => number | string | undefined
  /** If false, visits have no recommendations and no experiments. */
  isServed: boolean
  /** Variants in the experiments; undefined for regular shoppers. */
  variants?: { home: 'picked' | 'trending'; order: 'a' | 'b' } | undefined
}

const DAY_MS = 86_400_000
const RESULTS_SHOWN = 12
const LISTED_IN_COLLECTION = 4
const REBUY_AFTER_DAYS = 16
const ADD_TO_CART = 0.03
const LOOKS_AT_PARTNER = 0.5
const TAKES_PARTNER = 0.9
const LOOKS_BELOW = 0.35
const TYPES_UNKNOWN_WORD = 0.2
const USES_FILTER = 0.3

export function walkVisit(walk: Walk): void {
  const { recorder, random } = walk
  const due = dueAgain(walk)
  if (due && random.chance(0.6)) {
    viewProduct(walk, due)
    addToCart(walk, due)
  } else {
    browse(walk)
  }
  if (walk.memory.cart.length > 0 && random.chance(0.85)) viewCart(walk)
  recorder.pause(1, 5)
}

function browse(walk: Walk): void {
  const { random, recorder } = walk
  if (random.chance(0.6)) {
    recorder.open({ type: 'home', path: '/', title: 'Vitrine Living' })
    recorder.pause(3, 25)
    for (const item of showSections(walk, homeSections(walk))) lookAt(walk, item)
  }
  const rounds = random.weighted([1, 2, 3], (count) => [60, 28, 12][count - 1]!)
  for (let round = 0; round < rounds; round++) {
    const wanted = choose(walk, walk.demand.assortment.items)
    if (!wanted) return
    const found = random.chance(0.4)
      ? search(walk, wanted)
      : random.chance(0.75)
        ? openCollection(walk, wanted)
        : [wanted]
    for (const item of found) lookAt(walk, item)
  }
}

function lookAt(walk: Walk, item: AssortmentItem): void {
  const { random, demand, recorder } = walk
  viewProduct(walk, item)
  const partner = demand.partnerOf(item.id, recorder.atMs)
  const eager = partner ? 6 : 1
  if (random.chance(LOOKS_BELOW))
    for (const other of showSections(walk, productSections(walk, item, SIMILAR_SECTION))) viewProduct(walk, other)
  const taken = random.chance(ADD_TO_CART * eager) && addToCart(walk, item)
  if (!partner || !random.chance(taken ? LOOKS_AT_PARTNER + 0.3 : LOOKS_AT_PARTNER)) return
  viewProduct(walk, partner)
  if (taken && random.chance(TAKES_PARTNER)) addToCart(walk, partner)
}

export function search(walk: Walk, wanted: AssortmentItem): AssortmentItem[] {
  const { random, recorder, shopper, demand } = walk
  const unknown = UNKNOWN_WORDS[wanted.facts.productType]
  const isInVain = unknown !== undefined && random.chance(TYPES_UNKNOWN_WORD)
  if (isInVain) searchInVain(walk, unknown)
  const query = isInVain ? plainQuery(wanted) : typeQuery(random, wanted, shopper.taste)
  const ofType = (demand.assortment.byType.get(wanted.facts.productType) ?? []).filter(
    (item) => item.publishedMs <= recorder.atMs,
  )
  const matching = query.color ? ofType.filter((item) => item.facts.colors.includes(query.color!)) : ofType
  const shown = [...matching].sort((a, b) => b.appeal - a.appeal || a.id - b.id).slice(0, RESULTS_SHOWN)
  const requestId = recorder.newId()
  const track = {
    request_id: requestId,
    search_term: query.text,
    search_type: 'text',
    source: 'search_page',
    page_type: 'search',
  }
  recorder.open({
    type: 'search',
    path: '/search',
    title: `Search: ${query.text}`,
    search: `?q=${encodeURIComponent(query.text)}`,
  })
  recorder.standard('search_submitted', {
    searchResult: { query: query.text, productVariants: shown.slice(0, 3).map(variantOf) },
  })
  recorder.serve({
    surface: 'search',
    requestId,
    query: query.text,
    total: matching.length,
    experience: walk.variants ? { id: String(ORDER_EXPERIENCE_ID), variant: walk.variants.order } : null,
    products: shown.map((item, i) => ({ productId: item.id, position: i + 1 })),
  })
  recorder.custom('svc:search_result_rendered', { ...track, products: shown.map((item) => ({ product_id: item.id })) })
  useFilters(walk, track, wanted)
  recorder.pause(2, 14)
  const clicked = chooseSeveral(
    walk,
    shown,
    random.weighted([0, 1, 2, 3], (n) => [58, 31, 8, 3][n]!),
  )
  for (const item of clicked)
    recorder.custom('svc:search_result_clicked', { ...track, products: [{ product_id: item.id }] })
  return clicked
}

/** Words of shoppers that do not occur in the shop. After such a search, they use the shop's word. */
const UNKNOWN_WORDS: Readonly<Record<string, readonly string[]>> = {
  Sofas: ['davenport'],
  Cushions: ['bolster'],
  Bedding: ['eiderdown'],
  Kettles: ['boiler'],
  Sweaters: ['guernsey'],
}

function searchInVain({ random, recorder }: Walk, words: readonly string[]): void {
  const text = random.pick(words)
  const requestId = recorder.newId()
  recorder.open({ type: 'search', path: '/search', title: `Search: ${text}`, search: `?q=${encodeURIComponent(text)}` })
  recorder.serve({ surface: 'search', requestId, query: text, total: 0, products: [] })
  recorder.standard('search_submitted', { searchResult: { query: text, productVariants: [] } })
  recorder.custom('svc:search_result_rendered', { request_id: requestId, search_term: text, products: [] })
  recorder.pause(4, 20)
}

function useFilters({ random, recorder }: Walk, track: object, wanted: AssortmentItem): void {
  const color = random.pick(wanted.facts.colors)
  const filters = filtersFor(wanted, color)
  const keys = filters.map(({ key }) => ({ key, value: null }))
  recorder.custom('svc:search_filter_appeared', { ...track, filters: keys })
  if (!random.chance(USES_FILTER)) return
  const { key, value } = random.weighted(filters, ({ share }) => share)
  recorder.pause(1, 5)
  recorder.custom('svc:search_filter_updated', { ...track, filters: [{ key, value }] })
}

/** Filters that lead to the product, with the relative frequency of their use. */
function filtersFor({ facts, item: { product, draft } }: AssortmentItem, color: string) {
  const sizes = product.options.find(({ name }) => name === 'Size')?.values ?? []
  const filters = [
    { key: 'color', value: [color], share: 44 },
    { key: 'price', value: [':100'], share: 20 },
    { key: 'product_type', value: [facts.productType], share: 10 },
    { key: 'size', value: sizes.slice(0, 1), share: 10 },
    { key: 'material', value: [MATERIALS[draft.materials[0]!].name.en], share: 6 },
    { key: 'vendor', value: [facts.vendor], share: 4 },
    { key: 'rating', value: ['4:'], share: 3 },
    { key: 'discount', value: ['true'], share: 3 },
    { key: 'availability', value: ['true'], share: 2 },
    { key: 'tag', value: product.tags.split(', ').slice(0, 1), share: 2 },
  ]
  return filters.filter(({ value }) => value.length > 0)
}

function openCollection(walk: Walk, wanted: AssortmentItem): AssortmentItem[] {
  const { random, recorder, demand } = walk
  const handle = slug(wanted.facts.productType)
  const sold = (demand.assortment.byType.get(wanted.facts.productType) ?? []).filter(
    (item) => item.publishedMs <= recorder.atMs,
  )
  recorder.open({ type: 'collection', path: `/collections/${handle}`, title: wanted.facts.productType })
  recorder.standard('collection_viewed', {
    collection: {
      id: String(walk.collectionIdOf(handle) ?? handle),
      title: wanted.facts.productType,
      productVariants: sold.slice(0, LISTED_IN_COLLECTION).map(variantOf),
    },
  })
  recorder.pause(4, 30)
  return chooseSeveral(
    walk,
    sold,
    random.weighted([1, 2, 3, 4], (n) => [34, 32, 22, 12][n - 1]!),
  )
}

export function viewProduct({ recorder }: Walk, item: AssortmentItem): void {
  const { product } = item.item
  recorder.open({ type: 'product', path: `/products/${product.handle}`, title: product.title })
  recorder.standard('product_viewed', { productVariant: variantOf(item) })
  recorder.pause(6, 70)
}

/** Returns false if the product is already in the cart. */
export function addToCart(walk: Walk, item: AssortmentItem): boolean {
  const { recorder, random, memory, shopper } = walk
  if (memory.cart.some((line) => line.sellable.product.id === item.id)) return false
  const liked = item.inStock.filter((variant) => shopper.taste.colors.includes(variant.option1 ?? ''))
  const variant = random.pick(liked.length > 0 ? liked : item.inStock)
  const quantity = ['Mugs', 'Cushions', 'Towels', 'Candles'].includes(item.facts.productType) ? random.int(1, 4) : 1
  const line = { sellable: toSellable(item.item.product, variant), quantity }
  memory.cart.push(line)
  recorder.standard('product_added_to_cart', { cartLine: cartLine(line) })
  recorder.pause(2, 20)
  return true
}

/** Opens the cart. Most shoppers then check out; the others keep the cart for their next visit. */
function viewCart(walk: Walk): void {
  const { recorder, random, memory, shopper } = walk
  recorder.open({ type: 'cart', path: '/cart', title: 'Your cart' })
  recorder.standard('cart_viewed', cart(memory.cart, `cart-${shopper.number}`))
  recorder.pause(5, 40)
  if (random.chance(0.74)) checkOut(walk, 0.8)
}

/** `finishes` is the probability that the checkout is completed. */
export function checkOut(walk: Walk, finishes = 1): void {
  const { recorder, random, memory, shopper } = walk
  const order = {
    token: recorder.newId(),
    orderId: walk.nextOrderId(),
    customerId: shopper.customerId,
    lines: [...memory.cart],
  }
  recorder.open({ type: 'checkout', path: '/checkout', title: 'Checkout' })
  recorder.standard('checkout_started', checkout(order, 'started'))
  recorder.pause(30, 150)
  if (!random.chance(finishes)) return
  recorder.open({ type: 'order_status', path: '/checkout/thank-you', title: 'Thank you' })
  recorder.standard('checkout_completed', checkout(order, 'completed'))
  rememberOrder(walk, order.lines)
}

function rememberOrder({ memory, demand, recorder }: Walk, lines: readonly CartLine[]): void {
  for (const { product } of lines.map(({ sellable }) => sellable)) {
    if (demand.truth.consumables.includes(product.product_type)) memory.usedUp.set(product.id, recorder.atMs)
  }
  memory.cart = []
  memory.hasOrdered = true
}

function dueAgain({ memory, demand, recorder }: Walk): AssortmentItem | undefined {
  for (const [id, boughtMs] of memory.usedUp) {
    if (recorder.atMs - boughtMs > REBUY_AFTER_DAYS * DAY_MS) return demand.assortment.byId.get(id)
  }
  return undefined
}

export function choose(walk: Walk, from: readonly AssortmentItem[]): AssortmentItem | undefined {
  return chooseSeveral(walk, from, 1)[0]
}

function chooseSeveral(
  { demand, shopper, random, recorder }: Walk,
  from: readonly AssortmentItem[],
  count: number,
): AssortmentItem[] {
  const left = from
    .map((item) => ({ item, weight: demand.weight(item, shopper.taste, recorder.atMs) }))
    .filter((one) => one.weight > 0)
  const chosen: AssortmentItem[] = []
  while (chosen.length < count && left.length > 0) {
    const one = random.weighted(left, (candidate) => candidate.weight)
    chosen.push(one.item)
    left.splice(left.indexOf(one), 1)
  }
  return chosen
}

function variantOf(item: AssortmentItem) {
  return productVariant(toSellable(item.item.product, item.inStock[0]!))
}

/** Simulates one visit through the public API. Shoppers click only what was served, and events refer to the answer they come from. */
import type { Random } from '../random.ts'
import { type CartLine, cart, cartLine, checkout, productVariant, type Sellable } from '../shoppers/pixel-data.ts'
import type { Shopper } from '../shoppers/shopper.ts'
import { liking } from '../shoppers/taste.ts'
import { type SentEvent, VisitRecorder } from '../shoppers/visit-recorder.ts'
import type { LiveSection, LiveShop, ServedProduct } from './live-shop.ts'
import type { Survey } from './survey-shop.ts'

export interface LiveVisitDeps {
  shop: LiveShop
  survey: Survey
  clock: () => number
  newId: () => string
}

export interface Tally {
  events: number
  searches: number
  sectionClicks: number
  searchClicks: number
  cartAdds: number
  orders: number
}

interface Visit extends LiveVisitDeps {
  shopper: Shopper
  random: Random
  recorder: VisitRecorder
  /** In the format of section and search requests. */
  identity: { visitor_id: string; client_id: string; customer_id?: string }
  currency: string
  cart: CartLine[]
  tally: Tally
}

type Found = { product: ServedProduct; section?: LiveSection; requestId: string }

/** The liking at which a shopper clicks half the time. */
const HALF_CLICK = 2
/** Upper limit of the probability that a viewed product is added to the cart. With it, about 3 visits in 100 end with an order. */
const MAX_BUY_RATE = 0.04
const HALF_BUY = 5
const MAX_PAGES = 7

export async function visitLive(deps: LiveVisitDeps, shopper: Shopper, random: Random): Promise<Tally> {
  const visit = await arrive(deps, shopper, random)
  let found = random.chance(0.5) ? await searchFor(visit) : await openHome(visit)
  for (let page = 0; page < MAX_PAGES && found; page++) {
    found = await openProduct(visit, found)
    if (!found && random.chance(0.4)) found = await searchFor(visit)
  }
  if (visit.cart.length > 0) await checkOut(visit)
  return visit.tally
}

async function arrive(deps: LiveVisitDeps, shopper: Shopper, random: Random): Promise<Visit> {
  const device = random.pick(shopper.devices)
  const loggedIn = shopper.customerId !== undefined && random.chance(0.4)
  const customer = loggedIn ? { customer_id: shopper.customerId } : {}
  const identity = { visitor_id: device.visitorId, client_id: device.clientId, ...customer }
  const origin = `https://${deps.shop.shop}`
  // A repeated run has the same people but new events, so ids must not repeat.
  const recorder = new VisitRecorder({
    shopper,
    device,
    random,
    startMs: deps.clock(),
    origin,
    loggedIn,
    newId: deps.newId,
  })
  const tally = { events: 0, searches: 0, sectionClicks: 0, searchClicks: 0, cartAdds: 0, orders: 0 }
  const session = await deps.shop.init({
    user_id: device.visitorId,
    client_id: device.clientId,
    ...customer,
    page_type: 'home',
    page_url: `${origin}/`,
  })
  const currency = session?.config.shop.currency ?? 'USD'
  return { ...deps, shopper, random, recorder, identity, currency, cart: [], tally }
}

async function openHome(visit: Visit): Promise<Found | undefined> {
  await emit(visit, (recorder) => recorder.open({ type: 'home', path: '/', title: 'Home' }))
  return lookAtSections(visit, { page_type: 'home' })
}

async function searchFor(visit: Visit): Promise<Found | undefined> {
  const { random, shopper, shop, identity } = visit
  const query = typeLiveQuery(random, shopper)
  visit.tally.searches++
  const answer = await shop.search({ query, pagination: { page: 1, limit: 24 }, ...identity })
  await emit(visit, (r) =>
    r.open({ type: 'search', path: '/search', title: query, search: `?q=${encodeURIComponent(query)}` }),
  )
  await emit(visit, (r) => r.standard('search_submitted', { searchResult: { query, productVariants: [] } }))
  if (!answer) return undefined
  const track = {
    request_id: answer.request_id,
    search_term: query,
    search_type: 'text',
    source: 'search_page',
    page_type: 'search',
  }
  const products = answer.products.map(({ product_id }) => ({ product_id }))
  await emit(visit, (r) => r.custom('svc:search_result_rendered', { ...track, products }))
  const found = chooseFrom(
    visit,
    answer.products.map((product) => ({ product, requestId: answer.request_id })),
  )
  if (!found) return undefined
  visit.tally.searchClicks++
  await emit(visit, (r) =>
    r.custom('svc:search_result_clicked', { ...track, products: [{ product_id: found.product.product_id }] }),
  )
  return found
}

function typeLiveQuery(random: Random, { taste }: Shopper): string {
  const type = random.pick(taste.productTypes).toLowerCase()
  const color = (taste.colors[0] ?? '').toLowerCase()
  return random
    .weighted([type, `${color} ${type}`, `${taste.vendors[0] ?? ''} ${type}`], (text) => (text === type ? 3 : 1))
    .trim()
}

async function openProduct(visit: Visit, { product, section, requestId }: Found): Promise<Found | undefined> {
  const { random, shopper, survey } = visit
  const sellable = sellableOf(visit, product)
  await emit(visit, (r) => r.open({ type: 'product', path: `/products/${product.handle}`, title: product.title }))
  if (!sellable) return undefined
  await emit(visit, (r) => r.standard('product_viewed', { productVariant: productVariant(sellable) }))
  const wish = liking(shopper.taste, survey.factsOf(product))
  if (random.chance((MAX_BUY_RATE * wish) / (wish + HALF_BUY)))
    await addToCart(visit, sellable, section && { section, requestId })
  return lookAtSections(visit, { page_type: 'product', product_id: product.product_id })
}

async function addToCart(
  visit: Visit,
  sellable: Sellable,
  from?: { section: LiveSection; requestId: string },
): Promise<void> {
  if (visit.cart.some((line) => line.sellable.product.id === sellable.product.id)) return
  const line = { sellable, quantity: 1 }
  visit.cart.push(line)
  visit.tally.cartAdds++
  await emit(visit, (r) => r.standard('product_added_to_cart', { cartLine: cartLine(line) }))
  if (from)
    await emit(visit, (r) =>
      r.custom('svc:section:add_to_cart', sectionTrack(from.section, from.requestId, [sellable.product.id])),
    )
}

/** Reports each section as rendered and the first few as seen, and may click one product. */
async function lookAtSections(
  visit: Visit,
  page: { page_type: string; product_id?: number },
): Promise<Found | undefined> {
  const { shop, identity, random } = visit
  const { visitor_id: user_id, ...others } = identity
  const cart_product_ids = visit.cart.map((line) => line.sellable.product.id)
  const answer = await shop.sections({
    ...page,
    user_id,
    ...others,
    cart_product_ids,
    page_url: `https://${shop.shop}/`,
  })
  const shown = (answer?.sections ?? []).filter((section) => section.products.length > 0)
  if (!answer || shown.length === 0) return undefined
  for (const section of shown) {
    const ids = section.products.map((product) => product.product_id)
    await emit(visit, (r) => r.custom('svc:section:render', sectionTrack(section, answer.request_id, ids)))
  }
  const seen = shown.slice(0, random.int(1, 4))
  for (const section of seen) {
    const ids = section.products.slice(0, 6).map((product) => product.product_id)
    await emit(visit, (r) => r.custom('svc:section:view', sectionTrack(section, answer.request_id, ids)))
  }
  const offers = seen.flatMap((section) =>
    section.products.map((product) => ({ product, section, requestId: answer.request_id })),
  )
  const found = chooseFrom(visit, offers)
  if (!found?.section) return undefined
  visit.tally.sectionClicks++
  await emit(visit, (r) =>
    r.custom('svc:section:click', sectionTrack(found.section!, found.requestId, [found.product.product_id])),
  )
  return found
}

async function checkOut(visit: Visit): Promise<void> {
  const { random, recorder, shopper } = visit
  await emit(visit, (r) => r.open({ type: 'cart', path: '/cart', title: 'Cart' }))
  await emit(visit, (r) => r.standard('cart_viewed', cart(visit.cart, recorder.sessionId)))
  await lookAtSections(visit, { page_type: 'cart' })
  if (!random.chance(0.75)) return
  const token = visit.newId()
  const order = { token, orderId: String(orderNumber(token)), customerId: shopper.customerId, lines: visit.cart }
  await emit(visit, (r) => r.standard('checkout_started', checkout(order, 'started')))
  if (!random.chance(0.8)) return
  await emit(visit, (r) => r.open({ type: 'order_status', path: '/checkout/thank-you', title: 'Thank you' }))
  await emit(visit, (r) => r.standard('checkout_completed', checkout(order, 'completed')))
  visit.tally.orders++
}

/** The better the best offer suits the shopper's taste, the likelier a click. Liked products and those near the top are preferred. */
function chooseFrom(visit: Visit, offers: readonly Found[]): Found | undefined {
  const { random, shopper, survey } = visit
  const inCart = new Set(visit.cart.map((line) => line.sellable.product.id))
  const open = offers.filter((offer) => !inCart.has(offer.product.product_id))
  if (open.length === 0) return undefined
  const wishes = open.map((offer, place) => ({
    offer,
    wish: liking(shopper.taste, survey.factsOf(offer.product)) / (1 + 0.12 * place),
  }))
  const best = Math.max(...wishes.map(({ wish }) => wish))
  if (!random.chance(best / (best + HALF_CLICK))) return undefined
  return random.weighted(wishes, ({ wish }) => wish ** 1.5).offer
}

async function emit(visit: Visit, write: (recorder: VisitRecorder) => SentEvent): Promise<void> {
  visit.recorder.moveTo(visit.clock())
  visit.tally.events++
  await visit.shop.send(write(visit.recorder))
}

function sectionTrack(section: LiveSection, requestId: string, productIds: readonly number[]): object {
  const products = productIds.map((productId) => ({ productId }))
  return { section: String(section.id), sectionServeId: section.section_serve_id, requestId, products }
}

function sellableOf({ random, currency }: Visit, product: ServedProduct): Sellable | undefined {
  const variants = product.variants.filter((variant) => variant.available_for_sale)
  if (variants.length === 0) return undefined
  const { variant_id, title, sku, price } = random.pick(variants)
  return {
    product: { ...product, id: product.product_id },
    variant: { id: variant_id, title, sku },
    price: Number(price ?? product.price ?? 0),
    image: product.image?.url ?? null,
    currency,
  }
}

/** An order number like the platform's, derived from the token so that no two runs share one. */
function orderNumber(token: string): number {
  return (Number.parseInt(token.replaceAll('-', '').slice(0, 12), 16) % 1_000_000_000_000) + 6_000_000_000_000
}

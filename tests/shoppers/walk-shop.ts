/** Simulates shoppers. Each wants a product, types words for it, and takes the first result that is similar enough. */
import { type Random, createRandom } from '../../apps/demo/src/random.ts'
import { cartLine, checkout, productVariant, type Sellable } from '../../apps/demo/src/shoppers/pixel-data.ts'
import { createShopper, type Device } from '../../apps/demo/src/shoppers/shopper.ts'
import { type SentEvent, VisitRecorder } from '../../apps/demo/src/shoppers/visit-recorder.ts'
import type { PastServe } from '@vitrine/server/plugin'
import { NOT_SOLD, normalWord, OTHER_WORDS } from './shopper-words.ts'

export type SoldProduct = Sellable

export interface WalkedShop {
  products: readonly SoldProduct[]
  /** Returns the first page and the total. */
  search(query: string): Promise<{ ids: readonly number[]; total: number }>
  seed: string
  visits: number
  days: number
  endMs: number
  origin: string
}

export interface Walked {
  events: SentEvent[]
  serves: PastServe[]
  /** The shop's word for each word that shoppers typed instead. */
  meant: Map<string, string>
}

const DAY_MS = 86_400_000
const PAGE = 24
const TASTES = { productTypes: ['any'], colors: ['any'], vendorsOf: () => [], complementsOf: () => [] }
const ADDS_TO_CART = 0.12
const BUYS = 0.5
const TRIES_AGAIN = 0.6

export async function walkShop(shop: WalkedShop): Promise<Walked> {
  const walked: Walked = { events: [], serves: [], meant: new Map() }
  const byId = new Map(shop.products.map((one) => [one.product.id, one]))
  const popular = shop.products.map((one) => ({
    one,
    weight: createRandom(shop.seed, one.product.id).next() ** 4 + 0.01,
  }))
  const times = createRandom(shop.seed, 'times')
  const starts = Array.from({ length: shop.visits }, () =>
    Math.floor(shop.endMs - 3_600_000 - times.next() * shop.days * DAY_MS),
  )
  for (const [number, startMs] of starts.sort((a, b) => a - b).entries()) {
    const random = createRandom(shop.seed, 'visit', number)
    const shopper = { ...createShopper(shop.seed, number, TASTES), declinesAnalytics: false }
    const device = shopper.devices[0] as Device
    const recorder = new VisitRecorder({ shopper, device, random, startMs, origin: shop.origin, loggedIn: false })
    const { one: wanted } = random.weighted(popular, ({ weight }) => weight)
    await visit({ shop, random, recorder, byId, walked, wanted, number })
    walked.events.push(...recorder.events)
    walked.serves.push(...recorder.serves)
  }
  return walked
}

interface Visit {
  shop: WalkedShop
  random: Random
  recorder: VisitRecorder
  byId: ReadonlyMap<number, SoldProduct>
  walked: Walked
  wanted: SoldProduct
  number: number
}

async function visit(own: Visit): Promise<void> {
  const { random, wanted, walked } = own
  const [first, ...others] = queriesFor(random, wanted)
  if (first!.meant) walked.meant.set(first!.text, first!.meant)
  for (const { text } of [first!, ...others]) {
    const found = await search(own, text)
    for (const one of found) take(own, one)
    if (found.length > 0) return
    if (!random.chance(TRIES_AGAIN)) return
  }
}

interface Typed {
  text: string
  meant?: string
}

/** The shopper's own words come first, then plainer ones. */
function queriesFor(random: Random, { product }: SoldProduct): Typed[] {
  const words = product.title
    .toLowerCase()
    .split(/[^\p{L}\p{N}']+/u)
    .filter((word) => word.length > 2 && !/\d/.test(word))
  const type = product.product_type.toLowerCase()
  const isNoun =
    type !== '' && type.split(' ').every((word) => words.some((one) => normalWord(one) === normalWord(word)))
  const named = words.find((word) => OTHER_WORDS[normalWord(word)])
  const noun = named ?? (isNoun ? type : (words.at(-1) ?? product.title.toLowerCase()))
  const two = [...new Set([words[0], noun])].join(' ')
  const other = OTHER_WORDS[normalWord(noun)]
  const typed = random.weighted(
    [
      [{ text: noun }, 38],
      [{ text: two }, 24],
      [{ text: words.slice(0, 3).join(' ') || noun }, 14],
      [other ? { text: random.pick(other), meant: noun } : { text: noun }, 14],
      [{ text: noun.length < 5 ? noun : slip(random, noun) }, 5],
      [{ text: random.pick(NOT_SOLD) }, 5],
    ] as const,
    ([, share]) => share,
  )[0] as Typed
  return typed.text === noun ? [typed, { text: two }] : [typed, { text: noun }, { text: two }]
}

function slip(random: Random, text: string): string {
  const at = random.int(1, Math.max(1, text.length - 2))
  return text.slice(0, at) + text.slice(at + 1)
}

async function search({ shop, random, recorder, byId, wanted }: Visit, query: string): Promise<SoldProduct[]> {
  const { ids, total } = await shop.search(query)
  const requestId = recorder.newId()
  const shown = ids.slice(0, PAGE)
  const track = { request_id: requestId, search_term: query, search_type: 'text', source: 'search_page' }
  recorder.open({ type: 'search', path: '/search', title: query, search: `?q=${encodeURIComponent(query)}` })
  recorder.serve({
    ...{ surface: 'search', requestId, query, total },
    products: shown.map((productId, i) => ({ productId, position: i + 1 })),
  })
  recorder.custom('svc:search_result_rendered', { ...track, products: shown.map((id) => ({ product_id: id })) })
  recorder.pause(4, 25)
  const taken: SoldProduct[] = []
  for (const [place, id] of shown.entries()) {
    const one = byId.get(id)
    if (!one || random.chance(1 - 1 / (place + 1) ** 0.3)) continue
    if (!random.chance([0.01, 0.06, 0.3, 0.8][likeness(one, wanted)]!)) continue
    recorder.custom('svc:search_result_clicked', { ...track, products: [{ product_id: id }] })
    recorder.pause(3, 20)
    taken.push(one)
    if (random.chance(0.6)) break
  }
  return taken
}

/** Returns 0 for another product, up to 3 for the wanted product. */
function likeness({ product: one }: SoldProduct, { product: wanted }: SoldProduct): number {
  if (one.id === wanted.id) return 3
  const wordsOf = ({ title }: { title: string }) =>
    new Set(
      title
        .split(/\s+/)
        .map(normalWord)
        .filter((word) => word.length > 2),
    )
  const own = wordsOf(one)
  const shared = [...wordsOf(wanted)].filter((word) => own.has(word)).length
  const isOfType = one.product_type !== '' && one.product_type === wanted.product_type
  return shared >= 2 || (shared >= 1 && isOfType) ? 2 : shared >= 1 || isOfType ? 1 : 0
}

function take({ random, recorder, number }: Visit, one: SoldProduct): void {
  recorder.open({ type: 'product', path: `/products/${one.product.handle}`, title: one.product.title })
  recorder.standard('product_viewed', { productVariant: productVariant(one) })
  recorder.pause(8, 60)
  if (!random.chance(ADDS_TO_CART)) return
  const line = { sellable: one, quantity: 1 }
  recorder.standard('product_added_to_cart', { cartLine: cartLine(line) })
  recorder.pause(10, 60)
  if (!random.chance(BUYS)) return
  const order = {
    token: recorder.newId(),
    orderId: `${recorder.newId()}-${number}`,
    customerId: undefined,
    lines: [line],
  }
  recorder.standard('checkout_started', checkout(order, 'started'))
  recorder.pause(30, 90)
  recorder.standard('checkout_completed', checkout(order, 'completed'))
}

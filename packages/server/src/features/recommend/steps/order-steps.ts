import { BORROWED, type BoughtTogether, isEvident } from '@vitrine/recommend'
import { type Candidate, entryOf, itemsOf, type RecommendContext, type RecommendQuery } from '../recommend-context.ts'
import { interleave } from '../ranked-ids.ts'
import { similarProducts } from './content-steps.ts'
import { kindsOf } from './blend-similar.ts'
import { kindBestsellers } from './counter-steps.ts'

const DEPTH = 200
const KIND_SAMPLE = 100

export function* boughtTogether(context: RecommendContext, query: RecommendQuery): Generator<Candidate> {
  yield* partners(context, query.anchors.length > 0 ? query.anchors : query.cart, {
    model: context.models.orders,
    least: 3,
    step: 'orders',
    words: (count) => `bought together in ${count} orders`,
  })
}

export function* inCartTogether(context: RecommendContext, query: RecommendQuery): Generator<Candidate> {
  yield* partners(context, query.anchors.length > 0 ? query.anchors : query.cart, {
    model: context.models.carts,
    least: 3,
    step: 'carts',
    words: (count) => `put into the cart together ${count} times`,
  })
}

/** Leaves out kinds that are in the cart. */
export function* boughtWithCart(context: RecommendContext, query: RecommendQuery): Generator<Candidate> {
  const seeds = seedsOf(query)
  const kinds = new Set(seeds.map((id) => entryOf(context, id)?.kind))
  const found = partners(context, seeds, {
    model: context.models.orders,
    least: 2,
    step: 'orders',
    words: (count) => `bought with what is in the cart in ${count} orders`,
  })
  for (const candidate of found) if (!kinds.has(entryOf(context, candidate.productId)?.kind)) yield candidate
}

/** Helps anchors that are too new to have partners of their own. */
export function* boughtWithAlike(context: RecommendContext, query: RecommendQuery): Generator<Candidate> {
  const { orders, items } = context.models
  for (const seed of seedsOf(query)) {
    const similar = similarProducts(context, [seed], BORROWED.alike)
    const lenders = Array.from(similar.ids).flatMap((productId, at) =>
      toScored(items.find(productId), similar.scores[at] as number),
    )
    for (const { item } of orders.borrow(lenders, DEPTH)) {
      const productId = items.idOf(item)
      const lender = lenders.find((one) => isEvident(orders.evidence(one.item, item)))
      if (!lender) continue
      const why = () => `bought with products like this in ${orders.evidence(lender.item, item).orders} orders`
      yield { productId, step: 'orders_of_alike', why }
    }
  }
}

function toScored(item: number | undefined, score: number) {
  return item === undefined ? [] : [{ item, score }]
}

export function* kindCompanions(context: RecommendContext, query: RecommendQuery): Generator<Candidate> {
  const own = kindsOf(context, seedsOf(query))
  const weights = new Map<string, number>()
  for (const kind of own)
    for (const [other, orders] of companionsOf(context, kind))
      if (!own.has(other)) weights.set(other, (weights.get(other) ?? 0) + orders)
  const kinds = [...weights].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 6)
  const rows = kinds.map(([kind]) => kindBestsellers(context, kind))
  // Alternates, so that one large kind does not fill every slot.
  for (const [at, productId] of interleave(rows)) {
    const [kind, orders] = kinds[at] as [string, number]
    const why = () => `${context.catalog.nameOfKind(kind)} bought along in ${Math.round(orders)} orders`
    yield { productId, step: 'type_pairs', why }
  }
}

interface PartnerAsk {
  model: BoughtTogether
  least: number
  step: string
  words: (count: number) => string
}

function* partners(
  context: RecommendContext,
  seeds: readonly number[],
  { model, least, step, words }: PartnerAsk,
): Generator<Candidate> {
  const items = itemsOf(context, seeds)
  if (items.length === 0) return
  const accept = (item: number) => items.some((seed) => isEvident(model.evidence(seed, item), least))
  const ranked = model.rank(items, { limit: DEPTH, minOrders: least, accept })
  for (const { item } of ranked) {
    const count = Math.max(...items.map((seed) => model.evidence(seed, item).orders))
    yield { productId: context.models.items.idOf(item), step, why: () => words(count) }
  }
}

/** Returns kinds that are bought together more often than by chance, with the orders of their best pairs. */
function companionsOf(context: RecommendContext, kind: string): Map<string, number> {
  const sample = itemsOf(context, Array.from(kindBestsellers(context, kind).subarray(0, KIND_SAMPLE)))
  const { orders, items } = context.models
  const found = new Map<string, { orders: number; partners: number[] }>()
  for (const { item, orders: together } of orders.companions(sample, DEPTH)) {
    const other = entryOf(context, items.idOf(item))?.kind
    if (!other || other === kind) continue
    const known = found.get(other) ?? { orders: 0, partners: [] }
    found.set(other, { orders: known.orders + together, partners: [...known.partners, item] })
  }
  const sold = (all: readonly number[]) => all.reduce((sum, item) => sum + orders.ordersOf(item), 0)
  const evident = [...found].filter(([, { orders: together, partners }]) =>
    isEvident({ orders: together, expected: (sold(sample) * (sold(partners) - together)) / Math.max(1, orders.total) }),
  )
  return new Map(evident.map(([other, { orders: together }]) => [other, together]))
}

function seedsOf(query: RecommendQuery): readonly number[] {
  return query.cart.length > 0 ? [...new Set([...query.cart, ...query.anchors])] : query.anchors
}

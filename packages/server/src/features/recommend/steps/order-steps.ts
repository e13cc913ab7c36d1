/** Steps that go by what is bought together. */
import { BORROWED, type BoughtTogether, isEvident } from '@vitrine/recommend'
import { type Candidate, entryOf, itemsOf, type RecommendContext, type RecommendQuery } from '../recommend-context.ts'
import { likesOf } from './content-steps.ts'
import { typeBestsellers } from './counter-steps.ts'

const DEPTH = 200
/** Products of a type that stand for it when its companions are counted. */
const TYPE_SAMPLE = 100

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

/** Partners of the whole cart, of other types than are in it. */
export function* boughtWithCart(context: RecommendContext, query: RecommendQuery): Generator<Candidate> {
  const seeds = seedsOf(query)
  const types = new Set(seeds.map((id) => entryOf(context, id)?.type))
  const found = partners(context, seeds, {
    model: context.models.orders,
    least: 2,
    step: 'orders',
    words: (count) => `bought with what is in the cart in ${count} orders`,
  })
  for (const candidate of found) if (!types.has(entryOf(context, candidate.productId)?.type)) yield candidate
}

/** What is bought with products like the anchors: partners of another type, for what is too new to have its own. */
export function* boughtWithAlike(context: RecommendContext, query: RecommendQuery): Generator<Candidate> {
  const seeds = seedsOf(query)
  const types = new Set(seeds.map((id) => entryOf(context, id)?.type))
  const { orders, items } = context.models
  for (const seed of seeds) {
    const likes = likesOf(context, [seed], BORROWED.alike)
    const lenders = Array.from(likes.ids).flatMap((productId, at) =>
      toScored(items.find(productId), likes.scores[at] as number),
    )
    for (const { item } of orders.borrow(lenders, DEPTH)) {
      const productId = items.idOf(item)
      const lender = lenders.find((one) => isEvident(orders.evidence(one.item, item)))
      if (!lender || types.has(entryOf(context, productId)?.type)) continue
      const why = () => `bought with products like this in ${orders.evidence(lender.item, item).orders} orders`
      yield { productId, step: 'orders_of_alike', why }
    }
  }
}

function toScored(item: number | undefined, score: number) {
  return item === undefined ? [] : [{ item, score }]
}

/** Bestsellers of the types that are bought with the seeds' types. */
export function* typeCompanions(context: RecommendContext, query: RecommendQuery): Generator<Candidate> {
  const own = new Set(seedsOf(query).flatMap((id) => entryOf(context, id)?.type || []))
  const weights = new Map<string, number>()
  for (const type of own)
    for (const [other, orders] of companionsOf(context, type))
      if (!own.has(other)) weights.set(other, (weights.get(other) ?? 0) + orders)
  const types = [...weights].filter(([, orders]) => orders >= 3).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  const rows = types.slice(0, 6).map(([type]) => typeBestsellers(context, type))
  // In turn, so that one large type does not take every place.
  for (let place = 0; rows.some((row) => place < row.length); place++)
    for (const [at, row] of rows.entries()) {
      const productId = row[place]
      const [type, orders] = types[at] as [string, number]
      if (productId !== undefined)
        yield {
          productId,
          step: 'type_pairs',
          why: () => `${context.catalog.nameOfType(type)} bought along in ${Math.round(orders)} orders`,
        }
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

/** Types bought in one order with products of the type, by orders of their best pairs. */
function companionsOf(context: RecommendContext, type: string): Map<string, number> {
  const weights = new Map<string, number>()
  const sample = Array.from(typeBestsellers(context, type).subarray(0, TYPE_SAMPLE))
  const { orders, items } = context.models
  for (const { item, orders: together } of orders.companions(itemsOf(context, sample), DEPTH)) {
    const other = entryOf(context, items.idOf(item))?.type
    if (!other || other === type) continue
    weights.set(other, (weights.get(other) ?? 0) + together)
  }
  return weights
}

function seedsOf(query: RecommendQuery): readonly number[] {
  return query.cart.length > 0 ? [...new Set([...query.cart, ...query.anchors])] : query.anchors
}

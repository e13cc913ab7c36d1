/** Plants behavior of shoppers and measures how often models find it. */
import { liftOf, QueryEvidence } from '../../../packages/recommend/src/learn/query-evidence.ts'
import { EvidenceGate } from '../../../packages/server/src/features/ingest/evidence-gate.ts'
import { NetworkSequences } from '../../../packages/server/src/features/ingest/network-sequences.ts'
import type { ShopEvent } from '../../../packages/server/src/ports/event-log/shop-event.ts'
import { rankedStream } from '../../../packages/server/src/features/recommend/ranked-stream.ts'
import type { RecommendQuery } from '../../../packages/server/src/features/recommend/recommend-context.ts'
import {
  type ContextSpec,
  createContext,
  NOW_MS,
  orders,
  query,
  visits,
} from '../../../packages/server/src/features/recommend/testing/shop-context.ts'
import { seeded } from './planted-shops.ts'

export interface BehaviourResult {
  question: string
  answered: number
  bar: number
}

/** Six kinds of twenty products: kind k has numbers 20 k + 1 to 20 k + 20. */
const KINDS = ['Chair', 'Lamp', 'Rug', 'Mug', 'Vase', 'Desk']
const PRODUCTS = Array.from({ length: 120 }, (_, i) => ({
  id: i + 1,
  title: `Model${i + 1} ${KINDS[Math.floor(i / 20)]}`,
  productType: KINDS[Math.floor(i / 20)] as string,
}))
const kindOf = (id: number) => Math.floor((id - 1) / 20)

function list(spec: Partial<ContextSpec>, asked: Partial<RecommendQuery>, length: number) {
  const stream = rankedStream(createContext({ products: PRODUCTS, ...spec }), query(asked))
  return Array.from({ length }, (_, place) => stream.at(place)).flatMap((one) => (one ? [one] : []))
}
const share = (of: readonly unknown[], isRight: (one: never) => boolean) =>
  (of as never[]).filter(isRight).length / Math.max(1, of.length)

/** Visits of shoppers who like one or two types. */
function personaVisits(random: () => number): ShopEvent[] {
  return KINDS.flatMap((_, kind) =>
    Array.from({ length: 40 }, () =>
      visits(1, Array.from({ length: 4 }, () => 20 * kind + 1 + Math.floor(random() * 20)), 3),
    ).flat(),
  ) // biome-ignore format: one line reads better
}

function personas(): BehaviourResult {
  const events = personaVisits(seeded(1))
  const found = KINDS.flatMap((_, kind) => {
    const history = { browsedProducts: [20 * kind + 3, 20 * kind + 8] }
    const shown = list({ events, history }, { type: 'personalized' }, 8)
    return shown.map(({ productId }) => kindOf(productId) === kind)
  })
  return { question: 'personas: the first 8 are of the kind that was looked at', answered: share(found, (one) => one), bar: 0.9 } // biome-ignore format: one line reads better
}

function shifts(): BehaviourResult {
  const found = [7, 33, 58, 81, 104].map((id) => {
    const usual = PRODUCTS.flatMap((one) => [20, 16, 12, 9].flatMap((day) => visits(2, [one.id], day)))
    const events = [...usual, ...visits(30, [id], 0.2)]
    return list({ events }, { type: 'trending' }, 3).some(({ productId }) => productId === id)
  })
  return { question: 'shifts: what is suddenly looked at is among the first 3 of trending', answered: share(found, (one) => one), bar: 0.95 } // biome-ignore format: one line reads better
}

function seasons(): BehaviourResult {
  const found = [2, 41, 77, 99].map((id) => {
    const summer = (id % 120) + 1
    const usual = PRODUCTS.flatMap((one) => orders(1, [one.id], 10))
    const events = [...usual, ...orders(60, [summer], 200), ...orders(12, [id], 3)]
    const shown = list({ events }, { type: 'bestsellers' }, 1).map(({ productId }) => productId)
    return shown[0] === id
  })
  return { question: 'seasons: what sells now stands before what sold five times as much half a year ago', answered: share(found, (one) => one), bar: 0.95 } // biome-ignore format: one line reads better
}

function coldInSimilar(): BehaviourResult {
  const events = personaVisits(seeded(2))
  const found = KINDS.map((kind, at) => {
    const cold = { id: 500 + at, title: `Model${20 * at + 5} ${kind} Deluxe`, productType: kind }
    const shown = list({ events, products: [...PRODUCTS, cold] }, { type: 'similar_products', anchors: [cold.id] }, 6)
    return share(shown, ({ productId }: { productId: number }) => kindOf(productId) === at)
  })
  return { question: 'cold items: what is shown beside a product that nobody has seen is of its kind', answered: found.reduce((a, b) => a + b, 0) / found.length, bar: 0.95 } // biome-ignore format: one line reads better
}

function coldExplored(): BehaviourResult {
  const known = PRODUCTS.slice(0, 100)
  const events = known.flatMap(({ id }) => [...visits(60, [id], 2), ...orders(1, [id], 2)])
  const shown = Array.from({ length: 60 }, (_, visitor) => list({ events, seed: `v${visitor}` }, { type: 'personalized' }, 20)) // biome-ignore format: one line reads better
  const explored = new Set(shown.flat().flatMap(({ productId, step }) => (step === 'explore' ? [productId] : [])))
  return { question: 'cold items: each of 20 that nobody has seen is shown to some of 60 newcomers', answered: explored.size / 20, bar: 0.95 } // biome-ignore format: one line reads better
}

function queryClicks(): BehaviourResult {
  const found = [1, 2, 3, 4, 5, 6].map((draw) => {
    const random = seeded(draw)
    const model = new QueryEvidence()
    const page = [1, 2, 3, 4, 5, 6, 7, 8]
    const liked = 3 + (draw % 5)
    for (let visitor = 0; visitor < 150; visitor++) {
      model.shown('oak chair', page, NOW_MS)
      page.forEach((product, place) => {
        const chance = (0.3 / (place + 1)) * (product === liked ? 3 : 0.9)
        if (random() < chance) model.clicked('oak chair', product, place, NOW_MS)
      })
    }
    const learned = [...model.of('oak chair', NOW_MS)].sort((a, b) => liftOf(b[1]) - liftOf(a[1]))
    return learned[0]?.[0] === liked
  })
  return { question: 'query clicks: what is chosen three times as often as its place explains is preferred', answered: share(found, (one) => one), bar: 0.95 } // biome-ignore format: one line reads better
}

const HONEST: [number, number] = [1, 21]
const FORGED: [number, number] = [1, 99]

function fromOneAddress(count: number, visitorOf: (i: number) => string): Promise<ShopEvent[]> {
  const places = new NetworkSequences({ add: async () => [], isShared: false, onError: () => {} })
  const gate = new EvidenceGate(() => new Uint8Array(16), places)
  const judged = Array.from({ length: count }, async (_, i) => {
    const event = {
      ...orders(1, FORGED, 1)[0]!,
      visitorId: visitorOf(i),
      sessionId: visitorOf(i),
      receivedAtMs: NOW_MS,
    }
    return { ...event, ...(await gate.judge('shop', event, '203.0.113.7')) }
  })
  return Promise.all(judged)
}

function fraud(question: string, forged: ShopEvent[], isRight: (ids: number[]) => boolean): BehaviourResult {
  const usual = PRODUCTS.flatMap((one) => orders(2, [one.id], 10))
  const events = [...usual, ...orders(30, HONEST, 5), ...forged]
  const ids = list({ events }, { type: 'bought_together', anchors: [HONEST[0]] }, 5).map(({ productId }) => productId)
  return { question, answered: isRight(ids) ? 1 : 0, bar: 1 }
}

export async function plantBehaviour(): Promise<BehaviourResult[]> {
  const isAbsent = (ids: number[]) => !ids.includes(FORGED[1])
  return [
    personas(),
    shifts(),
    seasons(),
    coldInSimilar(),
    coldExplored(),
    queryClicks(),
    fraud('fraud: 500 orders of one visitor teach nothing', await fromOneAddress(500, () => 'one'), isAbsent),
    fraud('fraud: 500 orders of 500 invented visitors of one address move no pair of real orders', await fromOneAddress(500, (i) => `made up ${i}`), (ids) => ids[0] === HONEST[1]), // biome-ignore format: one line reads better
  ]
}

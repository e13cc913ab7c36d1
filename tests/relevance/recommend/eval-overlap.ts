/** Measures how much lists of different types have in common: they should show different products. */
import { rankedStream } from '../../../packages/server/src/features/recommend/ranked-stream.ts'
import {
  createContext,
  orders,
  query,
  visits,
} from '../../../packages/server/src/features/recommend/testing/shop-context.ts'
import { seededRandom } from '../../../packages/server/src/features/search-health/laws/seeded-random.ts'

const TYPES = [
  'similar_products',
  'bought_together',
  'cross_sell',
  'personalized',
  'trending',
  'bestsellers',
  'recent_launch',
  'email_recommendations',
] as const
type ListType = (typeof TYPES)[number]

const KINDS = ['Chair', 'Lamp', 'Rug', 'Mug', 'Vase', 'Desk', 'Clock', 'Stool']
const LENGTH = 8

/** 160 products of eight types. Whoever buys a product also buys the next one. */
function shopWithHistory() {
  const random = seededRandom(7)
  const products = Array.from({ length: 160 }, (_, i) => ({
    id: i + 1,
    title: `Model${i + 1} ${KINDS[i % 8]}`,
    productType: KINDS[i % 8] as string,
    tags: [`room${Math.floor(i / 16)}`],
    launchedDaysAgo: 1 + ((i * 37) % 160),
  }))
  const popular = () => 1 + Math.floor(random() ** 2 * 160)
  const partner = (id: number) => (id % 160) + 1
  const events = [
    ...Array.from({ length: 400 }, () => popular()).flatMap((id) => orders(1, [id, partner(id)], 1 + random() * 25)),
    ...Array.from({ length: 500 }, () => popular()).flatMap((id) =>
      visits(1, [id, 1 + ((id + 7) % 160), 1 + ((id + 15) % 160)], 1 + random() * 25),
    ),
    ...[141, 142, 143, 144, 145, 146, 147, 148].flatMap((id) => visits(25, [id], 0.3)),
  ]
  return { products, events }
}

/** Mean share of the first eight products that two types of lists have in common. */
export function overlapTable(): Record<ListType, Record<ListType, number>> {
  const { products, events } = shopWithHistory()
  const anchors = Array.from({ length: 12 }, (_, i) => 1 + i * 13)
  const lists = anchors.map((anchor) => {
    const context = createContext({ products, events, history: { browsedProducts: [anchor, partnerKind(anchor)] } })
    return Object.fromEntries(TYPES.map((type) => [type, firstOf(context, type, anchor)])) as Record<ListType, number[]>
  })
  const common = (a: ListType, b: ListType) =>
    lists.reduce((sum, of) => sum + of[a].filter((id) => of[b].includes(id)).length / Math.max(1, Math.min(of[a].length, of[b].length)), 0) / lists.length // biome-ignore format: one line reads better
  const row = (a: ListType) => Object.fromEntries(TYPES.map((b) => [b, common(a, b)])) as Record<ListType, number>
  return Object.fromEntries(TYPES.map((a) => [a, row(a)])) as Record<ListType, Record<ListType, number>>
}

const partnerKind = (id: number) => 1 + ((id + 7) % 160)

function firstOf(context: ReturnType<typeof createContext>, type: ListType, anchor: number): number[] {
  const stream = rankedStream(context, query({ type, anchors: [anchor] }))
  return Array.from({ length: LENGTH }, (_, place) => stream.at(place)?.productId).filter((id) => id !== undefined)
}

export function printOverlap(): void {
  const table = overlapTable()
  const short = (type: ListType) => type.slice(0, 10)
  console.log(`\nShare of the first ${LENGTH} that two types of list have in common, on a planted shop of 160 products`)
  console.log(`${''.padEnd(24)}${TYPES.map((type) => short(type).padStart(12)).join('')}`)
  for (const a of TYPES)
    console.log(`${a.padEnd(24)}${TYPES.map((b) => (a === b ? '–' : table[a][b].toFixed(2)).padStart(12)).join('')}`)
}

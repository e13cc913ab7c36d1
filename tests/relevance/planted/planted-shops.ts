import { seededRandom } from '../../../packages/server/src/features/search-health/laws/seeded-random.ts'
import { orders, type ProductSpec } from '../../../packages/server/src/features/recommend/testing/shop-context.ts'

export interface PlantedShop {
  name: string
  products: ProductSpec[]
  pair: [number, number]
  /** Orders other than the planted ones, as lists of products. */
  others: number[][]
  /** Number of the merchant's picks, which come first. */
  picks: number
}

const TYPES = ['Chair', 'Lamp', 'Rug', 'Mug', 'Vase', 'Desk', 'Clock', 'Stool']
const COLLECTION = 'shopify--discovery--product_recommendation'

type Make = (random: () => number) => PlantedShop

export const PLANTED_SHOPS: Record<string, Make> = {
  typed: (random) => shopOf('typed', random, { count: 60, type: (i) => TYPES[i % TYPES.length] as string }),
  untyped: (random) => shopOf('untyped', random, { count: 60, type: () => '' }),
  'one kind': (random) => shopOf('one kind', random, { count: 40, type: () => 'Jersey' }),
  large: (random) => shopOf('large', random, { count: 2000, type: (i) => TYPES[i % TYPES.length] as string, orders: 1500 }), // biome-ignore format: one line reads better
  'two products': () => ({
    name: 'two products',
    products: [
      { id: 1, title: 'Tea' },
      { id: 2, title: 'Cup' },
    ],
    pair: [1, 2],
    others: [],
    picks: 0,
  }),
  'nothing else sold': (random) => ({
    ...shopOf('nothing else sold', random, { count: 30, type: () => '' }),
    others: [],
  }),
  'merchant picks': (random) => withPicks(shopOf('merchant picks', random, { count: 40, type: (i) => TYPES[i % TYPES.length] as string })), // biome-ignore format: one line reads better
}

interface Plan {
  count: number
  type: (i: number) => string
  orders?: number
}

function shopOf(name: string, random: () => number, { count, type, orders: most = count }: Plan): PlantedShop {
  const products = Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    title: `Model${i + 1} ${TYPES[i % TYPES.length]}`,
    productType: type(i),
    price: 10 + Math.floor(random() * 10),
  }))
  const any = () => 1 + Math.floor(random() ** 2 * count)
  const others = Array.from({ length: most }, () => (random() < 0.4 ? [any(), any()] : [any()]))
  const first = 1 + Math.floor(random() * count)
  // An odd distance gives the products different types, because types repeat every eight products.
  const second = 1 + ((first + 2 * Math.floor((random() * count) / 2)) % count)
  return { name, products, pair: [first, second === first ? (first % count) + 1 : second], others, picks: 0 }
}

function withPicks(shop: PlantedShop): PlantedShop {
  const [a, b] = shop.pair
  const chosen = shop.products.filter(({ id }) => id !== a && id !== b).slice(0, 2)
  const value = JSON.stringify(chosen.map(({ id }) => `gid://shopify/Product/${id}`))
  const metafields = [{ namespace: COLLECTION, key: 'complementary_products', value }]
  const products = shop.products.map((one) => (one.id === a || one.id === b ? { ...one, metafields } : one))
  return { ...shop, products, picks: chosen.length }
}

export function eventsOf({ others, pair }: PlantedShop, planted: number) {
  return [...others.flatMap((items) => orders(1, items, 20)), ...orders(planted, pair, 2)]
}

export const seeded = seededRandom

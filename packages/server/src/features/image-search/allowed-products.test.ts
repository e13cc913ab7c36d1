import { buildIndex, type EngineDoc, searchIndex, type SearchRequest, VectorStore } from '@vitrine/engine'
import { describe, expect, it } from 'vitest'
import type { Shop } from '../../ports/record-store/record-store.ts'
import type { SearchIndex } from '../../ports/search-index/search-index.ts'
import { AllowedProducts } from './allowed-products.ts'

const shop = { id: 'a.example' } as Shop
const COUNT = 3000

/** Product 1 lies where the query points, product 3000 at a right angle to it, the others in between. */
function store(): VectorStore {
  const vectors = new VectorStore('space@1', 2)
  for (let id = 1; id <= COUNT; id++) {
    const angle = ((id - 1) / (COUNT - 1)) * (Math.PI / 2)
    vectors.put(id, [Float32Array.of(Math.cos(angle), Math.sin(angle))])
  }
  return vectors
}

const WORDLESS = {
  productType: '',
  vendor: '',
  tags: [],
  options: [],
  skus: [],
  collections: [],
  metafields: [],
  description: '',
}

/** Every hundredth product is of type `rare`, and every tenth is sold out. */
function doc(id: number): EngineDoc {
  return {
    id,
    title: `Product ${id}`,
    text: { ...WORDLESS, title: `Product ${id}` },
    terms: { kind: [id % 100 === 0 ? 'rare' : 'common'] },
    variants: [{ price: 1, compareAt: null, available: id % 10 !== 0, options: {} }],
    collectionPlaces: {},
    rating: null,
    createdMs: id,
    visibleFromMs: 0,
    popularity: 0,
  }
}

const snapshot = buildIndex(
  Array.from({ length: COUNT }, (_, i) => doc(i + 1)),
  'en',
)

function listings() {
  const asked: SearchRequest[] = []
  const index = {
    search: async (_: Shop, request: SearchRequest) => {
      asked.push(request)
      return searchIndex(snapshot, request)
    },
    generation: async () => '1',
  } as unknown as SearchIndex
  return { allowed: new AllowedProducts(index), whole: () => asked.filter(({ among }) => among === undefined).length }
}

function scope(kind?: string, outOfStockLast = false) {
  const terms = kind === undefined ? [] : [{ name: 'kind', anyOf: [kind] }]
  return {
    visibility: { terms, inStockOnly: false, hidden: [1], nowMs: 1000 },
    selections: [],
    prices: { rate: 1, discount: 0 } as unknown as SearchRequest['prices'],
    outOfStockLast,
  }
}

const NO_FLOOR = { resemblance: (_: Float32Array, b: Float32Array) => b[0]!, floor: Number.NEGATIVE_INFINITY }
const asked = { store: store(), vector: Float32Array.of(1, 0), ...NO_FLOOR }
const ids = (hits: readonly { productId: number }[]) => hits.map(({ productId }) => productId)

describe('the nearest products that may be shown', () => {
  it('are ordered by the model’s similarity if it has one; the best picture of a product counts', async () => {
    const { allowed } = listings()
    const vectors = new VectorStore('space@1', 2)
    vectors.put(2, [Float32Array.of(0.96, 0.28)])
    vectors.put(3, [Float32Array.of(0.8, 0.6)])
    vectors.put(4, [Float32Array.of(0.94, 0.34), Float32Array.of(0, 1)])
    const likeness = (_: Float32Array, b: Float32Array) => b[1]!
    const sought = { store: vectors, vector: Float32Array.of(1, 0), ...NO_FLOOR }
    expect(ids(await allowed.nearest(shop, scope(), sought))).toEqual([2, 4, 3])
    const hits = await allowed.nearest(shop, scope(), { ...sought, likeness })
    expect(ids(hits)).toEqual([4, 3, 2])
    expect(hits[2]!.similarity).toBeCloseTo(0.96)
  })

  it('are ordered by the model only among the nearest', async () => {
    const { allowed } = listings()
    const vector = Float32Array.of(Math.cos(2), Math.sin(2))
    const found = ids(await allowed.nearest(shop, scope(), { ...asked, vector, likeness: (_, b) => b[0]! }))
    expect(found.slice(0, 3)).toEqual([2801, 2802, 2803])
    expect(found.slice(200, 203)).toEqual([2800, 2799, 2798])
  })

  it('begin with the product in the picture, even if others look more similar', async () => {
    const { allowed } = listings()
    const vectors = new VectorStore('space@1', 2)
    vectors.put(2, [Float32Array.of(0.99, Math.sqrt(1 - 0.99 ** 2))])
    vectors.put(3, [Float32Array.of(0.8, 0.6)])
    vectors.put(4, [Float32Array.of(0.6, 0.8)])
    const likeness = (_: Float32Array, b: Float32Array) => b[1]!
    const sought = { store: vectors, vector: Float32Array.of(1, 0), ...NO_FLOOR, likeness }
    expect(ids(await allowed.nearest(shop, scope(), sought))).toEqual([2, 4, 3])
  })

  it('come before products that show something else', async () => {
    const { allowed } = listings()
    const found = await allowed.nearest(shop, scope(), { ...asked, floor: 0.98 })
    const alike = found.filter(({ isAlike }) => isAlike)
    expect(alike.length).toBeGreaterThan(300)
    expect(alike.every(({ similarity }) => similarity >= 0.98)).toBe(true)
    expect(found.slice(alike.length).some(({ isAlike }) => isAlike)).toBe(false)
  })

  it('are ordered by vector without a model, and leave out hidden products', async () => {
    const { allowed, whole } = listings()
    const hits = await allowed.nearest(shop, scope('common'), asked)
    expect(ids(hits).slice(0, 4)).toEqual([2, 3, 4, 5])
    expect(hits).toHaveLength(989)
    expect(whole()).toBe(0)
  })

  it('are found through a filter that few pass, whose products are listed once per scope', async () => {
    const { allowed, whole } = listings()
    const hits = await allowed.nearest(shop, scope('rare'), asked)
    expect(ids(hits)).toEqual(Array.from({ length: 30 }, (_, i) => 100 * (i + 1)))
    expect(await allowed.nearest(shop, scope('rare'), asked)).toEqual(hits)
    expect(whole()).toBe(1)
  })

  it('put sold-out products last if the shop wants that, unless one is the product in the picture', async () => {
    const { allowed } = listings()
    const found = ids(await allowed.nearest(shop, scope(undefined, true), asked))
    expect(found.slice(0, 10)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    // Products up to 469 are nearly identical with the picture, so they keep their place although sold out.
    expect(found.slice(-54)).toEqual(Array.from({ length: 54 }, (_, i) => 470 + 10 * i))
  })
})

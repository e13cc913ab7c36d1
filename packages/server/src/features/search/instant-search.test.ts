import type { InstantSearchRequest } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleProduct } from '../../ports/record-store/sample-product.ts'
import { readPresented } from '../agents/agent-product.ts'
import { type IndexedShop, openIndexedShop } from '../query/testing/indexed-shop.ts'
import { instantSearch } from './instant-search.ts'

let world: IndexedShop
beforeAll(async () => {
  world = await openIndexedShop(
    {
      collections: [{ id: 1, handle: 'mugs', title: 'Mugs and cups' }],
      pages: [{ id: 1, handle: 'care', title: 'Mug care', url: '/care' }],
      articles: [{ id: 1, handle: 'history', title: 'A mug and its history', url: '/history' }],
      search: {
        minimum_type_ahead_input_count: 2,
        rules: [{ id: 'r', when: { query: 'mug' }, redirect: '/mugs', pin: [{ product_id: 9, position: 1 }] }],
      },
    } as never,
    Array.from({ length: 9 }, (_, i) =>
      sampleProduct(i + 1, { title: `Stone mug ${i + 1}`, productType: i < 6 ? 'Mugs' : 'Cups', vendor: 'Acme' }),
    ),
  )
})
afterAll(() => world.close())

const type = async (body: InstantSearchRequest) => {
  world.served.length = 0
  const queries = { topQueries: async () => [] }
  return readPresented(await instantSearch({ ...world.parts, queries } as never, world.call(body)))
}

describe('while a shopper types', () => {
  it('T1: six products are returned by default, or as many as requested', async () => {
    expect((await type({ query: 'mu' })).products).toHaveLength(6)
    expect((await type({ query: 'mu', limit: 3 })).products).toHaveLength(3)
    const { products, query } = await type({ query: 'stone mug 4', limit: 1 })
    expect([products[0]?.product_id, products[0]?.matched_variant_id, query]).toEqual([4, 400, 'stone mug 4'])
  })

  it('T2: trending queries are returned below the minimum length', async () => {
    const short = await type({ query: 'm' })
    expect([short.products, short.suggestions, short.collections]).toEqual([[], [], []])
    expect(short.trending.map(({ text }) => text)).toEqual(['mugs', 'cups'])
    expect(world.served).toEqual([])
    const enough = await type({ query: 'mu' })
    expect([enough.products.length, enough.trending]).toEqual([6, []])
  })

  it('T3: only the requested kinds of answers are returned', async () => {
    const answered = async (objects?: InstantSearchRequest['objects']) => {
      const { products, collections, pages, articles, suggestions } = await type({
        query: 'mu',
        ...(objects ? { objects } : {}),
      })
      return [products, collections, pages, articles, suggestions].map(({ length }) => length > 0)
    }
    expect(await answered()).toEqual([true, true, true, false, true])
    expect(await answered(['product'])).toEqual([true, false, false, false, false])
    expect(await answered(['collection'])).toEqual([false, true, false, false, false])
    expect(await answered(['page'])).toEqual([false, false, true, false, false])
    expect(await answered(['article'])).toEqual([false, false, false, true, false])
    expect(await answered(['auto_suggestion'])).toEqual([false, false, false, false, true])
  })

  it('T4: suggestions come from twenty titles, even if fewer products are shown', async () => {
    const { suggestions, products } = await type({ query: 'sto', limit: 1 })
    expect(products).toHaveLength(1)
    expect(suggestions[0]?.count).toBeGreaterThan(1)
  })

  it('T5: shown products are recorded with positions; an answer without products is not recorded', async () => {
    const { redirect } = await type({ query: 'mug', limit: 2 })
    expect(redirect).toBe('/mugs')
    expect(world.served).toMatchObject([
      {
        surface: 'instant_search',
        query: 'mug',
        total: 9,
        rules: ['r'],
        products: [{ productId: 9, position: 1 }, { position: 2 }],
      },
    ])
    await type({ query: 'zzzz' })
    await type({ query: '' })
    await type({ query: 'mug', objects: ['page'] })
    expect(world.served).toEqual([])
  })
})

describe('the last word of what somebody types', () => {
  it('T6: may be unfinished, and is understood as a color only if a space follows', async () => {
    const colored = (id: number, title: string, color: string) => {
      const plain = sampleProduct(id, {
        title,
        tags: [],
        options: [{ id, name: 'Color', position: 1, values: [color] }],
      })
      return { ...plain, variants: plain.variants.map((variant) => ({ ...variant, optionValues: [color] })) }
    }
    const shop = await openIndexedShop({}, [colored(1, 'Oak bowl', 'Red'), colored(2, 'Redwood bowl', 'Brown')])
    const typed = async (query: string) => {
      const deps = { ...shop.parts, queries: { topQueries: async () => [] } }
      const { products } = readPresented(await instantSearch(deps as never, shop.call({ query })))
      return products.map(({ product_id }) => product_id).sort()
    }
    expect([await typed('bowl red'), await typed('bowl red ')]).toEqual([[1, 2], [1]])
    await shop.close()
  })
})

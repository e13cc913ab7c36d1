import { describe, expect, it } from 'vitest'
import type { Product } from '../../../ports/record-store/product.ts'
import type { ShopUnderTest, SearchAsked, SearchFound } from './law.ts'
import { lawCatalog } from './law-catalog.ts'
import { pooled, rateOf, runLaws } from './run-laws.ts'
import { wordsOf } from './words-of.ts'

const TITLES = ['Grey Wool Scarf', 'Green Cotton Apron', 'Walnut Cutting Board', 'Glazed Stone Vase', 'Linen Curtain']
const products = TITLES.map(product)
const catalog = await lawCatalog(products, { language: 'en', sampleSize: 10, notSold: ['lawn mower'] })

function product(title: string, i: number): Product {
  const variant = { id: i, title: 'Default', position: 1, barcode: '', compareAtPrice: null, optionValues: ['Blue'] }
  return {
    id: i + 1,
    title,
    handle: `p-${i}`,
    bodyHtml: `<p>Durable and washable, number ${i}</p>`,
    vendor: 'Acme',
    productType: title.split(' ').at(-1)!,
    tags: [],
    status: 'active',
    createdAt: null,
    updatedAt: null,
    publishedAt: null,
    options: [{ id: 1, name: 'Color', position: 1, values: ['Blue'] }],
    variants: [
      {
        ...variant,
        sku: `SKU-${i}`,
        price: 10 + i,
        inventoryQuantity: 1,
        inventoryPolicy: 'deny',
        inventoryTracked: true,
        imageId: null,
      },
    ],
    images: [],
    collections: [],
    publicationIds: null,
    marketIds: null,
    catalogIds: null,
    metafields: [],
    rating: null,
    translations: {},
  }
}

/** Finds products with a word that begins like one of the query. This satisfies most laws. */
const plain: ShopUnderTest = {
  async search({ query, page = 1, limit = 20 }: SearchAsked): Promise<SearchFound> {
    const words = wordsOf(query, 'en')
    const scored = products.map(({ id, title, productType, bodyHtml, variants }) => {
      const own = wordsOf(`${title} ${productType} ${bodyHtml} ${variants[0]!.sku}`, 'en')
      const near = (word: string) => own.some((one) => one.slice(0, 3) === word.slice(0, 3) && one.length > 2)
      const exact = words.filter((word) => own.includes(word)).length
      return { id, score: exact + words.filter(near).length / 10 }
    })
    const found = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)
    const ids = found.map(({ id }) => id).slice((page - 1) * limit, page * limit)
    return { ids, total: found.length, metadata: { understood: [], relaxed: false, extendedByMeaning: 0 } }
  },
  count: async (query) => ({ total: (await plain.search({ query })).total, facets: new Map() }),
  suggest: async () => [],
}

const changed = (change: (found: SearchFound, asked: SearchAsked) => SearchFound): ShopUnderTest => ({
  ...plain,
  search: async (asked) => change(await plain.search(asked), asked),
})
const metadata = { understood: [], relaxed: false, extendedByMeaning: 0 }
const upperCase = (query: string) => query === query.toUpperCase() && /[A-Z]/.test(query)

/** Each shop breaks one law in a way that shoppers would notice. */
const BROKEN: Record<number, ShopUnderTest> = {
  1: changed((found) => ({ ...found, ids: found.ids.toReversed() })),
  2: changed((found, { query }) => (query.startsWith('SKU') ? { ...found, ids: [], total: 0 } : found)),
  3: changed((found, { query }) => (upperCase(query) ? { ...found, ids: [], total: 0 } : found)),
  4: changed((found, { query }) => (query.includes('?') ? { ...found, total: found.total + 1 } : found)),
  5: changed((found, { query }) => (/s$/.test(query) ? { ...found, total: found.total + 1 } : found)),
  6: changed((found, { query }) => ({ ...found, total: found.total + query.charCodeAt(0) })),
  7: changed((found, { query }) => (/under|Blue|Acme/.test(query) ? { ...found, ids: [], total: 0 } : found)),
  8: changed((found) => ({ ...found, metadata: { ...metadata, extendedByMeaning: found.total + 1 } })),
  9: changed((found) => ({ ...found, ids: [] })),
  10: changed((found) => ({ ...found, ids: [] })),
  11: changed((found, { sort }) => (sort === undefined ? found : { ...found, total: found.total + 1 })),
  12: { ...plain, count: async () => ({ total: 99, facets: new Map() }) },
  13: changed((found) => ({ ...found, ids: found.ids.slice(1) })),
  14: changed((found) => ({ ...found, total: 7 })),
  15: { ...plain, suggest: async () => [{ text: 'something else', count: 1 }] },
}

describe('the laws', () => {
  it.each(Object.keys(BROKEN).map(Number))('notice a shop that breaks law %i', async (number) => {
    const broken = (await runLaws(BROKEN[number]!, catalog)).find(({ law }) => law.number === number)!
    const kept = (await runLaws(plain, catalog)).find(({ law }) => law.number === number)!
    expect(broken.asked).toBeGreaterThan(0)
    expect(rateOf(broken)).toBeLessThan(rateOf(kept))
    expect(broken.faults[0]!.fault).not.toBe('')
  })

  it('are not tested on counts, metadata and suggestions in a shop that returns only hits', async () => {
    const outcomes = await runLaws({ search: plain.search }, catalog)
    expect(outcomes.filter(({ asked }) => asked === 0).map(({ law }) => law.number)).toEqual([8, 11, 12, 14, 15])
  })

  it('leave out a title that is also the SKU of another product', async () => {
    const same = product('SKU-0', 7)
    const [titles] = await runLaws(plain, await lawCatalog([...products, same], { language: 'en', sampleSize: 10 }))
    expect(titles).toMatchObject({ asked: products.length, sortedOut: 1 })
  })

  it('add up cases, not catalogs', async () => {
    const all = await runLaws(plain, catalog)
    const half = all.map((one) => ({ ...one, kept: 0 }))
    const [first] = pooled([all, half])
    expect(first).toMatchObject({ asked: 2 * all[0]!.asked, kept: all[0]!.kept })
  })
})

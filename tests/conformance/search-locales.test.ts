import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { product } from './search-shop.ts'

const V1 = '/api/storefront/v1/headless'

let harness: Harness
let shop: TestShop

beforeAll(async () => {
  harness = await startHarness()
  shop = await harness.createShop({
    publications: [{ id: '1', name: 'Online Store', is_online_store: true }],
    filters: [
      {
        id: 1,
        key: 'tag',
        title: 'Tag',
        attribute_type: 'tag',
        translations: { de: { title: 'Schlagwort', kitchen: 'Küche' }, 'de-CH': { kitchen: 'Chuchi' } },
      },
    ],
    collections: [
      { id: 3, handle: 'mugs', title: 'Mugs', product_ids: [1], translations: { de: { title: 'Becher' } } },
    ],
    translations: { de: { buy: 'Kaufen' }, 'pt-BR': { buy: 'Comprar' } },
  })
  const titles = { de: ['Zinnbecher', 'Lampe', 'Abakus'], 'de-CH': ['', 'Ampel', ''] }
  const named = ['Apple mug', 'Lamp', 'Bead frame', 'Middle thing'].map((title, i) =>
    product(i + 1, title, [{ price: 10 + i }], {
      tags: i === 0 ? 'kitchen, constructor' : 'toString',
      product_type: 'Thing',
      translations: Object.fromEntries(
        Object.entries(titles).flatMap(([locale, texts]) => (texts[i] ? [[locale, { title: texts[i] }]] : [])),
      ),
    }),
  )
  await harness.putProducts(shop, named)
})
afterAll(() => harness.close())

const post = async (route: string, body: object) => (await harness.post(`${V1}/${route}`, body, shop)).body
const titles = async (body: object) =>
  (await post('search', body)).products.map(({ title }: { title: string }) => title)

describe('`title_asc` and `title_desc`', () => {
  it('sort by the title that is shown in the locale', async () => {
    const rising = async (locale?: string) => titles({ sort_by: 'title_asc', ...(locale ? { locale } : {}) })
    expect(await rising()).toEqual(['Apple mug', 'Bead frame', 'Lamp', 'Middle thing'])
    expect(await rising('fr')).toEqual(['Apple mug', 'Bead frame', 'Lamp', 'Middle thing'])
    expect(await rising('de')).toEqual(['Abakus', 'Lampe', 'Middle thing', 'Zinnbecher'])
    expect(await rising('de-CH')).toEqual(['Abakus', 'Ampel', 'Middle thing', 'Zinnbecher'])
    expect(await titles({ sort_by: 'title_desc', locale: 'de' })).toEqual([
      'Zinnbecher',
      'Middle thing',
      'Lampe',
      'Abakus',
    ])
  })

  it('page through that order, and keep it when products are added', async () => {
    await harness.putProducts(shop, [
      product(5, 'Aardvark', [{ price: 3 }], { translations: { de: { title: 'Muff' } } }),
    ])
    const page = (number: number) =>
      titles({ sort_by: 'title_asc', locale: 'de', pagination: { page: number, limit: 2 } })
    expect([...(await page(1)), ...(await page(2)), ...(await page(3))]).toEqual([
      'Abakus',
      'Lampe',
      'Middle thing',
      'Muff',
      'Zinnbecher',
    ])
    await harness.admin('DELETE', `/shops/${shop.shop}/products/5`)
  })
})

describe('`locale`', () => {
  it('is BCP 47: case does not matter, and a region falls back to its language', async () => {
    for (const locale of ['pt-BR', 'pt-br', 'PT-br']) {
      expect((await post('config', { locale })).translations).toEqual({ buy: 'Comprar' })
    }
    for (const locale of ['de', 'DE', 'de-AT']) {
      expect((await post('config', { locale })).translations).toEqual({ buy: 'Kaufen' })
      expect((await titles({ query: 'lamp', locale }))[0]).toBe('Lampe')
    }
    expect((await post('config', { locale: 'pt' })).translations).toEqual({})
  })

  it('is echoed, and defaults to the shop’s own if it is empty or absent', async () => {
    for (const route of ['config', 'filters', 'search', 'instant-search', 'init']) {
      expect((await post(route, { locale: 'de-AT' })).metadata.locale).toBe('de-AT')
      for (const body of [{}, { locale: '' }, { locale: null }])
        expect((await post(route, body)).metadata.locale).toBe('en')
    }
  })

  it('translates titles and labels text by text', async () => {
    const labels = async (locale: string) => {
      const { aggregations, facets } = await post('filter-aggregations', { locale, facets: [{ key: 'tag' }] })
      return [facets[0].title, ...aggregations.tag.buckets.map((bucket: { label: string }) => bucket.label)]
    }
    expect((await labels('de')).toSorted()).toEqual(['Küche', 'Schlagwort', 'constructor', 'toString'])
    expect((await labels('de-CH')).toSorted()).toEqual(['Chuchi', 'Schlagwort', 'constructor', 'toString'])
    expect((await labels('fr')).toSorted()).toEqual(['Tag', 'constructor', 'kitchen', 'toString'])
    const typed = await post('instant-search', { query: 'bech', locale: 'de', objects: ['collection'] })
    expect(typed.collections).toMatchObject([{ title: 'Becher', highlighted: '<mark>Bech</mark>er' }])
  })

  it('sets the shown titles of variants', async () => {
    const { products } = await post('search', { query: 'lamp', locale: 'de' })
    expect(products[0].variants[0].display_name).toBe('Lampe - None / One')
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { AGGREGATIONS, INSTANT, product, SEARCH } from './search-shop.ts'

let harness: Harness
let shop: TestShop
let chinese: TestShop

const TITLES = [
  '防水 登山靴 メンズ',
  'こどものくつ 白',
  'クツ 収納 ボックス',
  '両手鍋 ステンレス',
  '折りたたみ机',
  '本革 鞄',
  'てぶくろ ニット',
  '三徳包丁',
]
const TYPES = ['靴', '靴', '収納', '鍋', '家具', '鞄', '手袋', '包丁']

beforeAll(async () => {
  harness = await startHarness()
  const filters = [{ id: 1, key: 'type', title: '種類', attribute_type: 'product_type' }]
  shop = await harness.createShop({ shop: { primary_locale: 'ja' }, filters })
  chinese = await harness.createShop({ shop: { primary_locale: 'zh' }, filters })
  const products = TITLES.map((title, i) => product(i + 1, title, [{ price: 10 + i }], { product_type: TYPES[i] }))
  await harness.putProducts(shop, products)
  await harness.putProducts(chinese, products)
})
afterAll(() => harness?.close())

const post = async (path: string, body: object, to = shop) => (await harness.post(path, body, to)).body
const idsOf = ({ products }: { products: { product_id: number }[] }) =>
  products.map(({ product_id: id }) => id).sort((a, b) => a - b)

describe('a Japanese shop', () => {
  const cases: [string[], number[]][] = [
    [
      ['くつ', 'クツ', '靴', 'ｸﾂ'],
      [1, 2, 3],
    ],
    [['なべ', 'ナベ', '鍋'], [4]],
    [['つくえ', 'ツクエ', '机'], [5]],
    [['かばん', 'カバン', '鞄'], [6]],
    [['てぶくろ', 'テブクロ', '手袋'], [7]],
    [['ほうちょう', 'ホウチョウ', '包丁'], [8]],
  ]
  it.each(cases)('finds the same products by %s', async (ways, expected) => {
    for (const query of ways) {
      const found = await post(SEARCH, { query })
      expect([query, idsOf(found)]).toEqual([query, expected])
      expect(found.search_metadata.corrected_query).toBeNull()
    }
  })

  it('counts products in facets by any spelling', async () => {
    for (const query of ['くつ', 'クツ', '靴']) {
      const { aggregations } = await post(AGGREGATIONS, { query, facets: [{ key: 'type' }] })
      const counts = aggregations.type.buckets.map(({ value, count }: { value: string; count: number }) => [
        value,
        count,
      ])
      expect([query, Object.fromEntries(counts)]).toEqual([query, { 靴: 2, 収納: 1 }])
    }
  })

  it('finds products while a reading is typed, and suggests the written word', async () => {
    const objects = ['product', 'auto_suggestion']
    for (const query of ['ほう', 'ほうち', 'ホウチョ', 'ほうちょう']) {
      const { products, suggestions } = await post(INSTANT, { query, objects })
      expect([query, idsOf({ products })]).toEqual([query, [8]])
      expect([query, suggestions.map(({ text }: { text: string }) => text)]).toEqual([query, ['包丁']])
    }
    expect(idsOf(await post(INSTANT, { query: 'くつ', objects }))).toEqual([1, 2, 3])
  })

  it('names the spelling by which a product was found', async () => {
    const explained = async (query: string, id: number) => {
      const { body } = await harness.admin('POST', `/shops/${shop.shop}/preview/search`, { query, explain: true })
      const hit = body.live.products.find((one: { product_id: number }) => one.product_id === id)
      return [hit.explanation.match, hit.explanation.matched_words]
    }
    const words = (word: string, found: string, kind: string) => [expect.objectContaining({ word, found, kind })]
    expect(await explained('くつ', 1)).toEqual(['named', words('くつ', '靴', 'reading')])
    expect(await explained('机', 5)).toEqual(['named', words('机', '机', 'exact')])
    expect(await explained('手袋', 7)).toEqual(['named', words('手袋', '手袋', 'exact')])
  })
})

describe('a Chinese shop', () => {
  it('does not read kana', async () => {
    expect(idsOf(await post(SEARCH, { query: 'なべ' }, chinese))).toEqual([])
    expect(idsOf(await post(SEARCH, { query: '鍋' }, chinese))).toEqual([4])
  })
})

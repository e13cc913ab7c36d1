import { completeConfig } from '@vitrine/contract'
import type { AttributeSurvey, CatalogSurvey } from '@vitrine/engine'
import { describe, expect, it } from 'vitest'
import { indexFields } from '../../ports/search-index/index-fields.ts'
import { automaticFilters, stableId } from './automatic-filters.ts'

const PLAIN = { docs: 100, inStock: 100, onSale: 0, rated: 0, prices: 1, createdDays: 1 }
type Terms = Record<string, AttributeSurvey>
function choose(parts: Partial<CatalogSurvey> & { values?: Terms; choices?: Terms } = {}, collections: object[] = []) {
  const { values = {}, choices = {}, ...rest } = parts
  const survey = {
    ...PLAIN,
    terms: new Map(Object.entries(values)),
    options: new Map(Object.entries(choices)),
    ...rest,
  }
  return automaticFilters(survey, completeConfig({ collections } as Parameters<typeof completeConfig>[0]))
}
const keys = (parts?: Parameters<typeof choose>[0]) => choose(parts).filters.map(({ key }) => key)
/** The i-th value is on `counts[i]` products. */
const attribute = (counts: number[], parts: Partial<AttributeSurvey> = {}): AttributeSurvey => ({
  docs: counts.reduce((sum, one) => sum + one, 0),
  values: counts.length,
  common: counts.map((docs, i) => ({ value: `Value ${String.fromCharCode(65 + i)}`, docs })),
  byCollection: new Map(),
  ...parts,
})

describe('the automatic filters', () => {
  it('F1: include price if there are at least two prices, whose number is the reason', () => {
    expect([keys({ prices: 1 }), keys({ prices: 2 })]).toEqual([[], ['price']])
    const reason = (prices: number) => choose({ prices }).reasons[0]?.reason
    expect(reason(999)).toBe('products have 999 different prices')
    expect(reason(1000)).toBe('products have a thousand or more different prices')
  })

  it('F2: include stock if some products are sold out, but not none or all', () => {
    expect([keys({ inStock: 100 }), keys({ inStock: 99 }), keys({ inStock: 1 }), keys({ inStock: 0 })]).toEqual([
      [],
      ['availability'],
      ['availability'],
      [],
    ])
    expect(choose({ inStock: 75 }).reasons[0]?.reason).toBe('25 % of products are out of stock')
  })

  it('F3: include discount if between three and ninety percent are reduced', () => {
    expect([2, 3, 90, 91].map((onSale) => keys({ onSale }).length)).toEqual([0, 1, 1, 0])
    expect(choose({ onSale: 30 }).reasons[0]?.reason).toBe('30 % of products are reduced')
  })

  it('F4: include rating if a fifth of the products has one', () => {
    expect([19, 20].map((rated) => keys({ rated }).length)).toEqual([0, 1])
  })

  it('F5: need at least two products', () => {
    expect([keys({ docs: 1, prices: 5 }), keys({ docs: 2, inStock: 2, prices: 5 })]).toEqual([[], ['price']])
  })

  it('F6: are in this order: type, four attributes, price, vendor, stock, discount, rating, further attributes', () => {
    const values = { product_type: attribute([50, 50]), vendor: attribute([50, 50]) }
    const choices = Object.fromEntries(
      ['aa', 'bb', 'cc', 'dd', 'ee'].map((key, i) => [key, attribute([50 - i, 50 - i])]),
    )
    expect(keys({ values, choices, prices: 9, inStock: 50, onSale: 50, rated: 50 })).toEqual([
      'product_type',
      ...['aa', 'bb', 'cc', 'dd'],
      'price',
      'vendor',
      'availability',
      'discount',
      'rating',
      'ee',
    ])
  })

  it('F7: leave out options without a name, and put the most informative first', () => {
    const choices = { title: attribute([50, 50]), small: attribute([20, 20]), large: attribute([50, 50]) }
    expect(keys({ choices })).toEqual(['large', 'small'])
  })

  it('F8: are at most forty', () => {
    const choices = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`option${i}`, attribute([50, 50])]))
    expect(keys({ choices })).toHaveLength(40)
  })
})

describe('a chosen filter', () => {
  it('F9: has its position; the first five are expanded', () => {
    const choices = Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`option${i}`, attribute([50, 50])]))
    const { filters } = choose({ choices })
    expect(filters.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(filters.map(({ expanded }) => expanded)).toEqual([true, true, true, true, true, false, false])
  })

  it('F10: has a search field if there are more than twenty values', () => {
    const searchable = (values: number) =>
      choose({ choices: { brand: attribute(Array(values).fill(2), { docs: 100 }) } }).filters[0]?.settings?.searchable
    expect([searchable(20), searchable(21)]).toEqual([undefined, true])
  })

  it('F11: has the display type of its attribute', () => {
    const drawn = Object.fromEntries(
      choose({
        prices: 9,
        inStock: 50,
        onSale: 50,
        rated: 50,
        choices: { fit: attribute([50, 50]) },
      }).filters.map(({ key, type }) => [key, type]),
    )
    expect(drawn).toEqual({
      price: 'range',
      availability: 'checkbox',
      discount: 'checkbox',
      rating: 'rating',
      fit: 'list',
    })
  })

  it('F12: of colors has swatches for known colors', () => {
    const common = ['Red', 'Unheard of'].map((value) => ({ value, docs: 50 }))
    const [color] = choose({ choices: { color: attribute([50, 50], { common }) } }).filters
    expect(color).toMatchObject({
      key: 'color',
      type: 'color',
      values: [{ value: 'Red', hex: expect.stringMatching(/^#[0-9a-f]{6}$/) }],
    })
    expect(color?.values).toHaveLength(1)
  })

  it('F13: has an id from a million up that depends only on its name', () => {
    const ids = ['price', 'color', 'size', 'vendor', ''].map(stableId)
    expect(new Set(ids).size).toBe(5)
    expect(ids.every((id) => id >= 1_000_000 && id < 1_001_000_000)).toBe(true)
    expect(stableId('price')).toBe(ids[0])
  })
})

describe('the filters of a page', () => {
  const collections = [
    { id: 5, handle: 'sale', title: 'Sale' },
    { id: 6, handle: 'empty', title: 'Empty' },
  ]
  const collection = attribute([50], { common: [{ value: 'sale', docs: 50 }] })

  it('F14: of a collection are those that a fifth of its products has; without products there are none', () => {
    const inSale = (docs: number) => {
      const choices = { fit: attribute([50, 50], { byCollection: new Map([['sale', docs]]) }) }
      const { filter_trees: trees } = choose({ values: { [indexFields.collection]: collection }, choices }, collections)
      return trees.filter(({ target_ids }) => target_ids?.length).map(({ title, filters }) => [title, filters.length])
    }
    expect(inSale(10)).toEqual([['Sale', 1]])
    expect(inSale(9)).toEqual([['Sale', 0]])
  })

  it('F15: elsewhere are at most twelve, which divide the whole shop', () => {
    const choices = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`option${i}`, attribute([50, 50])]))
    const rare = { rare: attribute([2, 2], { byCollection: new Map([['sale', 4]]) }) }
    const pages = (of: Terms) => choose({ choices: of }).filter_trees.filter(({ is_default }) => is_default)
    expect(pages(choices).map(({ target_page, filters }) => [target_page, filters.length])).toEqual([
      ['search', 12],
      ['collection', 12],
    ])
    expect(pages(rare).map(({ filters }) => filters.length)).toEqual([0, 0])
    expect(choose({ choices: rare }).filters).toHaveLength(1)
  })
})

import { completeConfig, type ShopConfigInput } from '@vitrine/contract'
import { buildIndex, surveyCatalog } from '@vitrine/engine'
import { describe, expect, it } from 'vitest'
import type { Product, Variant } from '../../ports/record-store/product.ts'
import { sampleProduct } from '../../ports/record-store/sample-product.ts'
import { collectionLookup } from '../../ports/search-index/collection-rules.ts'
import { productDoc } from '../../ports/search-index/product-doc.ts'
import { checkConfig } from '../shops/check-config.ts'
import { metafieldNames } from './attribute-metafields.ts'
import { deriveConfig } from './derive-config.ts'

function derive(products: readonly Product[], input: ShopConfigInput = {}) {
  const config = completeConfig(input)
  const lookup = collectionLookup(config.collections)
  const docs = products.flatMap((product) => productDoc(product, lookup) ?? [])
  return deriveConfig(surveyCatalog(buildIndex(docs, 'en')), config, metafieldNames(products))
}

const keysOf = (products: readonly Product[], input?: ShopConfigInput) =>
  derive(products, input).filters.map(({ key }) => key)

type Parts = Partial<Product> & {
  price?: number
  option?: [name: string, ...values: string[]]
  stock?: number
  was?: number
}

function item(id: number, { price = 10, option, stock = 5, was, ...parts }: Parts = {}): Product {
  const base = sampleProduct(id, { productType: 'Shirts', tags: [], vendor: 'Acme', options: [], ...parts })
  const values = option?.slice(1) ?? ['']
  const variants = values.map(
    (value, i): Variant => ({
      ...base.variants[0]!,
      id: id * 100 + i,
      price,
      compareAtPrice: was ?? null,
      inventoryQuantity: stock,
      optionValues: option ? [value] : [],
    }),
  )
  const options = option ? [{ id, name: option[0], position: 1, values }] : []
  return { ...base, variants, options }
}

const ten = (parts: (i: number) => Parts) => Array.from({ length: 10 }, (_, i) => item(i + 1, parts(i)))
const metafield = (key: string, value: string) => ({ namespace: 'custom', key, value })

describe('automatic filters', () => {
  it('use the merchant’s name of a metafield, and a key that never changes', () => {
    const named = (name?: string) =>
      Array.from({ length: 12 }, (_, i) =>
        item(i + 1, {
          metafields: [
            { namespace: 'shopify', key: 'age-group', value: i % 2 ? 'Bebés' : 'Niños', ...(name ? { name } : {}) },
          ],
        }),
      )
    const titleOf = (products: Product[]) =>
      derive(products).filters.find(({ attribute }) => attribute === 'shopify.age-group')
    expect(titleOf(named('Grupo de edad'))).toMatchObject({ title: 'Grupo de edad', key: 'age_group' })
    expect(titleOf(named())).toMatchObject({ title: 'Age group', key: 'age_group' })
  })

  it('are those in which products differ', () => {
    expect(keysOf(ten(() => ({})))).toEqual([])
    expect(keysOf(ten((i) => ({ price: 10 + i })))).toEqual(['price'])
    expect(keysOf(ten((i) => ({ stock: i % 2 })))).toEqual(['availability'])
    expect(keysOf(ten((i) => ({ productType: i % 2 ? 'Shirts' : 'Mugs' })))).toEqual(['product_type'])
    expect(keysOf(ten((i) => ({ vendor: i % 2 ? 'Acme' : 'Bolt' })))).toEqual(['vendor'])
    expect(keysOf(ten((i) => (i % 2 ? { was: 20 } : {})))).toEqual(['discount'])
  })

  it('are not made of spellings of one value', () => {
    expect(keysOf(ten((i) => ({ productType: i % 2 ? 'Scarf' : 'SCARVES' })))).toEqual([])
  })

  it('include every option with at least two values, under its most common name', () => {
    const products = ten((i) => ({ option: [i < 3 ? 'Colour' : 'Farbe', 'Red', 'Blue'] }))
    const [color] = derive(products).filters
    expect(color).toMatchObject({ key: 'color', title: 'Farbe', attribute_type: 'option', type: 'color' })
    expect(color?.values).toEqual([
      { value: 'Blue', hex: '#265cbe' },
      { value: 'Red', hex: '#cd212a' },
    ])
    expect(keysOf(ten(() => ({ option: ['Title', 'Default Title'] })))).toEqual([])
    expect(keysOf(ten(() => ({ option: ['Size', 'M'] })))).toEqual([])
  })

  it('sort sizes and measures by value, other values by count', () => {
    const sortOf = (...values: string[]) =>
      derive(ten(() => ({ option: ['Kind', ...values] }))).filters[0]?.settings?.sort_by
    expect(sortOf('S', 'M', 'XL')).toBe('value')
    expect(sortOf('250 ml', '1 l')).toBe('value')
    expect(sortOf('Oak', 'Ash')).toBeUndefined()
  })

  it('take metafields that hold attributes, and leave out texts, references, figures and what all have', () => {
    const has = (key: string, value: (i: number) => string) =>
      keysOf(ten((i) => ({ metafields: [metafield(key, value(i))] })))
    expect(has('fabric', (i) => (i % 2 ? 'wool; cotton' : 'silk'))).toEqual(['fabric'])
    expect(has('fabric', () => 'wool')).toEqual([])
    expect(has('care', (i) => `Wash product ${i} by hand, with care and with cold water`)).toEqual([])
    expect(has('related', (i) => `gid://shopify/Product/${i % 3}`)).toEqual([])
    expect(has('rating_count', (i) => String(i % 3))).toEqual([])
    expect(has('serial', (i) => `A${i}`)).toEqual([])
  })

  it('use only the more common of two attributes with one meaning', () => {
    const products = ten((i) => ({
      ...(i < 4 ? { option: ['Color', 'Red', 'Blue'] as [string, ...string[]] } : {}),
      metafields: [{ namespace: 'shopify', key: 'color-pattern', value: i % 2 ? 'red' : 'blue' }],
    }))
    expect(derive(products).filters).toMatchObject([{ key: 'color', attribute: 'shopify.color-pattern' }])
  })

  it('use tags only if they are words for shoppers', () => {
    const tagged = (...tags: string[]) => keysOf(ten((i) => ({ tags: [tags[i % tags.length]!] })))
    expect(tagged('Garden', 'Bedroom', 'Kitchen')).toEqual(['tag'])
    expect(tagged('SALE30_4', 'AW15', 'WEEK10', 'visible')).toEqual([])
  })

  it('on a collection’s page are those in which its own products differ', () => {
    const products = ten((i) => ({
      price: 5 + i,
      ...(i < 3
        ? { option: ['Scent', 'Fig', 'Cedar'] as [string, ...string[]] }
        : { metafields: [metafield('fabric', i % 2 ? 'silk' : 'wool')] }),
    }))
    const collections = [
      { id: 7, handle: 'candles', title: 'Candles', product_ids: [1, 2, 3] },
      { id: 8, handle: 'cloth', title: 'Cloth', product_ids: [5, 6, 7, 8] },
    ]
    const { filters, filter_trees: trees } = derive(products, { collections })
    const shown = (id: number) => {
      const ids = trees.find(({ target_ids: targets }) => targets?.includes(id))?.filters ?? []
      return ids.map((one) => filters.find((filter) => filter.id === one)?.key)
    }
    expect(shown(7)).toEqual(['scent', 'price'])
    expect(shown(8)).toEqual(['fabric', 'price'])
  })

  it('keep their ids when others change, give a reason each, and are a valid configuration', () => {
    const few = derive(ten((i) => ({ price: i })))
    const more = derive(ten((i) => ({ price: i, stock: i % 2, productType: i % 2 ? 'Mugs' : 'Shirts' })))
    const idOf = (derived: typeof few) => derived.filters.find(({ key }) => key === 'price')?.id
    expect(idOf(more)).toBe(idOf(few))
    expect(more.reasons.filters.map(({ key }) => key)).toEqual(more.filters.map(({ key }) => key))
    const { filters, filter_trees, sections } = more
    expect(() => checkConfig({ filters, filter_trees, sections })).not.toThrow()
  })
})

describe('automatic sections', () => {
  const everyPage = [
    'home',
    'product',
    'collection',
    'cart',
    'ajax_cart',
    'checkout',
    'order_status',
    'search',
    'other',
    '404',
    'blog',
    'returns',
  ]

  it('have something for every page, titled in the shop’s language and others', () => {
    const { sections, reasons } = derive([item(1)], { shop: { primary_locale: 'de-AT' } })
    expect(
      everyPage.filter((page) => !sections.some(({ page_types: types }) => types.includes(page as never))),
    ).toEqual([])
    expect(sections.find(({ type }) => type === 'similar_products')).toMatchObject({
      title: 'Das könnte dir gefallen',
      translations: { en: { title: 'You may also like' } },
    })
    expect(reasons.sections).toHaveLength(sections.length)
  })

  it('have no list of new products if all are from one day, and are empty without products', () => {
    const typesOf = (products: Product[]) => new Set(derive(products).sections.map(({ type }) => type))
    expect(typesOf([item(1), item(2)])).not.toContain('recent_launch')
    expect(typesOf([item(1), item(2, { createdAt: '2026-02-01T00:00:00.000Z' })])).toContain('recent_launch')
    expect(typesOf([]).size).toBe(0)
  })
})

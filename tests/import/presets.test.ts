/**
 * A sample of twenty products for each preset, with the platform's oddities: all of them arrive, and the preset is
 * recognized without being named.
 */
import { createReadStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { ImportItem } from '../../packages/server/src/features/catalog/import/import-item.ts'
import { readProducts } from '../../packages/server/src/features/catalog/import/read-products.ts'
import type { Product } from '../../packages/server/src/ports/record-store/product.ts'

const FOLDER = fileURLToPath(new URL('./samples/', import.meta.url))
const NOW = Date.parse('2026-03-01T00:00:00Z')

async function read(file: string, currency = 'USD') {
  const items: ImportItem[] = []
  for await (const group of readProducts(createReadStream(FOLDER + file), { currency, nowMs: NOW }))
    items.push(...group)
  const products = items.flatMap((item) => (item.kind === 'product' ? [item.product] : []))
  return {
    products,
    byTitle: new Map(products.map((product) => [product.title, product])),
    detected: items.flatMap((item) => (item.kind === 'detected' ? [item.source.name] : [])),
    faults: items.filter(({ kind }) => kind === 'fault'),
    notes: items.flatMap((item) => (item.kind === 'note' ? [item.text] : [])),
    unmapped: items.flatMap((item) => (item.kind === 'unmapped' ? item.fields.map(({ metafield }) => metafield) : [])),
  }
}

const SAMPLES: [file: string, preset: string, variants: number, unmapped: (string | null)[]][] = [
  ['shopify-csv-old.csv', 'shopify-csv', 22, []],
  ['shopify-csv-new.csv', 'shopify-csv', 21, ['source.moon_phase']],
  ['shopify-rest.json', 'shopify-rest', 30, []],
  ['shopify-graphql.json', 'shopify-graphql', 20, []],
  ['shopify-bulk.jsonl', 'shopify-bulk', 20, []],
  ['woocommerce.csv', 'woocommerce-csv', 21, ['source.swatch_color']],
  ['woocommerce-rest.json', 'woocommerce-rest', 22, []],
  ['google.xml', 'google-xml', 22, ['source.g_custom_label_0', 'source.g_condition']],
  ['google.tsv', 'google-tsv', 21, ['source.condition', 'source.custom_label_0']],
  ['google.zip', 'google-tsv', 21, ['source.condition', 'source.custom_label_0']],
  ['medusa.json', 'medusa', 40, ['source.metadata_fabric', 'source.metadata_washable']],
  ['medusa.csv', 'medusa-csv', 40, []],
  ['vendure.json', 'vendure', 40, ['source.customfields_origin']],
  ['vendure.csv', 'vendure-csv', 23, ['source.product_origin']],
  ['magento.csv', 'magento', 22, []],
  ['bigcommerce.csv', 'bigcommerce', 21, [null, 'source.product_condition']],
  ['bigcommerce-v3.csv', 'bigcommerce', 21, []],
  ['prestashop.csv', 'prestashop', 20, ['source.condition']],
  ['algolia.json', 'search-engine', 20, ['source.popularity', 'source.free_shipping']],
  ['typesense.jsonl', 'search-engine', 20, ['source.colors']],
  ['meilisearch.json', 'search-engine', 20, ['source.overview']],
  ['plain.json', 'plain', 21, ['source.attributes_material', 'source.attributes_length_cm']],
]

describe('a sample of every preset', () => {
  for (const [file, preset, variants, unmapped] of SAMPLES) {
    it(`${file} is told to be ${preset} and arrives whole`, async () => {
      const found = await read(file)
      expect(found.faults).toEqual([])
      expect(found.detected).toEqual([preset])
      expect(found.products).toHaveLength(20)
      expect(found.products.reduce((sum, product) => sum + product.variants.length, 0)).toBe(variants)
      expect(found.unmapped.toSorted()).toEqual(unmapped.toSorted())
      expect(new Set(found.products.map(({ handle }) => handle)).size).toBe(20)
      for (const product of found.products) {
        expect(product.images.length, product.title).toBeGreaterThan(0)
        expect(Math.min(...product.variants.map(({ price }) => price)), product.title).toBeGreaterThan(0)
      }
      // Entities are decoded, quotes and letters of every kind stay.
      for (const title of ['Tom & Jerry puzzle', 'Café mug', '5" nails'])
        expect([...found.byTitle.keys()]).toContain(title)
    })
  }
})

const optionsOf = ({ options, variants }: Product) => ({
  names: options.map(({ name }) => name),
  values: variants.map(({ optionValues }) => optionValues.join('/')),
})
const one = async (file: string, title = 'Linen shirt') => (await read(file)).byTitle.get(title)!
const metafield = (product: Product, name: string) =>
  product.metafields.find(({ namespace, key }) => `${namespace}.${key}` === name)?.value

describe('what is odd about each platform', () => {
  it('WooCommerce: a variation may stand before its parent and name it by id or SKU; attributes are no options', async () => {
    const shirt = await one('woocommerce.csv')
    expect(optionsOf(shirt)).toEqual({ names: ['Size'], values: ['S', 'M'] })
    expect(metafield(shirt, 'attribute.material')).toBe('Linen')
    expect(shirt.collections).toEqual(['clothing', 'clothing-shirts'])
    expect((await one('woocommerce.csv', 'Wool scarf')).variants).toMatchObject([{ price: 4, compareAtPrice: 8.5 }])
    expect((await one('woocommerce.csv', 'Rain jacket')).variants).toMatchObject([{ price: 22.5 }])
    expect(metafield(await one('woocommerce.csv', 'Oak table'), 'attribute.wood')).toBe('["Oak","Ash"]')
  })

  it('WooCommerce REST: variations are records with a parent, or lie in the product', async () => {
    expect(optionsOf(await one('woocommerce-rest.json'))).toEqual({ names: ['Size'], values: ['S', 'M'] })
    const mug = await one('woocommerce-rest.json', 'Café mug')
    expect(optionsOf(mug)).toEqual({ names: ['Color'], values: ['Red', 'Blue'] })
    expect(mug.variants[1]).toMatchObject({ price: 7, compareAtPrice: 9 })
  })

  it('Google: items of a group are one product, a sale counts while it lasts, availability is stock', async () => {
    expect(optionsOf(await one('google.xml'))).toEqual({
      names: ['Color', 'Size'],
      values: ['Blue/S', 'Blue/M', 'Blue/L'],
    })
    expect((await one('google.xml', 'Wool scarf')).variants).toMatchObject([{ price: 6, compareAtPrice: 8.5 }])
    expect((await one('google.xml', 'Café mug')).variants).toMatchObject([{ price: 12, compareAtPrice: null }])
    expect((await one('google.xml', 'Trail shoe')).variants).toMatchObject([
      { inventoryTracked: true, inventoryQuantity: 0 },
    ])
    expect(await one('google.xml', 'Oak table')).toMatchObject({ handle: 'oak-table', variants: [{ grams: 12_500 }] })
  })

  it('a price in another currency is refused, not taken for the shop’s own', async () => {
    const { products, faults } = await read('google.xml', 'EUR')
    expect(products).toEqual([])
    expect(faults[0]).toMatchObject({ reason: "the price is in USD, but the shop's currency is EUR" })
    expect((await read('medusa.json', 'EUR')).products[2]!.variants[0]!.price).toBeCloseTo(10.8)
  })

  it('Medusa: a file without prices in the shop’s currency is refused; ids are not taken for names', async () => {
    const { products, faults } = await read('medusa.csv', 'GBP')
    expect(products).toEqual([])
    expect(faults).toHaveLength(40)
    expect(faults[0]).toMatchObject({ reason: 'the variant has no price in GBP' })
    expect((await read('medusa.csv', 'EUR')).products[0]!.variants[0]!.price).toBeCloseTo(4.5)
    const shirt = await one('medusa.csv')
    expect(shirt).toMatchObject({ productType: '', tags: ['new', 'summer'] })
    expect(shirt.images.map(({ src }) => src.slice(-8))).toEqual(['p0-1.jpg', 'p0-2.jpg'])
  })

  it('Magento: a configurable product names its simple ones, before or after it; images get their address by a mapping', async () => {
    const shirt = await one('magento.csv')
    expect(optionsOf(shirt)).toEqual({ names: ['Size'], values: ['S', 'M', 'L'] })
    expect(metafield(shirt, 'attribute.note')).toBe('a, b and c')
    expect(shirt).toMatchObject({ vendor: 'Northloom', createdAt: '2022-10-02T13:12:00.000Z' })
    expect(shirt.collections).toEqual(['clothing', 'clothing-shirts', 'new'])
    expect((await read('magento.csv')).notes).toEqual([
      expect.stringMatching(/^\d+ pictures have a path instead of an address: .* image_base/),
    ])
  })

  it('BigCommerce: rows below a product are its variants and pictures, in both of its formats', async () => {
    expect(optionsOf(await one('bigcommerce.csv'))).toEqual({ names: ['Color', 'Size'], values: ['Red/S', 'Red/M'] })
    const shirt = await one('bigcommerce-v3.csv')
    expect(optionsOf(shirt)).toEqual({ names: ['Color'], values: ['Red', 'Blue'] })
    expect(shirt.variants.map(({ inventoryQuantity }) => inventoryQuantity)).toEqual([5, 6])
  })

  it('PrestaShop: another code page, decimal commas, discounts that are over, features, a root that is no kind of thing', async () => {
    const { productType, collections } = await one('prestashop.csv')
    expect([productType, collections]).toEqual(['Shirts', ['shirts']])
    expect((await one('prestashop.csv', 'Wool scarf')).variants).toMatchObject([
      { price: 7.65, compareAtPrice: 8.5, sku: 'P1' },
    ])
    expect((await one('prestashop.csv', 'Café mug')).variants).toMatchObject([{ price: 12, compareAtPrice: null }])
    expect(metafield(await one('prestashop.csv'), 'attribute.composition')).toBe('Cotton')
  })

  it('Vendure: amounts in the smallest unit, rows without a name are variants, stock that nobody counts', async () => {
    expect((await one('vendure.json')).variants.map(({ price }) => price)).toEqual([6, 6])
    const shirt = await one('vendure.csv')
    expect(optionsOf(shirt)).toEqual({ names: ['Size', 'Color'], values: ['S/Blue', 'M/Red'] })
    expect(shirt.variants.map(({ inventoryTracked }) => inventoryTracked)).toEqual([false, true])
    expect(shirt.vendor).toBe('Northloom')
  })

  it('Algolia: the deepest level of a hierarchy is the type', async () => {
    const { productType, collections } = await one('algolia.json')
    expect([productType, collections]).toEqual(['Shirts', ['clothing', 'clothing-shirts']])
  })

  it('plain: fields are found by their names in several languages', async () => {
    const { products, detected } = await read('plain.csv', 'EUR')
    expect(detected).toEqual(['plain'])
    expect(products).toHaveLength(20)
    expect(products[2]).toMatchObject({
      externalId: 'A2',
      vendor: 'Northloom',
      productType: 'Mugs',
      variants: [{ price: 12, sku: 'A2', inventoryQuantity: 2, optionValues: ['Blau'] }],
    })
  })
})

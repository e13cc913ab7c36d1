/** Imports a sample for each preset, which must be recognized. */
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { ImportItem } from '../../packages/server/src/features/catalog/import/import-item.ts'
import { readProducts } from '../../packages/server/src/features/catalog/import/read-products.ts'
import type { Product } from '../../packages/server/src/ports/record-store/product.ts'

const FOLDER = fileURLToPath(new URL('./samples/', import.meta.url))
const NOW = Date.parse('2026-03-01T00:00:00Z')

const read = (file: string, currency?: string) => readFrom(createReadStream(FOLDER + file), currency)
const readText = (text: string, currency?: string) => readFrom(Readable.from([Buffer.from(text)]), currency)

async function readFrom(source: AsyncIterable<Uint8Array>, currency = 'USD') {
  const items: ImportItem[] = []
  for await (const group of readProducts(source, { currency, nowMs: NOW })) items.push(...group)
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
    it(`${file} is recognized as ${preset} and imported completely`, async () => {
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
      // Entities are decoded; quotes and all letters are kept.
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

describe('peculiarities of each platform', () => {
  it('WooCommerce: a variation may precede its parent and name it by id or SKU; attributes are not options', async () => {
    const shirt = await one('woocommerce.csv')
    expect(optionsOf(shirt)).toEqual({ names: ['Size'], values: ['S', 'M'] })
    expect(metafield(shirt, 'attribute.material')).toBe('Linen')
    expect(shirt.collections).toEqual(['clothing', 'clothing-shirts'])
    expect((await one('woocommerce.csv', 'Wool scarf')).variants).toMatchObject([{ price: 4, compareAtPrice: 8.5 }])
    expect((await one('woocommerce.csv', 'Rain jacket')).variants).toMatchObject([{ price: 22.5 }])
    expect(metafield(await one('woocommerce.csv', 'Oak table'), 'attribute.wood')).toBe('["Oak","Ash"]')
  })

  it('WooCommerce REST: variations are records with a parent, or part of the product', async () => {
    expect(optionsOf(await one('woocommerce-rest.json'))).toEqual({ names: ['Size'], values: ['S', 'M'] })
    const mug = await one('woocommerce-rest.json', 'Café mug')
    expect(optionsOf(mug)).toEqual({ names: ['Color'], values: ['Red', 'Blue'] })
    expect(mug.variants[1]).toMatchObject({ price: 7, compareAtPrice: 9 })
  })

  it('Google: items of a group are one product, a sale price applies during its period, availability is stock', async () => {
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

  it('a price in another currency is refused, not read as the shop’s own', async () => {
    const { products, faults } = await read('google.xml', 'EUR')
    expect(products).toEqual([])
    expect(faults[0]).toMatchObject({ reason: "the price is in USD, but the shop's currency is EUR" })
    expect((await read('medusa.json', 'EUR')).products[2]!.variants[0]!.price).toBeCloseTo(10.8)
  })

  it('Medusa: a file without prices in the shop’s currency is refused; ids are not read as names', async () => {
    const { products, faults } = await read('medusa.csv', 'GBP')
    expect(products).toEqual([])
    expect(faults).toHaveLength(40)
    expect(faults[0]).toMatchObject({ reason: 'there is no price in GBP' })
    expect((await read('medusa.csv', 'EUR')).products[0]!.variants[0]!.price).toBeCloseTo(4.5)
    const shirt = await one('medusa.csv')
    expect(shirt).toMatchObject({ productType: '', tags: ['new', 'summer'] })
    expect(shirt.images.map(({ src }) => src.slice(-8))).toEqual(['p0-1.jpg', 'p0-2.jpg'])
  })

  it('Magento: a configurable product names its simple products, before or after it; a mapping gives pictures their URL', async () => {
    const shirt = await one('magento.csv')
    expect(optionsOf(shirt)).toEqual({ names: ['Size'], values: ['S', 'M', 'L'] })
    expect(metafield(shirt, 'attribute.note')).toBe('a, b and c')
    expect(shirt).toMatchObject({ vendor: 'Northloom', createdAt: '2022-10-02T13:12:00.000Z' })
    expect(shirt.collections).toEqual(['clothing', 'clothing-shirts', 'new'])
    expect((await read('magento.csv')).notes).toEqual([
      expect.stringMatching(/^\d+ pictures have a path instead of an address: .* image_base/),
      expect.stringMatching(/^not imported, as the mapping says: attribute_set_code, product_type/),
    ])
  })

  it('Magento: the shop’s own stock setting, times with one digit, and no system attributes', async () => {
    const header =
      'sku,attribute_set_code,product_type,name,price,created_at,additional_attributes,qty,manage_stock,use_config_manage_stock'
    const row = 'S1,Default,simple,Strap,14,2015-10-25 3:34:20,"has_options=1,required_options=0,color=Blue",0,0,'
    const { products } = await readText(`${header}\n${row}1\n${row.replace('S1', 'S2')}0\n`)
    expect(products.map(({ variants }) => variants[0]!.inventoryTracked)).toEqual([true, false])
    expect(products[0]).toMatchObject({
      createdAt: '2015-10-25T03:34:20.000Z',
      metafields: [{ key: 'color', value: 'Blue' }],
    })
  })

  it('Magento: a grouped product costs as much as its cheapest product, a bundle as much as its cheapest required choices', async () => {
    const option = (name: string, sku: string, more = '') =>
      `name=${name},type=select,required=${more.includes('optional') ? 0 : 1},sku=${sku},price=0.0000,default_qty=${more.includes('two') ? 2 : 1}.0000`
    const bundle = [
      option('Ball, blue', 'B1'),
      option('Ball, blue', 'B2'),
      option('Strap', 'S1', 'two'),
      option('Towel', 'T1', 'optional'),
    ].join('|')
    const rows = [
      'G1,grouped,Straps,,0,1,,"S1=0.0000,S2=0.0000,S9=0.0000",',
      `K1,bundle,Kit,0.0000,0,1,,,"${bundle}"`,
      `K2,bundle,Dear kit,99.0000,4,1,,,"${bundle}"`,
      'B1,simple,Small ball,20,3,1,,,',
      'B2,simple,Large ball,30,3,1,12,,',
      'S1,simple,Short strap,14.5,3,1,,,',
      'S2,simple,Long strap,16,3,1,,,',
      'S9,simple,Strap of last year,2,3,2,,,',
      'T1,simple,Towel,1,3,1,,,',
      'G2,grouped,Out of the world,,0,1,,X1=0.0000,',
      `K3,bundle,Half a kit,,0,1,,,"${option('Ball', 'B1')}|${option('Strap', 'X1')}"`,
    ]
    const header =
      'sku,product_type,name,price,qty,product_online,special_price,associated_skus,bundle_values,attribute_set_code,use_config_manage_stock,is_in_stock'
    const { byTitle, faults, notes } = await readText(
      `${header}\n${rows.map((row) => `${row},Default,1,1\n`).join('')}`,
    )
    const priceOf = (title: string) => byTitle.get(title)!.variants[0]!.price
    expect(['Straps', 'Kit', 'Dear kit'].map(priceOf)).toEqual([14.5, 41, 99])
    // The stock of a grouped product does not count, only that of its products.
    expect(byTitle.get('Straps')!.variants[0]).toMatchObject({ inventoryTracked: false })
    expect(byTitle.get('Dear kit')!.variants[0]).toMatchObject({ inventoryTracked: true, inventoryQuantity: 4 })
    expect(faults).toMatchObject([
      { line: 11, reason: 'there is no price in USD' },
      { line: 12, reason: 'there is no price in USD' },
    ])
    expect(notes).toContain(
      '2 products have no price of their own and get the lowest for which the products in it can be bought',
    )
  })

  it('PrestaShop: the setting for sold-out products has two names', async () => {
    for (const name of ['Out of stock action', 'Action when out of stock']) {
      const { products } = await readText(
        `Product ID;Active (0/1);Name *;Price tax excluded;Reference #;Quantity;${name}\n1;1;Mug;5;M1;0;1\n2;1;Cup;5;C1;0;0\n`,
      )
      expect(products.map(({ variants }) => variants[0]!.inventoryPolicy)).toEqual(['continue', 'deny'])
    }
  })

  it('BigCommerce: rows below a product are its variants and pictures, in both formats', async () => {
    expect(optionsOf(await one('bigcommerce.csv'))).toEqual({ names: ['Color', 'Size'], values: ['Red/S', 'Red/M'] })
    const shirt = await one('bigcommerce-v3.csv')
    expect(optionsOf(shirt)).toEqual({ names: ['Color'], values: ['Red', 'Blue'] })
    expect(shirt.variants.map(({ inventoryQuantity }) => inventoryQuantity)).toEqual([5, 6])
  })

  it('PrestaShop: another code page, decimal commas, expired discounts, features, and a root category that is not a type', async () => {
    const { productType, collections } = await one('prestashop.csv')
    expect([productType, collections]).toEqual(['Shirts', ['shirts']])
    expect((await one('prestashop.csv', 'Wool scarf')).variants).toMatchObject([
      { price: 7.65, compareAtPrice: 8.5, sku: 'P1' },
    ])
    expect((await one('prestashop.csv', 'Café mug')).variants).toMatchObject([{ price: 12, compareAtPrice: null }])
    expect(metafield(await one('prestashop.csv'), 'attribute.composition')).toBe('Cotton')
  })

  it('Vendure: amounts in the smallest unit, rows without a name are variants, stock that is not tracked', async () => {
    expect((await one('vendure.json')).variants.map(({ price }) => price)).toEqual([6, 6])
    const shirt = await one('vendure.csv')
    expect(optionsOf(shirt)).toEqual({ names: ['Size', 'Color'], values: ['S/Blue', 'M/Red'] })
    expect(shirt.variants.map(({ inventoryTracked }) => inventoryTracked)).toEqual([false, true])
    expect(shirt.vendor).toBe('Northloom')
  })

  it("WooCommerce: columns in the exporter's language, a disabled variation, a grouped product", async () => {
    const { products, detected, faults, notes } = await readText(
      `ID,Typ,Artikelnummer,Name,Veröffentlicht,Sichtbarkeit im Katalog,Vorrätig?,Bestand,Gewicht (kg),Angebotspreis,Regulärer Preis,Kategorien,Bilder,Übergeordnetes Produkt,Gruppierte Produkte,Attribut 1 Name,Attribut 1 Wert(e)
1,variable,W1,Leinenhemd,1,visible,1,,"0,25",,,Kleidung > Hemden,https://cdn.example.com/1.jpg,,,Größe,"S, M"
2,variation,W1-S,Leinenhemd - S,1,visible,1,3,,,"19,90",,,W1,,Größe,S
3,variation,W1-M,Leinenhemd - M,0,visible,1,3,,,"19,90",,,W1,,Größe,M
4,simple,W4,Wollschal,1,visible,1,2,,"8,00","10,00",Kleidung,https://cdn.example.com/4.jpg,,,,
5,grouped,W5,Set,1,visible,1,,,,,Kleidung,https://cdn.example.com/5.jpg,,"W1, W4",,
`,
      'EUR',
    )
    expect([detected, faults]).toEqual([['woocommerce-csv'], []])
    const priced = { Leinenhemd: [19.9, 'Hemden'], Wollschal: [8, 'Kleidung'], Set: [8, 'Kleidung'] }
    const found = products.map(({ title, variants, productType }) => [title, [variants[0]!.price, productType]])
    expect(Object.fromEntries(found)).toEqual(priced)
    expect(products.map(({ variants }) => variants.length)).toEqual([1, 1, 1])
    expect(notes).toEqual([
      '1 variant is switched off on the platform and not imported',
      '1 product has no price of its own and gets the lowest for which the products in it can be bought',
    ])
  })

  it('Shopify: a file that was saved again by a spreadsheet, and the names of the new columns', async () => {
    const { products, faults, notes } = await readText(
      `Handle;Title;Published;Variant Price;Variant Compare At Price;Variant Grams;Variant Barcode;Continue selling when out of stock
hemd;Hemd;WAHR;1.019,90;1.200,00;250,5;4,00638E+12;CONTINUE
schal;Schal;FALSCH;9,90;;100;4006381333931;DENY
`,
      'EUR',
    )
    expect(faults).toEqual([])
    expect(products.map(({ publishedAt }) => publishedAt !== null)).toEqual([true, false])
    expect(products.flatMap(({ variants }) => variants)).toMatchObject([
      { price: 1019.9, compareAtPrice: 1200, grams: 250.5, barcode: '', inventoryPolicy: 'continue' },
      { price: 9.9, compareAtPrice: null, barcode: '4006381333931', inventoryPolicy: 'deny' },
    ])
    expect(notes).toContainEqual(expect.stringMatching(/^1 barcode was shortened by a spreadsheet/))
  })

  it('Vendure: an answer in one line, a disabled variant, stock that is not tracked, several values of one facet', async () => {
    const variant = {
      sku: 'V1',
      enabled: true,
      priceWithTax: 1290,
      currencyCode: 'USD',
      stockOnHand: 0,
      trackInventory: 'FALSE',
    }
    const value = (name: string) => ({ name, facet: { name: 'Color', code: 'color' } })
    const item = {
      id: '7',
      slug: 'mug',
      name: 'Mug',
      enabled: true,
      description: '',
      facetValues: ['Blue', 'Gray'].map(value),
    }
    const variants = [variant, { ...variant, sku: 'V2', enabled: false }]
    const text = JSON.stringify({ data: { products: { totalItems: 1, items: [{ ...item, variants }] } } })
    for (const source of [text, `${text}\n${text}`]) {
      const { products, detected } = await readText(source)
      expect(detected).toEqual(['vendure'])
      expect(products[0]!.variants).toMatchObject([{ sku: 'V1', price: 12.9, inventoryTracked: false }])
      expect(metafield(products[0]!, 'attribute.color')).toBe('["Blue","Gray"]')
    }
  })

  it('Vendure: columns may be aligned with spaces, quoted or not, and pictures are file names', async () => {
    const header = 'name  ,slug ,assets ,"facets"  ,optionGroups ,optionValues  ,sku ,price'
    const { products, faults, notes } = await readText(
      `${header}\nLaptop,laptop,l.jpg ,brand:Apple  , "size|RAM, GB"  ,"13 inch|8"  ,L1 ,1299.00\n      ,      ,      ,     ,    ,"15 inch|8"  ,L2 ,1399.00\n`,
    )
    expect([faults, notes.filter((note) => note.includes('image_base')).length]).toEqual([[], 1])
    expect(products.map(optionsOf)).toEqual([{ names: ['size', 'RAM, GB'], values: ['13 inch/8', '15 inch/8'] }])
  })

  it('Google: the number of a category is not its name', async () => {
    const { products } = await readText(
      'id\ttitle\tlink\tprice\tavailability\tgoogle product category\nA\tMug\thttps://shop.example/mug\t5.00 USD\tin_stock\t2271\n',
    )
    expect(products).toMatchObject([{ productType: '' }])
  })

  it('Typesense: vectors are ignored, objects with plain values are fields', async () => {
    const record = { id: '1', name: 'Mug', price: 5, embedding: Array.from({ length: 384 }, (_, at) => at / 384) }
    const { products, unmapped } = await readText(
      JSON.stringify({ ...record, specs: { color: 'red', sizes: ['S', 'M'] } }),
    )
    expect(unmapped).toEqual([null, 'source.specs_color', 'source.specs_sizes'])
    expect(metafield(products[0]!, 'source.specs_sizes')).toBe('["S","M"]')
  })

  it.each([
    ['shopify-csv-old.csv', ['Cost per item']],
    ['shopify-rest.json', []],
    ['shopify-graphql.json', []],
    ['bigcommerce.csv', ['Product Type']],
    ['prestashop.csv', ['Tax rules ID', 'Wholesale price', 'Supplier']],
    ['google.xml', ['g:shipping']],
    ['medusa.csv', ['Product Type Id', 'Product Discountable']],
    ['medusa.json', ['discountable']],
  ])('%s: one note names the fields that are not imported, and none that is read', async (file, fields) => {
    const { notes } = await read(file)
    const named = notes.flatMap((note) => note.split('not imported, as the mapping says: ').slice(1))
    expect(named).toEqual(fields.length === 0 ? [] : [fields.join(', ')])
  })

  it('Algolia: the deepest level of a hierarchy is the type', async () => {
    const { productType, collections } = await one('algolia.json')
    expect([productType, collections]).toEqual(['Shirts', ['clothing', 'clothing-shirts']])
  })

  it('an archive: a fault names the file that contains it', async () => {
    const file = (price: string) =>
      Buffer.from(`id,title,link,price,availability\nA,Mug,https://shop.example/mug,${price},in_stock\n`)
    const archive = zipSync({ 'feeds/good.csv': file('5.00 USD'), 'feeds/bad.csv': file('five') })
    const { products, faults } = await readFrom(Readable.from([archive]))
    expect(products).toHaveLength(1)
    expect(faults).toMatchObject([{ line: 2, reason: 'feeds/bad.csv: price "five" is not a price' }])
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

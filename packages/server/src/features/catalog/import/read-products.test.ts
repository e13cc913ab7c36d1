import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Product } from '../../../ports/record-store/product.ts'
import type { ImportItem } from './import-item.ts'
import { readProducts } from './read-products.ts'

async function* inChunks(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length]!
    yield bytes.subarray(at, at + size)
    at += size
  }
}

async function read(source: string | Buffer, sizes: readonly number[] = [64 * 1024]): Promise<ImportItem[]> {
  const items: ImportItem[] = []
  for await (const group of readProducts(inChunks(Buffer.from(source as string), sizes))) items.push(...group)
  return items
}

const products = (items: readonly ImportItem[]): Product[] =>
  items.flatMap((item) => (item.kind === 'product' ? [item.product] : []))
const faults = (items: readonly ImportItem[]): string[] =>
  items.flatMap((item) => (item.kind === 'fault' ? [`${item.line}: ${item.reason}`] : []))
const notes = (items: readonly ImportItem[]): string[] =>
  items.flatMap((item) => (item.kind === 'note' ? [item.text] : []))

const rest = (id: number) => ({ id, title: `P${id}`, handle: `p${id}`, variants: [{ id: id * 10, price: '1.00' }] })
const ids = (items: readonly ImportItem[]) => products(items).map((product) => product.id)

describe('readProducts on CSV', () => {
  it('keeps prices and inclusion by market, metafields of variants, weights and compare prices', async () => {
    const items = await read(
      [
        'Handle,Title,Option1 Name,Option1 Value,Variant Price,Variant Compare At Price,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Fit (variant.metafields.custom.fit),Included / Rest of World,Price / Rest of World,Compare At Price / Rest of World',
        'hat,Hat,Size,S,10.00,12.00,250,shopify,3,slim,true,9.50,11.00',
        'hat,,,L,11.00,,,shopify,2,,,,',
      ].join('\n'),
    )
    expect(notes(items)).toEqual([])
    const [small, large] = products(items)[0]!.variants
    expect(small).toMatchObject({ price: 10, compareAtPrice: 12, grams: 250 })
    expect(small?.metafields).toEqual([
      { namespace: 'custom', key: 'fit', value: 'slim' },
      { namespace: 'market', key: 'rest_of_world.included', value: 'true' },
      { namespace: 'market', key: 'rest_of_world.price', value: '9.50' },
      { namespace: 'market', key: 'rest_of_world.compare_at_price', value: '11.00' },
    ])
    expect([large?.grams, large?.metafields]).toEqual([undefined, undefined])
  })

  it('notes unknown stock, but not stock that the shop does not count', async () => {
    const header = 'Handle,Title,Variant Price,Variant Inventory Tracker,Variant Inventory Qty'
    expect(notes(await read(`${header}\nhat,Hat,1.00,shopify,\ncap,Cap,1.00,,\nbag,Bag,1.00,shopify,2`))).toEqual([
      '1 variant has no stock information and will count as in stock until a quantity is known',
    ])
    expect(notes(await read('Handle,Title,Variant Price\nhat,Hat,1.00\ncap,Cap,1.00'))).toEqual([
      '2 variants have no stock information and will count as in stock until a quantity is known',
    ])
  })

  const HEADER = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src'

  it('joins the rows of a product, whatever rows are between them', async () => {
    const items = await read(
      [
        HEADER,
        'hat,Hat,Size,S,H-S,1.00,https://x/1.jpg',
        'cap,Cap,Title,Default Title,C,2.00,',
        'hat,,,L,H-L,3.00,',
        'hat,,,,,,https://x/2.jpg',
      ].join('\n'),
    )
    expect(faults(items)).toEqual([])
    expect(products(items)).toMatchObject([
      { handle: 'cap', options: [], variants: [{ sku: 'C', price: 2 }] },
      {
        handle: 'hat',
        options: [{ name: 'Size', values: ['S', 'L'] }],
        variants: [{ optionValues: ['S'] }, { optionValues: ['L'], price: 3 }],
        images: [{ src: 'https://x/1.jpg' }, { src: 'https://x/2.jpg' }],
      },
    ])
  })

  it('reads columns in any order and case, with a byte order mark, and keeps those that the mapping does not name', async () => {
    const items = await read(
      '\uFEFFPRICE;Moon phase;title;url handle;Colour (product.metafields.custom.colour)\r\n5;full;Hat;hat;blue\r\n',
    )
    expect(products(items)).toMatchObject([
      {
        handle: 'hat',
        title: 'Hat',
        variants: [{ price: 5 }],
        metafields: [
          { namespace: 'custom', key: 'colour', value: 'blue' },
          { namespace: 'source', key: 'moon_phase', value: 'full', type: 'single_line_text_field', name: 'Moon phase' },
        ],
      },
    ])
    expect(items).toContainEqual({
      kind: 'unmapped',
      line: 1,
      fields: [{ field: 'Moon phase', metafield: 'source.moon_phase', type: 'single_line_text_field', line: 2 }],
    })
  })

  it('reports a bad row with its line and keeps the good ones, of the same product too', async () => {
    const items = await read(
      [
        HEADER,
        'hat,Hat,Size,S,H-S,cheap,',
        'hat,,,L,H-L,3.00,',
        ',,,,,4.00,',
        'cap,,,,C,1,',
        'bag,Bag,,,B,1,,beyond',
      ].join('\n'),
    )
    expect(products(items)).toMatchObject([{ handle: 'hat', variants: [{ sku: 'H-L' }] }])
    expect(faults(items).sort()).toEqual([
      '2: price "cheap" is not a price',
      '4: this row has no handle',
      '5: title is missing',
      '6: the row has 8 fields, but the header has 7',
    ])
  })

  it('refuses a file that is no catalog, and says what was found and what was expected', async () => {
    expect(faults(await read('name,age\nA,1\nB,2\n'))).toEqual([
      expect.stringMatching(
        /^1: this file contains no products: found CSV with the columns "name", "age"; expected .* a price \(price, /,
      ),
    ])
    expect(faults(await read('[{"user":1},{"user":2}]'))).toEqual([
      expect.stringMatching(/^1: this file contains no products: found JSON with the fields "user"; expected /),
    ])
  })

  it('keeps everything before the place where a file was cut off', async () => {
    const whole = [HEADER, 'hat,Hat,,,H,1,', 'cap,Cap,,,C,2,', 'bag,"Bag'].join('\n')
    const items = await read(whole)
    expect(products(items).map((product) => product.handle)).toEqual(['hat', 'cap'])
    expect(faults(items)).toEqual(['4: a quote opens and never closes'])
  })

  it('gives the same items however the file is cut into chunks', async () => {
    const text = [
      HEADER,
      'hat,"Hat, ""the"" one",Size,S,H-S,1.00,https://x/é.jpg',
      'hat,,,L,H-L,x,',
      '"broken,1',
      'cap,Cap,,,C,2,',
    ].join('\r\n')
    const expected = await read(text)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), async (sizes) => {
        expect(await read(text, sizes)).toEqual(expected)
      }),
    )
  })
})

describe('readProducts on JSON', () => {
  const page = (...numbers: number[]) => ({ products: numbers.map(rest) })

  it.each([
    ['a list', JSON.stringify([rest(1), rest(2), rest(3)])],
    ['a pretty list', JSON.stringify([rest(1), rest(2), rest(3)], null, 2)],
    ['a page', JSON.stringify(page(1, 2, 3))],
    ['a pretty page', JSON.stringify(page(1, 2, 3), null, 2)],
    ['pages, a line each', [page(1, 2), page(3)].map((one) => JSON.stringify(one)).join('\n')],
    ['pretty pages put together', [page(1, 2), page(3)].map((one) => JSON.stringify(one, null, 1)).join('\n')],
    ['a product a line', [1, 2, 3].map((id) => JSON.stringify(rest(id))).join('\n')],
    [
      'a product a line, with blank ones',
      `\uFEFF${[1, 2, 3].map((id) => JSON.stringify(rest(id))).join('\r\n\r\n')}\r\n`,
    ],
    [
      'a GraphQL answer',
      JSON.stringify({ data: { products: { edges: [1, 2, 3].map((id) => ({ node: rest(id) })) } } }, null, 1),
    ],
  ])('reads %s', async (_, text) => {
    for (const sizes of [[64 * 1024], [1], [7, 3]]) {
      const items = await read(text, sizes)
      expect(faults(items)).toEqual([])
      expect(ids(items)).toEqual([1, 2, 3])
    }
  })

  it.each([JSON.stringify(rest(1)), JSON.stringify(rest(1), null, 2), JSON.stringify({ product: rest(1) }, null, 2)])(
    'reads a single product %#',
    async (text) => {
      expect(ids(await read(text))).toEqual([1])
    },
  )

  it('finds every product of random documents, whatever their texts hold', async () => {
    const text = fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', '[', ']', ':', ',', '\n', 'a', 'é') })
    const titles = fc.array(
      text.filter((title) => title.trim() !== ''),
      { maxLength: 6 },
    )
    const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 })
    const layout = fc.constantFrom(undefined, 1)
    await fc.assert(
      fc.asyncProperty(titles, sizes, layout, fc.boolean(), async (names, chunkSizes, indent, isPage) => {
        const list = names.map((title, index) => ({ ...rest(index + 1), title, body_html: title }))
        const items = await read(
          JSON.stringify(isPage ? { note: 'products', products: list } : list, null, indent),
          chunkSizes,
        )
        expect(products(items).map((product) => product.bodyHtml)).toEqual(names)
      }),
    )
  })

  it('reports bad lines and keeps the good ones', async () => {
    const bad = Buffer.from([0x7b, 0xff, 0x7d])
    const lines = [
      JSON.stringify(rest(1)),
      '{"id": 2',
      '7',
      JSON.stringify({ ...rest(3), title: '' }),
      JSON.stringify(rest(4)),
    ]
    const items = await read(
      Buffer.concat([Buffer.from(`${lines.join('\n')}\n`), bad, Buffer.from(`\n${JSON.stringify(rest(5))}`)]),
    )
    expect(ids(items)).toEqual([1, 4, 5])
    expect(faults(items)).toEqual([
      expect.stringMatching(/^2: is not valid JSON/),
      '3: a product must be a JSON object',
      '4: title is missing',
      '6: is not valid UTF-8',
    ])
  })

  it('keeps everything before the place where a document was cut off', async () => {
    const text = JSON.stringify(page(1, 2, 3), null, 1)
    const items = await read(text.slice(0, text.indexOf('"P3"')))
    expect(ids(items)).toEqual([1, 2])
    expect(faults(items)).toEqual([expect.stringContaining('the file ends inside the product')])
  })
})

describe('readProducts on a bulk operation', () => {
  const product = (id: number) => ({
    id: `gid://shopify/Product/${id}`,
    title: `P${id}`,
    handle: `p${id}`,
    status: 'ACTIVE',
  })
  const variant = (id: number, parent: number) => ({
    id: `gid://shopify/ProductVariant/${id}`,
    price: '1.00',
    selectedOptions: [{ name: 'Size', value: `S${id}` }],
    __parentId: `gid://shopify/Product/${parent}`,
  })
  const lines = (...values: object[]) => values.map((value) => JSON.stringify(value)).join('\n')

  it('joins children to their parents, also if the children of several products are mixed', async () => {
    const items = await read(
      lines(
        product(1),
        variant(11, 1),
        product(2),
        { id: 'gid://shopify/ProductImage/5', url: 'https://x/5.jpg', __parentId: 'gid://shopify/Product/1' },
        variant(12, 1),
        variant(21, 2),
        {
          id: 'gid://shopify/Metafield/9',
          namespace: 'custom',
          key: 'fit',
          value: 'slim',
          __parentId: 'gid://shopify/Product/2',
        },
        { id: 'gid://shopify/Collection/7', handle: 'winter', __parentId: 'gid://shopify/Product/2' },
        {
          id: 'gid://shopify/Metafield/8',
          namespace: 'a',
          key: 'b',
          value: 'c',
          __parentId: 'gid://shopify/ProductVariant/21',
        },
      ),
    )
    expect(faults(items)).toEqual([])
    expect(notes(items)).toEqual(['records of the kind "Metafield" below ProductVariant are not imported'])
    expect(products(items)).toMatchObject([
      {
        id: 1,
        options: [{ name: 'Size', values: ['S11', 'S12'] }],
        variants: [{ id: 11 }, { id: 12 }],
        images: [{ id: 5 }],
      },
      { id: 2, variants: [{ id: 21 }], metafields: [{ key: 'fit' }], collections: ['7'] },
    ])
  })

  it('reports children without a parent, records of other kinds, and products without variants', async () => {
    const items = await read(
      lines(product(1), variant(99, 9), { id: 'gid://shopify/Collection/7', title: 'C' }, variant(11, 1), product(2)),
    )
    expect(ids(items)).toEqual([1])
    expect(faults(items)).toEqual([
      '2: its parent gid://shopify/Product/9 does not come before it in the file',
      '3: this is a Collection, not a product',
      '5: variants is empty; a product needs at least one',
    ])
  })
})

describe('readProducts on anything else', () => {
  it.each([
    ['half a ZIP archive', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0, 0]), /ZIP archive contains no file/],
    ['half a gzip file', Buffer.from([0x1f, 0x8b, 8, 0]), /gzip file is damaged/],
    [
      'a web page',
      Buffer.from('<!DOCTYPE html><html><title>Sign in</title>'),
      /a web page \("Sign in"\).*expected CSV/,
    ],
    ['binary', Buffer.from([1, 2, 0, 3]), /not a text file/],
  ])('says what %s is', async (_, bytes, reason) => {
    expect(faults(await read(bytes))).toEqual([expect.stringMatching(reason)])
  })

  it('notes that a file is empty or contains no products', async () => {
    expect(notes(await read(''))).toEqual(['the file is empty'])
    expect(notes(await read('Handle,Title,Price\n'))).toEqual(['the file contains no products'])
  })

  it('never throws, whatever the bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('', '{', '[', '[{', 'Handle,Title,Price\n'),
        fc.uint8Array({ maxLength: 200 }),
        async (start, bytes) => {
          await read(Buffer.concat([Buffer.from(start), bytes]), [5])
        },
      ),
    )
  })
})

describe('a first line that is longer than the sample', () => {
  it('is detected as JSON lines, wherever the sample ends', async () => {
    const long = { ...rest(1), body_html: ','.repeat(70_000) }
    expect(ids(await read(`${JSON.stringify(long)}\n${JSON.stringify(rest(2))}\n`)).sort()).toEqual([1, 2])
  })
})

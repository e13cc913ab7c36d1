import { describe, expect, it } from 'vitest'
import type { Product } from '../../../ports/record-store/product.ts'
import { normalizeProduct } from './normalize-product.ts'

const BASE = { id: 1, title: 'Hat', handle: 'hat', variants: [{ id: 11, price: 1 }] }

function product(parts: object): Product {
  const result = normalizeProduct({ ...BASE, ...parts })
  if (result.kind === 'fault') throw new Error(result.reason)
  return result.product
}
function fault(parts: object): string {
  const result = normalizeProduct({ ...BASE, ...parts })
  return result.kind === 'fault' ? result.reason : 'no fault'
}
const variant = (parts: object) => product({ variants: [{ id: 11, price: 1, ...parts }] }).variants[0]!
const variantFault = (parts: object) => fault({ variants: [{ id: 11, price: 1, ...parts }] })

describe('variants', () => {
  it('N1: without a title are called by their options, else by the platform’s default title', () => {
    const options = [{ name: 'Size' }, { name: 'Color' }]
    const titles = (...sent: object[]) =>
      product({ options, variants: sent.map((one, i) => ({ id: i + 1, price: 1, ...one })) }).variants.map(
        ({ title }) => title,
      )
    expect(titles({ option1: 'S', option2: 'Red' }, { option1: 'S', option2: '' }, { title: ' Own ' }, {})).toEqual([
      'S / Red',
      'S',
      'Own',
      'Default Title',
    ])
  })

  it('N2: are sorted by position; without positions they keep their order', () => {
    const sent = [
      { id: 5, price: 1 },
      { id: 6, price: 1, position: 1 },
      { id: 7, price: 1 },
    ]
    expect(product({ variants: sent }).variants.map(({ id, position }) => [id, position])).toEqual([
      [5, 1],
      [6, 1],
      [7, 3],
    ])
    expect(
      product({
        variants: [
          { id: 5, price: 1, position: 9 },
          { id: 6, price: 1 },
        ],
      }).variants[0]!.id,
    ).toBe(6)
  })

  it('N3: take their weight from grams, else from weight with its unit; an invalid weight is left out', () => {
    expect([variant({ grams: 250 }).grams, variant({ grams: '1.2345' }).grams]).toEqual([250, 1.235])
    expect([variant({ weight: 2, weight_unit: 'kg' }).grams, variant({ weight: '3', weight_unit: 'G' }).grams]).toEqual([2000, 3]) // biome-ignore format: one line reads better
    expect(variant({ weight: 1, weight_unit: 'lb' }).grams).toBe(453.592)
    expect(variant({ weight: 1, weight_unit: 'oz' }).grams).toBe(28.35)
    expect(variant({ grams: 5, weight: 1, weight_unit: 'kg' }).grams).toBe(5)
    for (const none of [{ grams: 0 }, { grams: -1 }, { grams: 'x' }, { weight: 1 }, { weight: 1, weight_unit: 'stone' }, {}]) // biome-ignore format: one line reads better
      expect(variant(none)).not.toHaveProperty('grams')
  })

  it('N4: may cost nothing; an empty compare-at price or “0.00” means none', () => {
    expect([variant({ price: '0' }).price, variant({ price: { amount: '2.5' } }).price]).toEqual([0, 2.5])
    const before = ['0.00', '', null, '7.5'].map((value) => variant({ compare_at_price: value }).compareAtPrice)
    expect(before).toEqual([null, null, null, 7.5])
    expect(variantFault({ price: '' })).toBe('variants[0].price is missing')
    expect(variantFault({ price: -1 })).toBe('variants[0].price -1 is not a price')
    expect(variantFault({ compare_at_price: 'x' })).toBe('variants[0].compare_at_price "x" is not a price')
  })

  it('N5: are sold without stock if the policy allows it; an unknown policy is a fault', () => {
    const policies = [undefined, '', 'deny', 'continue'].map(
      (one) => variant({ inventory_policy: one }).inventoryPolicy,
    )
    expect(policies).toEqual(['deny', 'deny', 'deny', 'continue'])
    expect(variantFault({ inventory_policy: 'maybe' })).toContain('"maybe" is neither deny nor continue')
    expect(variantFault({ inventory_quantity: 1.5 })).toContain('1.5 is not a whole number')
    expect([variant({ inventory_quantity: -2 }).inventoryQuantity, variant({}).inventoryQuantity]).toEqual([-2, 0])
  })

  it('N6: keep their SKU, barcode, inventory item and metafields', () => {
    expect(variant({ sku: ' A ', barcode: ' 5 ', inventory_item_id: '9', metafields: { 'a.b': 'c' } })).toMatchObject({
      sku: 'A',
      barcode: '5',
      inventoryItemId: 9,
      metafields: [{ namespace: 'a', key: 'b', value: 'c' }],
    })
    expect(variant({})).toMatchObject({ sku: '', barcode: '' })
    for (const name of ['inventoryItemId', 'metafields']) expect(variant({})).not.toHaveProperty(name)
  })

  it('N7: show the picture with the given id or URL, or else the one that lists them', () => {
    const images = [
      { id: 21, src: 'https://x.example/1.jpg', variant_ids: [11] },
      { id: 22, src: 'https://x.example/2.jpg' },
    ]
    const shown = (parts: object) =>
      product({ images, variants: [{ id: 11, price: 1, ...parts }] }).variants[0]!.imageId
    expect([shown({}), shown({ image_id: 22 }), shown({ image_src: ' https://x.example/2.jpg ' })]).toEqual([
      21, 22, 22,
    ])
    expect(shown({ id: 12 })).toBeNull()
    expect(shown({ id: 12, image_id: 99 })).toBeNull()
  })

  it('N8: are faults if they are no objects, or have an unreadable or duplicate id', () => {
    expect(fault({ variants: ['x'] })).toContain('variants[0] "x" must be an object')
    expect(fault({ variants: [{ id: {}, price: 1 }] })).toContain('variants[0].id {} is not an id')
    expect(
      fault({
        variants: [
          { id: 5, price: 1 },
          { id: 6, price: 1 },
          { id: 5, price: 1 },
        ],
      }),
    ).toBe('variants[2].id 5 is used twice')
  })

  it('N9: without ids get one from handle and SKU, which does not depend on other variants', () => {
    const ids = (...variants: object[]) =>
      product({ variants: variants.map((one) => ({ price: 1, ...one })) }).variants.map(({ id }) => id)
    const [alone] = ids({ sku: 'A', option1: 'S' })
    expect(ids({ sku: 'B' }, { sku: ' A ', option1: 'renamed' })[1]).toBe(alone)
    const [first, second, third] = ids({ sku: '', option1: 'S' }, { option1: 'S' }, { option1: 'M' })
    expect(new Set([first, second, third]).size).toBe(3)
    expect(ids({ option1: 'S' }, { option1: 'S' })).toEqual([first, second])
  })
})

describe('options', () => {
  it('N10: are sorted by position and have every value of the variants once', () => {
    const { options } = product({
      options: [
        { id: 3, name: ' Color ', position: 2, values: ['Red', ' '] },
        { name: 'Size', position: 1 },
      ],
      variants: [
        { id: 1, price: 1, option1: 'S', option2: 'Blue' },
        { id: 2, price: 1, option1: 'S', option2: ' Red ' },
      ],
    })
    expect(options).toMatchObject([
      { name: 'Size', position: 1, values: ['S'] },
      { id: 3, name: 'Color', position: 2, values: ['Red', 'Blue'] },
    ])
    expect(fault({ options: [{ name: 'A' }, { name: ' ' }] })).toBe('options[1].name is missing')
  })

  it('N11: get made-up names if variants have values without an option', () => {
    const names = (...variants: object[]) =>
      product({ variants: variants.map((one, id) => ({ id: id + 1, price: 1, ...one })) }).options.map(
        ({ name }) => name,
      )
    expect(names({ option1: 'S' })).toEqual(['Title'])
    expect(names({ option1: 'S' }, { option1: 'S', option2: 'Red' })).toEqual(['Option 1', 'Option 2'])
    expect(names({ option3: 'x' })).toEqual(['Option 1', 'Option 2', 'Option 3'])
    expect(names({ options: ['S', 'Red'] })).toEqual(['Option 1', 'Option 2'])
    expect(names({ selected_options: [{ name: 'Size', value: 'S' }] })).toEqual(['Size'])
    expect(names({ option1: 'Default Title' })).toEqual([])
    expect(names({})).toEqual([])
  })

  it('N12: include one called Title, unless its value is the platform’s placeholder', () => {
    const named = (value: string) =>
      product({ options: [{ name: 'Title' }], variants: [{ id: 1, price: 1, option1: value }] }).options.length
    expect([named('Default Title'), named('Large')]).toEqual([0, 1])
    const two = product({ options: [{ name: 'Title' }, { name: 'B' }], variants: [{ id: 1, price: 1, option1: 'Default Title' }] }) // biome-ignore format: one line reads better
    expect(two.options).toHaveLength(2)
  })

  it('N13: take a variant’s value by option name, from a list, or by position', () => {
    const values = (parts: object) =>
      product({ options: [{ name: 'Size' }, { name: 'Color' }], variants: [{ id: 1, price: 1, ...parts }] })
        .variants[0]!.optionValues
    expect(
      values({
        selected_options: [
          { name: 'Color', value: ' Red ' },
          { name: 'X', value: 'y' },
        ],
      }),
    ).toEqual(['', 'Red'])
    expect(values({ options: ['S', 'Red'] })).toEqual(['S', 'Red'])
    expect(values({ option1: 'M', options: ['S', 'Red'] })).toEqual(['M', 'Red'])
  })
})

describe('pictures', () => {
  it('N14: are sorted by position without duplicates, followed by pictures that only variants have', () => {
    const { images } = product({
      images: [
        { id: 2, src: ' https://x.example/b.jpg ', position: 2, alt: '', width: 0, height: '20' },
        { id: 1, src: 'https://x.example/a.jpg', position: 1 },
        { id: 1, src: 'https://x.example/again.jpg', position: 3 },
        'https://x.example/c.jpg',
      ],
      variants: [
        { id: 1, price: 1, image_src: 'https://x.example/a.jpg' },
        { id: 2, price: 1, image_src: 'https://x.example/own.jpg' },
        { id: 3, price: 1, image_src: 'https://x.example/own.jpg' },
      ],
    })
    expect(images.map(({ src }) => src.slice('https://x.example/'.length))).toEqual([
      'a.jpg',
      'b.jpg',
      'c.jpg',
      'own.jpg',
    ])
    expect(images[1]).toMatchObject({ id: 2, alt: null, width: null, height: 20 })
    expect(fault({ images: [{ id: 1 }] })).toBe('images[0].src is missing')
    expect(fault({ images: [{ id: {}, src: 'x' }] })).toContain('images[0].id {} is not an id')
  })

  it('N15: come from media if there are no images, else from the product’s single picture', () => {
    const sources = (parts: object) => product(parts).images.map(({ src }) => src)
    const media = [
      { id: 4, image: { url: 'https://x.example/m.jpg' } },
      { id: 5, sources: [] },
    ]
    expect(sources({ media })).toEqual(['https://x.example/m.jpg'])
    expect(sources({ media, images: [{ src: 'https://x.example/i.jpg' }] })).toEqual(['https://x.example/i.jpg'])
    const [image, featuredImage] = [{ src: 'https://x.example/1.jpg' }, { url: 'https://x.example/2.jpg' }]
    expect(sources({ image, featuredImage })).toEqual(['https://x.example/1.jpg'])
    expect(sources({ featuredImage })).toEqual(['https://x.example/2.jpg'])
    expect(sources({})).toEqual([])
  })

  it('N16: have a URL and a size, whichever names the fields have', () => {
    const first = (image: object) => product({ images: [image] }).images[0]!
    for (const name of ['src', 'url', 'originalSrc', 'transformedSrc']) expect(first({ [name]: 'a' }).src).toBe('a')
    for (const name of ['url', 'src', 'originalSrc']) expect(first({ image: { [name]: 'b' } }).src).toBe('b')
    expect(first({ src: 'a', image: { width: 3, height: 4, altText: 'x' } })).toMatchObject({
      width: 3,
      height: 4,
      alt: 'x',
    })
    expect(first({ src: 'a', altText: 'y', width: 1, height: 2, image: { width: 3 } })).toMatchObject({ width: 1, height: 2, alt: 'y' }) // biome-ignore format: one line reads better
    expect(first({ src: 'a', alt: 'z', altText: 'y' }).alt).toBe('z')
  })
})

describe('names of other shapes', () => {
  it('N17: are read if the REST name is absent', () => {
    expect(product({ description: 'x' }).bodyHtml).toBe('x')
    expect(product({ bodyHtml: 'x', body_html: 'y' }).bodyHtml).toBe('y')
    expect(product({ type: 'Hats' }).productType).toBe('Hats')
    expect(product({ marketIds: [3], catalogIds: ['c'], publicationIds: ['p'] })).toMatchObject({
      marketIds: [3],
      catalogIds: ['c'],
      publicationIds: ['p'],
    })
  })

  it('N18: include who tracks a variant’s stock, its inventory item and its picture', () => {
    const counted = (inventoryItem: object, parts: object = {}) =>
      variant({ inventoryQuantity: 2, inventoryItem, ...parts })
    expect(counted({ tracked: true }).inventoryTracked).toBe(true)
    expect(counted({ tracked: false }).inventoryTracked).toBe(false)
    expect(counted({ tracked: false }, { inventory_management: 'shopify' }).inventoryTracked).toBe(true)
    expect(counted({ id: 'gid://shopify/InventoryItem/8' }).inventoryItemId).toBe(8)
    expect(counted({ id: 8 }, { inventory_item_id: 9 }).inventoryItemId).toBe(9)
    const images = [
      { id: 21, src: 'https://x.example/1.jpg' },
      { id: 22, src: 'https://x.example/2.jpg' },
    ]
    const shown = (parts: object) =>
      product({ images, variants: [{ id: 11, price: 1, ...parts }] }).variants[0]!.imageId
    expect(shown({ featured_image: { id: 22 } })).toBe(22)
    expect(shown({ image: { id: 21 }, featured_image: { id: 22 } })).toBe(21)
    expect(shown({ imageId: 22, image: { id: 21 } })).toBe(22)
    expect(shown({ image: { id: 5, url: 'https://x.example/2.jpg' } })).toBe(22)
  })

  it('N19: list the channels in which a product is published, unless ids are given', () => {
    const published = [
      { isPublished: true, publication: { id: 'gid://shopify/Publication/1' } },
      { isPublished: false, publication: { id: 2 } },
      { publication: { id: 3 } },
      { publication: null },
    ]
    expect(product({ resourcePublications: { nodes: published } }).publicationIds).toEqual(['1', '3'])
    expect(product({ resourcePublicationsV2: published }).publicationIds).toEqual(['1', '3'])
    expect(product({ resourcePublications: published, publication_ids: ['9'] }).publicationIds).toEqual(['9'])
  })

  it('N20: include options with the names of their values', () => {
    const options = (option: unknown) =>
      product({ options: [option], variants: [{ id: 1, price: 1, option1: 'S' }] }).options[0]
    expect(options({ name: 'Size', optionValues: [{ name: 'S' }, 'M'] })).toMatchObject({ values: ['S', 'M'] })
    expect(options({ name: 'Size', values: ['L'], optionValues: [{ name: 'M' }] })).toMatchObject({
      values: ['L', 'S'],
    })
    expect(options('Size')).toMatchObject({ name: 'Size', values: ['S'] })
  })
})

describe('metafields', () => {
  it('N21: come as a list or as either form of object; the last of several with one name counts', () => {
    const read = (metafields: unknown) =>
      product({ metafields }).metafields.map(({ namespace, key, value }) => `${namespace}.${key}=${value}`)
    expect(
      read([
        { namespace: 'a', key: 'b', value: 1 },
        { namespace: 'a', key: 'b', value: ['x'] },
      ]),
    ).toEqual(['a.b=["x"]'])
    expect(read({ 'a.b.c': 'x', 'a.d': '', e: { f: 'y', g: null }, h: 'z' })).toEqual(['a.b.c=x', 'e.f=y'])
    expect(read({ nodes: [{ namespace: 'a', key: 'b', value: 'x' }] })).toEqual(['a.b=x'])
    expect(read([{ namespace: 'a', key: 'b', value: '' }])).toEqual([])
    expect(fault({ metafields: [{ namespace: 'a' }] })).toBe('metafields[0] needs a namespace and a key')
    expect(fault({ metafields: [{ key: 'a' }, 5] })).toContain('metafields[1] needs a namespace and a key')
  })

  it('N22: keep their type and a name of at most 80 letters', () => {
    const [field] = product({ metafields: [{ namespace: 'a', key: 'b', value: 'x', type: 'list', name: ` ${'n'.repeat(90)}` }] }).metafields // biome-ignore format: one line reads better
    expect(field).toEqual({ namespace: 'a', key: 'b', value: 'x', type: 'list', name: 'n'.repeat(80) })
  })

  it('N23: provide the rating if the product has none of its own', () => {
    const reviews = (rating: string, count?: string) =>
      product({ metafields: { reviews: { rating, ...(count ? { rating_count: count } : {}) } } }).rating
    expect([reviews('4.5', '12'), reviews('{"value":"3"}'), reviews('good')]).toEqual([
      { value: 4.5, count: 12 },
      { value: 3, count: 0 },
      null,
    ])
    const own = { rating: { value: 2, count: 1 }, metafields: { reviews: { rating: '5' } } }
    expect(product(own).rating).toEqual({ value: 2, count: 1 })
    expect(product({ rating: 4, rating_count: 3 }).rating).toEqual({ value: 4, count: 3 })
    expect(product({ rating: { value: 0, count: 0 } }).rating).toEqual({ value: 0, count: 0 })
    for (const rating of [{ value: -1 }, { value: 1, count: -1 }, { value: 1, count: 1.5 }, 'x'])
      expect(fault({ rating })).toContain('must be an object with value and count')
  })
})

describe('a report of faults', () => {
  it('N24: lists ten and counts the rest, and shortens long values', () => {
    const variants = (count: number) => Array.from({ length: count }, (_, i) => ({ id: i + 1, price: 'x' }))
    expect(fault({ variants: variants(10) })).not.toContain('more')
    expect(fault({ variants: variants(12) })).toMatch(/variants\[9\]\.price "x" is not a price; and 2 more$/)
    expect(fault({ variants: [{ id: 1, price: 'y'.repeat(58) }] })).toContain(`"${'y'.repeat(58)}" is`)
    expect(fault({ variants: [{ id: 1, price: 'y'.repeat(59) }] })).toContain(`"${'y'.repeat(59)}… is`)
  })
})

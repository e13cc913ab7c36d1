import { describe, expect, it } from 'vitest'
import { createContext, idsOf, type ProductSpec, query, explained } from '../testing/shop-context.ts'
import { goesWith } from './goes-with-step.ts'

const kind = (productType: string, tags: string[], first: number, count: number, parts: Partial<ProductSpec> = {}) =>
  Array.from({ length: count }, (_, i) => ({ id: first + i, title: `Nr ${first + i}`, productType, tags, ...parts }))

const beach = [...kind('Swimsuit', ['beach'], 1, 3), ...kind('Sandals', ['beach'], 11, 3)]
const snow = [...kind('Parka', ['snow'], 21, 3), ...kind('Gloves', ['snow'], 31, 3)]
const offered = (products: ProductSpec[], anchors: number[], cart: number[] = []) =>
  idsOf(goesWith(createContext({ products }), query({ anchors, cart })))

describe('the complements of a product without orders', () => {
  it('C1: are of other kinds that share its tags', () => {
    expect(offered([...beach, ...snow], [1]).toSorted((a, b) => a - b)).toEqual([11, 12, 13])
    expect(offered([...beach, ...snow], [31]).toSorted((a, b) => a - b)).toEqual([21, 22, 23])
  })

  it('C2: have a reason', () => {
    const context = createContext({ products: [...beach, ...snow] })
    for (const [, step, why] of explained(goesWith(context, query({ anchors: [1] }))))
      expect([step, why]).toEqual(['goes_with', expect.stringMatching(/^goes with /)])
  })

  it('C3: need more in common than a tag of most products or of one product, or a label such as a season', () => {
    const everywhere = [...kind('Swimsuit', ['shop'], 1, 3), ...kind('Sandals', ['shop'], 11, 3)]
    expect(offered(everywhere, [1])).toEqual([])
    // A tag on more than six of ten products is too common.
    const rest = (count: number) => kind('Lamp', ['home'], 41, count)
    expect(offered([...beach, ...rest(4)], [1])).not.toEqual([])
    expect(offered([...beach, ...rest(3)], [1])).toEqual([])
    for (const label of ['Summer', 'sale', 'NEW', 'Bestseller'])
      expect(
        offered([...kind('Swimsuit', [label], 1, 3), ...kind('Sandals', [label], 11, 3), ...rest(9)], [1]),
      ).toEqual([])
    const single = [{ id: 1, productType: 'Swimsuit', tags: ['one'] }, ...kind('Sandals', ['two'], 11, 3)]
    expect(offered([...single, ...snow], [1])).toEqual([])
  })

  it('C3b: are not found by a tag on only some products of a kind, which is an attribute', () => {
    const some = (productType: string, first: number) => [
      ...kind(productType, ['beach', 'ribbed'], first, 1),
      ...kind(productType, ['beach'], first + 1, 3),
    ]
    const others = [...kind('Mug', ['ribbed'], 21, 1), ...kind('Mug', [], 22, 3), ...kind('Lamp', ['home'], 41, 9)]
    expect(offered([...some('Swimsuit', 1), ...others], [1])).toEqual([])
    expect(offered([...some('Swimsuit', 1), ...some('Sandals', 11), ...others], [1]).toSorted()).toEqual([11, 12, 13, 14]) // biome-ignore format: one line reads better
  })

  it('C3c: share a collection of the product; tags count for products without a collection', () => {
    const collections = [{ id: 1, handle: 'living', title: 'Living', product_ids: [1, 2, 11, 12] }]
    const products = [
      ...kind('Rug', ['textiles'], 1, 2),
      ...kind('Lamp', [], 11, 2),
      ...kind('Towel', ['textiles'], 21, 2),
      ...kind('Chair', ['office'], 41, 9),
    ]
    const context = createContext({ products, config: { collections } })
    expect(idsOf(goesWith(context, query({ anchors: [1] }))).toSorted()).toEqual([11, 12])
    expect(idsOf(goesWith(context, query({ anchors: [21] }))).toSorted()).toEqual([1, 2])
  })

  it('C4: begin with the closest kind, and kinds take turns', () => {
    const products = [
      ...kind('Swimsuit', ['beach', 'summer'], 1, 3),
      ...kind('Sandals', ['beach', 'summer'], 11, 2),
      ...kind('Sunglasses', ['beach', 'city'], 21, 2),
      ...kind('Lamp', ['home'], 31, 6),
      ...kind('Desk', ['home', 'city'], 41, 2),
    ]
    const order = offered(products, [1]).map((id) => Math.floor(id / 10))
    expect(order).toEqual([1, 2, 1, 2])
  })

  it('C5: exclude substitutes, such as the same kind with a longer name', () => {
    const products = [
      ...kind("Women's Tops", ['beach'], 1, 2),
      ...kind('Tops', ['beach'], 11, 2),
      ...kind('Top Set', ['beach'], 21, 2),
      ...kind('Sandals', ['beach'], 31, 2),
      ...kind('Lamp', ['home'], 41, 8),
    ]
    expect(offered(products, [11]).toSorted((a, b) => a - b)).toEqual([31, 32])
  })

  it('C7: depend on the whole cart, and exclude its kinds', () => {
    const products = [...beach, ...snow, ...kind('Lamp', ['home'], 41, 4)]
    expect(offered(products, [1], [21]).toSorted((a, b) => a - b)).toEqual([11, 12, 13, 31, 32, 33])
    expect(offered(products, [], [1, 11])).toEqual([])
  })

  it('C9: exclude kinds that hardly any title names, unless the merchant stated the kind', () => {
    const rings = Array.from({ length: 120 }, (_, i) => ({ id: i + 1, title: `Nr ${i} ring`, tags: ['silver'] }))
    const odd = { id: 901, title: 'Signet with crack', tags: ['silver'] }
    const pendant = { id: 902, title: 'Drop', productType: 'Pendant', tags: ['silver'] }
    const rest = kind('Lamp', ['home'], 1001, 100)
    expect(offered([...rings, odd, pendant, ...rest], [1])).toEqual([902])
    expect(offered([...rings.slice(0, 10), odd, pendant, ...rest.slice(0, 10)], [1])).toEqual([902, 901])
  })

  it('C10: exclude clothes for the same body part, and for a dress, tops and bottoms', () => {
    const products = [
      ...kind("Women's Pants", ['city'], 1, 1),
      ...kind('Skirts', ['city'], 2, 1),
      ...kind('Denim', ['city'], 3, 1),
      ...kind('Dresses', ['city'], 4, 1),
      ...kind('Button-ups', ['city'], 5, 1),
      ...kind('Shoes', ['city'], 6, 1),
      ...kind('Coats & Jackets', ['city'], 7, 1),
      ...kind('Knitwear', ['city'], 8, 1),
      ...kind('Bag', ['city'], 9, 1),
      ...kind('Lamp', ['home'], 41, 9),
    ]
    const sorted = (anchor: number) => offered(products, [anchor]).toSorted((a, b) => a - b)
    expect(sorted(1)).toEqual([5, 6, 7, 8])
    expect(sorted(4)).toEqual([6, 7, 8, 9])
    expect(sorted(5)).toEqual([1, 2, 3, 6, 7, 9])
    // Products for one body part take turns as one kind: first one for the lower body, then a coat, then shoes.
    expect(offered(products, [5]).slice(1, 3)).toEqual([7, 6])
  })

  it('C11: include neighbors in the taxonomy, even without tags, but no subdivisions of the product’s own kind', () => {
    const filed = (category: string, first: number) =>
      kind('', [], first, 2, {
        metafields: [{ namespace: 'shopify', key: 'product_category', value: `Baby & Toddler > ${category}` }],
      })
    const products = [
      ...filed('Nursing & Feeding > Baby Bottles', 1),
      ...filed('Nursing & Feeding > Baby Bottles > Glass Bottles', 11),
      ...filed('Nursing & Feeding > Bottle Warmers', 21),
      ...filed('Diapering > Diapers', 31),
    ]
    expect(offered(products, [1]).toSorted((a, b) => a - b)).toEqual([21, 22])
    expect(offered(products, [31])).toEqual([])
  })

  it('C12: include clothes and jewelry that are worn together, even without tags', () => {
    const untagged = ['Blouses', 'Skirts', 'Boots', 'Belts', 'Earrings', 'Necklaces', 'Lamps'].flatMap((name, i) => kind(name, [], 10 * i, 2)) // biome-ignore format: one line reads better
    const sorted = (anchor: number) => offered(untagged, [anchor]).toSorted((a, b) => a - b)
    expect(sorted(1)).toEqual([10, 11, 20, 21])
    expect(sorted(10)).toEqual([1, 0, 20, 21, 30, 31].toSorted((a, b) => a - b))
    expect(sorted(40)).toEqual([50, 51])
    expect(sorted(60)).toEqual([])
  })

  it('C13: share at least two of many tags, because one may name a material', () => {
    const products = [
      ...kind('Cushion', ['textiles', 'sofa', 'soft'], 1, 3),
      ...kind('Rug', ['textiles', 'sofa', 'floor'], 11, 3),
      ...kind('Towel', ['textiles', 'bath', 'soft'], 21, 3, { tags: ['textiles', 'bath', 'dry'] }),
      ...kind('Lamp', ['home'], 41, 9),
    ]
    expect(offered(products, [1]).toSorted((a, b) => a - b)).toEqual([11, 12, 13])
  })

  it('C14: resemble the product more than other products of its kind', () => {
    const products = [
      ...['moon', 'sun', 'star'].flatMap((name, i) => [
        ...kind('Swimsuit', ['beach', name], 1 + i, 1),
        ...kind('Sandals', ['beach', name], 11 + i, 1, { price: 2 }),
      ]),
      ...kind('Sandals', ['beach'], 21, 1),
      ...kind('Lamp', ['home'], 41, 9),
    ]
    for (const anchor of [1, 2, 3]) expect(offered(products, [anchor])[0]).toBe(10 + anchor)
  })

  it('C8: are of at most six kinds, with at most twenty of each', () => {
    const kinds = ['Aa', 'Bb', 'Cc', 'Dd', 'Ee', 'Ff', 'Gg', 'Hh']
    const products = [
      ...kind('Swimsuit', ['beach'], 1, 2),
      ...kinds.flatMap((name, i) => kind(name, ['beach'], 100 * (i + 1), i === 0 ? 25 : 2)),
      ...kind('Lamp', ['home'], 5000, 60),
    ]
    const found = offered(products, [1])
    expect(new Set(found.map((id) => Math.floor(id / 100))).size).toBe(6)
    expect(found.filter((id) => id < 200)).toHaveLength(20)
    expect(new Set(found).size).toBe(found.length)
  })
})

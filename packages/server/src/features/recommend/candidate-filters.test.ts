/** Tests which products may be shown as complements or alternatives, whichever step proposes them. */
import type { RecommendationType } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { rankedStream } from './ranked-stream.ts'
import { createContext, idsOf, orders, product, type ProductSpec, query, visits } from './testing/shop-context.ts'

const pot = { id: 1, title: 'Clay Pot', productType: 'Pots', tags: ['garden'], price: 10 }
const lamp = { id: 9, title: 'Desk Lamp', productType: 'Lamps', tags: ['home'], price: 10 }
/** Without these, the tag of the lamp would be on most products, and such tags do not connect products. */
const lamps = [lamp, ...[90, 91, 92, 93, 94, 95].map((id) => ({ ...lamp, id, title: `Lamp ${id}` }))]

/** Returns the complements of the pot in a shop that also sells `others`. */
function beside(others: ProductSpec[], events: Parameters<typeof createContext>[0]['events'] = []) {
  const shop = [pot, ...lamps, ...others.map((one) => ({ tags: ['garden'], price: 10, ...one }))]
  const offered = (type: 'bought_together' | 'cross_sell') => {
    const stream = rankedStream(createContext({ products: shop, events }), query({ type, anchors: [pot.id] }))
    stream.at(Number.MAX_SAFE_INTEGER)
    return idsOf(stream.made).filter((id) => !lamps.some((one) => one.id === id))
  }
  expect(offered('cross_sell')).toEqual(offered('bought_together'))
  return offered('bought_together')
}

const trowel = { id: 2, title: 'Hand Trowel', productType: 'Tools' }

describe('a complement', () => {
  it('G1: is of another kind', () => {
    expect(beside([trowel, { id: 3, title: 'Iron Planter', productType: 'Garden pots' }])).toEqual([2])
  })

  it('G2: is in stock', () => {
    expect(beside([{ ...trowel, stock: 0 }])).toEqual([])
    expect(beside([{ ...trowel, stock: 0 }], orders(9, [1, 2]))).toEqual([])
  })

  it('G3: costs at most 1.5 times as much, unless orders say otherwise', () => {
    expect(beside([{ ...trowel, price: 15 }])).toEqual([2])
    expect(beside([{ ...trowel, price: 16 }])).toEqual([])
    expect(beside([{ ...trowel, price: 160 }], orders(9, [1, 2]))).toEqual([2])
  })

  it('G4: is no bundle with the anchor', () => {
    expect(beside([{ id: 3, title: 'Clay pot and trowel set', productType: 'Gifts' }])).toEqual([])
  })

  it('G4b: has another noun in its title, whatever its type', () => {
    expect(beside([{ id: 3, title: 'Glazed Pot', productType: 'Homeware' }])).toEqual([])
    expect(beside([{ id: 3, title: 'Glazed Saucer', productType: 'Homeware' }])).toEqual([3])
  })

  it('G4c: of a dress is worn with it, not instead of it', () => {
    const dress = { id: 1, title: 'Wrap Dress', productType: 'Dresses' }
    const others = [
      { id: 2, title: 'Silk Blouse', productType: 'Blouses' },
      { id: 3, title: 'Pleated Skirt', productType: 'Skirts' },
      { id: 4, title: 'Suede Boot', productType: 'Boots' },
      { id: 5, title: 'Wool Coat', productType: 'Coats' },
    ]
    const products = [dress, ...others].map((one) => ({ ...one, tags: ['city'] }))
    const stream = rankedStream(createContext({ products: [...products, ...lamps] }), query({ type: 'cross_sell', anchors: [1] })) // biome-ignore format: one line reads better
    stream.at(100)
    expect(idsOf(stream.made).sort()).toEqual([4, 5]) // biome-ignore format: one line reads better
  })

  it('G5: is for the same wearer and the same place of use', () => {
    const ring = { id: 5, title: 'Women’s Swimsuit', productType: 'Swimsuits', tags: ['beach'] }
    const shop = [
      ring,
      { id: 6, title: 'Men sandals', productType: 'Sandals', tags: ['beach'] },
      { id: 7, title: 'Ladies hat', productType: 'Hats', tags: ['beach'] },
      { id: 8, title: 'Towel', productType: 'Towels', tags: ['beach'] },
      { id: 10, title: 'Sun cream for kids', productType: 'Creams', tags: ['beach'] },
      { id: 11, title: 'Women’s sarong', productType: 'Sarongs', tags: ['beach'] },
      ...lamps,
    ]
    const stream = rankedStream(createContext({ products: shop }), query({ type: 'cross_sell', anchors: [5] }))
    stream.at(100)
    expect(idsOf(stream.made).sort((a, b) => a - b)).toEqual([7, 8, 11])
    const rooms = [
      { id: 1, title: 'Grey Sofa', productType: 'Indoor' },
      { id: 2, title: 'Throw Pillow', productType: 'Indoor' },
      { id: 3, title: 'Garden Fence', productType: 'Outdoor' },
    ].map((one) => ({ ...one, tags: ['oak'] }))
    const room = rankedStream(
      createContext({ products: [...rooms, ...lamps] }),
      query({ type: 'cross_sell', anchors: [1] }),
    )
    room.at(100)
    expect(idsOf(room.made)).toEqual([2])
  })

  it('G6: is never the anchor in another color, even with orders, and has no second color of one product', () => {
    const shop = [
      { id: 1, title: 'Palm Beach Swimsuit Blue', vendor: 'A', productType: 'Swimsuit' },
      { id: 2, title: 'Palm Beach Swimsuit Red', vendor: 'A', productType: 'Swimsuit' },
      { id: 3, title: 'Straw Beach Hat White', vendor: 'A', productType: 'Hat' },
      { id: 4, title: 'Straw Beach Hat Black', vendor: 'A', productType: 'Hat' },
    ]
    const events = [...orders(9, [1, 2]), ...orders(9, [1, 3]), ...orders(8, [1, 4])]
    const stream = rankedStream(
      createContext({ products: shop, events }),
      query({ type: 'bought_together', anchors: [1] }),
    )
    stream.at(100)
    expect(idsOf(stream.made)).toEqual([3])
  })
})

describe('pairs learned from a merchant’s test orders', () => {
  const untyped = [1, 2, 3, 4].map((id) => ({ id, title: `Thing ${'abcd'[id]} model ${id}`, price: id * 100 }))
  const first = (products: ProductSpec[], events: Parameters<typeof createContext>[0]['events'], anchor: number) => {
    const stream = rankedStream(
      createContext({ products, events }),
      query({ type: 'bought_together', anchors: [anchor] }),
    )
    return stream.at(0)?.productId
  }

  it('P1: appear after three orders, without types, for either product of the pair', () => {
    for (const count of [3, 5, 8]) {
      expect([first(untyped, orders(count, [1, 2]), 1), first(untyped, orders(count, [1, 2]), 2)]).toEqual([2, 1])
      const pair = untyped.slice(0, 2)
      expect([first(pair, orders(count, [1, 2]), 1), first(pair, orders(count, [1, 2]), 2)]).toEqual([2, 1])
    }
  })

  it('P2: rank above products that everybody buys', () => {
    const events = [...orders(8, [1, 2, 4]), ...orders(30, [3, 4]), ...orders(30, [4])]
    expect([first(untyped, events, 1), first(untyped, events, 2)]).toEqual([2, 1])
  })
})

/** Returns the alternatives to the anchor, without products that only fill the list. */
function similarTo(anchor: number, shop: ProductSpec[], type: RecommendationType = 'similar_products'): number[] {
  const products = shop.map((one) => ({ price: 10, ...one }))
  const stream = rankedStream(createContext({ products }), query({ type, anchors: [anchor] }))
  stream.at(100)
  return idsOf(stream.made.filter(({ isFill }) => !isFill))
}

describe('an alternative', () => {
  const jumper = { id: 1, title: 'Wool Jumper', productType: 'Jumpers', tags: ['wool', 'winter', 'red'], price: 50 }
  const instead = (others: ProductSpec[], events: Parameters<typeof createContext>[0]['events'] = []) => {
    const products = [jumper, ...others.map((one) => ({ price: 50, ...one }))]
    const stream = rankedStream(createContext({ products, events }), query({ type: 'similar_products', anchors: [1] }))
    stream.at(Number.MAX_SAFE_INTEGER)
    return idsOf(stream.made.filter(({ isFill }) => !isFill))
  }

  it('is of the same kind or worn on the same body part; shared labels alone are never enough', () => {
    const jacket = { id: 2, productType: 'Jackets', tags: ['wool', 'winter', 'red'] }
    const cardigan = { id: 3, productType: 'Cardigans', tags: ['wool', 'winter', 'red'] }
    expect(instead([jacket, cardigan, { id: 4, productType: 'Jumpers' }])).toEqual([4, 3])
    expect(instead([jacket, { id: 5, productType: 'Tops', tags: ['wool'] }])).toEqual([])
  })

  it('may be of the same kind by its title alone', () => {
    expect(
      instead([{ id: 2, title: 'Jumper', productType: 'Knits for him', tags: ['wool', 'winter', 'red'] }]),
    ).toEqual([2])
  })

  it('has more in common than the noun: a decorative wall plate is no dinner plate', () => {
    const named = (id: number, title: string, vendor = '') => ({ id, title, vendor, price: 20 })
    const shop = [
      named(1, 'Acme Wall Plate White', 'Acme'),
      named(2, 'Fixt Wall Plate Blue', 'Fixt'),
      named(3, 'Acme Dinner Plate White', 'Acme'),
      named(4, 'Quickly Stoneware Plate', 'Quickly'),
      ...Array.from({ length: 40 }, (_, i) => named(10 + i, `Other ${'abcdefgh'[i % 8]}${'klmno'[i >> 3]}thing`)),
    ]
    const stream = rankedStream(createContext({ products: shop }), query({ type: 'similar_products', anchors: [1] }))
    stream.at(100)
    expect(idsOf(stream.made.filter(({ isFill }) => !isFill))).toEqual([2])
  })

  it('shares more than a common type', () => {
    const candles = Array.from({ length: 12 }, (_, i) => ({
      id: i + 1,
      title: i < 2 ? `Blue linen wrap Nr ${i}` : ['pel', 'mok', 'vut'].map((end) => 'bcdfghklmnpr'[i] + end).join(' '),
      productType: 'Candles',
      tags: i < 2 ? ['blue', 'wrap'] : [`a${i}`, `b${i}`, `c${i}`],
    }))
    const shop = [
      ...candles,
      ...Array.from({ length: 14 }, (_, i) => ({ id: 100 + i, productType: i % 2 ? 'Rugs' : 'Lamps' })),
    ]
    const stream = rankedStream(createContext({ products: shop }), query({ type: 'similar_products', anchors: [1] }))
    stream.at(100)
    expect(idsOf(stream.made.filter(({ isFill }) => !isFill))).toEqual([2])
  })

  it('is in stock, even if visitors viewed it together with the anchor', () => {
    const soldOut = { id: 2, productType: 'Jumpers', stock: 0 }
    expect(instead([soldOut])).toEqual([])
    expect(instead([soldOut], visits(30, [1, 2], 3))).toEqual([])
  })

  it('is one of several listings with the same title and price, even of different vendors', () => {
    const listing = (id: number, vendor: string, price: number) => ({ id, title: 'Oslo Jumper', productType: 'Jumpers', vendor, price }) // biome-ignore format: one line reads better
    expect(instead([listing(2, 'A', 50), listing(3, 'B', 50)])).toHaveLength(1)
    expect(instead([listing(2, 'A', 50), listing(3, 'B', 60)])).toHaveLength(2)
    expect(instead([listing(2, 'A', 50), listing(3, 'A', 60)])).toHaveLength(1)
  })

  it('is one of several listings with the same SKU and price', () => {
    const listing = (id: number, title: string, price = 50): ProductSpec => {
      const { variants } = product({ id, price })
      return {
        id,
        title,
        productType: 'Jumpers',
        price,
        variants: [{ ...variants[0]!, sku: 'JUMP-1001' }],
      } as ProductSpec
    }
    expect(
      instead([listing(2, 'Oslo Jumper'), listing(3, 'Jumper from Oslo'), listing(4, 'Bergen Jumper', 60)]),
    ).toHaveLength(2)
  })

  it('is for the same wearer, and neither costs more than 1.75 times as much as the other', () => {
    const other = { id: 2, title: 'Jumper', productType: 'Jumpers' }
    expect(instead([{ ...other, price: 87.5 }])).toEqual([2])
    expect(instead([{ ...other, price: 88 }])).toEqual([])
    expect(instead([{ ...other, price: 28 }])).toEqual([])
    const forMen = { ...jumper, title: 'Jumper for men' }
    const stream = rankedStream(
      createContext({ products: [forMen, { ...other, title: 'Jumper for women', price: 50 }] }),
      query({ type: 'similar_products', anchors: [1] }),
    )
    expect(stream.at(0)).toMatchObject({ isFill: true })
  })

  it('has the same noun, if several products of the shop do and the noun does not occur in many kinds', () => {
    const bag = (id: number, title: string) => ({ id, title, productType: 'Bags', tags: ['canvas'] })
    const bags = [bag(1, 'Scout Backpack'), bag(2, 'Tier Backpack'), bag(3, 'Lunch Tote'), bag(4, 'Trail Backpack')]
    expect(similarTo(1, bags)).toEqual([2, 4])
    expect(similarTo(3, bags)).toEqual([])
    const pouches = [5, 6, 7].map((id) => ({ ...bag(id, 'Backpack'), price: id, productType: 'Pouches' }))
    expect(similarTo(1, [...bags, ...pouches])).toContain(3)
  })

  it('has the same subject, if the shop mostly sells one kind', () => {
    const clubs = ['Lions', 'Bears', 'Foxes', 'Hawks', 'Bulls', 'Crows', 'Seals', 'Wolves']
    const jerseys = clubs.flatMap(
      (club, at) =>
      ['Home', 'Away', 'Third'].map((sort, i) => ({ id: 10 * at + i, title: `${club} ${sort} Jersey`, productType: 'Jerseys' })), // biome-ignore format: one line reads better
    )
    expect(similarTo(20, jerseys).toSorted()).toEqual([21, 22])
    const shorts = jerseys.map(({ id }) => ({ id: 100 + id, title: `Shorts ${id}`, productType: 'Shorts' }))
    expect(similarTo(20, [...jerseys, ...shorts])).toContain(30)
  })

  it('shares all words of the subject; a word that only occurs with others is no subject', () => {
    const others = 'Lions Bears Foxes Hawks Bulls Crows Seals Wolves Bisons Larks Otters Stags Rams Owls'.split(' ')
    const jerseys = ['Northport City', 'Northport United', ...others].flatMap(
      (club, at) =>
      ['Home', 'Away', 'Third', at % 4 ? '' : 'Retro'].map((sort, i) => ({ id: 10 * at + i, title: `${sort} ${club} Jersey`, productType: 'Jerseys' })), // biome-ignore format: one line reads better
    )
    expect(similarTo(10, jerseys).toSorted()).toEqual([11, 12, 13])
    expect(similarTo(43, jerseys).toSorted()).toEqual([40, 41, 42])
  })

  it('and a complement state the same wearer; only if the shop usually states one, a product without one is for everybody', () => {
    const ring = (id: number, title: string, productType = 'Rings') => ({ id, title, productType, tags: ['silver'] })
    const forMen = ring(1, 'Anchor ring for men')
    const rings = [ring(2, 'Moon ring'), ring(3, 'Star ring'), ring(4, 'Sun ring'), ring(5, 'Moon chain', 'Chains')]
    expect(similarTo(1, [forMen, ...rings, lamp])).toEqual([])
    expect(similarTo(2, [forMen, ...rings, lamp])).not.toContain(1)
    expect(similarTo(5, [forMen, ...rings, lamp], 'cross_sell')).not.toContain(1)
    expect(similarTo(1, [forMen, ...rings, lamp], 'cross_sell')).toEqual([])
    const stated = [ring(6, 'Ivy ring for women'), ring(7, 'Oak ring for men')]
    expect(similarTo(1, [forMen, ...rings, ...stated, lamp]).toSorted()).toEqual([2, 3, 4, 7])
    expect(similarTo(1, [forMen, ...rings, ...stated, ...lamps.slice(0, 5)], 'cross_sell')).toEqual([5])
  })

  it('may be any product that visitors viewed together with it', () => {
    expect(instead([{ id: 2, productType: 'Jackets' }], visits(30, [1, 2], 3))).toEqual([2])
  })

  it('and a complement have the same precious metal, if both state one or the shop mostly has one', () => {
    const piece = (id: number, title: string, productType: string) => ({ id, title, productType, tags: ['fine'] })
    const rings = [piece(1, 'Gold moon band', 'Rings'), piece(2, 'Silver sun band', 'Rings'), piece(3, 'Sterling star band', 'Rings')] // biome-ignore format: one line reads better
    const chains = [piece(4, 'Moon chain GP', 'Chains'), piece(5, 'Silver star chain', 'Chains'), piece(6, 'Plain chain', 'Chains')] // biome-ignore format: one line reads better
    const shop = [...rings, ...chains, ...lamps]
    expect(similarTo(1, shop)).toEqual([])
    expect(similarTo(2, shop)).toEqual([3])
    expect(similarTo(1, shop, 'cross_sell')).toEqual([4])
    expect(similarTo(2, shop, 'cross_sell').toSorted()).toEqual([5, 6])
    const evenly = [...shop, piece(7, 'Golden leaf band', 'Rings')]
    expect(similarTo(1, evenly, 'cross_sell').toSorted()).toEqual([4, 6])
    expect(similarTo(2, evenly, 'cross_sell').toSorted()).toEqual([5, 6])
  })

  it('and a complement are for children if the product is, unless the whole shop is for children', () => {
    const kit = (id: number, title: string, productType = 'Kits') => ({ id, title, productType, tags: ['club'] })
    const shop = [kit(1, 'Home kit'), kit(2, 'Home kit for kids'), kit(3, 'Away kit'), kit(4, 'Scarf', 'Scarves')]
    expect(similarTo(1, [...shop, ...lamps])).toEqual([3])
    expect(similarTo(2, [...shop, ...lamps])).toEqual([])
    expect(similarTo(2, [...shop, ...lamps], 'cross_sell')).toEqual([])
    expect(similarTo(1, [...shop, kit(5, 'Baby kit'), ...lamps.slice(0, 2)])).toContain(2)
  })

  it('is no product whose title names another kind that the shop sells', () => {
    const shop = [
      { id: 1, title: 'Oslo Blazer', productType: 'Jackets' },
      { id: 2, title: 'Bergen Coat', productType: 'Jackets' },
      { id: 3, title: 'Plume Dress', productType: 'Jackets' },
      ...[4, 5, 6].map((id) => ({ id, title: `Dress ${id}`, productType: 'Dresses' })),
    ]
    expect(similarTo(1, shop)).toEqual([2])
  })
})

describe('a list of complements', () => {
  it('has two products of each kind, and more only if orders or the merchant support them', () => {
    const sandals = [11, 12, 13, 14].map((id) => ({
      id,
      title: `Sandal ${id}`,
      productType: 'Sandals',
      tags: ['beach'],
    }))
    const swimsuit = { id: 1, title: 'Swimsuit', productType: 'Swimsuits', tags: ['beach'] }
    const shop = [swimsuit, ...sandals, ...lamps].map((one) => ({ price: 10, ...one }))
    const offered = (events: Parameters<typeof createContext>[0]['events'] = []) => {
      const stream = rankedStream(
        createContext({ products: shop, events }),
        query({ type: 'cross_sell', anchors: [1] }),
      )
      stream.at(100)
      return idsOf(stream.made)
    }
    expect(offered()).toHaveLength(2)
    expect(offered([11, 12, 13].flatMap((id) => orders(6, [1, id]))).toSorted()).toEqual([11, 12, 13])
  })
})

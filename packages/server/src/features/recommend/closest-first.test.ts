import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rankedStream } from './ranked-stream.ts'
import {
  createContext,
  type ContextSpec,
  idsOf,
  product,
  type ProductSpec,
  query,
  visits,
} from './testing/shop-context.ts'

const similar = (spec: ContextSpec, anchor: number, count = 100) =>
  rankedStream(createContext(spec), query({ anchors: [anchor] }))
    .from()
    .take(count)
    .toArray()

const KINDS = ['', 'Lamps', 'Rugs', 'Dresses', 'Boots', 'Home']
const NOUNS = ['lamp', 'rug', 'dress for women', 'boot for men', 'set', '']
const someProduct = fc.record({
  kind: fc.nat(KINDS.length - 1),
  noun: fc.nat(NOUNS.length - 1),
  price: fc.integer({ min: 1, max: 900 }),
  stock: fc.constantFrom(0, 1, 5, 5),
  status: fc.constantFrom('active', 'active', 'active', 'draft'),
  tags: fc.subarray(['oak', 'sale', 'kids']),
})

/** Uses letters, because digits could be sizes of one design. */
const nameOf = (id: number) => Array.from(String(id), (digit) => 'abcdefghij'[Number(digit)]?.repeat(2)).join('')

describe('a list of similar products', () => {
  it('has the requested number of products, if the shop has that many in stock', () => {
    fc.assert(
      fc.property(
        fc.array(someProduct, { minLength: 2, maxLength: 30 }),
        fc.integer({ min: 1, max: 12 }),
        (some, count) => {
          const products = some.map(({ kind, noun, status, ...rest }, i): ProductSpec => {
            const title = `Model ${nameOf(100 + i)} ${NOUNS[noun]}`
            return { ...rest, id: i + 1, title, productType: KINDS[kind] as string, status: status as 'active' }
          })
          const shown = idsOf(similar({ products }, 1, count))
          const shownable = products.filter(({ id, stock, status }) => id > 1 && stock !== 0 && status === 'active')
          expect(shown).toHaveLength(Math.min(count, shownable.length))
          expect(shown.filter((id) => !shownable.some((one) => one.id === id))).toEqual([])
        },
      ),
      { numRuns: 60 },
    )
  })

  const jumper = { id: 1, title: 'Oslo Jumper', productType: 'Jumpers', tags: ['wool', 'winter'], price: 50 }

  it('shows alternatives first, then the same kind at other prices, then other similar products', () => {
    const products = [
      jumper,
      { ...jumper, id: 2, title: 'Floor Lamp', productType: 'Lamps', tags: [] },
      { ...jumper, id: 3, title: 'Bergen Coat', productType: 'Coats' },
      { ...jumper, id: 7, title: 'Alta Jumper', price: 600 },
      { ...jumper, id: 8, title: 'Moss Jumper', price: 300 },
      { ...jumper, id: 4, title: 'Tromso Jumper', price: 140 },
      { ...jumper, id: 5, title: 'Narvik Jumper' },
      { ...jumper, id: 6, title: 'Voss Jumper for kids' },
    ]
    expect(similar({ products }, 1).map(({ productId, isFill }) => [productId, isFill ?? false])).toEqual([
      [5, false],
      [4, true],
      [6, true],
      [8, true],
      [7, true],
      [3, true],
      [2, true],
    ])
  })

  it('compares anew after a change of the catalog', () => {
    const context = createContext({
      products: [jumper, { ...jumper, id: 2, title: 'Narvik Jumper' }, { ...jumper, id: 3, title: 'Voss Jumper' }],
    })
    const alternatives = () =>
      rankedStream(context, query({ anchors: [1] }))
        .from()
        .filter(({ isFill }) => !isFill)
        .map(({ productId }) => productId)
        .toArray()
    expect(alternatives().sort()).toEqual([2, 3])
    context.catalog.put(product({ ...jumper, id: 2, title: 'Narvik Jumper', price: 600 }))
    expect(alternatives()).toEqual([3])
  })

  it('prefers products with a similar taxonomy category to products with a similar price', () => {
    const filed = (category: string) => [{ namespace: 'shopify', key: 'product_category', value: `Baby > ${category}` }]
    const products = [
      { id: 1, title: 'Momco Silent', price: 90, metafields: filed('Feeding > Breast Pumps') },
      { id: 2, title: 'Playa Folding', price: 90, metafields: filed('Furniture > Play Yards') },
      { id: 3, title: 'Sterilo Steam', price: 30, metafields: filed('Feeding > Sterilizers') },
    ] as ProductSpec[]
    expect(idsOf(similar({ products }, 1))).toEqual([3, 2])
  })

  it('shows products that were viewed with the anchor before products that only fill the list', () => {
    const lamps = [2, 3, 4].map((id) => ({ id, title: `Lamp ${nameOf(id)}`, productType: 'Lamps' }))
    expect(idsOf(similar({ products: [jumper, ...lamps], events: visits(30, [1, 3]) }, 1))[0]).toBe(3)
  })

  it('fills the list with products of few other lists first', () => {
    const lamps = [2, 3, 4].map((id) => ({ id, title: `Lamp ${nameOf(id)}`, productType: 'Lamps', price: 50 }))
    const products = [jumper, ...lamps]
    const [first] = idsOf(similar({ products }, 1))
    expect(first).toBeDefined()
    expect(idsOf(similar({ products, exposure: (id) => (id === first ? 0.9 : 0) }, 1)).at(-1)).toBe(first)
  })

  it('never fills with duplicates, gift cards or sold-out products', () => {
    const lamp = { title: 'Floor Lamp Nord', productType: 'Lamps', price: 30 }
    const products = [
      jumper,
      { ...lamp, id: 2 },
      { ...lamp, id: 3, vendor: 'Other' },
      { id: 4, title: 'Gift Card', price: 20 },
      { id: 5, title: 'Desk Lamp', productType: 'Lamps', stock: 0 },
      { ...jumper, id: 6, title: 'Oslo Jumper Red', price: 55 },
    ]
    const shown = idsOf(similar({ products }, 1))
    expect(shown).toHaveLength(1)
    expect([2, 3]).toContain(shown[0])
  })
})

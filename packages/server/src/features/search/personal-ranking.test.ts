import { describe, expect, it } from 'vitest'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { indexFields } from '../../ports/search-index/index-fields.ts'
import { sampleProduct } from '../../ports/record-store/sample-product.ts'
import type { ProductReader } from '../catalog/product-reader.ts'
import { tasteRanking } from './personal-ranking.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const shop = { id: 'a.example' } as Shop

/** Product n has vendor Vn, type Tn and tag n. */
const products = {
  read: async (_: string, ids: readonly number[]) =>
    ids.map((id) => sampleProduct(id, { vendor: `V${id}`, productType: `T${id}`, tags: [`t${id}`] })),
} as unknown as ProductReader

interface History {
  browsed?: number[]
  cart?: number[]
  bought?: number[]
}
const scorer = ({ browsed = [], cart = [], bought = [] }: History, identity: object = { visitorId: 'v' }) => {
  const history = async () => ({ browsedProducts: browsed, cartProducts: cart, purchasedProducts: bought })
  return tasteRanking({ profiles: { history }, products }).scorer(shop, identity as never, NOW)
}
const vendor = (id: number) => [`${indexFields.vendor}:V${id}`]

describe('the taste of a shopper', () => {
  it('Y1: is unknown for unknown shoppers and shoppers without a history', async () => {
    expect(await scorer({ browsed: [1] }, {})).toBeUndefined()
    expect(await scorer({})).toBeUndefined()
    for (const identity of [{ visitorId: 'v' }, { clientId: 'c' }, { customerId: '7' }])
      expect(await scorer({ browsed: [1] }, identity)).toBeDefined()
  })

  it('Y2: is for the vendors, types and tags of viewed products, and for no others', async () => {
    const personal = (await scorer({ browsed: [1] }))!
    expect(personal.attributes).toEqual([indexFields.vendor, indexFields.productType, indexFields.tag])
    for (const feature of [vendor(1), [`${indexFields.productType}:T1`], [`${indexFields.tag}:t1`]])
      expect(personal.affinity(feature)).toBeGreaterThan(0)
    expect(personal.affinity(vendor(2))).toBe(0)
  })

  it('Y3: weighs bought products more than those in the cart, and these more than viewed ones', async () => {
    const personal = (await scorer({ browsed: [1], cart: [2], bought: [3] }))!
    const [seen, wanted, bought] = [1, 2, 3].map((id) => personal.affinity(vendor(id))) as [number, number, number]
    expect(bought).toBeGreaterThan(wanted)
    expect(wanted).toBeGreaterThan(seen)
  })

  it('Y4: weighs older products less, and ignores those after the thirtieth', async () => {
    const many = Array.from({ length: 40 }, (_, i) => i + 1)
    const personal = (await scorer({ browsed: many }))!
    expect(personal.affinity(vendor(1))).toBeGreaterThan(personal.affinity(vendor(20)))
    expect(personal.affinity(vendor(30))).toBeGreaterThan(0)
    expect(personal.affinity(vendor(31))).toBe(0)
  })
})

import { completeConfig, type SectionsRequest } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { createContext, type ContextSpec } from '../recommend/testing/shop-context.ts'
import { withOrder } from './serve-sections.ts'
import { normalPageType, readSectionPage, type SectionPage } from './section-page.ts'

const shop = { id: 'a', config: completeConfig({ collections: [{ id: 5, handle: 'sale', title: 'Sale' }] }) } as Shop
const read = (body: object) => readSectionPage(shop, body as SectionsRequest)

describe('the page of a request', () => {
  it('A1: has the stated type, under either of two names, or else the type that its fields imply', () => {
    expect([normalPageType('product_page'), normalPageType('order_confirm'), normalPageType('home')]).toEqual(['product', 'order_status', 'home']) // biome-ignore format: one line reads better
    expect(read({ page_type: 'product_page', product_id: 1 }).type).toBe('product')
    expect([read({ product_id: 1 }).type, read({ collection: 'sale' }).type, read({}).type]).toEqual(['product', 'collection', 'other']) // biome-ignore format: one line reads better
    expect(read({ product_id: 1, collection: 'sale' }).type).toBe('product')
    expect(read({ page_type: 'home', product_id: 1 })).toMatchObject({ type: 'home', productId: 1 })
  })

  it('A2: needs a product if it is a product page', () => {
    expect(() => read({ page_type: 'product' })).toThrow(/product_id/)
    expect(() => read({ page_type: 'product', product_id: null })).toThrow(/product_id/)
  })

  it('A3: has only what was sent', () => {
    expect(read({})).toEqual({
      type: 'other',
      productId: undefined,
      cart: undefined,
      collection: undefined,
      tags: [],
      market: undefined,
      zipcode: undefined,
      cartValue: undefined,
    })
    const body = {
      cart_product_ids: [],
      collection: 5,
      tags: ['a'],
      market: '7',
      zipcode: ' ab 1 2cd',
      cart_value: '0',
    }
    expect(read(body)).toMatchObject({ cart: [], collection: 'sale', tags: ['a'], market: '7', zipcode: 'AB12CD', cartValue: 0 }) // biome-ignore format: one line reads better
    expect(read({ collection: 'unheard' }).collection).toBe('unheard')
  })
})

describe('the page of an order', () => {
  const bought: ContextSpec['bought'] = [[1, 3], [2, 1], [3, 1], [2, 1]] // biome-ignore format: one line reads better
  const context = createContext({ products: [{ id: 1 }], bought })
  const page = (parts: Partial<SectionPage>) => ({ ...read({}), ...parts })
  const cart = (parts: Partial<SectionPage>) => withOrder(page(parts), context).cart

  it('A4: has the products of the last order as its cart, without duplicates', () => {
    expect(cart({ type: 'order_status' })).toEqual([2, 3])
    expect(cart({ type: 'order_status', cart: [] })).toEqual([2, 3])
  })

  it('A5: keeps a cart that was sent; other pages keep theirs, too', () => {
    expect(cart({ type: 'order_status', cart: [9] })).toEqual([9])
    expect([cart({ type: 'home' as never }), cart({ type: 'home' as never, cart: [] })]).toEqual([undefined, []])
    expect(withOrder(page({ type: 'order_status' }), createContext({ products: [] })).cart).toEqual([])
  })
})

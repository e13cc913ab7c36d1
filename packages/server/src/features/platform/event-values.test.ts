import { describe, expect, it } from 'vitest'
import {
  fieldsOf,
  listOf,
  readAmount,
  readCurrency,
  readQuantity,
  readText,
  readTextId,
  readCart,
} from './event-values.ts'

describe('values of events', () => {
  it('E1: fields are read from an object, entries from a list', () => {
    expect([fieldsOf({ a: 1 }), fieldsOf(null), fieldsOf([1]), fieldsOf('a')]).toEqual([{ a: 1 }, undefined, undefined, undefined]) // biome-ignore format: one line reads better
    expect([listOf([1]), listOf({}), listOf(undefined)]).toEqual([[1], [], []])
  })

  it('E2: a text id is the last part of a gid, at most 255 characters', () => {
    expect([5, 'abc', 'gid://shopify/Customer/77?x=1', 'gid://x/'].map(readTextId)).toEqual([
      '5',
      'abc',
      '77',
      undefined,
    ])
    expect(['', null, Number.NaN, Number.POSITIVE_INFINITY, {}].map(readTextId)).toEqual(Array(5).fill(undefined))
    expect(readTextId('x'.repeat(300))).toHaveLength(255)
  })

  it('E4: a text is cut at the given length, by default at 1,024 characters', () => {
    expect([readText('abc', 2), readText('abc'), readText(''), readText(5)]).toEqual([
      'ab',
      'abc',
      undefined,
      undefined,
    ])
    expect(readText('x'.repeat(2000))).toHaveLength(1024)
  })

  it('E5: an amount is a number of at least 0, alone or with its currency', () => {
    expect([19.9, '19.90', { amount: '5' }, { amount: 0 }, 0].map(readAmount)).toEqual([19.9, 19.9, 5, 0, 0])
    expect([-1, '-0.5', '', ' ', 'x', {}, null, Number.NaN].map(readAmount)).toEqual(Array(8).fill(undefined))
  })

  it('E6: a currency has three letters', () => {
    expect(['usd', 'EUR', { currencyCode: 'jpy' }].map(readCurrency)).toEqual(['USD', 'EUR', 'JPY'])
    expect(['us', 'usdx', '123', {}, null, 5].map(readCurrency)).toEqual(Array(6).fill(undefined))
  })

  it('E7: a quantity is rounded, at most a million, and 1 if unreadable', () => {
    expect([3, '4', 0, 2.4, 2.5, 5e9].map(readQuantity)).toEqual([3, 4, 0, 2, 3, 1_000_000])
    expect([-1, 'x', null, undefined, Number.NaN, {}].map(readQuantity)).toEqual(Array(6).fill(1))
  })
})

describe('a whole cart', () => {
  const line = (id: unknown, quantity: unknown = 1) => ({ quantity, merchandise: { product: { id } } })

  it('E8: is read from each shape, adding up quantities of one product', () => {
    const expected = new Map([[1, 3], [2, 1]]) // biome-ignore format: one line reads better
    const lines = [line(1), line('gid://shopify/Product/1', '2'), line(2)]
    expect(readCart({ lines })).toEqual(expected)
    expect(readCart({ lines: { nodes: lines } })).toEqual(expected)
    expect(readCart({ lines: { edges: lines.map((node) => ({ node })) } })).toEqual(expected)
    const items = [{ product_id: 1, quantity: 3 }, { product_id: 2, quantity: 1 }] // biome-ignore format: one line reads better
    expect(readCart({ items })).toEqual(expected)
  })

  it('E9: leaves out products with quantity 0; an unreadable line makes the cart unreadable', () => {
    expect(readCart({ lines: [line(1, 0), line(2)] })).toEqual(new Map([[2, 1]]))
    expect(readCart({ lines: [line('', 0)] })).toEqual(new Map())
    expect(readCart({ lines: [line(1), line('')] })).toBeUndefined()
    expect(readCart({ lines: [line(1), null] })).toBeUndefined()
    expect([readCart({}), readCart(null), readCart({ lines: {} })]).toEqual([undefined, undefined, undefined])
    expect(readCart({ lines: [] })).toEqual(new Map())
  })
})

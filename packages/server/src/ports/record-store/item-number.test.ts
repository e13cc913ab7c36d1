import { describe, expect, it } from 'vitest'
import {
  derivedNumber,
  isDerivedNumber,
  itemNumber,
  productNumber,
  readExternalId,
  readItemNumber,
} from './item-number.ts'

describe('numbers of items whose source has none', () => {
  it('never change, because stored data contains them', () => {
    expect(derivedNumber('a', 1)).toBe(8_751_719_393_925_885)
    expect(productNumber('prod_01H')).toBe(7_372_457_483_488_804)
    expect(itemNumber('variant', 'prod_01H')).toBe(7_163_421_643_741_540)
  })

  it('are above every number of the platform, and exact', () => {
    for (let i = 0; i < 2000; i++) {
      const id = derivedNumber(i)
      expect(isDerivedNumber(id) && Number.isSafeInteger(id)).toBe(true)
    }
    expect(isDerivedNumber(2 ** 52 - 1)).toBe(false)
  })

  it('are the id itself if that is a number, derived or not', () => {
    for (const id of [42, '42', 'gid://shopify/Product/42']) expect(productNumber(id)).toBe(42)
    expect(productNumber(String(productNumber('prod_01H')))).toBe(productNumber('prod_01H'))
  })

  it('are the same for every spelling of an id', () => {
    expect(productNumber(' prod_01H ')).toBe(productNumber('prod_01H'))
    expect(productNumber('0042')).not.toBe(42)
  })

  it('are absent without an id', () => {
    for (const fault of ['', '  ', 'x'.repeat(129), -5, 1.5, null])
      expect(readItemNumber('product', fault)).toBeUndefined()
  })

  it('come with the original text id, by which a storefront finds its item', () => {
    expect(readExternalId('product', { id: ' prod_01H ' })).toEqual({ externalId: 'prod_01H' })
    expect(readExternalId('product', { id: '12' })).toEqual({})
  })

  it('use an external id only if the number was derived from it', () => {
    const id = productNumber('prod_01H')
    expect(readExternalId('product', { id, external_id: 'prod_01H' })).toEqual({ externalId: 'prod_01H' })
    expect(readExternalId('product', { id: 'prod_01H', external_id: 'erp-7' })).toEqual({ externalId: 'prod_01H' })
    expect(readExternalId('product', { id: 12, external_id: 'erp-7' })).toEqual({})
  })
})

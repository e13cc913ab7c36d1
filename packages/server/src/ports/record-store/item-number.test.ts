import { describe, expect, it } from 'vitest'
import {
  derivedNumber,
  isDerivedNumber,
  itemNumber,
  productNumber,
  readExternalId,
  readItemNumber,
} from './item-number.ts'

describe('numbers for what its source gives none', () => {
  it('are the same for ever: these were given out', () => {
    expect(derivedNumber('a', 1)).toBe(8_751_719_393_925_885)
    expect(productNumber('prod_01H')).toBe(7_372_457_483_488_804)
    expect(itemNumber('variant', 'prod_01H')).toBe(7_163_421_643_741_540)
  })

  it('lie above every number of the platform, and are exact', () => {
    for (let i = 0; i < 2000; i++) {
      const id = derivedNumber(i)
      expect(isDerivedNumber(id) && Number.isSafeInteger(id)).toBe(true)
    }
    expect(isDerivedNumber(2 ** 52 - 1)).toBe(false)
  })

  it('are the number itself where there is one, derived or not', () => {
    for (const id of [42, '42', 'gid://shopify/Product/42']) expect(productNumber(id)).toBe(42)
    expect(productNumber(String(productNumber('prod_01H')))).toBe(productNumber('prod_01H'))
  })

  it('take a text as its writer meant it', () => {
    expect(productNumber(' prod_01H ')).toBe(productNumber('prod_01H'))
    expect(productNumber('0042')).not.toBe(42)
  })

  it('there is none where nothing was named', () => {
    for (const fault of ['', '  ', 'x'.repeat(129), -5, 1.5, null])
      expect(readItemNumber('product', fault)).toBeUndefined()
  })

  it('the text stays beside them, so that a storefront finds its own again', () => {
    expect(readExternalId('product', { id: ' prod_01H ' })).toEqual({ externalId: 'prod_01H' })
    expect(readExternalId('product', { id: '12' })).toEqual({})
  })

  it('another system may have an id of its own for the same product: only the text of the number counts', () => {
    const id = productNumber('prod_01H')
    expect(readExternalId('product', { id, external_id: 'prod_01H' })).toEqual({ externalId: 'prod_01H' })
    expect(readExternalId('product', { id: 'prod_01H', external_id: 'erp-7' })).toEqual({ externalId: 'prod_01H' })
    expect(readExternalId('product', { id: 12, external_id: 'erp-7' })).toEqual({})
  })
})

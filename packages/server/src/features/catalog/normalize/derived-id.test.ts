import { describe, expect, it } from 'vitest'
import { derivedId, foreignId, isDerivedId, sourceId } from './derived-id.ts'

describe('numbers for what its source gives none', () => {
  it('are the same for ever: these were given out', () => {
    expect(derivedId('a', 1)).toBe(8_751_719_393_925_885)
    expect(foreignId('product', 'prod_01H')).toBe(7_372_457_483_488_804)
    expect(foreignId('variant', 'prod_01H')).toBe(7_163_421_643_741_540)
  })

  it('lie above every number of the platform, and are exact', () => {
    for (let i = 0; i < 2000; i++) {
      const id = derivedId(i)
      expect(isDerivedId(id) && Number.isSafeInteger(id)).toBe(true)
    }
    expect(isDerivedId(2 ** 52 - 1)).toBe(false)
  })

  it('take a text as its writer meant it, and no number that is only written wrongly', () => {
    expect(foreignId('product', ' prod_01H ')).toBe(foreignId('product', 'prod_01H'))
    for (const fault of ['', '  ', '-5', '1.5', '+7', 'gid://shopify/Product/', 'x'.repeat(256), 7, null])
      expect(foreignId('product', fault)).toBeUndefined()
    expect(foreignId('product', 'x'.repeat(255))).toBeDefined()
  })

  it('keep the text beside them, so that a storefront finds its own again', () => {
    expect(sourceId('product', ' prod_01H ')).toEqual([{ namespace: 'source', key: 'id', value: 'prod_01H' }])
    expect(sourceId('product', '12')).toEqual([])
  })
})

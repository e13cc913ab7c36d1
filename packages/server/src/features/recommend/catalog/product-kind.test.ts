import { describe, expect, it } from 'vitest'
import { isSubstitute, replaces, wearerOf } from './product-kind.ts'

const product = (productType: string, title: string, ...tags: string[]) => ({ productType, title, tags })

describe('kinds of things', () => {
  it('are compared by shoppers where they are the same thing, or worn on the same part of the body', () => {
    for (const [one, other] of [
      ['jersey', 'jersey set'],
      ['top', "women's top"],
      ['blouse', 'tee'],
    ] as const)
      expect([one, other, isSubstitute(one, other), isSubstitute(other, one)]).toEqual([one, other, true, true])
    for (const [one, other] of [
      ['dress', 'dress shirt'],
      ['jumper', 'top'],
      ['dress', 'skirt'],
      ['top', 'skirt + top'],
      ['', ''],
    ] as const)
      expect([one, other, isSubstitute(one, other), isSubstitute(other, one)]).toEqual([one, other, false, false])
  })

  it('are not taken together where one replaces the other, or is in a set with it', () => {
    for (const [one, other] of [
      ['jumper', 'top'],
      ['dress', 'skirt'],
      ['tuxedo', 'jacket'],
      ['top', 'skirt + top'],
    ] as const)
      expect([one, other, replaces(one, other), replaces(other, one)]).toEqual([one, other, true, true])
    expect([replaces('jacket', 'skirt + top'), replaces('bag', 'top')]).toEqual([false, false])
  })
})

describe('for whom a product is', () => {
  it('follows from type, title or tags, and from none where they name both', () => {
    expect(wearerOf(product('Womens', 'Lodge'))).toBe('women')
    expect(wearerOf(product('Shirts', 'Chambray', 'men'))).toBe('men')
    expect(wearerOf(product('Shirts', 'For men and women'))).toBe(undefined)
  })
})

import { describe, expect, it } from 'vitest'
import { areWornTogether, isForChildren, isSubstitute, replaces, toneOf, wearerOf } from './product-kind.ts'

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
      ['dress', 'blouse'],
      ['ear hoop', 'ear stud'],
      ['top', 'skirt + top'],
    ] as const)
      expect([one, other, replaces(one, other), replaces(other, one)]).toEqual([one, other, true, true])
    expect([replaces('jacket', 'skirt + top'), replaces('bag', 'top'), replaces('ear cuff', 'ear stud')]).toEqual([false, false, false]) // biome-ignore format: one line reads better
  })
})

describe('what is worn together', () => {
  it('is clothes and what is carried with them, or jewelry, and not one with the other', () => {
    expect([areWornTogether("women's skirts", 'belt'), areWornTogether('necklace', 'ear stud')]).toEqual([true, true])
    expect([areWornTogether('skirt', 'ring'), areWornTogether('skirt', 'lamp')]).toEqual([false, false])
    expect([areWornTogether('skirt', "women's bag"), areWornTogether('skirt', 'diaper bag')]).toEqual([true, false])
  })

  it('shows one precious metal, by title, type, option or a tag of one word', () => {
    const tone = (title: string, productType = '', tags: string[] = [], values: string[] = []) =>
      toneOf({ title, productType, tags, options: [{ id: 1, name: 'Metal', values, position: 1 }] })
    expect([tone('Gold ring'), tone('Anillo de plata'), tone('Moon ring')]).toEqual(['gold', 'silver', undefined])
    expect([tone('Rose GP', 'Silver necklace'), tone('Gold-plated silver ring')]).toEqual(['gold', 'gold'])
    expect([tone('Ring', '', ['Silver']), tone('Ring', '', ['gold jewelry'])]).toEqual(['silver', undefined])
    expect(tone('Ring', '', [], ['Gold', 'Silver'])).toBe(undefined)
  })
})

describe('for whom a product is', () => {
  it('follows from type, title or tags, and from none where they name both', () => {
    expect(wearerOf(product('Womens', 'Lodge'))).toBe('women')
    expect(wearerOf(product('Shirts', 'Chambray', 'men'))).toBe('men')
    expect(wearerOf(product('Shirts', 'For men and women'))).toBe(undefined)
  })

  it('is a child, if it says so', () => {
    const of = (title: string) => isForChildren(product('', title))
    expect([of('Kids Home Kit'), of('Romper para bebé'), of('Vestido niña')]).toEqual([true, true, true])
    expect([of('Baby blue dress'), of('Girlfriend Trouser'), of('Boyfriend Jean')]).toEqual([false, false, false])
  })
})

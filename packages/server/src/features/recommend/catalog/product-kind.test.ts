import { describe, expect, it } from 'vitest'
import {
  isForChildren,
  isSubstitute,
  placeBeside,
  replaces,
  preciousMetalOf,
  wearerOf,
  wornAs,
  wornWhere,
} from './product-kind.ts'

const product = (productType: string, title: string, ...tags: string[]) => ({ productType, title, tags })

const thing = (kind: string, noun = '') => ({ kind, noun, worn: wornAs({ kind, noun }, kind) })
const both = (is: typeof replaces, one: string, other: string) => [
  is(thing(one), thing(other)),
  is(thing(other), thing(one)),
]

describe('kinds of products', () => {
  it('are substitutes if they are equal, or worn on the same body part', () => {
    for (const [one, other] of [
      ['jersey', 'jersey set'],
      ['top', "women's top"],
      ['blouse', 'tee'],
      ['ear hoop', 'ear stud'],
    ] as const)
      expect([one, other, ...both(isSubstitute, one, other)]).toEqual([one, other, true, true])
    for (const [one, other] of [
      ['dress', 'dress shirt'],
      ['jumper', 'top'],
      ['dress', 'skirt'],
      ['top', 'skirt + top'],
      ['', ''],
    ] as const)
      expect([one, other, ...both(isSubstitute, one, other)]).toEqual([one, other, false, false])
  })

  it('replace each other by the noun of a title, or if one is a set with the other', () => {
    expect(both(replaces, 'lamp', 'vase + lamp')).toEqual([true, true])
    expect(replaces(thing('gym'), thing('toy', 'gym'))).toBe(true)
    // A noun in titles of several kinds names none of them.
    expect(replaces(thing('lamp', 'number'), thing('rug', 'number'))).toBe(false)
    expect(replaces(thing('necklace', 'gem'), thing('ring', 'gem'))).toBe(false)
  })
})

describe('products that are worn', () => {
  it('go with products on other body parts, best first, and never with substitutes', () => {
    const beside = (one: string, other: string) => placeBeside(wornWhere(one)!, wornWhere(other)!)
    expect([beside("women's skirts", 'belt'), beside('necklace', 'ear stud')]).not.toContain(-1)
    for (const [one, other] of [
      ['skirt', 'ring'],
      ['scarf', 'belt'],
      ['jumper', 'top'],
      ['dress', 'skirt'],
      ['tuxedo', 'jacket'],
      ['top', 'skirt + top'],
    ] as const)
      expect([one, other, beside(one, other), beside(other, one)]).toEqual([one, other, -1, -1])
    expect(beside('blouse', 'skirt')).toBeLessThan(beside('blouse', 'boots'))
    expect(wornWhere('lamp')).toBe(undefined)
  })

  it('are found by the noun of their title only if their kind is worn, too', () => {
    expect(wornAs({ kind: "men's button-ups", noun: 'blazer' }, 'Grey blazer')).toBe('over')
    expect(wornAs({ kind: 'baby rocker', noun: 'rock' }, 'Rock with me')).toBe(undefined)
    expect([wornWhere("women's bag"), wornWhere('diaper bag')]).toEqual(['bag', undefined])
    for (const title of ['Canvas Lunch Bag', 'Scout Backpack'])
      expect(wornAs({ kind: 'bag', noun: 'bag' }, title)).toBe(undefined)
  })

  it('have one precious metal, by title, type, option or a tag of one word', () => {
    const metal = (title: string, productType = '', tags: string[] = [], values: string[] = []) =>
      preciousMetalOf({ title, productType, tags, options: [{ id: 1, name: 'Metal', values, position: 1 }] })
    expect([metal('Gold ring'), metal('Anillo de plata'), metal('Moon ring')]).toEqual(['gold', 'silver', undefined])
    expect([metal('Rose GP', 'Silver necklace'), metal('Gold-plated silver ring')]).toEqual(['gold', 'gold'])
    expect([metal('Ring', '', ['Silver']), metal('Ring', '', ['gold jewelry'])]).toEqual(['silver', undefined])
    expect(metal('Ring', '', [], ['Gold', 'Silver'])).toBe(undefined)
  })
})

describe('the wearer of a product', () => {
  it('is stated by type, title or tags, and undefined if they state both', () => {
    expect(wearerOf(product('Womens', 'Lodge'))).toBe('women')
    expect(wearerOf(product('Shirts', 'Chambray', 'men'))).toBe('men')
    expect(wearerOf(product('Shirts', 'For men and women'))).toBe(undefined)
  })

  it('is a child if the product says so', () => {
    const of = (title: string) => isForChildren(product('', title))
    expect([of('Kids Home Kit'), of('Romper para bebé'), of('Vestido niña')]).toEqual([true, true, true])
    expect([of('Baby blue dress'), of('Girlfriend Trouser'), of('Boyfriend Jean')]).toEqual([false, false, false])
  })
})

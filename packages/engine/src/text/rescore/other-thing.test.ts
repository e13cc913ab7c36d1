import { expect, it } from 'vitest'
import { isOtherThing } from './other-thing.ts'

it.each([
  ['case', 'camera'],
  ['batteries', 'cameras'],
  ['lid', 'pan'],
  ['shades', 'lamp'],
  ['rack', 'hat'],
])('a %s is another thing than a %s', (word, thing) => {
  expect(isOtherThing(word, thing)).toBe(true)
})

it.each([
  ['a kind of it', 'shoes', 'sandal'],
  ['of one kind with it', 'pumps', 'sandals'],
  ['its part', 'sleeve', 'shirt'],
  ['a number of it', 'set', 'pan'],
  ['a kit of it', 'kit', 'lamp'],
  ['a color', 'charcoal', 'shirt'],
  ['a fabric', 'denim', 'shirt'],
  ['a substance', 'steel', 'pan'],
  ['a place', 'office', 'lamp'],
  ['no thing', 'travel', 'camera'],
  ['after no thing', 'case', 'galaxy'],
  ['not known', 'zibbo', 'camera'],
])('a word that is %s is no other thing: %s, %s', (_, word, thing) => {
  expect(isOtherThing(word, thing)).toBe(false)
})

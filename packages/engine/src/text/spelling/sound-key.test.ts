import { describe, expect, it } from 'vitest'
import { soundKey } from './sound-key.ts'

describe('words spelt by ear have the key of the word that is meant', () => {
  it.each([
    ['neckless', 'necklace'],
    ['leapord', 'leopard'],
    ['jewlery', 'jewelry'],
    ['fotograf', 'photograph'],
    ['braselet', 'bracelet'],
    ['cushon', 'cushion'],
    ['nife', 'knife'],
    ['rench', 'wrench'],
    ['sissors', 'scissors'],
    ['ambrella', 'umbrella'],
    ['kolor', 'color'],
  ])('%s and %s', (typed, meant) => expect(soundKey(typed)).toBe(soundKey(meant)))
})

describe('words that sound different have different keys', () => {
  it.each([
    ['lamp', 'damp'],
    ['couch', 'touch'],
    ['desk', 'deck'],
    ['necklace', 'neckline'],
    ['shirt', 'skirt'],
    ['vestido', 'vest'],
  ])('%s and %s', (one, other) => expect(soundKey(one)).not.toBe(soundKey(other)))
})

it('leaves words of other scripts alone', () => {
  expect(soundKey('靴')).toBeUndefined()
  expect(soundKey('kleid2')).toBeUndefined()
})

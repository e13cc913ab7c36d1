import { describe, expect, it } from 'vitest'
import { analyzerFor } from './analyzer.ts'
import { addWord, BITS_PER_WORD, hasWord, isOrdinaryWord, isSomeWord } from './lexicon.ts'

describe('the lexicon', () => {
  it.each(['couch', 'lamp', 'desk', 'heater', 'kids', 'swim', 'shorts', 'shampoo', 'umbrella'])(
    'knows the English word %s',
    (word) => expect(isOrdinaryWord(word, analyzerFor('en'))).toBe(true),
  )

  it.each(['leapord', 'neckless', 'blu', 'sofe', 'runnign', 'umbrela', 'shampo'])('does not know %s', (word) =>
    expect(isOrdinaryWord(word, analyzerFor('en'))).toBe(false),
  )

  it('depends on the language', () => {
    expect(isOrdinaryWord('zapatos', analyzerFor('es'))).toBe(true)
    expect(isOrdinaryWord('zapatos', analyzerFor('en'))).toBe(false)
    expect(isOrdinaryWord('kleid', analyzerFor('de'))).toBe(true)
  })

  it('is empty for a language without a list', () => {
    expect(isOrdinaryWord('couch', analyzerFor('xx'))).toBe(false)
  })
})

describe('a word filter', () => {
  const words = Array.from({ length: 2000 }, (_, number) => `word${number * 7919}`)
  const filter = new Uint8Array((words.length * BITS_PER_WORD) / 8)
  for (const word of words) addWord(filter, word)

  it('contains every word that was added', () => {
    expect(words.filter((word) => !hasWord(filter, word))).toEqual([])
  })

  it('contains hardly any other', () => {
    const others = Array.from({ length: 10_000 }, (_, number) => `other${number}`)
    expect(others.filter((word) => hasWord(filter, word)).length).toBeLessThan(100)
  })
})

describe('a word of some language', () => {
  it.each(['casque', 'deutschland', 'noche', 'sweater', 'जर्सी'])('is %s', (word) => expect(isSomeWord(word)).toBe(true))

  it.each(['asdkjh', 'xexi', 'hjb', '4711'])('is not %s', (word) => expect(isSomeWord(word)).toBe(false))
})

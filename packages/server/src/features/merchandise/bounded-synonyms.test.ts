import { describe, expect, it } from 'vitest'
import { boundedSynonyms, MAX_REPLACEMENTS, MAX_WORDS } from './bounded-synonyms.ts'

const words = (count: number, prefix = 'w') => Array.from({ length: count }, (_, i) => `${prefix}${i}`)

describe('boundedSynonyms', () => {
  it('leaves synonyms within the limits unchanged', () => {
    expect(boundedSynonyms([['sofa', 'couch'], { from: 'tee', to: 't-shirt' }, { from: 'a', to: ['b', 'c'] }])).toEqual(
      [['sofa', 'couch'], { from: 'tee', to: ['t-shirt'] }, { from: 'a', to: ['b', 'c'] }],
    )
  })

  it('cuts a group of 20,000 words, which was stored before the limit existed', () => {
    const [group] = boundedSynonyms([words(20_000)])
    expect(group).toEqual(words(MAX_REPLACEMENTS + 1))
  })

  it('limits the replacements of a word, in however many groups it is', () => {
    const groups = Array.from({ length: 500 }, (_, i) => ['Shirt', ...words(9, `g${i}-`)])
    const replaced = boundedSynonyms(groups).filter((one) => (one as string[]).includes('Shirt'))
    expect(replaced.length * 9).toBeLessThanOrEqual(MAX_REPLACEMENTS)
    expect(replaced.length).toBeGreaterThan(1)
    const rules = boundedSynonyms([
      { from: 'a', to: words(40) },
      { from: 'A', to: words(40, 'v') },
    ]) as { to: readonly string[] }[]
    expect(rules.map((rule) => rule.to.length)).toEqual([40, 10])
  })

  it('keeps no more words in total than a document may have', () => {
    const groups = Array.from({ length: 5000 }, (_, i) => words(10, `g${i}-`))
    expect(boundedSynonyms(groups).flat()).toHaveLength(MAX_WORDS)
  })
})

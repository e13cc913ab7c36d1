import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildCompletions, complete } from './completions.ts'

const completions = buildCompletions([
  { text: 'Red Shoes', weight: 5 },
  { text: 'red shirt', weight: 9 },
  { text: 'shoes', weight: 3 },
  { text: 'Shoe rack', weight: 1 },
  { text: 'été', weight: 2 },
])
const texts = (typed: string) => complete(completions, typed, 10).map((each) => each.text)

describe('completions', () => {
  it('come by weight, phrases that begin so first', () => {
    expect(texts('red s')).toEqual(['red shirt', 'Red Shoes'])
    expect(texts('sho')).toEqual(['shoes', 'Shoe rack', 'Red Shoes'])
    expect(texts('ETE')).toEqual(['été'])
  })

  it('forgive one letter when there are too few', () => {
    expect(texts('shose')).toContain('shoes')
    expect(texts('rde shirt')).toContain('red shirt')
  })

  it('come while a Korean syllable is being typed', () => {
    const korean = buildCompletions([
      { text: '운동화', weight: 2 },
      { text: '가방', weight: 1 },
    ])
    for (const typed of ['운ㄷ', '운도', '운동'])
      expect(complete(korean, typed, 5).map(({ text }) => text)).toEqual(['운동화'])
    expect(complete(korean, '갑', 5).map(({ text }) => text)).toEqual(['가방'])
  })

  it('of nothing typed are the weightiest', () => {
    expect(complete(completions, ' ', 2).map((each) => each.text)).toEqual(['red shirt', 'Red Shoes'])
  })

  it('are those that a list would give', () => {
    const entry = fc.record({
      text: fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 6 }),
      weight: fc.integer({ min: 0, max: 9 }),
    })
    fc.assert(
      fc.property(
        fc.array(entry),
        fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 3 }),
        (entries, typed) => {
          const folded = new Set(
            entries.map(({ text }) => text.replace(/ +/g, ' ').trim()).filter((text) => text !== ''),
          )
          const expected = [...folded].filter((text) =>
            text.split(' ').some((_, i, all) => all.slice(i).join(' ').startsWith(typed)),
          )
          const found = complete(buildCompletions(entries), typed, 99).map(({ text }) =>
            text.replace(/ +/g, ' ').trim(),
          )
          expect(found.sort()).toEqual(expected.sort())
        },
      ),
    )
  })
})
